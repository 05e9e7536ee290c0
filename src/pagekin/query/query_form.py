"""A query as a form: conditions in rows, as a person puts them together who does not want to type the text.

Rows are joined from row to row as a text without parentheses is: `and` binds tighter than `andwhere`, and that
tighter than `or`. What needs parentheses, or NOT, is only for the text.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from pagekin.errors import QueryError
from pagekin.query.conditions import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Direction,
    Expression,
    FieldName,
    HasChanged,
    HasCome,
    HasCrossed,
    HasMoved,
    HasPresence,
    IsNewExtreme,
    Literal,
    LiteralKind,
    Negation,
    Operator,
    Presence,
    Query,
    Since,
    Together,
)
from pagekin.query.parsing import parse
from pagekin.query.query_text import amount_text, literal_text, name_text, query_text, since_text

AND, OR, ANDWHERE = "and", "or", "andwhere"
JOINTS = (AND, ANDWHERE, OR)
_LEVELS = ((AnyOf, OR), (Together, ANDWHERE), (AllOf, AND))  # from the loosest to the tightest


class Takes(Enum):
    """What stands behind an operator."""

    NOTHING = ""
    VALUE = "value"
    AMOUNT = "amount"


class FormOperator(NamedTuple):
    """The words between a name and a value, what follows them, and whether a crawl to compare with may."""

    words: str
    takes: Takes
    compares: bool = False


_NOW = (
    *(FormOperator(operator.value, Takes.VALUE) for operator in Operator),
    *(
        FormOperator(words, Takes.NOTHING)
        for words in ("is missing", "is not missing", "is empty", "is not empty", "is anything")
    ),
)
_SINCE = (
    FormOperator("has changed", Takes.NOTHING, compares=True),
    FormOperator("has changed from", Takes.VALUE, compares=True),
    FormOperator("has changed to", Takes.VALUE, compares=True),
    *(
        FormOperator(f"{direction}{more}", Takes.AMOUNT, compares=True)
        for direction in Direction
        for more in (" by", " by more than")
    ),
    FormOperator("rose", Takes.NOTHING, compares=True),
    FormOperator("fell", Takes.NOTHING, compares=True),
    FormOperator("rose above", Takes.VALUE, compares=True),
    FormOperator("fell below", Takes.VALUE, compares=True),
    FormOperator("is a new low", Takes.NOTHING, compares=True),
    FormOperator("is a new high", Takes.NOTHING, compares=True),
    FormOperator("appeared", Takes.NOTHING, compares=True),
    FormOperator("vanished", Takes.NOTHING, compares=True),
)
OPERATORS = {"what is there now": _NOW, "what has changed": _SINCE}
_BY_WORDS = {one.words: one for several in OPERATORS.values() for one in several}


@dataclass(frozen=True, slots=True)
class FormRow:
    """A condition as a row of texts; `joint` joins it to the row before."""

    field: str = ""
    attribute: str = ""
    operator: str = Operator.EQUAL.value
    value: str = ""
    since: str = ""
    joint: str = AND

    @property
    def is_blank(self) -> bool:
        """Whether nothing was filled in."""
        return not (self.field or self.attribute or self.value or self.since)

    @property
    def takes(self) -> Takes:
        """What its operator is followed by."""
        known = _BY_WORDS.get(self.operator)
        return known.takes if known else Takes.VALUE

    @property
    def compares(self) -> bool:
        """Whether it is about what has changed."""
        known = _BY_WORDS.get(self.operator)
        return bool(known and known.compares)


@dataclass(frozen=True, slots=True)
class QueryForm:
    """Rows of conditions, and the names of what is to be shown besides, with commas between them."""

    rows: tuple[FormRow, ...] = ()
    show: str = ""


@dataclass(frozen=True, slots=True)
class FormMistake:
    """What is wrong in a form: in which row (None: in what is to be shown), and in which part of it."""

    row: int | None
    part: str  # field, operator, value or since; show
    message: str


def form_of(query: Query, is_attribute: Callable[[FieldName], bool]) -> QueryForm | None:
    """Return a query as a form; None if it can only be written.

    Names alone do not tell whether `a.b` is a field of a bundle or an attribute of a field: `is_attribute` does.
    """
    found = [] if query.where is None else list(_flat(query.where, 0))
    rows = []
    for joint, expression in found:
        row = _row(expression, is_attribute)
        if row is None:
            return None
        rows.append(FormRow(*row, joint))
    return QueryForm(tuple(rows), ", ".join(map(name_text, query.show)))


def text_of(form: QueryForm) -> tuple[str, tuple[FormMistake, ...]]:
    """Return the text of a form, or "" and what is wrong in it; rows that are blank are left out."""
    texts: list[str] = []
    mistakes: list[FormMistake] = []
    for number, row in enumerate(form.rows):
        if row.is_blank:
            continue
        try:
            text = _written(row)
        except _PartError as error:
            mistakes.append(FormMistake(number, error.part, error.message))
            continue
        texts += [row.joint if row.joint in JOINTS else AND] if texts else []
        texts.append(text)
    try:
        names = [_name(name, "") for name in _names(form.show)]
    except _PartError as error:
        mistakes.append(FormMistake(None, "show", error.message))
        names = []
    if mistakes or not (texts or names):
        return "", tuple(mistakes)
    texts += [f"show {', '.join(names)}"] if names else []
    return query_text(parse(" ".join(texts))), ()


class _PartError(Exception):
    """A part of a row that cannot be written as a query."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message)
        self.part = part
        self.message = message


