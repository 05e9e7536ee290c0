"""URLs that stand for submitted forms: the posted data is in the query, as web archives write it.

`https://host/find?__wb_method=POST&kind=book` is the answer to kind=book posted to https://host/find. It
identifies that page wherever URLs are used, and says how to fetch it again. No site may link there: only
forms that pagekin itself filled in lead to such a URL. If the meaning of a form depends on the way to its
page, the data posted on that way is appended (`__wb_from=…`); it is not sent.
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
    """A request that submits a form: where to, and the url-encoded data.

    `before` is the data that was posted to get to the form's page, if there was any.
    """

    url: str
    body: str
    before: str = ""

    @property
    def data(self) -> str:
        """Everything that distinguishes the page from others: what is sent, and what was sent before."""
        return _after(self.body, self.before)

    @property
    def origin(self) -> str:
        """The URL of the page with the form, if something had to be posted to get there."""
        return posted(self.url, self.before) if self.before else ""


def posted(url: str, body: str) -> str:
    """Return the URL that stands for data posted to a URL."""
    return f"{url}{'&' if '?' in url else '?'}{MARK}=POST{'&' if body else ''}{body}"


def as_posted(url: str) -> Posted | None:
    """Return the request that a URL stands for; None if it is an ordinary URL."""
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
    """Return the URL of a form on a page that was itself reached by posting `before`."""
    return _after(url, before)


def _after(data: str, before: str) -> str:
    return f"{data}&{FROM}={quote(before, safe='')}" if before else data


def without_posted(url: str) -> str:
    """Return the URL that a request is sent to, without the data that is posted."""
    request = as_posted(url)
    return request.url if request else url


def is_marked(url: str) -> bool:
    """Return whether a URL claims to stand for a submitted form, in any spelling."""
    return "_" in url and MARK in url.lower() and bool(_MARKED.search(url))


def is_mark(pair: str) -> bool:
    """Return whether a part of a query says that the rest was posted."""
    return pair.lower() == f"{MARK}=post"
