"""Which pages are one page under several URLs: told by address, content, canonical link and languages."""

import re
from collections.abc import Iterator
from hashlib import blake2b

from pagekin.dom import Page
from pagekin.dom.links import LinkKind
from pagekin.urls import canonical

# Parameters that say where a visitor came from, or who it is, and never what the page shows.
_TRACKING = re.compile(
    r"utm_\w+|mtm_\w+|pk_(?:campaign|cid|content|keyword|kwd|medium|source)|gclid|gbraid|wbraid|dclid"
    r"|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|phpsessid|jsessionid|aspsessionid\w*|oscsid|zenid"
    r"|cfid|cftoken",
    re.IGNORECASE,
)
_SESSION = re.compile(r";jsessionid=[^/?]*", re.IGNORECASE)  # in the path, as Java servers do

# A part of a URL that numbers the pages of a list: "2", "page=2", "page-2".
_PAGE_NUMBER = re.compile(r"(?:\w*page\w*|p|pg|pn|start|offset|seite)?[=_-]?\d+", re.IGNORECASE)
_PARTS = re.compile(r"[/?&]")


def untracked(url: str) -> str:
    """Give a URL without what only tells where a visitor came from."""
    path, mark, query = _SESSION.sub("", url).partition("?")
    if not mark:
        return path
    kept = [
        pair for pair in query.split("&") if not _TRACKING.fullmatch(pair.partition("=")[0].strip())
    ]
    return f"{path}?{'&'.join(kept)}" if kept else path


class Identities:
    """The pages found so far, to tell a new one from another URL of an old one.

    Only fingerprints are kept. A page is known if there was one
    - at its address: whatever the scheme, a slash at the end, tracking, the order of the query;
    - with the same content at the same path, whatever the query;
    - at the address that it names as canonical, with the same title if that is another path. Not every
      canonical link is believed: too many sites name their home page, or the first page of a list;
    - that it names as another language's version, and that names it in return.
    """

    def __init__(self) -> None:
        self._known: set[int] = set()

    def is_new(self, page: Page) -> bool:
        """Tell whether a page is not one of those found so far, and remember it."""
        own = _address(page.url)
        named = _named_as_canonical(page, own)
        if _path(named) == _path(own):
            own = named  # it says which part of its query does not matter
        alternates = list(_alternates(page))
        content = "content", _path(own), blake2b(page.body, digest_size=16).digest()
        known = (
            self._has("at", own)
            or self._has(*content)
            or self._has("titled", own, page.title)
            or (self._has("at", named) and self._has("titled", named, page.title))
            or any(self._has("version", other, own) for other in alternates)
        )
        self._note("at", own)
        self._note(*content)
        self._note("titled", own, page.title)
        self._note("titled", named, page.title)
        for other in alternates:
            self._note("version", own, other)
        return not known

    def _has(self, *fact: object) -> bool:
        return hash(fact) in self._known

    def _note(self, *fact: object) -> None:
        self._known.add(hash(fact))


def _address(url: str) -> str:
    """Give what all spellings of a page's URL have in common."""
    path, _, query = untracked(url).partition("://")[2].partition("?")
    return f"{path.rstrip('/')}?{'&'.join(sorted(query.split('&')))}"


def _path(address: str) -> str:
    return address.partition("?")[0]


def _named_as_canonical(page: Page, own: str) -> str:
    """Give the address that a page names as canonical, its own if there is none to be believed."""
    for link in page.links:
        if link.kind is LinkKind.CANONICAL:
            named = _address(link.url)
            further = set(_PARTS.split(own)).difference(_PARTS.split(named))
            return own if any(map(_PAGE_NUMBER.fullmatch, further)) else named
    return own


def _alternates(page: Page) -> Iterator[str]:
    """Yield the addresses of the page's versions in other languages."""
    for element in page.root.iterfind(".//link[@hreflang]"):
        url = canonical(element.get("href", ""), page.url)
        if "alternate" in element.get("rel", "").lower().split() and isinstance(url, str):
            yield _address(url)
