"""A connection to the database: the few things that plain SQL needs, for SQLite and PostgreSQL alike.

SQL is written with `%s` for parameters. What the two databases do differently is here, and in the few
places that check `connection.postgres`.
"""

import contextlib
import functools
import itertools
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from pagekin.lazy import lazy_module
from pagekin.store.location import StoreLocation

_postgresql = lazy_module("pagekin.store.postgresql")  # not needed for SQLite

Row = tuple[Any, ...]
BUSY_SECONDS = 60
# FULL: what was committed survives a power failure, too. Many transactions change the same pages (of the
# indices by digest and by number), so these are moved from the journal to the file seldom, and stay in the
# cache: 64 MB hold the digests of more than a million URLs.
PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA cache_size=-65536",
    "PRAGMA wal_autocheckpoint=4000",
    "PRAGMA journal_size_limit=67108864",
    "PRAGMA temp_store=MEMORY",
)
_AT_ONCE = 500  # values in one look-up
_ROWS, _FEW_ROWS = 100, 10  # in one INSERT
_PARAMETERS = 999  # of one statement: what every SQLite accepts
_NAN = float("nan")


class Dialect(StrEnum):
    """The SQL that a database speaks."""

    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"
    DUCKDB = "duckdb"


class Connection(Protocol):
    """One connection; used by one thread at a time."""

    dialect: Dialect
    postgres: bool

    @property
    def broken(self) -> bool:
        """Whether the connection is lost."""
        ...

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """Run a statement and return all its rows."""
        ...

    def each(self, sql: str, *parameters: Any) -> Iterator[Row]:
        """Run a query and yield its rows, which are never all in memory at once."""
        ...

    def execute(self, sql: str, *parameters: Any) -> int:
        """Run a statement and return the number of rows that it affected."""
        ...

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement for each of many rows."""
        ...

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many rows as fast as the database can."""
        ...

    def among(self, sql: str, values: Iterable[Any], *parameters: Any) -> Iterator[Row]:
        """Run a statement in which `{}` stands for "is one of the values"; other parameters come first."""
        ...

    def next_ids(self, table: str, count: int) -> Sequence[int]:
        """Return numbers for new rows."""
        ...

    def now(self) -> float:
        """Return the time in seconds, the same for all who share the database."""
        ...

    def transaction(self) -> contextlib.AbstractContextManager[None]:
        """Keep everything that is written in the block, or nothing of it."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


def connect(location: StoreLocation) -> Connection:
    """Return a connection to the database at a location."""
    if location.url:
        connection: Connection = _postgresql.PostgresConnection(location.url)
        return connection
    return SqliteConnection(location.file)


def connect_to_write(location: StoreLocation) -> Connection:
    """Return a connection for a writer, all of whose look-ups are by key."""
    if location.url:
        connection: Connection = _postgresql.WritingConnection(location.url)
        return connection
    return SqliteConnection(location.file)


class SqliteConnection:
    """A connection to a SQLite file."""

    dialect = Dialect.SQLITE
    postgres = False

    def __init__(self, file: Path, *, only_read: bool = False) -> None:
        if not only_read:
            _make_private(file)
        self.raw = sqlite3.connect(
            f"{file.absolute().as_uri()}?mode=ro" if only_read else file,
            uri=only_read,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
        for pragma in () if only_read else PRAGMAS:
            self.raw.execute(pragma)

    @property
    def broken(self) -> bool:
        """Whether the connection is lost; a file's never is."""
        return False

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """Run a statement and return all its rows."""
        return self.raw.execute(_with_question_marks(sql), parameters).fetchall()

    def each(self, sql: str, *parameters: Any) -> Iterator[Row]:
        """Run a query and yield its rows."""
        return iter(self.raw.execute(_with_question_marks(sql), parameters))

    def execute(self, sql: str, *parameters: Any) -> int:
        """Run a statement and return the number of rows that it affected."""
        return self.raw.execute(_with_question_marks(sql), parameters).rowcount

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement for each of many rows."""
        self.raw.executemany(_with_question_marks(sql), rows)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many rows with few statements, since each run of a statement has its cost.

        sqlite3 binds None by way of its adapters, which takes longer than all the rest. NaN goes the short
        way, and SQLite stores it as NULL.
        """
        names, start = tuple(columns), 0
        flat = [_NAN if value is None else value for value in itertools.chain.from_iterable(rows)]
        for count in (min(_ROWS, _PARAMETERS // len(names)), _FEW_ROWS, 1):
            size = count * len(names)
            end = len(flat) - (len(flat) - start) % size
            portions = [flat[at : at + size] for at in range(start, end, size)]
            self.raw.executemany(_insertion(table, names, count), portions)
            start = end

    def among(self, sql: str, values: Iterable[Any], *parameters: Any) -> Iterator[Row]:
        """Run a statement for as many values at a time as SQLite accepts."""
        wanted = list(values)
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            marks = f"IN ({','.join('?' * len(some))})"
            text = _with_question_marks(sql).replace("{}", marks)
            yield from self.raw.execute(text, (*parameters, *some)).fetchall()

    def next_ids(self, table: str, count: int) -> Sequence[int]:
        """Return numbers for new rows; within a transaction nobody else can take them."""
        last = self.rows("SELECT seq FROM sqlite_sequence WHERE name = %s", table)
        first = (last[0][0] if last else 0) + 1
        return range(first, first + count)

    def now(self) -> float:
        """Return the time of this machine."""
        return time.time()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Lock out other writers from the start: nobody can come between reading and writing."""
        self.raw.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.raw.execute("COMMIT")
        except BaseException:
            if self.raw.in_transaction:
                self.raw.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the connection."""
        self.raw.close()


def _make_private(file: Path) -> None:
    """Make a file that only its owner may read, if there is none: what SQLite makes, everybody may.

    Its journal gets the same mode from SQLite.
    """
    with contextlib.suppress(OSError):  # SQLite says what is wrong, in words of its own
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


@functools.lru_cache(maxsize=256)
def _with_question_marks(sql: str) -> str:
    return sql.replace("%s", "?")


@functools.lru_cache(maxsize=64)
def _insertion(table: str, columns: tuple[str, ...], rows: int) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    row = f"({','.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({names}) VALUES {','.join([row] * rows)}"  # noqa: S608 - names of ours
