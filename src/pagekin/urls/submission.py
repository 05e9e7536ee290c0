"""The URL of a submitted form: what was posted stands in the query, as web archives write it.

`https://host/find?__wb_method=POST&kind=book` is the answer to kind=book posted to https://host/find. It is
the identity of that page wherever URLs are, and says how to fetch the page again. No site may link there:
only forms that pagekin filled in itself lead to such a URL.
"""

import re
from typing import NamedTuple

MARK = "__wb_method"
_POSTED = re.compile(rf"[?&]{MARK}=POST(?:&|$)", re.IGNORECASE)
_MARKED = re.compile(rf"[?&;]{MARK}(?![\w.~-])", re.IGNORECASE)


class Posted(NamedTuple):
    """A request by which a form is submitted: where to, and the url-encoded data."""

    url: str
    body: str


def posted(url: str, body: str) -> str:
    """Give the URL that stands for data posted to a URL."""
    return f"{url}{'&' if '?' in url else '?'}{MARK}=POST{'&' if body else ''}{body}"


def as_posted(url: str) -> Posted | None:
    """Give the request that a URL stands for; None if it is an ordinary one."""
    mark = _POSTED.search(url, max(url.find("?"), 0))
    return Posted(url[: mark.start()], url[mark.end() :]) if mark else None


def without_posted(url: str) -> str:
    """Give the URL that a request goes to, posted or not."""
    request = as_posted(url)
    return request.url if request else url


def is_marked(url: str) -> bool:
    """Tell whether a URL claims to stand for a submitted form, in whatever spelling."""
    return MARK in url.lower() and bool(_MARKED.search(url))


def is_mark(pair: str) -> bool:
    """Tell whether a part of a query says that the rest of it was posted."""
    return pair.lower() == f"{MARK}=post"
