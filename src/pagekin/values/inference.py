"""Inference: the most specific type that (nearly) all readings of a field fit."""

from collections.abc import Sequence

from pagekin.values.field_words import words_of
from pagekin.values.plain import word_set
from pagekin.values.registry import inference_order, type_named
from pagekin.values.value import Reading
from pagekin.values.value_type import ValueType

_MISSES = 0.1  # the share of readings that need not fit: pages have odd ones
_NOTHING = word_set("n/a na n.a. - – — -- tbd tba none null ? unknown k.a.")
_FALLBACK = "text"


def infer_type(readings: Sequence[Reading], name: str = "") -> str:
    """Name the most specific type that nearly all readings fit; `name` is the field's, as a hint.

    The order of the readings does not matter.
    """
    telling = [reading for reading in readings if not _says_nothing(reading)]
    if not telling:
        return _FALLBACK
    words = words_of(name)
    for candidate in inference_order():
        family = candidate.type
        named = family.is_hinted_at(words)
        if (candidate.by_name and not named) or not family.foreign_words.isdisjoint(words):
            continue
        kind = type_named(family.variant(telling))
        if _nearly_all(kind, telling, named=named, by_name=candidate.by_name) and kind.suits(
            telling, named=named
        ):
            return kind.name
    return _FALLBACK


def _nearly_all(
    kind: ValueType, readings: Sequence[Reading], *, named: bool, by_name: bool
) -> bool:
    left = int(len(readings) * (kind.misses_if_named if named else _MISSES))
    for reading in readings:
        fits = (
            kind.attributes_of(reading) is not None
            if by_name
            else kind.looks_like(reading, named=named)
        )
        if not fits:
            left -= 1
            if left < 0:
                return False
    return True


def _says_nothing(reading: Reading) -> bool:
    text = reading.text.strip()
    return text.casefold() in _NOTHING if text else not reading.attributes
