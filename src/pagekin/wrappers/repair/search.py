"""Known values looked for on pages as they are now: their places, and which of them is the field's.

As in "Handling changes to the template" of the eShopmonitor paper: of all places of a value the one
whose path has the least edit distance to the old path; here by the votes of many pages, since single
values have changed meanwhile or stand at several places.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.commonness import Commonness
from pagekin.wrappers.evaluation import Trials
from pagekin.wrappers.lists import relaxed
from pagekin.wrappers.locators import Candidate, candidates
from pagekin.wrappers.model import Anchor, Field, Locator
from pagekin.wrappers.names import Name
from pagekin.wrappers.repair.edit_distance import distance_to, edit_distance
from pagekin.wrappers.targets import Target, find_targets

_EXAMPLES = 8  # units whose places are looked for
_KINDS = 6  # of places, that locators are made for
_LONGER = 40  # letters more than the value that a text around it may have
_ELEMENT_TYPES = frozenset(
    {"image", "link", "meta"}
)  # read from an element, not from its attribute
_SEARCHED = frozenset({"content", "value", "datetime", "title", "alt", "href", "src", "data-value"})


@dataclass(frozen=True, slots=True)
class Placed:
    """A place of a known value: on which unit, how it is written without numbers, how far it moved."""

    unit: int
    target: Target
    kind: str
    distance: float


def places_of(page: Page, text: str) -> list[Target]:
    """Find the places of a text on a page: elements, texts, any attributes, JSON-LD."""
    found = [
        target for target in find_targets(page, text) if len(target.text) <= 2 * len(text) + _LONGER
    ]
    for element in page.root.iter("*"):
        for name, value in element.items():
            if value == text and name not in _SEARCHED:
                found.append(Target(element, f"/@{name}", text))
    return found


def stands_on(page: Page, texts: Sequence[str]) -> bool:
    """Tell whether a page still has all of some texts, somewhere."""
    return all(places_of(page, text) for text in {texts[0], texts[-1]})


def spread(numbers: Sequence[int], most: int) -> list[int]:
    """Choose some of the numbers, evenly among all."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[i * len(numbers) // most] for i in range(most)]


class Search:
    """Looks for the fields of one bundle on its units as pages."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = pages
        self._common = Commonness(pages)
        self._trials = Trials(pages)

    @property
    def common(self) -> Commonness:
        """What the pages have in common."""
        return self._common

    def candidates(
        self, field: Field, known: Sequence[Sequence[str]], units: Sequence[int]
    ) -> list[tuple[Candidate, float]]:
        """Give locators that may be the field's now, each with the edit distance of its place."""
        placed = list(self._placed(field, known, spread(units, _EXAMPLES)))
        votes: dict[str, set[int]] = defaultdict(set)
        for place in placed:
            votes[place.kind].add(place.unit)
        nearest: dict[str, float] = {}
        for place in placed:
            nearest[place.kind] = min(place.distance, nearest.get(place.kind, place.distance))
        kinds = sorted(votes, key=lambda kind: (-len(votes[kind]), nearest[kind]))[:_KINDS]
        found: dict[Locator, tuple[Candidate, float]] = {}
        name = Name(field.name)
        for place in placed:
            if place.kind in kinds:
                for candidate in candidates(place.target, self._common, name):
                    for variant in self._variants(candidate, place, known[place.unit], field):
                        found.setdefault(variant.locator, (variant, place.distance))
        return list(found.values())

    def _placed(
        self, field: Field, known: Sequence[Sequence[str]], units: Sequence[int]
    ) -> Iterator[Placed]:
        for unit in units:
            texts = known[unit]
            for text in dict.fromkeys([texts[0], texts[-1]]):
                for found in places_of(self._pages[unit], text):
                    target = _as_typed(found, field)
                    yield Placed(unit, target, _kind(target), _distance(target, field))

    def _variants(
        self, candidate: Candidate, place: Placed, texts: Sequence[str], field: Field
    ) -> Iterator[Candidate]:
        """Yield a candidate as it is, or cut, or made to find all of a list."""
        if not field.many:
            sample = spread(range(len(self._pages)), _EXAMPLES)
            yield from self._trials.variants(candidate, (place.unit, texts[0]), sample)
            return
        if candidate.locator.anchor is Anchor.DATA:
            yield candidate
            return
        for path in relaxed(candidate.locator.path):
            yield replace(candidate, locator=replace(candidate.locator, path=path))


def _as_typed(target: Target, field: Field) -> Target:
    """Give the element rather than its attribute to the types that read elements."""
    if target.element is not None and field.type in _ELEMENT_TYPES:
        if target.suffix in {"/@alt", "/@src", "/@href"} and target.element.tag != "meta":
            return Target(target.element, "", target.text)
    return target


def _kind(target: Target) -> str:
    if target.element is None:
        return target.data_path
    return _labels(target.element) + target.suffix.partition("[")[0]


def _labels(element: etree._Element) -> str:
    return "/".join(str(node.tag) for node in reversed([element, *element.iterancestors()]))


def _distance(target: Target, field: Field) -> float:
    """Give the least edit distance of a place to any old path of the field."""
    distances = [_distance_to(target, locator) for locator in field.locators]
    return min(distances, default=0.0)


def _distance_to(target: Target, old: Locator) -> float:
    if target.element is None:
        new = target.data_path.replace(".", "/")
        if old.anchor is Anchor.DATA:
            return edit_distance(old.path.replace(".", "/"), new)
        return float(len(old.path.split("/")) + len(new.split("/")))
    if old.anchor is Anchor.DATA:
        return float(1 + sum(1 for _ in target.element.iterancestors()))
    return distance_to(old.path, target.element, target.suffix)
