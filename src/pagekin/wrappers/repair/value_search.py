"""Value search: find known values on pages as they are now, and which of their places is the field's.

As in "Handling changes to the template" of the eShopmonitor paper, it is the place whose path has the
least edit distance to the old path; here by the votes of many pages, since single values may have
changed meanwhile or occur at several places.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from pagekin.dom.page import Page
from pagekin.values import type_named
from pagekin.wrappers.by_example.candidate_locators import LocatorCandidate, candidates
from pagekin.wrappers.by_example.list_paths import relaxed
from pagekin.wrappers.by_example.locator_trials import Trials
from pagekin.wrappers.by_example.name_hints import NameHint
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.document_frequency import DocumentFrequency, Token
from pagekin.wrappers.model import Anchor, Field, Locator
from pagekin.wrappers.repair.edit_distance import distance_to, edit_distance
from pagekin.wrappers.repair.page_index import PageIndex

_EXAMPLES = 8  # units on which values are searched for
_KINDS = 6  # kinds of places for which locators are made


class _Among(DocumentFrequency):
    """The frequency among the pages with a field, which are few if the field is optional."""

    def __init__(self, whole: DocumentFrequency, share: float) -> None:
        super().__init__(())
        self.pages = whole.pages
        self._whole, self._share = whole, share

    def of_text(self, text: str) -> float:
        return min(1.0, self._whole.of_text(text) / self._share)

    def of_label(self, label: str) -> float:
        return min(1.0, self._whole.of_label(label) / self._share)

    def of_token(self, token: Token) -> float:
        return min(1.0, self._whole.of_token(token) / self._share)

    def count_of_text(self, text: str) -> int:
        return self._whole.count_of_text(text)

    def are_together(self, text: str, other: str) -> bool:
        return self._whole.are_together(text, other)

    def other_number(self, label: str) -> Iterator[str]:
        return self._whole.other_number(label)

    def said_by(self, token: Token) -> tuple[str, ...]:
        return self._whole.said_by(token)


@dataclass(frozen=True, slots=True)
class PlacedValue:
    """A place of a known value: the unit, its path without numbers, and how far it has moved."""

    unit: int
    target: ValuePlace
    kind: str
    distance: float


def spread(numbers: Sequence[int], most: int) -> list[int]:
    """Return some of the numbers, evenly spread."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[i * len(numbers) // most] for i in range(most)]


class ValueSearch:
    """A search for the fields of one bundle on its units as pages."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = pages
        self._indexes = [PageIndex(page) for page in pages]
        self._common = DocumentFrequency(pages)
        self._trials = Trials(pages)

    def stands(self, unit: int, texts: Sequence[str], field: Field) -> bool:
        """Return whether a page still has the first and last value of a field somewhere."""
        index = self._indexes[unit]
        has = index.images if field.type == "image" else index.stands
        return bool(texts) and all(map(has, {texts[0], texts[-1]}))

    def candidates(
        self, field: Field, known: Sequence[Sequence[str]], units: Sequence[int]
    ) -> list[tuple[LocatorCandidate, float]]:
        """Return locators that may be the field's now, each with the edit distance of its place."""
        having = sum(map(bool, known))
        common = _Among(self._common, having / len(known))
        placed = list(self._placed(field, known, spread(units, _EXAMPLES)))
        votes: dict[str, set[int]] = defaultdict(set)
        for place in placed:
            votes[place.kind].add(place.unit)
        nearest: dict[str, float] = {}
        for place in placed:
            nearest[place.kind] = min(place.distance, nearest.get(place.kind, place.distance))
        kinds = sorted(votes, key=lambda kind: (-len(votes[kind]), nearest[kind]))[:_KINDS]
        found: dict[Locator, tuple[LocatorCandidate, float]] = {}
        name = NameHint(field.name)
        for place in placed:
            if place.kind in kinds:
                for candidate in candidates(place.target, common, name):
                    for variant in self._variants(candidate, place, known[place.unit], field):
                        found.setdefault(variant.locator, (variant, place.distance))
        return list(found.values())

    def _placed(
        self, field: Field, known: Sequence[Sequence[str]], units: Sequence[int]
    ) -> Iterator[PlacedValue]:
        for unit in units:
            texts = known[unit]
            for text in dict.fromkeys([texts[0], texts[-1]]):
                index = self._indexes[unit]
                for found in (index.images if field.type == "image" else index.places)(text):
                    target = _as_typed(found, field)
                    yield PlacedValue(unit, target, _kind(target), _distance(target, field))

    def _variants(
        self, candidate: LocatorCandidate, place: PlacedValue, texts: Sequence[str], field: Field
    ) -> Iterator[LocatorCandidate]:
        """Yield a candidate as it is, with affixes cut off, or widened to a whole list."""
        if not field.many and field.type != "image":
            sample = spread(range(len(self._pages)), _EXAMPLES)
            yield from self._trials.variants(candidate, (place.unit, texts[0]), sample)
            return
        if candidate.locator.anchor is Anchor.DATA or not field.many:
            yield candidate
            return
        for path in relaxed(candidate.locator.path):
            yield replace(candidate, locator=replace(candidate.locator, path=path))


def _as_typed(target: ValuePlace, field: Field) -> ValuePlace:
    """Return the element instead of its attribute for types that read elements."""
    element = target.element
    if element is None or not type_named(field.type).reads_element or element.tag == "meta":
        return target
    if target.suffix in {"/@alt", "/@src", "/@href"}:
        return ValuePlace(element, "", target.text)
    return target


def _kind(target: ValuePlace) -> str:
    if target.element is None:
        return target.data_path
    return _labels(target.element) + target.suffix.partition("[")[0]


def _labels(element: etree._Element) -> str:
    return "/".join(str(node.tag) for node in reversed([element, *element.iterancestors()]))


def _distance(target: ValuePlace, field: Field) -> float:
    """Return the least edit distance from any old path of the field to a place."""
    distances = [_distance_to(target, locator) for locator in field.locators]
    return min(distances, default=0.0)


def _distance_to(target: ValuePlace, old: Locator) -> float:
    if target.element is None:
        new = target.data_path.replace(".", "/")
        if old.anchor is Anchor.DATA:
            return edit_distance(old.path.replace(".", "/"), new)
        return float(len(old.path.split("/")) + len(new.split("/")))
    if old.anchor is Anchor.DATA:
        return float(1 + sum(1 for _ in target.element.iterancestors()))
    return distance_to(old.path, target.element, target.suffix)
