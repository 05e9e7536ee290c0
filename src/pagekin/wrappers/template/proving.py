"""Proving: a column's locators tried on all pages, and only those kept that lead to its values."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.wrappers.finders import LocatorFinder, PageReader
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.template.columns import Column, Texts
from pagekin.wrappers.xpaths import PathError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

    from pagekin.dom.page import Page

_TRIED_INSTANCES = 80
_ORDER = (Anchor.LABEL, Anchor.MARKUP, Anchor.DATA, Anchor.NAME, Anchor.POSITION)


class Prover:
    """Tries locators on the pages that they were learned from."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._readers = [PageReader(page) for page in pages]

    def on_pages(self, column: Column) -> Column | None:
        """Give a column of the page with the locators that hold, or none if nothing leads to it."""
        starts = [(n, reader, reader.page.root) for n, reader in enumerate(self._readers)]
        return self._proven(column, starts)

    def in_instances(self, column: Column, spots: Sequence[etree._Element]) -> Column | None:
        """Give a column of a repeat's instances likewise; each instance is given with its page."""
        starts = [(n, self._readers[page], element) for n, (page, element) in enumerate(spots)]
        gap = max(1, len(starts) // _TRIED_INSTANCES)
        return self._proven(column, starts[::gap])

    def _proven(
        self, column: Column, starts: Sequence[tuple[int, PageReader, etree._Element]]
    ) -> Column | None:
        kept: list[tuple[float, int, Locator, dict[int, Texts]]] = []
        for locator in (*column.locators, *_fallbacks(column)):
            found = _found(locator, starts, column)
            if found is None:
                continue
            right = sum(
                found.get(n) == column.texts.get(n) for n, _, _ in starts if n in column.texts
            )
            wrong = sum(n in column.texts and found[n] != column.texts[n] for n in found)
            wanted = sum(n in column.texts for n, _, _ in starts)
            extra = sum(n not in column.texts for n in found)
            if right < 0.5 * wanted or wrong > 0.1 * wanted:
                continue
            if extra > 0.1 * wanted and locator.anchor is not Anchor.LABEL:
                continue
            kept.append((right - 3 * wrong, -_ORDER.index(locator.anchor), locator, found))
            if locator.anchor is Anchor.POSITION and len(kept) > 2:
                break
        if not kept:
            return None
        kept.sort(
            key=lambda entry: (-round(entry[0] / max(len(starts), 1), 1), -entry[1], entry[2].path)
        )
        texts: dict[int, Texts] = {}
        for _, _, _, found in kept:
            texts = found | texts
        return replace(
            column,
            locators=tuple(locator for _, _, locator, _ in kept),
            texts=dict(sorted(texts.items())) if len(starts) == column.units else column.texts,
        )


def _found(
    locator: Locator,
    starts: Sequence[tuple[int, PageReader, etree._Element]],
    column: Column,
) -> dict[int, Texts] | None:
    try:
        finder = LocatorFinder(locator)
    except PathError:
        return None
    found = {}
    for number, reader, node in starts:
        readings = finder.readings(reader, node)
        if column.image:
            texts = tuple(reading.attributes.get("src", "") for reading in readings)
        else:
            texts = tuple(reading.text for reading in readings)
        if texts:
            found[number] = texts if column.many else texts[:1]
    return found


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
