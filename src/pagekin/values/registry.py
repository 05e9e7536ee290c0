"""All types by name: pagekin's own, and those that installed packages add in the group `pagekin.types`."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from pagekin.errors import UsageError
from pagekin.values.codes.identifier import IDENTIFIER
from pagekin.values.contact.contacts import EMAIL, PHONE
from pagekin.values.money.price import PRICE
from pagekin.values.money.unit_price import UNIT_PRICE
from pagekin.values.numbers.number import INTEGER, NUMBER, NUMBER_COMMA, NUMBER_POINT
from pagekin.values.numbers.percentage import PERCENTAGE
from pagekin.values.numbers.quantity import QUANTITY
from pagekin.values.numbers.rating import RATING
from pagekin.values.times.date import (
    DATE,
    DATE_DMY,
    DATE_MDY,
    DATETIME,
    DATETIME_DMY,
    DATETIME_MDY,
    TIME,
)
from pagekin.values.times.duration import DURATION
from pagekin.values.value import ValueType
from pagekin.values.web.web_addresses import IMAGE, LINK, META
from pagekin.values.wording.availability import AVAILABILITY
from pagekin.values.wording.boolean import BOOLEAN
from pagekin.values.wording.text import LONG_TEXT, TEXT

GROUP = "pagekin.types"

_OWN: tuple[ValueType, ...] = (
    TEXT,
    LONG_TEXT,
    INTEGER,
    NUMBER,
    NUMBER_POINT,
    NUMBER_COMMA,
    PRICE,
    UNIT_PRICE,
    QUANTITY,
    DATE,
    DATE_DMY,
    DATE_MDY,
    DATETIME,
    DATETIME_DMY,
    DATETIME_MDY,
    TIME,
    DURATION,
    PERCENTAGE,
    RATING,
    AVAILABILITY,
    BOOLEAN,
    IMAGE,
    LINK,
    META,
    PHONE,
    EMAIL,
    IDENTIFIER,
)


def type_named(name: str) -> ValueType:
    """Give the type of a name."""
    found = _types().get(name)
    if found is None:
        raise UsageError(f"no value type is called {name!r}; there are: {', '.join(type_names())}")
    return found


def type_names() -> tuple[str, ...]:
    """Give the names of all types: pagekin's own first, then those of other packages by name."""
    return tuple(_types())


@cache
def _types() -> Mapping[str, ValueType]:
    types = {own.name: own for own in _OWN}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if point.name in types:
            raise UsageError(
                f"the value type {point.name!r} of {_origin(point)} has the name of another one"
            )
        types[point.name] = _loaded(point)
    return types


def _loaded(point: EntryPoint) -> ValueType:
    """Load a type of another package: an instance, or a class to be called without arguments."""
    try:
        found = point.load()
        found = found() if isinstance(found, type) else found
    except Exception as error:  # whatever a foreign package raises, its name must be told
        raise UsageError(
            f"the value type {point.name!r} of {_origin(point)} cannot be loaded: "
            f"{type(error).__name__}: {error}; repair or uninstall that package"
        ) from error
    if getattr(found, "name", None) != point.name or not callable(getattr(found, "read", None)):
        raise UsageError(
            f"{_origin(point)} offers {point.value} as value type {point.name!r}, but that has no method read "
            f"or not this name; see pagekin.values.ValueType"
        )
    if not isinstance(getattr(found, "attributes", None), tuple):
        raise UsageError(
            f"the value type {point.name!r} of {_origin(point)} does not name its attributes"
        )
    checked: ValueType = found
    return checked


def _origin(point: EntryPoint) -> str:
    return f"the package {point.dist.name}" if point.dist else f"the entry point {point.value}"
