"""Proving: a column's locators tried on all pages, and only those kept that lead to its values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagekin.wrappers.finders import MAX_WORK, LocatorFinder, PageReader
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.xpaths import PathError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml import etree

    from pagekin.dom.page import Page
    from pagekin.values import Reading
    from pagekin.wrappers.template.columns import Column, Texts
    from pagekin.wrappers.template.spots import Spot

_TRIED_INSTANCES = 80
_ORDER = (Anchor.LABEL, Anchor.MARKUP, Anchor.NAME, Anchor.DATA, Anchor.POSITION)


@dataclass(frozen=True, slots=True)
class Start:
    """Where a locator starts: at the top of a page, or at an instance of a bundle."""

    number: int
    reader: PageReader
    element: etree._Element

    def readings(self, finder: LocatorFinder, *, many: bool) -> list[Reading]:
        """Give what a locator finds; every trial may look at as much as an extraction may."""
        self.reader.budget = MAX_WORK
        return finder.readings(self.reader, self.element, many=many)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What a locator found, and how much of it is what it should find."""

    locator: Locator
    found: dict[int, Texts]
    worth: float  # what is right less what is wrong, as a share of all


class Prover:
    """Tries locators on the pages that they were learned from."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._readers = [PageReader(page) for page in pages]
        self.pages = [
            Start(number, reader, reader.page.root) for number, reader in enumerate(self._readers)
        ]

    def instances(self, spots: Sequence[Spot]) -> list[Start]:
        """Give the starts of a bundle's instances; of very many only some, from all pages."""
        starts = [
            Start(number, self._readers[spot.page], spot.element)
            for number, spot in enumerate(spots)
        ]
        return starts[:: max(1, len(starts) // _TRIED_INSTANCES)]


def proven(column: Column, starts: Sequence[Start]) -> Column | None:
    """Give a column with the locators that hold, the best first; none if nothing leads to it."""
    trials = [
        trial
        for locator in (*column.locators, *_fallbacks(column))
        if (trial := _tried(column, locator, starts)) is not None
    ]
    if not trials:
        return None
    trials.sort(
        key=lambda trial: (-round(trial.worth, 1), _ORDER.index(trial.locator.anchor), trial.locator.path)
    )
    texts: dict[int, Texts] = {}
    for trial in trials:
        texts = trial.found | texts
    whole = len(starts) == column.units
    return replace(
        column,
        locators=tuple(trial.locator for trial in trials),
        texts=dict(sorted(texts.items())) if whole else column.texts,
    )


def readings_of(column: Column, starts: Sequence[Start]) -> Iterator[list[Reading]]:
    """Yield what a column's locators find from each start, as extraction will read it."""
    finders = [LocatorFinder(locator) for locator in column.locators]
    for start in starts:
        for finder in finders:
            found = start.readings(finder, many=column.many)
            if found:
                yield found
                break
        else:
            yield []


def _tried(column: Column, locator: Locator, starts: Sequence[Start]) -> _Trial | None:
    """Try a locator; what it finds where the column has nothing is news only if a label says so."""
    try:
        finder = LocatorFinder(locator)
    except PathError:
        return None
    found = {}
    for start in starts:
        texts = _texts(column, start.readings(finder, many=column.many))
        if texts:
            found[start.number] = texts
    wanted = [start.number for start in starts if start.number in column.texts]
    right = sum(found.get(number) == column.texts[number] for number in wanted)
    wrong = sum(number in found and found[number] != column.texts[number] for number in wanted)
    extra = sum(number not in column.texts for number in found)
    if right < 0.5 * len(wanted) or wrong > 0.1 * len(wanted):
        return None
    if extra > 0.1 * len(wanted) and locator.anchor is not Anchor.LABEL:
        return None
    return _Trial(locator, found, (right - 3 * wrong) / max(len(starts), 1))


def _texts(column: Column, readings: Sequence[Reading]) -> Texts:
    if column.image:
        texts = tuple(reading.attributes.get("src", "") for reading in readings)
    else:
        texts = tuple(reading.text for reading in readings)
    return texts


def _fallbacks(column: Column) -> list[Locator]:
    """Give the path by numbers alone that most pages have, if the other ones may not do."""
    place = column.place
    if place is None or place.bundle is not None or column.many:
        return []
    before, after = column.locators[0].before, column.locators[0].after
    paths: Counter[str] = Counter()
    for spot in place.spots:
        path = spot.element.getroottree().getpath(spot.element)
        paths[f"{path}/text()[normalize-space()][{spot.number}]" if spot.is_text else path] += 1
    path = min(paths, key=lambda path: (-paths[path], path))
    return [Locator(path, Anchor.POSITION, before, after)]
