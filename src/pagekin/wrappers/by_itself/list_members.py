"""List members: a column that is a list on a few pages only, such as the authors of most papers with one."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.node_kinds import COMMAS
from pagekin.wrappers.by_itself.validate_locators import readings_of
from pagekin.wrappers.locator_finder import finder_of
from pagekin.wrappers.model import Anchor, Locator

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from lxml import etree

    from pagekin.wrappers.by_itself.text_columns import TextColumn
    from pagekin.wrappers.by_itself.validate_locators import Start

_MEMBER = "a"  # what stands side by side in such lists: links to authors, tags, categories
_FIRST = "[1]"
_LABEL = re.compile(
    r"\[preceding-sibling::[\w()]+(?:\[normalize-space\(\)\])?(?:\[1\])?\[normalize-space\(\)=(?:'[^']*'|\"[^\"]*\")\]\]"
)


def with_members(columns: Sequence[TextColumn], starts: Sequence[Start]) -> list[TextColumn]:
    """Return validated columns, those of which some page has more beside the first as lists."""
    others = {locator.path for column in columns for locator in column.locators}
    return [_listed(column, starts, others) or column for column in columns]


def _listed(
    column: TextColumn, starts: Sequence[Start], others: Collection[str]
) -> TextColumn | None:
    place = column.place
    if column.many or column.image or column.part or column.link or column.title or place is None:
        return None
    if place.nodes[0].tag != _MEMBER or column.locators[0].before or column.locators[0].after:
        return None
    for path in _general_paths(column.locators[0].path):
        # Where the second is a column of its own, each has its own meaning.
        if f"{path}[2]" not in others and _has_members(path, starts):
            first = replace(column.locators[0], path=path)
            found = _read_again(column, (first, *_named_ones(column.locators[1:])), starts)
            if found is not None:
                return found
    return None


def _general_paths(path: str) -> Iterator[str]:
    """Yield paths that find further members: not the first alone, and whatever the label beside them says.

    `Category:` on most pages is `Categories:` where there are several. A class or id still has to hold the list.
    """
    general = path.removesuffix(_FIRST)
    yield general
    unlabelled = _LABEL.sub("", general)
    if unlabelled != general and "@" in unlabelled:
        yield unlabelled


def _named_ones(locators: Iterable[Locator]) -> Iterator[Locator]:
    """Yield locators as lists, without those by numbers, which find one only."""
    for locator in locators:
        if locator.anchor is not Anchor.POSITION:
            yield replace(locator, path=locator.path.removesuffix(_FIRST))


def _read_again(
    column: TextColumn, locators: tuple[Locator, ...], starts: Sequence[Start]
) -> TextColumn | None:
    """Return the column as a list, None if what it was on a page is not among it."""
    readings = tuple(readings_of(locators, start, many=True) for start in starts)
    for before, now in zip(column.readings, readings, strict=True):
        if before and before[0].text not in {reading.text for reading in now}:
            return None
    texts = {
        start.number: tuple(reading.text for reading in found)
        for start, found in zip(starts, readings, strict=True)
        if found
    }
    return replace(column, many=True, locators=locators, readings=readings, texts=texts)


def _has_members(path: str, starts: Sequence[Start]) -> bool:
    """Return whether a path finds several on some page, and wherever it does, members of one list."""
    finder = finder_of(Locator(path, Anchor.NAME))
    if finder is None:
        return False
    several = False
    for start in starts:
        found = [one for one in finder.places(start.element) if not isinstance(one, str)]
        if len(found) > 1:
            several = True
            if not _are_one_list(found):
                return False
    return several


def _are_one_list(elements: Sequence[etree._Element]) -> bool:
    """Return whether elements follow each other, with no more than commas in between."""
    for one, other in pairwise(elements):
        if one.getnext() is not other or (one.tail or "").strip().casefold() not in {"", *COMMAS}:
            return False
    return True
