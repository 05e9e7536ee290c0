"""What databases complain of, told apart: trouble that passes, and trouble that does not."""

import contextlib
import sqlite3
from collections.abc import Iterator

import psycopg

from pagekin.errors import StoreError

_PASSING = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
)
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
DATABASE_ERRORS = (sqlite3.Error, psycopg.Error)


def passes(error: Exception) -> bool:
    """Tell whether it is worth trying again: the disk is full, or somebody else is writing."""
    if isinstance(error, sqlite3.Error):
        return _code(error) in _PASSING
    return isinstance(
        error,
        psycopg.errors.DiskFull | psycopg.errors.LockNotAvailable | psycopg.errors.DeadlockDetected,
    )


def is_damage(error: Exception) -> bool:
    """Tell whether a database says that it is broken."""
    if isinstance(error, sqlite3.Error):
        return _code(error) in _DAMAGE
    return isinstance(error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted)


def explain(error: Exception, place: str) -> StoreError:
    """Say what a database complained of, and what to do about it."""
    text = " ".join(str(error).split()).rstrip(".")
    if is_damage(error):
        return StoreError(
            f"the store {place} is damaged ({text}); it was left as it is: "
            "'pagekin store check' tells more, 'pagekin store restore FILE' brings a backup back"
        )
    if isinstance(error, sqlite3.Error) and _code(error) == sqlite3.SQLITE_FULL:
        return StoreError(f"no room left for the store {place}: free some and go on ({text})")
    return StoreError(f"the store {place}: {text}")


@contextlib.contextmanager
def explained(place: str) -> Iterator[None]:
    """Turn what databases raise within the block into a StoreError."""
    try:
        yield
    except DATABASE_ERRORS as error:
        raise explain(error, place) from error


def _code(error: sqlite3.Error) -> int:
    """Give SQLite's primary error code; none (0) if Python itself complains."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
