"""Validation of locators: try those of a column on all pages, keep those that lead to its values."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagekin.wrappers.compiled_paths import PathError, compiled
from pagekin.wrappers.locator_finder import MAX_WORK, LocatorFinder, PageReader, first_readings
from pagekin.wrappers.model import Anchor, Locator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

    from pagekin.dom.page import Page
    from pagekin.values import Reading
    from pagekin.wrappers.by_itself.nodes import PageNode
    from pagekin.wrappers.by_itself.template_places import TemplatePlace
    from pagekin.wrappers.by_itself.text_columns import TextColumn, Texts

_TRIED_INSTANCES = 80
_SAMPLE = 12
_TOLD_BY_LINK = re.compile(r"\[(?:a|not\(a\))\]")  # what tells a place from those beside it
_ORDER = (Anchor.LABEL, Anchor.NAME, Anchor.MARKUP, Anchor.DATA, Anchor.POSITION)


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a locator: the top of a page, or an instance of a bundle."""

    number: int
    reader: PageReader
    element: etree._Element

    def readings(self, finder: LocatorFinder, *, many: bool) -> list[Reading]:
        """Return what a locator finds; every trial has the whole budget of a page."""
        self.reader.budget = MAX_WORK
        return finder.readings(self.reader, self.element, many=many)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What a locator found, and how much of that it should find."""

    locator: Locator
    found: dict[int, list[Reading]]
    worth: float  # the share that is right, less what is wrong


class LocatorValidator:
    """A validator of locators on the pages they were learned from."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._readers = [PageReader(page) for page in pages]
        self.pages = [
            Start(number, reader, reader.page.root) for number, reader in enumerate(self._readers)
        ]

    def instances(self, nodes: Sequence[PageNode]) -> list[Start]:
        """Return the instances of a bundle as starts; if there are very many, some from all pages."""
        starts = [
            Start(number, self._readers[node.page], node.element)
            for number, node in enumerate(nodes)
        ]
        return starts[:: max(1, len(starts) // _TRIED_INSTANCES)]


def validated(column: TextColumn, starts: Sequence[Start]) -> TextColumn | None:
    """Return a column with the locators that hold, the best first, None if none does.

    Once one of them is always right, the others are tried on some pages only.
    """
    trials: list[_Trial] = []
    tried = starts
    for locator in (*column.locators, *_fallbacks(column)):
        trial = _tried(column, locator, tried)
        if trial is None:
            continue
        trials.append(trial)
        if trial.worth >= 1:
            tried = starts[:: max(1, len(starts) // _SAMPLE)]
    if not trials:
        return None
    trials.sort(key=lambda trial: (-round(trial.worth, 1), *_preference(trial.locator)))
    readings: dict[int, list[Reading]] = {}
    for trial in trials:
        readings = trial.found | readings
    texts = {number: _texts(column, found) for number, found in sorted(readings.items())}
    return replace(
        column,
        locators=tuple(trial.locator for trial in trials),
        texts=texts if len(starts) == column.units else column.texts,
        readings=tuple(readings.get(start.number, []) for start in starts),
    )


def readings_of(locators: Sequence[Locator], start: Start, *, many: bool) -> list[Reading]:
    """Return what the first locator that finds anything finds, as in an extraction."""
    return first_readings(map(LocatorFinder, locators), start.reader, start.element, many=many)


def _preference(locator: Locator) -> tuple[int, str]:
    """Rank a locator: what readers see comes before what only machines read, numbers come last."""
    is_visible = locator.anchor is Anchor.MARKUP and "@itemprop=" in locator.path
    return 0 if is_visible else _ORDER.index(locator.anchor), locator.path


def holds(path: str, place: TemplatePlace, around: TemplatePlace | None) -> bool:
    """Return whether a path leads to the instances of a repeat, on most of the pages tried."""
    try:
        find = compiled(path)
    except PathError:
        return False
    wanted: dict[etree._Element, list[etree._Element]] = {}
    for node in place.nodes:
        wanted.setdefault(_start_of(node, around), []).append(node.element)
    starts = list(wanted)[:: max(1, len(wanted) // _SAMPLE)]
    right = sum(list(find(start)) == wanted[start] for start in starts)
    return right >= 0.7 * len(starts)


def _start_of(node: PageNode, around: TemplatePlace | None) -> etree._Element:
    """Return the element at which a path to a node starts: the instance around it, or the root."""
    element = node.element
    if around is None:
        return element.getroottree().getroot()
    instances = {id(other.element) for other in around.nodes if other.page == node.page}
    while id(element) not in instances:
        parent = element.getparent()
        if parent is None:
            break
        element = parent
    return element


def _tried(column: TextColumn, locator: Locator, starts: Sequence[Start]) -> _Trial | None:
    """Try a locator; what it finds where the column has nothing counts only if a label confirms it."""
    try:
        finder = LocatorFinder(locator)
    except PathError:
        return None
    found = {}
    for start in starts:
        readings = start.readings(finder, many=column.many)
        if readings:
            found[start.number] = readings
    wanted = [start.number for start in starts if start.number in column.texts]
    right = wrong = 0
    for number in wanted:
        if number in found:
            same = _texts(column, found[number]) == column.texts[number]
            right += same
            wrong += not same
    extra = sum(number not in column.texts for number in found)
    if right < 0.5 * len(wanted) or wrong > 0.1 * len(wanted):
        return None
    is_labelled = locator.anchor is Anchor.LABEL or "normalize-space(), " in locator.path
    if extra > 0.1 * len(wanted) and not is_labelled:
        return None
    return _Trial(locator, found, (right - 3 * wrong) / max(len(wanted), 1))


def _texts(column: TextColumn, readings: Sequence[Reading]) -> Texts:
    if column.image:
        return tuple(reading.attributes.get("src", "") for reading in readings)
    if column.link:
        return tuple(reading.attributes.get("href", "") for reading in readings)
    return tuple(reading.text for reading in readings)


def _fallbacks(column: TextColumn) -> list[Locator]:
    """Return the path by numbers alone that most pages share, if the others may not suffice."""
    place = column.place
    if place is None or place.bundle is not None or column.many:
        return []
    if _TOLD_BY_LINK.search(column.locators[0].path):
        return []  # its neighbour has its number where it is missing
    before, after = column.locators[0].before, column.locators[0].after
    paths: Counter[str] = Counter()
    for node in place.nodes:
        path = node.element.getroottree().getpath(node.element)
        paths[f"{path}/text()[normalize-space()][{node.number}]" if node.is_text else path] += 1
    path = min(paths, key=lambda path: (-paths[path], path))
    return [Locator(path, Anchor.POSITION, before, after)]
