"""A fake site for tests: a table of URL → bytes behind the `Site` port.

>>> site = FakeSite({"http://shop.test/": b'<a href="/p/1">one</a>', "http://shop.test/p/1": b"<h1>1</h1>"})

A `str` in the place of bytes is a redirect to that URL, an `int` is a status. What the table does not hold
is a 404. Every request is kept in `requests`, in order.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from pagekin.dom import Page, parse_page
from pagekin.site import Failure, FailureKind

_MAX_REDIRECTS = 10


@dataclass
class FakeSite:
    """A site made of a table; its pages may be changed while it is in use."""

    pages: Mapping[str, bytes | str | int]
    requests: list[str] = field(default_factory=list)

    async def fetch(self, url: str) -> Page | Failure:
        """Give the page of the table, or the failure that a server without it would cause."""
        await asyncio.sleep(0)
        location = url
        for _ in range(_MAX_REDIRECTS):
            self.requests.append(location)
            answer = self.pages.get(location, 404)
            if isinstance(answer, bytes):
                return parse_page(location, answer, {"content-type": "text/html"}, requested=url)
            if isinstance(answer, int):
                detail = f"the server answered {answer}"
                return Failure(url, FailureKind.STATUS, detail, answer)
            location = answer
        return Failure(url, FailureKind.REDIRECT, "redirects in a loop")
