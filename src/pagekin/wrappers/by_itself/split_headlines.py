"""Split headlines: two values with a sign in between, as in `PEP 8 – Style Guide for Python Code`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.wrappers.by_itself.text_columns import TextColumn, Texts

_SIGNS = (" – ", " — ", " | ", " » ", " › ", " :: ", " - ", ": ")
_ENOUGH = 0.97
_ONCE = 0.8  # the share of texts with one such sign; a value may have another
_HEADLINES = frozenset({"h1", "h2"})


def with_parts(columns: Sequence[TextColumn]) -> list[TextColumn]:
    """Return the columns, each headline with two values followed by columns of these values."""
    found = []
    for column in columns:
        parts = list(_parts(column)) if _is_headline(column) else []
        found.append(replace(column, composite=True, label="") if parts else column)
        found.extend(parts)
    return found


def _is_headline(column: TextColumn) -> bool:
    if column.many or column.image:
        return False
    named = any("title" in hint for hint in column.hints)
    return named or (column.place is not None and column.place.nodes[0].tag in _HEADLINES)


def _parts(column: TextColumn) -> Iterator[TextColumn]:
    texts = [found[0] for found in column.texts.values()]
    for sign in _SIGNS:
        if sum(sign in text for text in texts) >= _ENOUGH * len(texts) > 2 and _is_between(
            sign, texts
        ):
            starts = tuple(replace(place, after=sign) for place in column.locators)
            ends = tuple(replace(place, before=sign) for place in column.locators)
            first = {unit: found[0].split(sign, 1)[0] for unit, found in column.texts.items()}
            rest = {unit: found[0].partition(sign)[2] for unit, found in column.texts.items()}
            yield from _part(replace(column, locators=starts), first)
            yield from _part(replace(column, locators=ends, label=""), rest)
            return


def _is_between(sign: str, texts: Sequence[str]) -> bool:
    """Return whether a sign stands between two values: then texts have it once, and names of things have it or not."""
    return sum(text.count(sign) == 1 for text in texts) >= _ONCE * len(texts)


def _part(column: TextColumn, texts: dict[int, str]) -> Iterator[TextColumn]:
    """Yield the column of one part, if it differs from page to page."""
    found: dict[int, Texts] = {
        unit: (text.strip(),) for unit, text in texts.items() if text.strip()
    }
    part = replace(column, texts=found, part=True)
    if part.distinct > 2 and part.coverage >= _ENOUGH * column.coverage:
        yield part
