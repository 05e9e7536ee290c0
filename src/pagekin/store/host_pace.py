"""How many processes ask one host, on whatever machine: they find each other in their PostgreSQL store.

Each holds a shared advisory lock for every host that it asks, on a connection of its own. The database
releases the locks when the connection ends, however that happens, and lists who holds them. No table is
needed. The connection must be a session with the server itself: a pooler that shares it between
transactions would lose the locks, and every process would count alone.
"""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from pagekin.store.location import StoreLocation
from pagekin.store.postgresql import PostgresConnection

LOOK_AGAIN = 1.0  # seconds
_LOCKS = 0x706C  # the class of these advisory locks, beside that of the leases
_COUNT = """
    SELECT objid::bigint, count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND classid = %s AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    GROUP BY objid
"""


class DatabaseSharing:
    """The processes that ask the same hosts, counted by a thread: whoever sends a request never waits."""

    def __init__(self, url: str) -> None:
        """Take the URL of the database; a database that cannot be reached is tried again and again."""
        self._url = url
        self._hosts: dict[str, int] = {}  # with the numbers of their locks
        self._counts: dict[int, int] = {}
        self._wake = threading.Event()
        self._is_closing = False
        self._thread = threading.Thread(target=self._watch, name="pagekin-host-pace", daemon=True)
        self._thread.start()

    def count(self, host: str) -> int:
        """Return how many processes ask a host, this one included; 1 as long as that is not known."""
        number = self._hosts.get(host)
        if number is None:
            number = self._hosts[host] = _number(host)
            self._wake.set()
        return self._counts.get(number, 1)

    def close(self) -> None:
        """Release the locks and end the connection."""
        self._is_closing = True
        self._wake.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_closing:
            try:
                self._watch_connected()
            except (psycopg.Error, OSError):  # sharing is a courtesy, not a need
                self._counts = {}
                self._wake.wait(LOOK_AGAIN)

    def _watch_connected(self) -> None:
        """Count until closed; raises an error of the database's."""
        connection = PostgresConnection(self._url)
        locked: set[int] = set()
        try:
            while not self._is_closing:
                self._wake.clear()
                for number in set(self._hosts.copy().values()) - locked:
                    connection.rows("SELECT pg_advisory_lock_shared(%s, %s)", _LOCKS, number)
                    locked.add(number)
                if locked:
                    counts = connection.rows(_COUNT, _LOCKS)
                    self._counts = {_signed(number): count for number, count in counts}
                self._wake.wait(LOOK_AGAIN)
        finally:
            connection.close()


@contextmanager
def shared_host_pace(location: StoreLocation) -> Iterator[DatabaseSharing | None]:
    """Share the pace of hosts with all who use a PostgreSQL store; yields None for another store.

    What it yields is for the parameter `sharing` of `pagekin.fetch.open_site`.
    """
    if not location.url:
        yield None
        return
    sharing = DatabaseSharing(location.url)
    try:
        yield sharing
    finally:
        sharing.close()


def _number(host: str) -> int:
    """Return the number of a host's lock: 32 bits, with a sign."""
    return int.from_bytes(hashlib.sha256(host.encode()).digest()[:4], "big", signed=True)


def _signed(number: int) -> int:
    """Return a number of a lock as it was given to PostgreSQL, which lists it without a sign."""
    return number - (1 << 32) if number >= 1 << 31 else number
