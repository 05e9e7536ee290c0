"""Plural labels: `Author` on one page and `Authors` on the next are one field."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.name_words import snake_case
from pagekin.wrappers.by_itself.validate_locators import readings_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.wrappers.by_itself.text_columns import TextColumn
    from pagekin.wrappers.by_itself.validate_locators import Start

_ENDINGS = ("s", "es", "_s")  # the last is for `Author(s)`


def with_plurals(columns: Sequence[TextColumn], starts: Sequence[Start]) -> list[TextColumn]:
    """Join validated columns whose labels are singular and plural, if no page has both."""
    by_label: dict[str, list[int]] = defaultdict(list)
    for number, column in enumerate(columns):
        if column.label:
            by_label[snake_case(column.label)].append(number)
    kept: list[TextColumn | None] = list(columns)
    for label in sorted(by_label):
        for ending in _ENDINGS:
            plural = by_label.get(label + ending, [])
            if len(by_label[label]) == len(plural) == 1:
                here, there = by_label[label][0], plural[0]
                joined = _joined(kept[here], kept[there], starts)
                if joined is not None:
                    kept[here], kept[there] = joined, None
    return [column for column in kept if column is not None]


def _joined(
    one: TextColumn | None, more: TextColumn | None, starts: Sequence[Start]
) -> TextColumn | None:
    if one is None or more is None or one.image or more.image or one.part or more.part:
        return None
    if one.texts.keys() & more.texts.keys() or len(one.readings) != len(more.readings):
        return None
    both = replace(
        one,
        texts=dict(sorted((one.texts | more.texts).items())),
        locators=(*one.locators, *more.locators),
        many=one.many or more.many,
        hints=tuple(dict.fromkeys((*one.hints, *more.hints))),
    )
    readings = tuple(readings_of(both.locators, start, many=both.many) for start in starts)
    expected = tuple(
        mine or theirs for mine, theirs in zip(one.readings, more.readings, strict=True)
    )
    return replace(both, readings=readings) if readings == expected else None
