"""Lasting columns: what says the same on all pages of today, and matters all the same."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urljoin, urlsplit

from pagekin.dom.links import base_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pagekin.dom.page import Page
    from pagekin.wrappers.by_itself.text_columns import TextColumn

# Whether something can be had is the same for all products on a good day, and the first thing one watches.
_MATTERING = re.compile(
    r"(?:^|[-_\s])(?:stock|availability|instock|in-stock)(?:$|[-_\s])", re.IGNORECASE
)
_DECLARED = frozenset({"availability", "price"})
_MAX_TEXT = 60
_LABEL_ENDS = (":", "：", "=")  # of what only names a value
_FILE = re.compile(r"\.(?!html?$|php$|aspx?$|jsp$|cgi$|com$)[a-z][a-z0-9]{1,4}$", re.IGNORECASE)


def matters(column: TextColumn) -> bool:
    """Return whether a column is kept even if all its texts are the same."""
    if any(hint in _DECLARED for hint in column.hints):
        return True
    if column.place is None or column.many or column.image:
        return False
    element = column.place.nodes[0].element
    marks = f"{element.get('class', '')} {element.get('id', '')} {element.get('itemprop', '')}"
    short = all(
        len(texts[0]) <= _MAX_TEXT and not texts[0].endswith(_LABEL_ENDS)
        for texts in column.texts.values()
    )
    return short and _MATTERING.search(marks) is not None


def _own_name(path: str) -> str:
    """Return the part of a page's path that is its own: the file, or the folder that it is the index of."""
    return next(
        (part for part in reversed(path.split("/")) if part and not part.startswith("index.")), ""
    )


def hosts_of_site(pages: Sequence[Page]) -> frozenset[str]:
    """Return the hosts that belong to the site of some pages: their own, and the one that most links lead to.

    The latter differs where pages are a copy, or a shop and its checkout have several names.
    """
    own = {urlsplit(page.url).netloc for page in pages}
    links: Counter[str] = Counter()
    for page in pages:
        base = base_of(page.root, page.url)
        for element in page.root.iter("a"):
            links[_host(urljoin(base, element.get("href", "").strip()))] += 1
    links.pop("", None)
    return frozenset(own | {host for host, _ in links.most_common(1)})


def leads_out(address: str, url: str, hosts: Collection[str] = ()) -> bool:
    """Return whether a link on a page leads to another site or to a file, and is about this page alone.

    An address that has the page's own in it, or one of its site, is for sharing the page.
    """
    there, here = urlsplit(urljoin(url, address)), urlsplit(url)
    if there.scheme not in {"http", "https"} or not here.netloc:
        return False
    is_out = there.netloc not in {here.netloc, *hosts}
    own = {url, quote(url, safe=""), quote(url), _own_name(here.path) or url}
    passed_on = unquote(there.query)
    if is_out and (
        any(one in there.query for one in own) or any(f"//{host}" in passed_on for host in hosts)
    ):
        return False
    return is_out or _FILE.search(there.path) is not None


def _host(address: str) -> str:
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""
