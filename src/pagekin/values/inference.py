"""Inference: the most specific type that (nearly) all readings of a field fit."""

from collections.abc import Callable, Sequence

from pagekin.values import looks
from pagekin.values.name_hints import hints_of
from pagekin.values.plain import word_set
from pagekin.values.registry import type_named, type_names
from pagekin.values.type_variants import variant_of
from pagekin.values.value import Reading, ValueType

_MISSES = 0.1  # the share of readings that may not fit: pages have odd ones
_MISSES_BY_NAME = (
    0.25  # the same where the field's name says what it is: "Call for price" is no objection
)
_NOTHING = word_set("n/a na n.a. - – — -- tbd tba none null ? unknown k.a.")
_LONG = 160  # characters; a field with more than half of its texts longer is long_text

_Look = Callable[[ValueType, Reading, frozenset[str]], bool]
# From the most to the least specific.
_LOOKS: tuple[tuple[str, _Look], ...] = (
    ("image", looks.like_image),
    ("email", looks.like_email),
    ("boolean", looks.fitting),
    ("availability", looks.like_availability),
    ("percentage", looks.fitting),
    ("rating", looks.like_rating),
    ("price", looks.like_price),
    ("unit_price", looks.like_price),
    ("datetime", looks.like_date),
    ("date", looks.like_date),
    ("duration", looks.like_duration),
    ("time", looks.fitting),
    ("identifier", looks.like_checked_identifier),
    ("phone", looks.like_phone),
    ("integer", looks.like_number),
    ("number", looks.like_number),
    ("quantity", looks.fitting),
    ("identifier", looks.like_named_identifier),
    ("link", looks.like_link),
    ("meta", looks.like_meta),
)


def infer_type(readings: Sequence[Reading], name: str = "") -> str:
    """Name the most specific type that nearly all readings fit; `name` is the field's, as a hint.

    Types of other packages come first if they say `inferred = True`; otherwise they are only used where
    somebody names them. The order of the readings does not matter.
    """
    telling = [reading for reading in readings if not _says_nothing(reading)]
    if not telling:
        return "text"
    hints = hints_of(name)
    foreign = [
        (kind, looks.fitting)
        for kind in type_names()
        if getattr(type_named(kind), "inferred", False)
    ]
    for kind, look in (*foreign, *_LOOKS):
        found = type_named(variant_of(kind, telling))
        if _nearly_all(found, telling, hints, look) and _together(found, telling, hints):
            return found.name
    return (
        "long_text"
        if sum(len(reading.text) > _LONG for reading in telling) * 2 > len(telling)
        else "text"
    )


def _nearly_all(
    kind: ValueType, readings: Sequence[Reading], hints: frozenset[str], look: _Look
) -> bool:
    named = kind.name.split("_")[-1 if kind.name == "unit_price" else 0] in hints
    left = int(len(readings) * (_MISSES_BY_NAME if named else _MISSES))
    for reading in readings:
        if not look(kind, reading, hints):
            left -= 1
            if left < 0:
                return False
    return True


def _together(kind: ValueType, readings: Sequence[Reading], hints: frozenset[str]) -> bool:
    """Ask what one reading alone cannot tell: units must be there, chance must be ruled out."""
    if kind.name == "price":
        return any(character.isdecimal() for reading in readings for character in reading.text)
    if kind.name == "unit_price":
        return looks.have_per(kind, readings)
    if kind.name == "quantity":
        return looks.have_units(kind, readings)
    if kind.name == "identifier" and "identifier" not in hints:
        return len({reading.text for reading in readings}) >= 3
    return True


def _says_nothing(reading: Reading) -> bool:
    text = reading.text.strip()
    return text.casefold() in _NOTHING if text else not reading.attributes
