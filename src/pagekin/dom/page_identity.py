"""What a page is known by, apart from its URL: the URL that it names as canonical, its title and headline."""

import re
from hashlib import blake2b

from lxml import etree

from pagekin.dom.links import LinkKind
from pagekin.dom.page import Page
from pagekin.urls.tracking_parameters import untracked

# A part of a URL that numbers the pages of a list: "2", "page=2", "page-2".
_PAGE_NUMBER = re.compile(r"(?:\w*page\w*|p|pg|pn|start|offset|seite)?[=_-]?\d+", re.IGNORECASE)
_PARTS = re.compile(r"[/?&]")
_string = etree.XPath("string()", smart_strings=False)


def address_of(url: str) -> str:
    """Give what all spellings of a URL have in common.

    That is, whatever the scheme, a slash at the end, tracking and the order of the query.
    """
    path, _, query = untracked(url).partition("://")[2].partition("?")
    return f"{path.rstrip('/')}?{'&'.join(sorted(query.split('&')))}"


def path_of(address: str) -> str:
    """Give an address without its query."""
    return address.partition("?")[0]


def named_as_canonical(page: Page) -> str | None:
    """Give the other URL that a page names as canonical, unless that is only the first page of a list."""
    for link in page.links:
        if link.kind is LinkKind.CANONICAL:
            further = set(_PARTS.split(page.url)).difference(_PARTS.split(link.url))
            is_further = any(map(numbers_a_page, further))
            return None if is_further or link.url == page.url else link.url
    return None


def numbers_a_page(part: str) -> bool:
    """Tell whether a part of a URL numbers the pages of a list."""
    return _PAGE_NUMBER.fullmatch(part) is not None


def headline_of(page: Page) -> str | None:
    """Give the first headline of a page, if it has any."""
    headline = page.root.find(".//h1")
    return None if headline is None else " ".join(str(_string(headline)).split())


def name_of(page: Page) -> str:
    """Give what a page calls itself: title and headline; its whole content if it has no headline."""
    headline = headline_of(page)
    if headline is None:
        return f"{page.title} {blake2b(page.body, digest_size=8).hexdigest()}"
    return f"{page.title} {headline}"
