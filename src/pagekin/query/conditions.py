"""A query as a frozen value: conditions on fields and pages, how they are joined, what is shown."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


class Operator(StrEnum):
    """How a value is compared with the one that was asked for."""

    EQUAL = "="
    OTHER = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="
    CONTAINS = "contains"
    STARTS_WITH = "starts with"
    MATCHES = "matches"


ORDERING = frozenset({Operator.LESS, Operator.AT_MOST, Operator.MORE, Operator.AT_LEAST})


class LiteralKind(StrEnum):
    """How a value was written in a query."""

    NUMBER = "number"
    DATE = "date"
    MONEY = "money"  # $500
    STRING = "string"  # in quotes
    WORD = "word"  # without


class Presence(StrEnum):
    """Whether there is a value."""

    MISSING = "missing"
    EMPTY = "empty"  # there is one, and nothing in it
    ANYTHING = "anything"  # whether there is one or not


class Direction(StrEnum):
    """Which way a number went."""

    CHANGED = "changed"
    ROSE = "rose"
    FELL = "fell"


class Extreme(StrEnum):
    """How a number stands to all that were there before."""

    LOW = "low"
    HIGH = "high"


class Coming(StrEnum):
    """Whether something came or went."""

    APPEARED = "appeared"
    VANISHED = "vanished"


class TimeUnit(StrEnum):
    """A unit of time to go back."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class FieldName:
    """What a condition is about: `price`, `price.currency`, `product.price.value`, `meta.description`."""

    parts: tuple[str, ...]
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Literal:
    """A value as it was written, without its quotes."""

    text: str
    kind: LiteralKind
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Since:
    """Which crawl to compare with: a number, a day, or how long ago; the crawl before, without any."""

    crawl: int | None = None
    day: date | None = None
    count: int = 0
    unit: TimeUnit | None = None
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Amount:
    """How much a number has to change: at least so much, or more than that."""

    number: str
    is_percent: bool = False
    unit: str = ""
    is_more: bool = False  # more than the number itself


@dataclass(frozen=True, slots=True)
class Comparison:
    """A value that is equal, greater, contains a text, and so on."""

    name: FieldName
    operator: Operator
    value: Literal


@dataclass(frozen=True, slots=True)
class HasPresence:
    """A value that is missing, empty or anything."""

    name: FieldName
    presence: Presence


@dataclass(frozen=True, slots=True)
class HasChanged:
    """A value that is another one now; it was or is a certain one, if that is asked for."""

    name: FieldName
    old: Literal | None = None
    new: Literal | None = None
    since: Since = Since()


@dataclass(frozen=True, slots=True)
class HasMoved:
    """A number that rose or fell, or changed by an amount."""

    name: FieldName
    direction: Direction
    amount: Amount | None = None
    since: Since = Since()


@dataclass(frozen=True, slots=True)
class HasCrossed:
    """A number that rose above or fell below a limit, and was on its other side before."""

    name: FieldName
    direction: Direction
    limit: Literal
    since: Since = Since()


@dataclass(frozen=True, slots=True)
class IsNewExtreme:
    """A number that is lower or higher than in all crawls before."""

    name: FieldName
    extreme: Extreme
    since: Since | None = None  # None: all crawls that are kept


@dataclass(frozen=True, slots=True)
class HasCome:
    """A value or a page that was not there before, or is not there any more."""

    name: FieldName
    coming: Coming
    since: Since = Since()


Change = HasChanged | HasMoved | HasCrossed | IsNewExtreme | HasCome
Condition = Comparison | HasPresence | Change
CHANGES = (HasChanged, HasMoved, HasCrossed, IsNewExtreme, HasCome)
"""The conditions that compare a crawl with an earlier one."""


@dataclass(frozen=True, slots=True)
class Negation:
    """NOT."""

    inner: "Expression"


@dataclass(frozen=True, slots=True)
class AllOf:
    """AND: all hold on one page, each wherever it may be."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """OR."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Together:
    """ANDWHERE: all hold on one instance of a bundle."""

    parts: tuple["Expression", ...]


Expression = Condition | Negation | AllOf | AnyOf | Together
JOINED = (AllOf, AnyOf, Together)


@dataclass(frozen=True, slots=True)
class Query:
    """Conditions, and the fields to show besides those that they are about."""

    where: Expression | None
    show: tuple[FieldName, ...] = ()


def conditions_of(expression: Expression | None) -> Iterator[Condition]:
    """Yield the conditions of an expression from left to right."""
    if isinstance(expression, Negation):
        yield from conditions_of(expression.inner)
    elif isinstance(expression, JOINED):
        for part in expression.parts:
            yield from conditions_of(part)
    elif expression is not None:
        yield expression
