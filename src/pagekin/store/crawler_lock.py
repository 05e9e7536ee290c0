"""The lock of a crawler: one process at a time runs it, wherever the processes are that share a store.

With PostgreSQL it is an advisory lock of a connection of its own, so it holds for all machines, and the
server releases it when the process or its machine is gone. With SQLite it is a lock on a file.
"""

import contextlib
import hashlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

from pagekin.errors import CrawlerBusyError
from pagekin.store.database import Connection
from pagekin.store.db_errors import database_errors, explained
from pagekin.store.file_lock import FileLock
from pagekin.store.opening import Store

# Shown to whoever is refused the lock. A machine that lost its power closes no connection, so the server
# asks now and then whether it is there; but it must not end a connection for being silent.
_SETTINGS = (
    "SELECT set_config(name, value, false) FROM (VALUES ('application_name', %s), "
    "('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), "
    "('tcp_keepalives_count', '3'), ('idle_session_timeout', '0')) wanted (name, value) "
    "WHERE name IN (SELECT name FROM pg_settings)"
)
_HOLDER = (
    "SELECT activity.application_name FROM pg_locks lock "
    "JOIN pg_stat_activity activity ON activity.pid = lock.pid "
    "WHERE lock.locktype = 'advisory' AND lock.granted AND lock.objsubid = 1 "
    "AND lock.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND lock.classid::bigint = %s AND lock.objid::bigint = %s"
)
_LOW = (1 << 32) - 1


@contextlib.contextmanager
def crawler_lock(store: Store, crawler: str, about: str) -> Iterator[None]:
    """Hold the lock of a crawler; raise CrawlerBusyError if another process does.

    `crawler` identifies it (see `lock_name`); `about` is what a person recognises it by.
    """
    holding = _holding_on_server if store.location.url else _holding_file
    with holding(store, crawler) as holder:
        if holder is not None:
            raise CrawlerBusyError(
                f"{holder} is at work with the crawler of pages like {about}; wait for it to end"
            )
        yield


def lock_name(site: str, uid: str) -> str:
    """Return what identifies a crawler among all crawlers of a store."""
    return f"{site} {uid}"


def is_at_work(store: Store, crawler: str) -> bool:
    """Whether a process runs a crawler right now: on any machine with PostgreSQL, on this one with SQLite."""
    if store.location.url:
        with store.connection() as connection:
            return _holder(connection, crawler) is not None
    lock = FileLock(_file(store, crawler))
    if not lock.path.exists():
        return False
    free = lock.take(wait=False)
    lock.release()
    return not free


@contextlib.contextmanager
def _holding_file(store: Store, crawler: str) -> Iterator[str | None]:
    """Take the lock and yield None, or yield a name for whoever holds it."""
    lock = FileLock(_file(store, crawler))
    if not lock.take(wait=False):
        yield "another process"
        return
    try:
        yield None
    finally:
        lock.release()


@contextlib.contextmanager
def _holding_on_server(store: Store, crawler: str) -> Iterator[str | None]:
    """Take the lock and yield None, or yield the name of the process that holds it."""
    number = _number(crawler)
    with contextlib.closing(store.connect()) as connection:
        with explained(str(store.location)):
            connection.rows(_SETTINGS, f"pagekin {socket.gethostname()}:{os.getpid()}")
            taken = connection.rows("SELECT pg_try_advisory_lock(%s)", number)[0][0]
            holder = _holder(connection, crawler)
        try:
            yield None if taken else holder or "another process"
        finally:
            if taken:
                with contextlib.suppress(*database_errors()):  # a lost connection holds no lock
                    connection.rows("SELECT pg_advisory_unlock(%s)", number)


def _holder(connection: Connection, crawler: str) -> str | None:
    number = _number(crawler)
    rows = connection.rows(_HOLDER, (number >> 32) & _LOW, number & _LOW)
    return rows[0][0].replace("pagekin", "process", 1) if rows else None


def _number(crawler: str) -> int:
    """Return the key of a crawler's advisory lock: 64 bits, with a sign."""
    return int.from_bytes(_digest(crawler)[:8], signed=True)


def _file(store: Store, crawler: str) -> Path:
    return store.location.directory / "crawlers" / f"{_digest(crawler).hex()}.lock"


def _digest(crawler: str) -> bytes:
    return hashlib.blake2b(f"crawler {crawler}".encode(), digest_size=16).digest()
