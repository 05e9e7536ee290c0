"""Duplicate columns: columns with the same values become one, with several locators."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.wrappers.model import Anchor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.wrappers.by_itself.text_columns import TextColumn

_MAX_LOCATORS = 4
_SIGNS = re.compile(r"[\W_]+")
_DIGIT = re.compile(r"\D+")
_HOST = re.compile(r"^https?://[^/]+/|^/")
# A number with a sign or a currency around it.
_NUMBER = re.compile(r"\W*(?:[A-Z]{2,3}\s*)?[^\w.,]*(\d[\d.,]*)\W*(?:[A-Z]{3})?")


def merged(columns: Sequence[TextColumn]) -> list[TextColumn]:
    """Merge columns that agree wherever both have a text; the fullest and best labelled one leads."""
    ordered = sorted(columns, key=_worth, reverse=True)
    holders: dict[tuple[int, str], list[int]] = defaultdict(list)
    kept: list[TextColumn] = []
    for column in ordered:
        forms = _forms(column)
        votes: Counter[int] = Counter()
        agreeing: dict[int, set[int]] = defaultdict(set)
        for form in forms:
            for holder in holders[form]:
                agreeing[holder].add(form[0])
        votes.update({holder: len(units) for holder, units in sorted(agreeing.items())})
        home = next(
            (n for n, agreed in votes.most_common(5) if _agree(kept[n], column, agreed)), None
        )
        if home is not None:
            kept[home] = _joined(kept[home], column)
            continue
        for form in forms:
            holders[form].append(len(kept))
        kept.append(column)
    return kept


def plain(text: str) -> str:
    """Return a text reduced to what counts when two texts are compared."""
    text = _HOST.sub("", text[:300])
    return _SIGNS.sub(" ", text).strip().casefold()


def _forms(column: TextColumn) -> set[tuple[int, str]]:
    """Return the text of a column on each page, in the forms that other columns may have."""
    forms = set()
    for unit, texts in column.texts.items():
        forms.add((unit, plain(texts[0])))
        number = _NUMBER.fullmatch(texts[0])
        if number is not None:
            forms.add((unit, _DIGIT.sub("", number[1])))
    return forms


def _agree(kept: TextColumn, other: TextColumn, agreed: int) -> bool:
    common = len(kept.texts.keys() & other.texts.keys())
    smaller = min(len(kept.texts), len(other.texts))
    different = len(set(other.texts.values()))
    is_data = other.place is None
    if (kept.image != other.image and not is_data) or kept.link != other.link:
        return False
    if _is_list(kept) != _is_list(other) and not is_data:
        return False
    enough = agreed >= 0.97 * common and common >= 0.6 * smaller
    return enough and (different >= 3 or (agreed == common and different == 2 and common > 4))


def _is_list(column: TextColumn) -> bool:
    return column.many and any(len(texts) > 1 for texts in column.texts.values())


def _joined(kept: TextColumn, other: TextColumn) -> TextColumn:
    """Return a column extended by what another one with the same values knows."""
    common = kept.texts.keys() & other.texts.keys()
    same = sum(kept.texts[unit] == other.texts[unit] for unit in common)
    locators = kept.locators
    texts = kept.texts
    alike = same >= 0.97 * len(common) and kept.many == other.many and kept.image == other.image
    if alike and len(locators) < _MAX_LOCATORS:
        locators = tuple(dict.fromkeys((*locators, *other.locators)))[:_MAX_LOCATORS]
        texts = other.texts | kept.texts
    return replace(
        kept,
        texts=dict(sorted(texts.items())),
        locators=locators,
        label=kept.label or other.label,
        hints=tuple(dict.fromkeys((*kept.hints, *other.hints))),
        order=min(kept.order, other.order) if other.place is not None else kept.order,
        shown=kept.shown + other.shown,
    )


def _worth(column: TextColumn) -> tuple[float, ...]:
    anchor = column.locators[0].anchor
    is_title = column.locators[0].path == "//title"
    return (
        column.image,  # ahead of structured data, which names a placeholder where there is no image
        round(column.coverage, 1),
        anchor not in {Anchor.DATA, Anchor.MARKUP},
        not is_title,
        not column.is_control,
        column.is_headline,
        bool(column.label),
        anchor is not Anchor.POSITION,
        -column.order,
    )
