"""The URL of a submitted form: what was posted stands in the query, as web archives write it.

`https://host/find?__wb_method=POST&kind=book` is the answer to kind=book posted to https://host/find. It is
the identity of that page wherever URLs are, and says how to fetch the page again. No site may link there:
only forms that pagekin filled in itself lead to such a URL. If what a form means depends on how one got to its
page, the data that was posted on the way stand at the end (`__wb_from=…`); it is not sent.
"""

import re
from typing import NamedTuple
from urllib.parse import quote, unquote

MARK = "__wb_method"
FROM = "__wb_from"
_BEFORE = re.compile(rf"(?:^|&){FROM}=([^&]*)")
_POSTED = re.compile(rf"[?&]{MARK}=POST(?:&|$)", re.IGNORECASE)
_MARKED = re.compile(rf"[?&;]{MARK}(?![\w.~-])", re.IGNORECASE)


class Posted(NamedTuple):
    """A request by which a form is submitted: where to, and the url-encoded data.

    `before` is what had to be posted there before to get to the form's page, if anything had to be.
    """

    url: str
    body: str
    before: str = ""

    @property
    def data(self) -> str:
        """All that tells the page from others: what is sent, and what was sent before."""
        return _after(self.body, self.before)

    @property
    def origin(self) -> str:
        """The URL of the page with the form, if something had to be posted to get there."""
        return posted(self.url, self.before) if self.before else ""


def posted(url: str, body: str) -> str:
    """Give the URL that stands for data posted to a URL."""
    return f"{url}{'&' if '?' in url else '?'}{MARK}=POST{'&' if body else ''}{body}"


def as_posted(url: str) -> Posted | None:
    """Give the request that a URL stands for; None if it is an ordinary one."""
    mark = _POSTED.search(url, max(url.find("?"), 0))
    if mark is None:
        return None
    data = url[mark.end() :]
    before = _BEFORE.search(data)
    if before is None:
        return Posted(url[: mark.start()], data)
    body = (data[: before.start()] + data[before.end() :]).removeprefix("&")
    return Posted(url[: mark.start()], body, unquote(before[1]))


def posted_after(url: str, before: str) -> str:
    """Give the URL that stands for data posted from a page which other data had to be posted to get to."""
    return _after(url, before)


def _after(data: str, before: str) -> str:
    return f"{data}&{FROM}={quote(before, safe='')}" if before else data


def without_posted(url: str) -> str:
    """Give the URL that a request goes to, posted or not."""
    request = as_posted(url)
    return request.url if request else url


def is_marked(url: str) -> bool:
    """Tell whether a URL claims to stand for a submitted form, in whatever spelling."""
    return "_" in url and MARK in url.lower() and bool(_MARKED.search(url))


def is_mark(pair: str) -> bool:
    """Tell whether a part of a query says that the rest of it was posted."""
    return pair.lower() == f"{MARK}=post"
