"""Who holds leases: a process is alive as long as it holds the lock of its number.

Whatever ends a process, the system (or the PostgreSQL server) lets go of its lock, so that others need not
wait until its leases run out.
"""

import contextlib
import os
import socket
from pathlib import Path

from pagekin.store.database import Session
from pagekin.store.locks import FileLock
from pagekin.store.places import Place

_LOCKS = 0x706B  # the class of our advisory locks on PostgreSQL


class Owner:
    """This process, or a part of it, as a holder of leases."""

    def __init__(self, place: Place, session: Session) -> None:
        self._place = place
        self._session = session
        self._lock: FileLock | None = None
        with session.transaction():
            name = f"{socket.gethostname()}:{os.getpid()}"
            self.id: int = session.rows(
                "INSERT INTO pagekin_owner (name) VALUES (%s) RETURNING id", name
            )[0][0]
            # Before anybody can see the number: a number without a lock is that of a dead process.
            self.take_lock(session)

    def take_lock(self, session: Session) -> None:
        """Show that this process lives; to be done again when a session had to be opened anew."""
        self._session = session
        if session.postgres:
            session.rows("SELECT pg_advisory_lock(%s, %s)", _LOCKS, self.id)
        elif self._lock is None:
            self._lock = FileLock(self._file(self.id))
            self._lock.take(wait=True)

    def is_dead(self, number: int) -> bool:
        """Tell whether another owner has gone."""
        if self._session.postgres:
            free: bool = self._session.rows("SELECT pg_try_advisory_lock(%s, %s)", _LOCKS, number)[
                0
            ][0]
            if free:
                self._session.rows("SELECT pg_advisory_unlock(%s, %s)", _LOCKS, number)
            return free
        lock = FileLock(self._file(number))
        if not lock.take(wait=False):
            return False
        _remove(lock.path)
        lock.release()
        return True

    def leave(self) -> None:
        """Go in good order."""
        self._session.execute("DELETE FROM pagekin_owner WHERE id = %s", self.id)
        if self._session.postgres:
            self._session.rows("SELECT pg_advisory_unlock(%s, %s)", _LOCKS, self.id)
        if self._lock:
            self._lock.release()
            _remove(self._lock.path)

    def _file(self, number: int) -> Path:
        return self._place.directory / "owners" / f"{number}.lock"


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):  # some systems keep files that somebody has open
        path.unlink()


def forget_dead(owner: Owner, session: Session) -> None:
    """Remove owners that have gone without a word."""
    for (number,) in session.rows("SELECT id FROM pagekin_owner WHERE id <> %s", owner.id):
        if owner.is_dead(number):
            session.execute("DELETE FROM pagekin_owner WHERE id = %s", number)


def others_at_work(place: Place, session: Session) -> list[str]:
    """Name the processes that hold leases in a store: "host:1234"."""
    owner = Owner(place, session)
    try:
        forget_dead(owner, session)
        rows = session.rows("SELECT name FROM pagekin_owner WHERE id <> %s ORDER BY id", owner.id)
        return [f"process {name}" for (name,) in rows]
    finally:
        owner.leave()
