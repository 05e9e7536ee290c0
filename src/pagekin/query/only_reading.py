"""Reading under guard: nothing can be written, and nothing takes longer than it may."""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator
from typing import Any

from pagekin.errors import PagekinError
from pagekin.query.text_tests import add_function
from pagekin.store.database import Connection, Dialect

SECONDS = 30.0
_AGAIN = 0.05  # seconds between interruptions of DuckDB
_STEPS = 10_000  # of SQLite's machine between looks at the clock: well below a millisecond
_REMEMBERS = 14_00_00  # the first version of PostgreSQL that keeps what it has looked up
_CANCELLED = "57014"  # what PostgreSQL calls a statement that took too long


@contextlib.contextmanager
def only_reading(connection: Connection, seconds: float = SECONDS) -> Iterator[None]:
    """Let a block read through a connection, and do nothing else, for some seconds at most."""
    with _GUARDS[connection.dialect](connection, seconds):
        yield


@contextlib.contextmanager
def _on_sqlite(connection: Any, seconds: float) -> Iterator[None]:
    raw: sqlite3.Connection = connection.raw
    ends = time.monotonic() + seconds
    add_function(raw)
    raw.execute("PRAGMA query_only = ON")
    raw.set_progress_handler(lambda: time.monotonic() > ends, _STEPS)
    try:
        raw.execute("BEGIN")  # one state of the store for all that is read
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        raise _took_too_long(seconds) from None
    finally:
        raw.set_progress_handler(None, 0)
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raw.execute("PRAGMA query_only = OFF")


@contextlib.contextmanager
def _on_postgresql(connection: Any, seconds: float) -> Iterator[None]:
    try:
        with connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            connection.execute(f"SET LOCAL statement_timeout = {max(1, round(1000 * seconds))}")
            # Short statements, asked once: to compile them would take longer than to run them.
            connection.execute("SET LOCAL jit = off")
            if connection.raw.info.server_version >= _REMEMBERS:
                # What is looked up is seldom the same twice: to remember it takes longer.
                connection.execute("SET LOCAL enable_memoize = off")
            yield
    except Exception as error:
        if getattr(error, "sqlstate", None) != _CANCELLED:
            raise
        raise _took_too_long(seconds) from None


@contextlib.contextmanager
def _on_duckdb(connection: Any, seconds: float) -> Iterator[None]:
    """Guard what only looks at files: there is nothing that could be written."""
    is_done = threading.Event()

    def interrupt() -> None:
        wait = seconds
        while not is_done.wait(wait):  # again and again: between two statements it has no effect
            connection.interrupt()
            wait = _AGAIN

    guard = threading.Thread(target=interrupt, daemon=True)
    guard.start()
    try:
        yield
    except connection.INTERRUPTED:
        raise _took_too_long(seconds) from None
    finally:
        is_done.set()
        guard.join()


_GUARDS = {
    Dialect.SQLITE: _on_sqlite,
    Dialect.POSTGRESQL: _on_postgresql,
    Dialect.DUCKDB: _on_duckdb,
}


def _took_too_long(seconds: float) -> PagekinError:
    return PagekinError(
        f"the query took longer than {seconds:g} seconds and was given up: ask for less, "
        "or allow more time with --timeout"
    )
