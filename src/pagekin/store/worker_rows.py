"""The rows of workers: every machine that shares a store sees who is there, at work or idle."""

from dataclasses import dataclass

from pagekin.store.database import Connection
from pagekin.store.storable_text import storable

_FORGOTTEN = 86_400.0  # seconds after which nobody asks any more what became of a worker


@dataclass(frozen=True, slots=True)
class KnownWorker:
    """A worker, and when it was last heard of."""

    name: str
    began_at: float
    seen_at: float
    said: str  # what it told last


def note_worker(connection: Connection, name: str, now: float, said: str = "") -> None:
    """Write down that a worker is there; one that ended without saying so is forgotten after a day."""
    connection.execute(
        "INSERT INTO pagekin_worker (name, began_at, seen_at, said) VALUES (%s, %s, %s, %s) "
        "ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, said = excluded.said",
        name,
        now,
        now,
        storable(said),
    )
    connection.execute("DELETE FROM pagekin_worker WHERE seen_at < %s", now - _FORGOTTEN)


def forget_worker(connection: Connection, name: str) -> None:
    """Forget a worker that ends in good order."""
    connection.execute("DELETE FROM pagekin_worker WHERE name = %s", name)


def known_workers(connection: Connection) -> list[KnownWorker]:
    """Return all workers that have not said that they end, by name."""
    rows = connection.rows("SELECT name, began_at, seen_at, said FROM pagekin_worker ORDER BY name")
    return [KnownWorker(*row) for row in rows]
