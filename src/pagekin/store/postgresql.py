"""A connection to a PostgreSQL database."""

import contextlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import psycopg

from pagekin.store.database import Dialect, Row
from pagekin.store.location import postgres_parameters
from pagekin.store.postgresql_copy import RowCopy


class PostgresConnection:
    """A connection to a PostgreSQL database."""

    dialect = Dialect.POSTGRESQL
    postgres = True

    def __init__(self, url: str) -> None:
        parameters = cast("dict[str, Any]", postgres_parameters(url))
        self.raw = psycopg.connect("", autocommit=True, application_name="pagekin", **parameters)
        self._copying = RowCopy(self.raw)
        self._sequences: dict[str, str] = {}
        self._numbers = itertools.count()  # of cursors
        self._blocks = 0  # of transactions, one in another

    @property
    def broken(self) -> bool:
        """Whether the connection is lost."""
        return self.raw.closed

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """Run a statement and return all its rows."""
        cursor = self._run(sql, *parameters)
        return cursor.fetchall() if cursor.description else []

    def each(self, sql: str, *parameters: Any) -> Iterator[Row]:
        """Run a query and yield its rows, fetching them in portions."""
        name = f"each_{next(self._numbers)}"
        with self.transaction(), self.raw.cursor(name=name) as cursor:
            cursor.itersize = 5000
            yield from cursor.execute(_statement(sql), parameters or None)

    def execute(self, sql: str, *parameters: Any) -> int:
        """Run a statement and return the number of rows that it affected."""
        return self._run(sql, *parameters).rowcount

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement for each of many rows."""
        self._copying.end()
        with self.raw.cursor() as cursor:
            cursor.executemany(_statement(sql), rows)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many rows with COPY; within a transaction, errors about them are raised later."""
        if rows:
            self._copying.write(table, columns, rows)
            if not self._blocks:
                self._copying.end()

    def among(self, sql: str, values: Iterable[Any], *parameters: Any) -> Iterator[Row]:
        """Run a statement with the values as an array."""
        wanted = list(values)
        if wanted:
            yield from self.rows(sql.replace("{}", "= ANY(%b)"), *parameters, wanted)

    def next_ids(self, table: str, count: int) -> Sequence[int]:
        """Return numbers from the table's sequence."""
        if table not in self._sequences:
            [(name,)] = self.rows("SELECT pg_get_serial_sequence(%s, 'id')", table)
            self._sequences[table] = name
        taken = self.rows(
            "SELECT nextval(%s::regclass) FROM generate_series(1, %s)",
            self._sequences[table],
            count,
        )
        return [number for (number,) in taken]

    def now(self) -> float:
        """Return the time of the server."""
        return float(self.rows("SELECT extract(epoch FROM clock_timestamp())")[0][0])

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep everything that is written in the block, or nothing of it."""
        self._copying.end()
        with self.raw.transaction():
            self._blocks += 1
            try:
                yield
                self._copying.end()
            except BaseException as error:
                self._copying.drop(error)
                raise
            finally:
                self._blocks -= 1

    def close(self) -> None:
        """Close the connection."""
        self.raw.close()

    def _run(self, sql: str, *parameters: Any) -> psycopg.Cursor[Row]:
        self._copying.end()
        return self.raw.execute(_statement(sql), parameters or None, binary=True)


class WritingConnection(PostgresConnection):
    """A connection for a writer, all of whose look-ups are by key."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        # Never read whole tables: while a table grows, its statistics say that it is small.
        self._run("SET enable_seqscan = off")
        self._run("SET default_statistics_target = 10")  # enough to know how large a table is


def _statement(sql: str) -> Any:
    """Return SQL of ours for psycopg, whose types accept only literal strings."""
    return sql
