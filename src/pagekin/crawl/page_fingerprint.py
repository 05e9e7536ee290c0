"""Fingerprints of targets, by which one page is recognised under several URLs.

They hold its address, its content, the canonical link and its versions in other languages, as hashes.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from pagekin.crawl.hash_set import HashSet64, hash64
from pagekin.dom import Page
from pagekin.dom.page_identity import address_of, name_of, named_as_canonical, path_of, place_of
from pagekin.urls import canonical

_MOST_VERSIONS = 100  # in other languages; no page has more in good faith
_NUMBER = 8  # bytes


@dataclass(frozen=True, slots=True)
class CanonicalClaim:
    """The claim of a page that its canonical address is another one."""

    at: int
    named: int  # that address, with the name of this page
    believed: bool  # even if no page was found at that address


@dataclass(frozen=True, slots=True)
class PageFingerprint:
    """What a page is recognised by, as hashes."""

    at: int
    content: int
    named: int
    elsewhere: CanonicalClaim | None = None
    named_by: tuple[int, ...] = ()  # the `names` of other versions that name this page
    names: tuple[int, ...] = ()  # versions in other languages that this page names

    @classmethod
    def of(cls, page: Page, digest: bytes) -> "PageFingerprint":
        """Take the fingerprint of a page."""
        own = address_of(page.url)
        there = address_of(named_as_canonical(page) or page.url)
        name = name_of(page)
        others = list(islice(_alternates(page), _MOST_VERSIONS))
        return cls(
            hash64("at", own),
            hash64("content", place_of(own), digest),
            hash64("named", own, name),
            None if there == own else _elsewhere(own, there, name),
            tuple(hash64("version", other, own) for other in others),
            tuple(hash64("version", own, other) for other in others),
        )

    @classmethod
    def restored(cls, url: str, digest: bytes, packed: bytes) -> "PageFingerprint":
        """Return the fingerprint that was packed, given the URL of the page and the digest of its content."""
        own = address_of(url)
        numbers = struct.unpack(f">{len(packed) // _NUMBER}q", packed)
        named, elsewhere = numbers[0], None
        if len(numbers) > 1 and numbers[1]:
            elsewhere = CanonicalClaim(numbers[1], numbers[2], bool(numbers[3]))
        versions = numbers[4:]
        half = len(versions) // 2
        return cls(
            hash64("at", own),
            hash64("content", place_of(own), digest),
            named,
            elsewhere,
            versions[:half],
            versions[half:],
        )

    def packed(self) -> bytes:
        """Return what neither URL nor digest tell, for a later crawl that does not get to see the page."""
        numbers = [self.named]
        if self.elsewhere or self.names:
            there = self.elsewhere
            numbers += [there.at, there.named, int(there.believed)] if there else [0, 0, 0]
            numbers += [*self.named_by, *self.names]
        return struct.pack(f">{len(numbers)}q", *numbers)

    def hashes(self) -> tuple[int, ...]:
        """Return what has to be remembered of the page."""
        there = (self.elsewhere.named,) if self.elsewhere else ()
        return self.at, self.content, self.named, *there, *self.names


class KnownTargets:
    """The targets found so far, to tell a new one from another URL of an old one.

    Only hashes are kept. A page is known if there was one
    - at its address;
    - with the same content at the same path, whatever the query, or in the folder that an index file stands for;
    - with the same name at the address that this one names as canonical, or naming the same address.
      Canonical links alone are not believed: too many sites name one page everywhere;
    - that it names as its version in another language, and that names it in return.
    """

    def __init__(self, known: HashSet64 | None = None) -> None:
        self._known = HashSet64() if known is None else known

    def is_new(self, fingerprint: PageFingerprint) -> bool:
        """Remember a page, and return whether it was not found before."""
        known = self.knows(fingerprint)
        for number in fingerprint.hashes():
            self._known.add(number)
        return not known

    def knows(self, fingerprint: PageFingerprint) -> bool:
        """Return whether a page was found before."""
        return (
            fingerprint.at in self._known
            or fingerprint.content in self._known
            or fingerprint.named in self._known
            or (fingerprint.elsewhere is not None and self._is_there(fingerprint.elsewhere))
            or any(number in self._known for number in fingerprint.named_by)
        )

    def _is_there(self, elsewhere: CanonicalClaim) -> bool:
        # A home page that every page names is never a target itself.
        believed = elsewhere.believed or elsewhere.at in self._known
        return believed and elsewhere.named in self._known


def _elsewhere(own: str, there: str, name: str) -> CanonicalClaim:
    return CanonicalClaim(
        hash64("at", there), hash64("named", there, name), path_of(there) == path_of(own)
    )


def _alternates(page: Page) -> Iterator[str]:
    """Yield the addresses of the page's versions in other languages."""
    for element in page.root.iterfind(".//link[@hreflang]"):
        url = canonical(element.get("href", ""), page.url)
        if "alternate" in element.get("rel", "").lower().split() and isinstance(url, str):
            yield address_of(url)
