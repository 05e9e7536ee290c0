"""Lasting columns: what says the same on all pages of today, and matters all the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin, urlsplit

if TYPE_CHECKING:
    from pagekin.wrappers.by_itself.text_columns import TextColumn

# Whether something can be had is the same for all products on a good day, and the first thing one watches.
_MATTERING = re.compile(
    r"(?:^|[-_\s])(?:stock|availability|instock|in-stock)(?:$|[-_\s])", re.IGNORECASE
)
_DECLARED = frozenset({"availability", "price"})
_MAX_TEXT = 60
_FILE = re.compile(r"\.(?!html?$|php$|aspx?$|jsp$|cgi$|com$)[a-z][a-z0-9]{1,4}$", re.IGNORECASE)


def matters(column: TextColumn) -> bool:
    """Return whether a column is kept even if all its texts are the same."""
    if any(hint in _DECLARED for hint in column.hints):
        return True
    if column.place is None or column.many or column.image:
        return False
    element = column.place.nodes[0].element
    marks = f"{element.get('class', '')} {element.get('id', '')} {element.get('itemprop', '')}"
    short = all(len(texts[0]) <= _MAX_TEXT for texts in column.texts.values())
    return short and _MATTERING.search(marks) is not None


def _own_name(path: str) -> str:
    """Return the part of a page's path that is its own: the file, or the folder that it is the index of."""
    return next(
        (part for part in reversed(path.split("/")) if part and not part.startswith("index.")), ""
    )


def leads_out(address: str, url: str) -> bool:
    """Return whether a link on a page leads to another site or to a file, and is about this page alone.

    An address that has the page's own in it is for sharing the page.
    """
    there, here = urlsplit(urljoin(url, address)), urlsplit(url)
    if there.scheme not in {"http", "https"} or not here.netloc:
        return False
    own = {url, quote(url, safe=""), quote(url), _own_name(here.path) or url}
    if there.netloc != here.netloc and any(one in there.query for one in own):
        return False
    return there.netloc != here.netloc or _FILE.search(there.path) is not None