def _flat(expression: Expression, level: int) -> Iterator[tuple[str, Expression]]:
    """Yield what is joined, each with what joins it to the one before."""
    if level == len(_LEVELS):
        yield AND, expression
        return
    kind, joint = _LEVELS[level]
    parts = expression.parts if isinstance(expression, kind) else (expression,)
    for number, part in enumerate(parts):
        for place, (inner, one) in enumerate(_flat(part, level + 1)):
            yield (joint if number and not place else inner), one


def _row(
    expression: Expression, is_attribute: Callable[[FieldName], bool]
) -> tuple[str, str, str, str, str] | None:
    """Return field, attribute, operator, value and since of a condition; None if it has no row."""
    if isinstance(expression, Negation):
        inner = expression.inner
        if not isinstance(inner, HasPresence) or inner.presence is Presence.ANYTHING:
            return None
        return *_parts(inner.name, is_attribute), f"is not {inner.presence}", "", ""
    if isinstance(expression, AllOf | AnyOf | Together):
        return None
    said = _said(expression)
    return None if said is None else (*_parts(expression.name, is_attribute), *said)


def _parts(name: FieldName, is_attribute: Callable[[FieldName], bool]) -> tuple[str, str]:
    if len(name.parts) > 1 and is_attribute(name):
        return name_text(FieldName(name.parts[:-1])), name_text(FieldName(name.parts[-1:]))
    return name_text(name), ""


def _said(condition: Condition) -> tuple[str, str, str] | None:  # noqa: PLR0911 - one for each kind
    match condition:
        case Comparison(_, operator, value):
            return operator.value, _shown(value), ""
        case HasPresence(_, presence):
            return f"is {presence}", "", ""
        case HasChanged():
            return _changed(condition)
        case HasMoved(_, direction, amount, since):
            by = "" if amount is None else " by more than" if amount.is_more else " by"
            much = amount_text(replace(amount, is_more=False)) if amount else ""
            return f"{direction}{by}", much, _since(since)
        case HasCrossed(_, direction, limit, since):
            side = "below" if direction is Direction.FELL else "above"
            return f"{direction} {side}", _shown(limit), _since(since)
        case IsNewExtreme(_, extreme, since):
            return f"is a new {extreme}", "", _since(since, always=True) if since else ""
        case HasCome(_, coming, since):
            return coming.value, "", _since(since)


def _changed(condition: HasChanged) -> tuple[str, str, str] | None:
    """Return what is said of a change; None if it is from one value to another, for a row has one."""
    old, new, since = condition.old, condition.new, _since(condition.since)
    if old and new:
        return None
    if old:
        return "has changed from", _shown(old), since
    return ("has changed to", _shown(new), since) if new else ("has changed", "", since)


def _since(since: Since, *, always: bool = False) -> str:
    return since_text(since, always=always).removeprefix(" since ")


def _shown(value: Literal) -> str:
    """Return a value as it is typed into a row: without quotes, unless it would be taken for something else."""
    plain = value.text.strip()
    is_same = bool(plain) and plain == value.text and _literal(plain) == value
    return plain if is_same else literal_text(value)


def _literal(text: str) -> Literal:
    """Return the value that a text typed into a row stands for: a text, unless it is another kind of value."""
    try:
        query = parse(f"x = {text}")
    except QueryError:
        query = Query(None)
    found = query.where
    if isinstance(found, Comparison) and not query.show:
        return found.value
    return Literal(text, LiteralKind.STRING)


def _written(row: FormRow) -> str:
    """Return a row as the text of a condition; what could be read as more than that is a mistake."""
    if not row.field.strip():
        raise _PartError("field", "Choose a field.")
    known = _BY_WORDS.get(row.operator)
    if known is None:
        raise _PartError("operator", "Choose how to compare.")
    text = f"{_name(row.field, row.attribute)} {known.words}"
    value = row.value.strip()
    if known.takes is not Takes.NOTHING and not value:
        raise _PartError("value", "Say a value.")
    if known.takes is Takes.VALUE:
        text += f" {literal_text(_literal(value))}"
        _single(text, "value", "This cannot be a value.")
    elif known.takes is Takes.AMOUNT:
        text += f" {value}"
        _single(text, "value", "Say an amount, such as 10, 10% or 5 EUR.")
    since = row.since.strip() if known.compares else ""
    if since:
        text += f" since {since}"
        example = "Say yesterday, last week, 3 days ago, 2026-01-31 or crawl 12."
        _single(text, "since", example)
    return text


def _single(text: str, part: str, message: str) -> None:
    """Check that a text is one condition, as its words say."""
    try:
        query = parse(text)
    except QueryError:
        raise _PartError(part, message) from None
    is_joined = isinstance(query.where, AllOf | AnyOf | Together)
    if query.where is None or is_joined or query.show:
        raise _PartError(part, message)


def _name(field: str, attribute: str) -> str:
    """Return a name as a query has it; one that is typed with spaces is put into quotes."""
    parts = [*_name_parts(field.strip()), *([attribute.strip()] if attribute.strip() else [])]
    text = ".".join(_quoted(part) for part in parts)
    try:
        names = parse(f"show {text}").show
    except QueryError:
        names = ()
    if len(names) != 1:
        raise _PartError("field", f"{field} cannot be the name of a field.")
    return text


def _names(shown: str) -> list[str]:
    """Return the names in a list of what is to be shown."""
    try:
        return list(map(name_text, parse(f"show {shown}").show))
    except QueryError:
        return [name.strip() for name in shown.split(",") if name.strip()]


def _name_parts(field: str) -> Iterable[str]:
    try:
        query = parse(f"show {field}")
    except QueryError:
        return field.split(".")
    is_name = query.where is None and len(query.show) == 1
    return query.show[0].parts if is_name else field.split(".")


def _quoted(part: str) -> str:
    return name_text(FieldName((part.strip("` "),)))
