"""Errors of databases: which ones pass, which mean damage, and what to say about them."""

import contextlib
import errno
import sqlite3
import sys
from collections.abc import Iterator
from typing import Any

from pagekin.errors import StoreError

_PASSING = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
)
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def database_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions of the database drivers that are loaded."""
    psycopg = _psycopg()
    return (sqlite3.Error, psycopg.Error) if psycopg else (sqlite3.Error,)


def passes(error: Exception) -> bool:
    """Whether trying again may help: the disk is full, somebody else is writing, no connection."""
    if isinstance(error, sqlite3.Error):
        return _code(error) in _PASSING
    if isinstance(error, OSError):
        return error.errno in _FULL
    psycopg = _psycopg()
    return psycopg is not None and isinstance(error, psycopg.OperationalError)


def is_damage(error: Exception) -> bool:
    """Whether an error means that the database is damaged."""
    if isinstance(error, sqlite3.Error):
        return _code(error) in _DAMAGE
    psycopg = _psycopg()
    return psycopg is not None and isinstance(
        error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted
    )


def explain(error: Exception, location: str) -> StoreError:
    """Return the StoreError that says what happened and what to do about it."""
    text = " ".join(str(error).split()).rstrip(".")
    if is_damage(error):
        return StoreError(
            f"the store {location} is damaged ({text}); it was left as it is: "
            "'pagekin store restore FILE' brings a backup back"
        )
    if isinstance(error, sqlite3.Error) and _code(error) == sqlite3.SQLITE_FULL:
        return StoreError(f"no room left for the store {location}: make room and go on ({text})")
    if not isinstance(error, (*database_errors(), OSError)):
        text = f"{type(error).__name__}: {text}"
    return StoreError(f"the store {location}: {text}")


@contextlib.contextmanager
def explained(location: str) -> Iterator[None]:
    """Raise a StoreError for each error of a database in the block."""
    try:
        yield
    except database_errors() as error:
        raise explain(error, location) from error


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code; 0 if Python raised the error by itself."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _psycopg() -> Any:
    """Return psycopg if a connection has loaded it; a store in a file does without."""
    return sys.modules.get("psycopg")
