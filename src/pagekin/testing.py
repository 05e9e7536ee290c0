"""For tests, including those of pagekin's users: a fake site, and a count of how often pages are parsed.

A fake site is a table of URL → bytes behind the `Site` port:

>>> site = FakeSite({"http://shop.test/": b'<a href="/p/1">one</a>', "http://shop.test/p/1": b"<h1>1</h1>"})

A `str` in place of bytes is a redirect to that URL, an `int` is a status. Anything else is a 404. All
requests are kept in `requests`, in order. Pages have entity tags: a request with the right one is answered
"not modified".

>>> with count_parses() as parses:
...     page = parse_page("http://shop.test/", b"<h1>Shop</h1>")
>>> parses["http://shop.test/"]
1
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from http import HTTPStatus
from typing import Any
from unittest import mock

from pagekin.dom import Page, page, parse_page
from pagekin.site import Answer, Exchange, Failure, FailureKind, Unchanged, Validators

_MAX_REDIRECTS = 10


@dataclass
class FakeSite:
    """A site made from a table; the table may be changed while the site is in use."""

    pages: Mapping[str, bytes | str | int]
    requests: list[str] = field(default_factory=list)

    async def fetch(self, url: str) -> Page | Failure:
        """Return the page in the table, or the failure that a server without it would cause."""
        answer = await self.visit(url)
        assert not isinstance(answer.result, Unchanged)  # noqa: S101 - for the type checker; nobody asked
        return answer.result

    async def visit(self, url: str, known: Validators | None = None) -> Answer:
        """Do the same, and report what would have gone over the wire."""
        await asyncio.sleep(0)
        location = url
        exchanges: list[Exchange] = []
        for _ in range(_MAX_REDIRECTS):
            self.requests.append(location)
            answer = self.pages.get(location, 404)
            exchanges.append(_exchange(location, answer, known if location == url else None))
            if isinstance(answer, str):
                location = answer
                continue
            if isinstance(answer, int):
                detail = f"the server answered {answer}"
                return Answer(Failure(url, FailureKind.STATUS, detail, answer), tuple(exchanges))
            if exchanges[-1].status == HTTPStatus.NOT_MODIFIED:
                return Answer(Unchanged(url), tuple(exchanges))
            found = parse_page(location, answer, {"content-type": "text/html"}, requested=url)
            return Answer(found, tuple(exchanges))
        failure = Failure(url, FailureKind.REDIRECT, "redirects in a loop")
        return Answer(failure, tuple(exchanges))


@contextmanager
def count_parses() -> Iterator[Counter[str]]:
    """Count how often the page of each URL is parsed in this process, whoever does it."""
    parses: Counter[str] = Counter()
    parse = page._page  # noqa: SLF001 - everything else is imported by name and cannot be watched

    def counted(url: str, *rest: Any) -> Page:
        parses[url] += 1
        return parse(url, *rest)

    with mock.patch.object(page, "_page", counted):
        yield parses


def _exchange(url: str, answer: bytes | str | int, known: Validators | None) -> Exchange:
    status, headers, body = 200, [(b"Content-Type", b"text/html")], b""
    if isinstance(answer, int):
        status = answer
    elif isinstance(answer, str):
        status = HTTPStatus.FOUND
        headers.append((b"Location", answer.encode()))
    else:
        tag = f'"{blake2b(answer, digest_size=8).hexdigest()}"'
        headers.append((b"ETag", tag.encode()))
        if known and known.etag == tag:
            status = HTTPStatus.NOT_MODIFIED
        else:
            body = answer
    line = f"HTTP/1.1 {int(status)}".encode()
    return Exchange(url, datetime.now(UTC), line, tuple(headers), body)
