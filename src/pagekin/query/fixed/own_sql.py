"""SQL of an administrator's own: one SELECT, which may read, and nothing else.

Several walls: the text stands inside another SELECT, so that it can be nothing but one; the connection only reads, for a
limited time; and on SQLite an authorizer refuses whatever is no reading, and the tables that hold secrets. On
PostgreSQL, who may read what is up to the role that the store is opened with.

`:crawl` and `:older` stand for the crawl that is asked and the one before it, `:name` for a parameter.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pagekin.errors import UsageError
from pagekin.query.answer_table import AnswerTable, Cell
from pagekin.query.only_reading import SECONDS, only_reading
from pagekin.store.database import Connection, Row
from pagekin.store.db_errors import database_errors
from pagekin.store.reading.crawls import CrawlInfo, baseline_of

ROWS = 10_000
LONGEST = 20_000  # characters of a statement
_LARGEST = 10_000_000  # bytes of a value that SQLite may make up
_SECRET = frozenset({"pagekin_secret", "pagekin_channel"})
_ACCOUNTS = ("auth_", "axes_", "console_", "django_")  # tables of a console: passwords, sessions
_READING = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
_REFUSED_FUNCTIONS = frozenset({"load_extension", "fts3_tokenizer"})
# Texts, names and comments are passed over; a cast (::) is none of ours.
_PIECE = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/|::|:([A-Za-z_]\w*)""", re.DOTALL
)


def run_own_sql(
    connection: Connection,
    text: str,
    crawl: CrawlInfo,
    parameters: Mapping[str, str] | None = None,
    *,
    rows: int = ROWS,
    seconds: float = SECONDS,
) -> AnswerTable:
    """Run a SELECT, and return its rows; UsageError says what is wrong with it."""
    statement = checked_sql(text)
    values: dict[str, Any] = dict(parameters or {})
    older = baseline_of(connection, crawl)
    values |= {"crawl": crawl.id, "older": older.id if older else None}
    names = [found[1] for found in _PIECE.finditer(statement) if found[1]]
    for name in names:
        if name not in values:
            raise UsageError(f"the SQL has a parameter :{name} that is not given: --set {name}=…")
    whole = f"SELECT * FROM (\n{statement}\n) AS own LIMIT {rows + 1}"  # noqa: S608 - that is what it is for
    used = {name: values[name] for name in names}
    errors: tuple[type[Exception], ...] = (sqlite3.Warning, *database_errors())
    try:
        with only_reading(connection, seconds):
            columns, found = (_on_postgresql if connection.postgres else _on_sqlite)(
                connection, whole, used
            )
    except errors as error:
        reason = " ".join(str(error).split())
        raise UsageError(f"the SQL cannot be run: {reason}") from None
    shown = [tuple(map(_cell, row)) for row in found[:rows]]
    return AnswerTable(columns, shown, is_cut=len(found) > rows)


def checked_sql(text: str) -> str:
    """Return a statement without the semicolon at its end; UsageError if it is none that may be run."""
    statement = text.strip().removesuffix(";").strip()
    if not statement:
        raise UsageError("there is no SQL: give a SELECT")
    if len(statement) > LONGEST:
        raise UsageError(f"the SQL has more than {LONGEST:,} characters")
    if "\0" in statement:
        raise UsageError("the SQL has a character that no statement may have")
    if statement.split(None, 1)[0].upper() not in {"SELECT", "WITH", "VALUES"}:
        raise UsageError("the SQL has to be one SELECT: it may read, and nothing else")
    return statement


def _on_sqlite(
    connection: Any, sql: str, values: Mapping[str, Any]
) -> tuple[tuple[str, ...], list[Row]]:
    with _authorized(connection.raw) as raw:
        cursor = raw.execute(sql, values)
        return _columns(cursor.description), cursor.fetchall()


def _on_postgresql(
    connection: Any, sql: str, values: Mapping[str, Any]
) -> tuple[tuple[str, ...], list[Row]]:
    def written(found: "re.Match[str]") -> str:
        return f"%({found[1]})s" if found[1] else found[0].replace("%", "%%")

    # What is between the pieces may have signs of per cent, too.
    pieces, at = [], 0
    for found in _PIECE.finditer(sql):
        pieces += [sql[at : found.start()].replace("%", "%%"), written(found)]
        at = found.end()
    pieces.append(sql[at:].replace("%", "%%"))
    # Binary, for then one statement is sent as one: what follows a semicolon is an error.
    cursor = connection.raw.execute("".join(pieces), dict(values), binary=True)
    return _columns(cursor.description), cursor.fetchall()


@contextmanager
def _authorized(raw: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Refuse everything but reading while a statement of somebody's own is prepared and run."""

    def decide(action: int, first: str | None, second: str | None, *_: str | None) -> int:
        is_read = action == sqlite3.SQLITE_READ
        is_secret = is_read and (first in _SECRET or (first or "").startswith(_ACCOUNTS))
        is_odd = action == sqlite3.SQLITE_FUNCTION and second in _REFUSED_FUNCTIONS
        allowed = action in _READING and not is_secret and not is_odd
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    longest = raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST)
    raw.set_authorizer(decide)
    try:
        yield raw
    finally:
        raw.set_authorizer(None)
        raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)


def _columns(description: Any) -> tuple[str, ...]:
    return tuple(str(column[0]) for column in description)


def _cell(value: Any) -> Cell:
    if value is None or isinstance(value, str | int | float):
        return value
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)
