"""Holders of leases: each holds the lock of its number as long as its process lives.

Whatever ends a process, the system (or the PostgreSQL server) releases its lock, so others need not wait
until its leases run out.
"""

import contextlib
import os
import socket
from pathlib import Path

from pagekin.store.database import Connection
from pagekin.store.file_lock import FileLock
from pagekin.store.location import StoreLocation

_LOCKS = 0x706B  # the class of our advisory locks on PostgreSQL


class LeaseHolder:
    """A holder of leases: this process, or a part of it."""

    def __init__(self, location: StoreLocation, connection: Connection) -> None:
        self._location = location
        self._connection = connection
        self._lock: FileLock | None = None
        with connection.transaction():
            name = f"{socket.gethostname()}:{os.getpid()}"
            self.id: int = connection.rows(
                "INSERT INTO pagekin_owner (name) VALUES (%s) RETURNING id", name
            )[0][0]
            # Before others can see the number: to them, a number without a lock is that of a dead process.
            self.take_lock(connection)

    def take_lock(self, connection: Connection) -> None:
        """Take the lock that shows that this process lives, again after each new connection."""
        self._connection = connection
        if connection.postgres:
            connection.rows("SELECT pg_advisory_lock(%s, %s)", _LOCKS, self.id)
        elif self._lock is None:
            self._lock = FileLock(self._file(self.id))
            self._lock.take(wait=True)

    def is_dead(self, number: int) -> bool:
        """Whether another holder is gone."""
        if self._connection.postgres:
            free: bool = self._connection.rows(
                "SELECT pg_try_advisory_lock(%s, %s)", _LOCKS, number
            )[0][0]
            if free:
                self._connection.rows("SELECT pg_advisory_unlock(%s, %s)", _LOCKS, number)
            return free
        lock = FileLock(self._file(number))
        if not lock.take(wait=False):
            return False
        _remove(lock.path)
        lock.release()
        return True

    def leave(self) -> None:
        """Give up the number and its lock."""
        self._connection.execute("DELETE FROM pagekin_owner WHERE id = %s", self.id)
        if self._connection.postgres:
            self._connection.rows("SELECT pg_advisory_unlock(%s, %s)", _LOCKS, self.id)
        if self._lock:
            self._lock.release()
            _remove(self._lock.path)

    def _file(self, number: int) -> Path:
        return self._location.directory / "owners" / f"{number}.lock"


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):  # some systems keep files that somebody has open
        path.unlink()


def forget_dead(owner: LeaseHolder, connection: Connection) -> None:
    """Remove the holders whose processes are gone."""
    for (number,) in connection.rows("SELECT id FROM pagekin_owner WHERE id <> %s", owner.id):
        if owner.is_dead(number):
            connection.execute("DELETE FROM pagekin_owner WHERE id = %s", number)


def others_at_work(location: StoreLocation, connection: Connection) -> list[str]:
    """Return the other processes that hold leases in a store: "process host:1234"."""
    owner = LeaseHolder(location, connection)
    try:
        forget_dead(owner, connection)
        rows = connection.rows(
            "SELECT name FROM pagekin_owner WHERE id <> %s ORDER BY id", owner.id
        )
        return [f"process {name}" for (name,) in rows]
    finally:
        owner.leave()
