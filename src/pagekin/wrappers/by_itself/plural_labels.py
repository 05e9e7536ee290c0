"""Plural labels: `Author` on one page and `Authors` on the next are one field."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.name_words import snake_case
from pagekin.wrappers.by_itself.validate_locators import readings_of
from pagekin.wrappers.model import Anchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pagekin.wrappers.by_itself.text_columns import TextColumn
    from pagekin.wrappers.by_itself.validate_locators import Start
    from pagekin.wrappers.model import Locator

_ENDINGS = ("s", "es", "_s")  # the last is for `Author(s)`


def with_plurals(columns: Sequence[TextColumn], starts: Sequence[Start]) -> list[TextColumn]:
    """Join validated columns whose labels are singular and plural, if no page says different things under both."""
    by_label: dict[str, list[int]] = defaultdict(list)
    for number, column in enumerate(columns):
        if column.label:
            by_label[snake_case(column.label)].append(number)
    kept: list[TextColumn | None] = list(columns)
    for label in sorted(by_label):
        for many in _plurals(label):
            plural = by_label.get(many, [])
            if len(by_label[label]) == len(plural) == 1:
                here, there = by_label[label][0], plural[0]
                joined = _joined(kept[here], kept[there], starts)
                if joined is not None:
                    kept[here], kept[there] = joined, None
    return [column for column in kept if column is not None]


def _by_label_first(locators: Iterable[Locator]) -> tuple[Locator, ...]:
    """Return locators in an order in which none finds what is another's: numbers of siblings fit any label."""
    return tuple(sorted(locators, key=lambda locator: locator.anchor is Anchor.POSITION))


def _plurals(label: str) -> list[str]:
    """Return the plurals that a label may have: of `category` also `categories`."""
    found = [label + ending for ending in _ENDINGS]
    return [*found, f"{label[:-1]}ies"] if label.endswith("y") else found


def _joined(
    one: TextColumn | None, more: TextColumn | None, starts: Sequence[Start]
) -> TextColumn | None:
    if one is None or more is None or one.image or more.image or one.part or more.part:
        return None
    if len(one.readings) != len(more.readings):
        return None
    if any(one.texts[unit][0] not in more.texts[unit] for unit in one.texts.keys() & more.texts):
        return None
    both = replace(
        one,
        texts=dict(sorted((one.texts | more.texts).items())),
        locators=_by_label_first((*one.locators, *more.locators)),
        many=one.many or more.many,
        hints=tuple(dict.fromkeys((*one.hints, *more.hints))),
    )
    readings = tuple(readings_of(both.locators, start, many=both.many) for start in starts)
    expected = tuple(
        theirs or mine for mine, theirs in zip(one.readings, more.readings, strict=True)
    )
    return replace(both, readings=readings) if readings == expected else None
