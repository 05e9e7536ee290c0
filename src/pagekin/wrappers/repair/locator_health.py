"""Locator health: which single locators of a wrapper have broken, or lead elsewhere.

A field has several locators so that its values survive when one breaks. A broken locator shows that
the template has changed before any value is lost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader
from pagekin.wrappers.model import Bundle, Field, Locator, Wrapper

_INSTANCES = 3  # instances of a bundle that are looked at on a page
Texts = tuple[str, ...]
HealthTally = list[tuple[int, int, int]]  # looked, found and same of each locator, in order


@dataclass(slots=True)
class LocatorCount:
    """How often a locator worked where its field or bundle has a value at all."""

    locator: Locator
    looked: int = 0
    found: int = 0
    same: int = 0  # the same as the first locator that finds anything


class Health:
    """Counts of what each locator finds, page by page."""

    def __init__(self, wrapper: Wrapper) -> None:
        self.counts: dict[str, list[LocatorCount]] = {}
        self._bundles = [self._ready(bundle, "") for bundle in wrapper.bundles]

    def tally(self) -> HealthTally:
        """Return the counts as plain numbers."""
        return [(c.looked, c.found, c.same) for counts in self.counts.values() for c in counts]

    def add(self, tally: HealthTally) -> None:
        """Add what another count of the same wrapper came to."""
        own = (count for counts in self.counts.values() for count in counts)
        for count, (looked, found, same) in zip(own, tally, strict=True):
            count.looked += looked
            count.found += found
            count.same += same

    def clear(self) -> None:
        """Begin to count anew."""
        for counts in self.counts.values():
            for count in counts:
                count.looked = count.found = count.same = 0

    def look(self, page: Page) -> None:
        """Try all locators on a page."""
        reader = PageReader(page)
        for bundle in self._bundles:
            self._look(bundle, reader, page.root)

    def _ready(self, bundle: Bundle, around: str) -> "_Ready":
        name = f"{around}{bundle.name}"
        self.counts[name] = [LocatorCount(locator) for locator in bundle.each]
        for field in bundle.fields:
            self.counts[f"{name}.{field.name}"] = [LocatorCount(at) for at in field.locators]
        return _Ready(
            name,
            tuple(map(LocatorFinder, bundle.each)),
            tuple((part, tuple(map(LocatorFinder, part.locators))) for part in bundle.fields),
            tuple(self._ready(inner, f"{name}.") for inner in bundle.bundles),
        )

    def _look(self, ready: "_Ready", reader: PageReader, node: etree._Element) -> None:
        elements = [node]
        if ready.each:
            found = [_elements(finder, node) for finder in ready.each]
            self._count(ready.name, found)
            elements = next(filter(None, found), [])
        for element in elements[:_INSTANCES]:
            for field, finders in ready.fields:
                texts = [texts_at(finder, reader, element, field) for finder in finders]
                self._count(f"{ready.name}.{field.name}", texts)
            for inner in ready.bundles:
                self._look(inner, reader, element)

    def _count(self, name: str, found: Sequence[Sequence[object]]) -> None:
        value = next(filter(None, found), None)
        if value is None:
            return
        for count, here in zip(self.counts[name], found, strict=True):
            count.looked += 1
            count.found += bool(here)
            count.same += here == value


def texts_at(
    finder: LocatorFinder, reader: PageReader, element: etree._Element, field: Field
) -> Texts:
    """Return the texts that a locator of a field finds from an element."""
    return tuple(reading.text for reading in finder.readings(reader, element, many=field.many))


def _elements(finder: LocatorFinder, node: etree._Element) -> list[etree._Element]:
    return [place for place in finder.places(node) if not isinstance(place, str)]


@dataclass(frozen=True, slots=True)
class _Ready:
    """A bundle with compiled locators."""

    name: str
    each: tuple[LocatorFinder, ...]
    fields: tuple[tuple[Field, tuple[LocatorFinder, ...]], ...]
    bundles: tuple["_Ready", ...]


def broken(counts: Sequence[LocatorCount], learned_from: int, certain: int) -> Iterator[Locator]:
    """Yield the locators that find nothing any more where they must have found something.

    The first locator of a field found most of its values, any other one at least one value on the
    pages it was learned from: at least so many values are expected.
    """
    for number, count in enumerate(counts):
        expected = count.looked / 2 if number == 0 else count.looked / max(1, learned_from)
        if not count.found and expected >= certain:
            yield count.locator


def astray(counts: Sequence[LocatorCount], certain: int) -> Iterator[Locator]:
    """Yield the locators that mostly disagree with the one that counts."""
    for count in counts:
        if count.found >= certain and count.same < count.found / 2:
            yield count.locator
