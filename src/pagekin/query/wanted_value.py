"""What a value of a query means for a field: a text, a number with its units, or a stretch of time."""

import math
from dataclasses import dataclass
from datetime import UTC, date, datetime

from pagekin.errors import UsageError
from pagekin.query.conditions import Literal, LiteralKind
from pagekin.values import type_named
from pagekin.values.money.currencies import SIGNS
from pagekin.values.value import Reading
from pagekin.values.value_type import ValueType

_DAY = 86_400.0
_NO_SIGN = str.maketrans("", "", "0123456789.,-'  ")
_MONEY = "price"
_MOMENTS = ("date", "datetime")


@dataclass(frozen=True, slots=True)
class WantedValue:
    """A value to compare with.

    The number is one of the units, if there are any; of a value that has no unit nobody knows, and it is
    compared all the same. A stretch of time goes from its first second to the one after its last.
    """

    text: str
    number: float | None = None
    units: tuple[str, ...] = ()
    span: tuple[float, float] | None = None
    is_plain: bool = False  # written as a number: it is one, unless the other is only a text


def wanted_value(literal: Literal, kind: str = "") -> WantedValue:
    """Return what a value means for a field of a type, which reads it as it reads texts of pages."""
    text = literal.text
    if literal.kind is LiteralKind.NUMBER:
        return WantedValue(text, _number(text), is_plain=True)
    if literal.kind is LiteralKind.DATE:
        return WantedValue(text, span=_day(date.fromisoformat(text)))
    read_as = _MONEY if literal.kind is LiteralKind.MONEY else kind
    known = _type(read_as)
    found = known.attributes_of(Reading(text)) if known else None
    if known is None or found is None:
        return WantedValue(text, _number(text))
    for name in _MOMENTS:
        if isinstance(found.get(name), str):
            return WantedValue(text, span=_span(str(found[name])))
    if isinstance(found.get(known.number), bool):  # yes or no is no number to compare by
        return WantedValue(text)
    number, unit = known.comparable(found)
    return WantedValue(text, number, _units(text, unit))


def _type(name: str) -> ValueType | None:
    try:
        return type_named(name) if name else None
    except UsageError:  # a type that is not installed any more
        return None


def _units(text: str, unit: str | None) -> tuple[str, ...]:
    """Return the units that a text can mean: a dollar sign is that of many countries."""
    meaning = SIGNS.get(text.translate(_NO_SIGN))
    if meaning is not None:
        return tuple(sorted(meaning.currencies))
    return () if unit is None else (unit,)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _day(day: date) -> tuple[float, float]:
    start = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
    return start, start + _DAY


def _span(text: str) -> tuple[float, float] | None:
    """Return the stretch of time that an ISO date or moment stands for; a month is none."""
    try:
        return _day(date.fromisoformat(text))
    except ValueError:
        pass
    try:
        moment = datetime.fromisoformat(text)
        seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
    return seconds, math.nextafter(seconds, math.inf)
