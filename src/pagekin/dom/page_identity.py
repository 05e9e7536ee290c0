"""What identifies a page apart from its URL: the URL that it names as canonical, its title and headline."""

import re
from hashlib import blake2b

from lxml import etree

from pagekin.dom.links import LinkKind
from pagekin.dom.page import Page, UnparsedPage
from pagekin.urls.scope import folder_of
from pagekin.urls.tracking_parameters import untracked

# A part of a URL that numbers the pages of a list: "2", "page=2", "page-2".
_PAGE_NUMBER = re.compile(r"(?:\w*page\w*|p|pg|pn|start|offset|seite)?[=_-]?\d+", re.IGNORECASE)
_PARTS = re.compile(r"[/?&]")
_string = etree.XPath("string()", smart_strings=False)


def address_of(url: str) -> str:
    """Return what all spellings of a URL have in common.

    Scheme, final slash, tracking parameters and the order of the query make no difference.
    """
    path, _, query = untracked(url).partition("://")[2].partition("?")
    return f"{path.rstrip('/')}?{'&'.join(sorted(query.split('&')))}"


def path_of(address: str) -> str:
    """Return an address without its query."""
    return address.partition("?")[0]


def place_of(address: str) -> str:
    """Return where an address leads, whatever its query: the path, and the folder for an index file."""
    path = path_of(address)
    return (folder_of(path) or path).rstrip("/")


def named_as_canonical(page: Page) -> str | None:
    """Return the other URL that a page names as canonical, unless that is the first page of its list."""
    for link in page.links:
        if link.kind is LinkKind.CANONICAL:
            further = set(_PARTS.split(page.url)).difference(_PARTS.split(link.url))
            is_further = any(map(numbers_a_page, further))
            return None if is_further or link.url == page.url else link.url
    return None


def numbers_a_page(part: str) -> bool:
    """Return whether a part of a URL numbers the pages of a list."""
    return _PAGE_NUMBER.fullmatch(part) is not None


def headline_of(page: Page) -> str | None:
    """Return the first headline of a page; None if it has none."""
    if isinstance(page, UnparsedPage) and page.note:
        return page.note.headline
    headline = page.root.find(".//h1")
    return None if headline is None else " ".join(str(_string(headline)).split())


def fingerprint(*texts: str | None) -> int:
    """Return a number that stands for some texts, in every process the same."""
    return int.from_bytes(blake2b(repr(texts).encode(), digest_size=8).digest())


def name_of(page: Page) -> str:
    """Return what a page calls itself: title and headline, or a digest of its content without a headline."""
    headline = headline_of(page)
    if headline is None:
        return f"{page.title} {blake2b(page.body, digest_size=8).hexdigest()}"
    return f"{page.title} {headline}"
