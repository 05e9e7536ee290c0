"""PostgreSQL's COPY, one table at a time, left open: the server works while the next rows are made.

Any other use of the connection ends it first; errors of the server are raised then.
"""

import contextlib
from collections.abc import Sequence
from typing import Any

import psycopg


class RowCopy:
    """The COPY that a connection has under way, if any."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._types: dict[str, dict[str, int]] = {}  # of columns, by table
        self._into: tuple[str, tuple[str, ...]] | None = None
        self._copy: psycopg.Copy
        self._open = contextlib.ExitStack()

    def write(self, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
        """Send rows; rows of another table end the COPY under way."""
        into = table, tuple(columns)
        if into != self._into:
            self.end()
            self._begin(*into)
        write = self._copy.write_row
        for row in rows:
            write(row)

    def end(self) -> None:
        """Wait until the server has all rows."""
        if self._into is not None:
            self._into = None
            self._open.close()

    def drop(self, error: BaseException) -> None:
        """Abandon what is under way, because the transaction is rolled back."""
        if self._into is not None:
            self._into = None
            with contextlib.suppress(psycopg.Error):
                self._open.__exit__(type(error), error, error.__traceback__)

    def _begin(self, table: str, columns: tuple[str, ...]) -> None:
        types = self._types_of(table)
        names = ", ".join(f'"{name}"' for name in columns)
        statement: Any = f"COPY {table} ({names}) FROM STDIN (FORMAT BINARY)"
        cursor = self._open.enter_context(self._connection.cursor())
        self._copy = self._open.enter_context(cursor.copy(statement))
        self._copy.set_types([types[name] for name in columns])
        self._into = table, columns

    def _types_of(self, table: str) -> dict[str, int]:
        if table not in self._types:
            rows = self._connection.execute(
                "SELECT attname, atttypid FROM pg_attribute "
                "WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
                (table,),
            )
            self._types[table] = dict(rows.fetchall())
        return self._types[table]
