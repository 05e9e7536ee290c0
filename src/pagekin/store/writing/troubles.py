"""Troubles of watches: written down when they begin and when they end, and told only then."""

from dataclasses import dataclass

from pagekin.store.database import Connection
from pagekin.store.states import TroubleKind
from pagekin.store.storable_text import storable


@dataclass(frozen=True, slots=True)
class StoredTrouble:
    """Something that is wrong with a watch, or was."""

    id: int
    kind: TroubleKind
    detail: str
    began_at: float
    ended_at: float | None


def begin_trouble(
    connection: Connection, watch: int, kind: TroubleKind, detail: str, now: float
) -> int | None:
    """Write down that something is wrong; return the trouble's number, None if it was wrong already."""
    if open_troubles(connection, watch, kind):
        return None
    number: int = connection.rows(
        "INSERT INTO pagekin_trouble (watch_id, kind, digest, detail, began_at) "
        "VALUES (%s, %s, %s, %s, %s) RETURNING id",
        watch,
        kind,
        kind,
        storable(detail),
        now,
    )[0][0]
    return number


def end_trouble(
    connection: Connection, watch: int, kind: TroubleKind, now: float
) -> StoredTrouble | None:
    """Write down that something is no longer wrong; return what was, None if nothing."""
    found = open_troubles(connection, watch, kind)
    connection.execute(
        "UPDATE pagekin_trouble SET ended_at = %s WHERE watch_id = %s AND kind = %s "
        "AND ended_at IS NULL",
        now,
        watch,
        kind,
    )
    return found[0] if found else None


def open_troubles(
    connection: Connection, watch: int, kind: TroubleKind | None = None
) -> list[StoredTrouble]:
    """Return what is wrong with a watch, of one kind or of any."""
    rows = connection.rows(
        "SELECT id, kind, detail, began_at, ended_at FROM pagekin_trouble "
        "WHERE watch_id = %s AND kind = coalesce(%s, kind) AND ended_at IS NULL ORDER BY began_at",
        watch,
        kind,
    )
    return [
        StoredTrouble(number, TroubleKind(name), detail, began, ended)
        for number, name, detail, began, ended in rows
    ]
