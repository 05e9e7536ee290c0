"""All value types by name: pagekin's own, and those of installed packages."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from pagekin.errors import UsageError
from pagekin.values.value import Value
from pagekin.values.value_type import Rank, ValueType

GROUP = "pagekin.value_types"

# One line a type: its module below pagekin.values and its class. Within a rank, inference asks in this order.
OWN_TYPES = (
    "web.image:ImageType",
    "contact.email:EmailType",
    "wording.boolean:BooleanType",
    "wording.availability:AvailabilityType",
    "numbers.percentage:PercentageType",
    "numbers.count:CountType",
    "numbers.rating:RatingType",
    "money.price:PriceType",
    "money.unit_price:UnitPriceType",
    "times.date_and_time:DatetimeType",
    "times.date:DateType",
    "times.duration:DurationType",
    "times.time_of_day:TimeType",
    "codes.identifier:IdentifierType",
    "contact.phone:PhoneType",
    "numbers.integer:IntegerType",
    "numbers.number:NumberType",
    "numbers.quantity:QuantityType",
    "web.link:LinkType",
    "web.meta:MetaType",
    "wording.long_text:LongTextType",
    "wording.text:TextType",
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A type that inference tries; `by_name`: only where a field's name hints at it, by `read` alone."""

    type: ValueType
    rank: Rank
    by_name: bool


def type_named(name: str) -> ValueType:
    """Return the type of a name."""
    found = _types().get(name)
    if found is None:
        raise UsageError(f"no value type is called {name!r}; there are: {', '.join(type_names())}")
    return found


def type_names() -> tuple[str, ...]:
    """Return the names of all types: pagekin's own first, then those of other packages by name."""
    return tuple(_types())


def comparable(value: Value) -> tuple[float | None, str | None]:
    """Return the number that a value is compared by and its unit, None for what it lacks."""
    kind = _types().get(value.type)
    return kind.comparable(value.attributes) if kind else (None, None)


@cache
def inference_order() -> tuple[Candidate, ...]:
    """Return the types that can be inferred, in the order in which to try them.

    The more specific ones come first; of the same rank, first those of other packages.
    """
    candidates = []
    for kind in (*_foreign(), *_own()):
        if kind.rank is not None:
            candidates.append(Candidate(kind, kind.rank, by_name=False))
        if kind.named_rank is not None:
            candidates.append(Candidate(kind, kind.named_rank, by_name=True))
    return tuple(sorted(candidates, key=lambda candidate: candidate.rank))


@cache
def _types() -> Mapping[str, ValueType]:
    return {member.name: member for kind in (*_own(), *_foreign()) for member in kind.family()}


@cache
def _own() -> tuple[ValueType, ...]:
    return tuple(_made(EntryPoint("", f"pagekin.values.{place}", GROUP)) for place in OWN_TYPES)


@cache
def _foreign() -> tuple[ValueType, ...]:
    taken = {member.name for kind in _own() for member in kind.family()}
    found = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        kind = _checked(point)
        for member in kind.family():
            if member.name in taken:
                raise UsageError(
                    f"the value type {member.name!r} of {_origin(point)} has the name of another one"
                )
            taken.add(member.name)
        found.append(kind)
    return tuple(found)


def _made(point: EntryPoint) -> ValueType:
    """Load a type: a class that is called without arguments, or an instance."""
    found = point.load()
    made: ValueType = found() if isinstance(found, type) else found
    return made


def _checked(point: EntryPoint) -> ValueType:
    try:
        kind = _made(point)
    except Exception as error:  # whatever a foreign package raises, say which package it is
        raise UsageError(
            f"the value type {point.name!r} of {_origin(point)} cannot be loaded: "
            f"{type(error).__name__}: {error}; repair or uninstall that package"
        ) from error
    if not isinstance(kind, ValueType) or getattr(kind, "name", None) != point.name:
        raise UsageError(
            f"{_origin(point)} offers {point.value} as value type {point.name!r}, but that is no "
            "pagekin.values.ValueType of this name"
        )
    if not isinstance(kind.attributes, tuple):
        raise UsageError(
            f"the value type {point.name!r} of {_origin(point)} does not name its attributes in a tuple"
        )
    return kind


def _origin(point: EntryPoint) -> str:
    return f"the package {point.dist.name}" if point.dist else f"the entry point {point.value}"
