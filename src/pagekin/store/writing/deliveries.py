"""Messages that are to be sent: each entered once, and those for one channel sent together.

Who sends holds messages for a while, by putting off when others may try. If a process dies after sending
and before writing that down, they are sent again: a message may come twice, but it does come.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pagekin.store.database import Connection
from pagekin.store.states import DeliveryState
from pagekin.store.storable_text import storable


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """A message to a person; the digest says what it is and for whom."""

    person: int
    channel: int
    run: int | None
    digest: str
    subject: str
    content: str  # JSON
    not_before: float


@dataclass(frozen=True, slots=True)
class HeldDelivery:
    """A message that is about to be sent."""

    id: int
    person: int
    channel: int
    digest: str
    subject: str
    content: str
    tries: int


def add_delivery(connection: Connection, new: NewDelivery) -> bool:
    """Enter a message; return whether it is new."""
    return bool(
        connection.execute(
            "INSERT INTO pagekin_delivery (person_id, channel_id, run_id, digest, subject, content, "
            "not_before, state, tries, error) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, 0, '') "
            "ON CONFLICT (digest) DO NOTHING",
            new.person,
            new.channel,
            new.run,
            new.digest,
            storable(new.subject),
            storable(new.content),
            new.not_before,
            DeliveryState.WAITING,
        )
    )


def hold_deliveries(connection: Connection, now: float, lease: float) -> list[HeldDelivery]:
    """Take all messages for one channel that may be sent now; none if there are none."""
    channels = connection.rows(
        "SELECT channel_id, min(not_before) FROM pagekin_delivery WHERE state = %s "
        "AND not_before <= %s GROUP BY channel_id ORDER BY min(not_before)",
        DeliveryState.WAITING,
        now,
    )
    for channel, _ in channels:
        with connection.transaction():
            if not _is_alone_with(connection, channel):
                continue
            rows = connection.rows(
                "UPDATE pagekin_delivery SET not_before = %s, tries = tries + 1 "
                "WHERE channel_id = %s AND state = %s AND not_before <= %s "
                "RETURNING id, person_id, channel_id, digest, subject, content, tries",
                now + lease,
                channel,
                DeliveryState.WAITING,
                now,
            )
        if rows:
            return [HeldDelivery(*row) for row in sorted(rows)]
    return []


def _is_alone_with(connection: Connection, channel: int) -> bool:
    """Whether nobody else takes messages of a channel until the transaction ends."""
    locking = " FOR UPDATE SKIP LOCKED" if connection.postgres else ""
    sql = f"SELECT 1 FROM pagekin_channel WHERE id = %s{locking}"  # noqa: S608 - ours
    return bool(connection.rows(sql, channel))


def mark_sent(connection: Connection, held: Sequence[HeldDelivery], now: float) -> None:
    """Write down that messages were sent."""
    connection.many(
        "UPDATE pagekin_delivery SET state = %s, sent_at = %s, error = '' WHERE id = %s",
        [(DeliveryState.SENT, now, one.id) for one in held],
    )


def put_off(
    connection: Connection, held: Sequence[HeldDelivery], error: str, again: float | None
) -> None:
    """Write down why messages were not sent, and when to try again; None: never."""
    connection.many(
        "UPDATE pagekin_delivery SET state = %s, error = %s, not_before = coalesce(%s, not_before) "
        "WHERE id = %s",
        [
            (
                DeliveryState.FAILED if again is None else DeliveryState.WAITING,
                storable(error),
                again,
                one.id,
            )
            for one in held
        ],
    )


def forget_sent(connection: Connection, before: float) -> None:
    """Delete messages that were sent before a moment; crawls can tell again what stood in them."""
    connection.execute(
        "DELETE FROM pagekin_delivery WHERE state = %s AND sent_at < %s",
        DeliveryState.SENT,
        before,
    )


def next_delivery(connection: Connection) -> float | None:
    """Return when the next message may be sent; None if none waits."""
    [(moment,)] = connection.rows(
        "SELECT min(not_before) FROM pagekin_delivery WHERE state = %s", DeliveryState.WAITING
    )
    return None if moment is None else float(moment)
