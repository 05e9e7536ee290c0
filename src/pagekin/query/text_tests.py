"""Tests of texts that mean the same on every database: contains, starts with, equal, matches.

Letters are the same in capitals and small (Unicode's case folding: "STRASSE" is "Straße"), since whoever
asks seldom knows how a page writes a word; `matches` takes RE2 expressions as they are, "(?i)" for the same.
The databases fold ASCII alone, each in its way. So a text of ASCII alone is tested by the database, which is
quick, and every other one by a function of ours on SQLite. The others test texts for what is ASCII alone by
themselves, too; for all else it is done in Python beforehand, so that the statement gets the texts that passed.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

import re2

from pagekin.errors import QueryError
from pagekin.query.conditions import Literal
from pagekin.query.sql_fragment import Fragment, sql
from pagekin.store.database import Dialect

LONGEST_PATTERN = 1_000  # characters
_MEMORY = 1 << 20  # bytes that a compiled expression may take
_FUNCTION = "pagekin_text_test"
# All characters beyond ASCII that are ASCII letters once they are folded, or have such in them.
_LIKE_ASCII = "ßİŉſǰẖẗẘẙẚẞ\u212aﬀﬁﬂﬃﬄﬅﬆ"


class TextTestKind(StrEnum):
    """What is asked of a text."""

    EQUALS = "equals"
    CONTAINS = "contains"
    STARTS = "starts with"
    MATCHES = "matches"


@dataclass(frozen=True, slots=True)
class TextTest:
    """A test of a text; what it is tested for is folded, unless it is an expression."""

    kind: TextTestKind
    wanted: str

    def passes(self, text: str) -> bool:
        """Whether a text passes."""
        return _tester(self.kind, self.wanted)(text)

    @property
    def needs_all(self) -> bool:
        """Whether no database can test any text by itself."""
        return self.kind is TextTestKind.MATCHES


@dataclass(frozen=True, slots=True)
class TextLookup:
    """A parameter that is to be found out first: the texts among those of a query that pass a test."""

    test: TextTest
    texts: Fragment  # SQL for the distinct texts that are not all ASCII, or for all texts

    def found(self, rows: Iterable[tuple[Any, ...]]) -> list[str]:
        """Return the texts that pass."""
        return [text for (text,) in rows if text is not None and self.test.passes(text)]


def text_test(kind: TextTestKind, wanted: str) -> TextTest:
    """Return a test for a text that somebody wrote."""
    return TextTest(kind, wanted if kind is TextTestKind.MATCHES else wanted.casefold())


def check_expression(value: Literal, query: str) -> None:
    """Raise QueryError if a text is no RE2 expression, or too large a one."""
    if len(value.text) > LONGEST_PATTERN:
        raise QueryError("the expression is too long", query, value.column)
    try:
        _expression(value.text)
    except re2.error as error:
        said = error.args[0] if error.args else ""
        said = said.decode(errors="replace") if isinstance(said, bytes) else said
        raise QueryError(f"this is no RE2 expression: {said}", query, value.column) from None


def condition(
    test: TextTest, text: str, texts: Callable[[bool], Fragment], dialect: Dialect
) -> Fragment:
    """Return a test as SQL on an expression.

    `texts` gives SQL for the texts to look through beforehand, where the database lacks our function.
    """
    if dialect is Dialect.SQLITE:
        slow = sql(f"{_FUNCTION}(?, ?, {text})", test.kind.value, test.wanted)
    elif test.wanted.isascii() and not test.needs_all:
        slow = _quick(test, _ascii_folded(text), dialect)
    else:
        slow = sql(f"{text} = ANY(?::text[])", TextLookup(test, texts(test.needs_all)))
    if test.needs_all:
        return slow
    others = not_all_ascii(text, dialect)
    if dialect is Dialect.SQLITE:  # what passes the quick test passes, whatever else is in the text
        return sql("(? OR (? AND ?))", _quick_on_sqlite(test, text), others, slow)
    return sql("CASE WHEN ? THEN ? ELSE ? END", others, slow, _quick(test, text, dialect))


def _ascii_folded(text: str) -> str:
    """Return an expression for a text in which all that may be like ASCII is."""
    for one in _LIKE_ASCII:
        text = f"replace({text}, '{one}', '{one.casefold()}')"
    return text


def not_all_ascii(text: str, dialect: Dialect) -> Fragment:
    """Return the condition that a text has other characters than ASCII's."""
    in_bytes = {
        Dialect.SQLITE: f"length(CAST({text} AS BLOB))",
        Dialect.POSTGRESQL: f"octet_length({text})",
        Dialect.DUCKDB: f"strlen({text})",
    }
    return Fragment(f"{in_bytes[dialect]} <> length({text})")


def add_function(connection: sqlite3.Connection) -> None:
    """Give a connection to SQLite the function for texts that it cannot test itself."""
    connection.create_function(_FUNCTION, 3, _test_of, deterministic=True)


def _quick(test: TextTest, text: str, dialect: Dialect) -> Fragment:
    """Return a test of what is ASCII in a text, which all databases fold alike."""
    if not test.wanted.isascii():
        return Fragment("FALSE")
    is_postgresql = dialect is Dialect.POSTGRESQL
    lower = f'lower({text} COLLATE "C")' if is_postgresql else f"lower({text})"
    if test.kind is TextTestKind.EQUALS:
        return sql(f"{lower} = ?", test.wanted)
    if test.kind is TextTestKind.STARTS:
        return sql(f"substr({lower}, 1, ?) = ?", len(test.wanted), test.wanted)
    return sql(f"{'strpos' if is_postgresql else 'instr'}({lower}, ?) > 0", test.wanted)


def _quick_on_sqlite(test: TextTest, text: str) -> Fragment:
    """Return a test in which SQLite folds ASCII letters itself, without a copy of the text."""
    if not test.wanted.isascii():
        return Fragment("FALSE")
    if test.kind is TextTestKind.EQUALS:
        return sql(f"{text} = ? COLLATE NOCASE", test.wanted)
    pattern = re.sub(r"[\\%_]", r"\\\g<0>", test.wanted) + "%"
    begin = "%" if test.kind is TextTestKind.CONTAINS else ""
    return sql(f"{text} LIKE ? ESCAPE '\\'", begin + pattern)


def _test_of(kind: str, wanted: str, text: str | None) -> bool | None:
    return None if text is None else _tester(kind, wanted)(text)


@lru_cache(maxsize=64)
def _tester(kind: str, wanted: str) -> Callable[[str], bool]:
    match kind:
        case TextTestKind.EQUALS:
            return lambda text: text.casefold() == wanted
        case TextTestKind.STARTS:
            return lambda text: text.casefold().startswith(wanted)
        case TextTestKind.MATCHES:
            search = _expression(wanted).search
            return lambda text: search(text) is not None
        case _:
            return lambda text: wanted in text.casefold()


@lru_cache(maxsize=64)
def _expression(text: str) -> Any:
    options = re2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    return re2.compile(text, options)
