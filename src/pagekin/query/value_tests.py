"""Conditions on single values as SQL: compared with a value, or with what they were before."""

from collections.abc import Callable
from dataclasses import dataclass

from pagekin.errors import QueryError
from pagekin.query.conditions import (
    ORDERING,
    Amount,
    Direction,
    Literal,
    LiteralKind,
    Operator,
)
from pagekin.query.sql_fragment import Fragment, all_true, any_true, one_of, sql
from pagekin.query.text_tests import TextTestKind, check_expression, condition, text_test
from pagekin.query.wanted_value import WantedValue, wanted_value
from pagekin.store.database import Dialect

_TEXT_TESTS = {
    Operator.EQUAL: TextTestKind.EQUALS,
    Operator.OTHER: TextTestKind.EQUALS,
    Operator.CONTAINS: TextTestKind.CONTAINS,
    Operator.STARTS_WITH: TextTestKind.STARTS,
    Operator.MATCHES: TextTestKind.MATCHES,
}
# Numbers that differ by less are the same: 107 is 7 % more than 100, whatever floating point makes of it.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class ValueColumns:
    """The SQL expressions of a value: its text, its number and its unit, if there can be such."""

    text: str
    dialect: Dialect
    texts: Callable[[bool], Fragment]  # SQL for all of them, or those that are not all ASCII
    number: str = ""
    unit: str = ""
    kind: str = ""  # the type that reads what a value is compared with


def comparison_test(
    columns: ValueColumns, operator: Operator, value: Literal, query: str
) -> Fragment:
    """Return the condition that a value of a type compares with another one as it should."""
    if operator is Operator.MATCHES:
        check_expression(value, query)
    if operator in ORDERING:
        return _ordered(columns, operator, value, query)
    if operator is Operator.EQUAL:
        return _equal(columns, wanted_value(value, columns.kind))
    if operator is Operator.OTHER:
        equal = _equal(columns, wanted_value(value, columns.kind))
        return sql(f"({columns.text} IS NOT NULL AND NOT coalesce(?, FALSE))", equal)
    return _text(columns, operator, value.text)


def _text(columns: ValueColumns, operator: Operator, wanted: str) -> Fragment:
    return condition(
        text_test(_TEXT_TESTS[operator], wanted), columns.text, columns.texts, columns.dialect
    )


def _equal(columns: ValueColumns, wanted: WantedValue) -> Fragment:
    same_text = _text(columns, Operator.EQUAL, wanted.text)
    if not columns.number:
        return same_text
    if wanted.is_plain:
        number = columns.number
        return sql(f"({number} = ? OR ({number} IS NULL AND ?))", wanted.number, same_text)
    meant = [same_text]
    if wanted.number is not None:
        same = sql(f"{columns.number} = ?", wanted.number)
        meant.append(sql("(?)", all_true([same, *_units(columns, wanted)])))
    if wanted.span is not None:
        start, end = wanted.span
        meant.append(sql(f"({columns.number} >= ? AND {columns.number} < ?)", start, end))
    return any_true(meant)


def _ordered(columns: ValueColumns, operator: Operator, value: Literal, query: str) -> Fragment:
    wanted = _comparable(columns, value, query)
    if wanted.span is not None:
        # A day is a stretch of time: later than the day is after its end.
        start, end = wanted.span
        after = operator in {Operator.AT_MOST, Operator.MORE}
        sign = "<" if operator in {Operator.LESS, Operator.AT_MOST} else ">="
        return sql(f"{columns.number} {sign} ?", end if after else start)
    test = sql(f"{columns.number} {operator.value} ?", wanted.number)
    return all_true([test, *_units(columns, wanted)])


def _comparable(columns: ValueColumns, value: Literal, query: str) -> WantedValue:
    """Return a value that has a number or is a time; QueryError if there is nothing to compare."""
    wanted = wanted_value(value, columns.kind)
    if not columns.number:
        raise QueryError("this has no number that is less or more", query, value.column)
    if wanted.number is None and wanted.span is None:
        raise QueryError(
            f"“{value.text}” is no number and no date: it cannot be less or more",
            query,
            value.column,
        )
    return wanted


def _units(columns: ValueColumns, wanted: WantedValue) -> list[Fragment]:
    if not (columns.unit and wanted.units):
        return []
    return [sql(f"({columns.unit} IS NULL OR ?)", one_of(columns.unit, wanted.units))]


def moved_test(
    old: ValueColumns, new: ValueColumns, direction: Direction, amount: Amount | None
) -> Fragment:
    """Return the condition that a number went a way, by an amount; both have the same unit."""
    difference = {
        Direction.CHANGED: f"abs({new.number} - {old.number})",
        Direction.ROSE: f"({new.number} - {old.number})",
        Direction.FELL: f"({old.number} - {new.number})",
    }[direction]
    tests = [*_same_unit(old, new), Fragment(f"{new.number} <> {old.number}")]
    if direction is not Direction.CHANGED:
        tests.append(Fragment(f"{difference} > 0"))
    if amount is None:
        return all_true(tests)
    if amount.is_percent:
        size = f"abs({old.number})"
        least, most = f"{difference} * 100", sql(f"? * {size}", float(amount.number))
    else:
        size = f"(abs({old.number}) + abs({new.number}))"
        wanted = wanted_value(Literal(amount.number, _kind(amount)))
        least, most = difference, sql("?", wanted.number)
        units = (amount.unit,) if amount.unit else wanted.units
        tests += _units(new, WantedValue("", wanted.number, units))
    slack = f"{TOLERANCE!r} * {size}"
    sign = f"> ? + {slack}" if amount.is_more else f">= ? - {slack}"
    return all_true([*tests, sql(f"{least} {sign}", most)])


def crossed_test(
    old: ValueColumns,
    new: ValueColumns,
    direction: Direction,
    limit: Literal,
    query: str,
) -> Fragment:
    """Return the condition that a number went past a limit, and was not beyond it before."""
    now, before = (
        (Operator.LESS, Operator.AT_LEAST)
        if direction is Direction.FELL
        else (Operator.MORE, Operator.AT_MOST)
    )
    return all_true(
        [
            *_same_unit(old, new),
            _ordered(new, now, limit, query),
            _ordered(old, before, limit, query),
        ]
    )


def _same_unit(old: ValueColumns, new: ValueColumns) -> list[Fragment]:
    if not (old.unit and new.unit):
        return []
    return [Fragment(f"coalesce({new.unit}, '') = coalesce({old.unit}, '')")]


def _kind(amount: Amount) -> LiteralKind:
    return LiteralKind.MONEY if not amount.number[0].isdigit() else LiteralKind.NUMBER
