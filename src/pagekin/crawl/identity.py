"""Which targets are one page under several URLs: told by address, content, canonical link and languages."""

from collections.abc import Iterator
from hashlib import blake2b

from pagekin.dom import Page
from pagekin.dom.identity import address_of, name_of, named_as_canonical, path_of
from pagekin.urls import canonical


class Identities:
    """The pages found so far, to tell a new one from another URL of an old one.

    Only fingerprints are kept. A page is known if there was one
    - at its address;
    - with the same content at the same path, whatever the query;
    - that calls itself the same, and is at the address that this one names as canonical, or names the
      same. Canonical links alone are not believed: too many sites name one page everywhere;
    - that it names as another language's version, and that names it in return.
    """

    def __init__(self) -> None:
        self._known: set[int] = set()

    def is_new(self, page: Page) -> bool:
        """Tell whether a page is not one of those found so far, and remember it."""
        own = address_of(page.url)
        named = address_of(named_as_canonical(page) or page.url)
        name = name_of(page)
        others = list(_alternates(page))
        content = "content", path_of(own), blake2b(page.body, digest_size=16).digest()
        # A home page that every page names is never a target itself.
        believed = path_of(named) == path_of(own) or self._has("at", named)
        known = (
            self._has("at", own)
            or self._has(*content)
            or self._has("named", own, name)
            or (believed and self._has("named", named, name))
            or any(self._has("version", other, own) for other in others)
        )
        self._note("at", own)
        self._note(*content)
        self._note("named", own, name)
        self._note("named", named, name)
        for other in others:
            self._note("version", own, other)
        return not known

    def _has(self, *fact: object) -> bool:
        return hash(fact) in self._known

    def _note(self, *fact: object) -> None:
        self._known.add(hash(fact))


def _alternates(page: Page) -> Iterator[str]:
    """Yield the addresses of the page's versions in other languages."""
    for element in page.root.iterfind(".//link[@hreflang]"):
        url = canonical(element.get("href", ""), page.url)
        if "alternate" in element.get("rel", "").lower().split() and isinstance(url, str):
            yield address_of(url)
