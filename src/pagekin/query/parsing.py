"""Parses queries; what cannot be understood is told with its column and what could have stood there."""

import contextlib
from collections.abc import Callable, Iterable
from datetime import date
from importlib.resources import files
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError
from lark.visitors import Transformer_NonRecursive

from pagekin.errors import QueryError
from pagekin.query.conditions import (
    AllOf,
    Amount,
    AnyOf,
    Coming,
    Comparison,
    Direction,
    Expression,
    Extreme,
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
    TimeUnit,
    Together,
)

LONGEST = 10_000  # characters: nobody types more
_DEEPEST = 100  # parentheses and NOTs inside one another; the stages of the SQL are about as many
_LARGEST = 10**9  # a crawl's number, or how long ago
_SPELLINGS = {"==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
_CLOSING = {"“": "”", "‘": "’"}
# What terminals are called in messages; the others are the words that they stand for.
_CALLED = {
    "COMPARE": "= != < <= > >=",
    "NAME": "the name of a field",
    "QUOTED_NAME": "the name of a field",
    "NUMBER": "a number",
    "DATE": "a date (2026-01-31)",
    "MONEY": "an amount ($400)",
    "STRING": "a text in quotes",
    "WORD": "a word",
    "UNIT": "a unit",
    "TIME_UNIT": "hours, days, weeks, months",
    "PERCENT": "%",
    "ARTICLE": "a",
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "DOT": ".",
    "$END": "the end",
}
_VALUES = frozenset({"NUMBER", "DATE", "MONEY", "STRING", "WORD"})


def parse(text: str) -> Query:
    """Return the query that a text stands for; QueryError if it is none."""
    if len(text) > LONGEST:
        raise QueryError(f"a query has at most {LONGEST:,} characters, this one has {len(text):,}")
    if not text.strip():
        raise QueryError("the query is empty: say a condition, such as: price < 100")
    try:
        tree = _PARSER.parse(text)
        query: Query = _ToQuery(text).transform(tree)
    except UnexpectedInput as error:
        raise _explained(error, text) from None
    except VisitError as error:
        if isinstance(error.orig_exc, QueryError):
            raise error.orig_exc from None
        raise
    _check_depth(query.where, text)
    return query


def _explained(error: UnexpectedInput, text: str) -> QueryError:
    if isinstance(error, UnexpectedToken):
        is_end = error.token.type == "$END"
        at = None if is_end else error.token.start_pos
        expected = _accepted_before(text, at)
    else:
        assert isinstance(error, UnexpectedCharacters)  # noqa: S101 - lark has no third
        expected, at, is_end = error.allowed, error.pos_in_stream, False
    # At the end, lark names the beginning of what stands last.
    column = len(text.rstrip()) + 1 if at is None else at + 1
    found = "the query ends here" if is_end else f"“{_word_at(text, column)}” cannot stand here"
    return QueryError(f"{found}; expected {_listed(expected or ())}", text, column)


def _accepted_before(text: str, at: int | None) -> set[str]:
    """Return what may follow the tokens before a place; None is the end.

    The parser has already acted on what it expected when it finds that something else is there.
    """
    parser = _PARSER.parse_interactive(text)
    with contextlib.suppress(UnexpectedInput):  # what cannot stand there is no token, either
        for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
            if token.start_pos == at:
                break
            parser.feed_token(token)
    return set(parser.accepts())  # type: ignore[no-untyped-call]


def _word_at(text: str, column: int) -> str:
    words = text[column - 1 :].split(maxsplit=1)
    return words[0][:40] if words else ""


def _listed(terminals: Iterable[str]) -> str:
    names = set(terminals)
    if names >= _VALUES:
        names = names - _VALUES | {"a value: a number, a date, a word, or a text in quotes"}
    said = sorted({_CALLED.get(name, name if " " in name else name.lower()) for name in names})
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"


def _check_depth(expression: Expression | None, text: str) -> None:
    waiting = [(expression, 1)] if expression else []
    while waiting:
        one, depth = waiting.pop()
        if depth > _DEEPEST:
            raise QueryError(f"more than {_DEEPEST} conditions inside one another", text, 1)
        inner = (one.inner,) if isinstance(one, Negation) else getattr(one, "parts", ())
        waiting.extend((part, depth + 1) for part in inner)


class _ToQuery(Transformer_NonRecursive[Token, Query]):
    """Turns the parser's tree into a query, from the leaves up."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def start(self, found: list[Any]) -> Query:
        where, show = found
        return Query(where, show or ())

    def show(self, found: list[Any]) -> tuple[FieldName, ...]:
        return tuple(found[1:])

    def any_of(self, found: list[Any]) -> Expression:
        return _joined(AnyOf, found)

    def together(self, found: list[Any]) -> Expression:
        return _joined(Together, found)

    def all_of(self, found: list[Any]) -> Expression:
        return _joined(AllOf, found)

    def negation(self, found: list[Any]) -> Expression:
        return Negation(found[1])

    def name(self, found: list[Token]) -> FieldName:
        parts = tuple(
            str(token)[1:-1].strip() if token.type == "QUOTED_NAME" else str(token)
            for token in found
        )
        return FieldName(parts, _column(found[0]))

    def value(self, found: list[Token]) -> Literal:
        [token] = found
        text, kind = str(token), LiteralKind[token.type]
        if kind is LiteralKind.STRING:
            text = _unquoted(text)
        elif kind is LiteralKind.DATE:
            self._date(token)
        return Literal(text, kind, _column(token))

    def was(self, found: list[Any]) -> Literal:
        value: Literal = found[1]
        return value

    is_now = was

    def comparison(self, found: list[Any]) -> Comparison:
        name, operator, value = found
        return Comparison(name, Operator(_SPELLINGS.get(operator, operator)), value)

    def contains(self, found: list[Any]) -> Comparison:
        return Comparison(found[0], Operator.CONTAINS, found[-1])

    def starts_with(self, found: list[Any]) -> Comparison:
        return Comparison(found[0], Operator.STARTS_WITH, found[-1])

    def matches(self, found: list[Any]) -> Comparison:
        return Comparison(found[0], Operator.MATCHES, found[-1])

    def presence(self, found: list[Any]) -> HasPresence:
        return HasPresence(found[0], Presence[found[-1].type])

    def no_presence(self, found: list[Any]) -> Negation:
        return Negation(HasPresence(found[0], Presence[found[-1].type]))

    def new_extreme(self, found: list[Any]) -> IsNewExtreme:
        return IsNewExtreme(found[0], Extreme[found[-2].type], found[-1])

    def changed(self, found: list[Any]) -> HasChanged:
        name, *_, old, new, since = found
        return HasChanged(name, old, new, since or Since())

    def changed_by(self, found: list[Any]) -> HasMoved:
        *_, amount, since = found
        return HasMoved(found[0], Direction.CHANGED, amount, since or Since())

    def moved(self, found: list[Any]) -> HasMoved:
        name, direction, *_, amount, since = found
        return HasMoved(name, Direction[direction.type], amount, since or Since())

    def fell_below(self, found: list[Any]) -> HasCrossed:
        return HasCrossed(found[0], Direction.FELL, found[3], found[4] or Since())

    def rose_above(self, found: list[Any]) -> HasCrossed:
        return HasCrossed(found[0], Direction.ROSE, found[3], found[4] or Since())

    def come(self, found: list[Any]) -> HasCome:
        *_, coming, since = found
        return HasCome(found[0], Coming[coming.type], since or Since())

    def amount(self, found: list[Any]) -> Amount:
        words = [token for token in found if token is not None]
        number = next(token for token in words if token.type in {"NUMBER", "MONEY"})
        if str(number).startswith("-"):
            raise QueryError("an amount is a number from 0 up", self._text, _column(number))
        after = words[-1]
        return Amount(
            str(number),
            is_percent=after.type == "PERCENT",
            unit=str(after) if after.type == "UNIT" else "",
            is_more=words[0].type == "MORE",
        )

    def since_crawl(self, found: list[Token]) -> Since:
        return Since(crawl=self._whole(found[2]), column=_column(found[0]))

    def since_last_crawl(self, found: list[Token]) -> Since:
        return Since(column=_column(found[0]))

    def since_last(self, found: list[Token]) -> Since:
        return Since(count=1, unit=_time_unit(found[2]), column=_column(found[0]))

    def since_yesterday(self, found: list[Token]) -> Since:
        return Since(count=1, unit=TimeUnit.DAY, column=_column(found[0]))

    def since_ago(self, found: list[Token]) -> Since:
        count = self._whole(found[1])
        return Since(count=count, unit=_time_unit(found[2]), column=_column(found[0]))

    def since_date(self, found: list[Token]) -> Since:
        return Since(day=self._date(found[1]), column=_column(found[0]))

    def _whole(self, token: Token) -> int:
        if not str(token).isdecimal() or not 0 < int(token) <= _LARGEST:
            raise QueryError(f"{token} should be a whole number", self._text, _column(token))
        return int(token)

    def _date(self, token: Token) -> date:
        try:
            return date.fromisoformat(str(token))
        except ValueError:
            raise QueryError(f"there is no day {token}", self._text, _column(token)) from None


def _joined(how: Callable[[tuple[Expression, ...]], Expression], found: list[Any]) -> Expression:
    """Join parts, between which the words stand that join them; a single one is itself."""
    parts = tuple(found[::2])
    return parts[0] if len(parts) == 1 else how(parts)


def _column(token: Token) -> int:
    return (token.start_pos or 0) + 1


def _unquoted(text: str) -> str:
    mark = text[0]
    inside = text[1:-1]
    return inside if mark in _CLOSING else inside.replace(mark * 2, mark)


def _time_unit(token: Token) -> TimeUnit:
    return TimeUnit(str(token).lower().removesuffix("s"))


_PARSER = Lark(
    files("pagekin.query").joinpath("grammar.lark").read_text(encoding="utf-8"),
    parser="lalr",
    maybe_placeholders=True,
)
