"""Writes who is told what: people, their channels, and what they ask of watches."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from pagekin.store.database import Connection
from pagekin.store.reading.subscribers import StoredPerson, channels_of, person_named
from pagekin.store.saved_queries import Question
from pagekin.store.secret_cipher import SecretCipher
from pagekin.store.storable_text import storable


@dataclass(frozen=True, slots=True)
class PersonChange:
    """What is to be different about a person; None stays as it is."""

    administrator: bool | None = None
    time_zone: str | None = None
    quiet: str | None = None


@dataclass(frozen=True, slots=True)
class NewChannel:
    """A channel as it is entered: its URL, how that is shown, and what messages are signed with."""

    url: str
    shown: str
    secret: str = ""


def keep_person(connection: Connection, name: str, change: PersonChange) -> StoredPerson:
    """Enter a person, or change one. The first one is an administrator: somebody must hear of trouble."""
    is_first = not connection.rows("SELECT 1 FROM pagekin_person LIMIT 1")
    known = person_named(connection, name)
    now = known or StoredPerson(0, name, is_first, "UTC", "")
    administrator = now.administrator if change.administrator is None else change.administrator
    rows = connection.rows(
        "INSERT INTO pagekin_person (name, administrator, time_zone, quiet) VALUES (%s, %s, %s, %s) "
        "ON CONFLICT (name) DO UPDATE SET administrator = excluded.administrator, "
        "time_zone = excluded.time_zone, quiet = excluded.quiet RETURNING id",
        storable(name),
        administrator,
        now.time_zone if change.time_zone is None else change.time_zone,
        now.quiet if change.quiet is None else change.quiet,
    )
    kept = person_named(connection, storable(name))
    return kept or StoredPerson(rows[0][0], name, administrator, now.time_zone, now.quiet)


def delete_person(connection: Connection, person: int) -> None:
    """Delete a person with all channels, subscriptions, queries and messages."""
    tables = ("delivery", "subscription", "saved_query", "channel")
    for table in tables:
        connection.execute(f"DELETE FROM pagekin_{table} WHERE person_id = %s", person)  # noqa: S608
    connection.execute("DELETE FROM pagekin_person WHERE id = %s", person)


def keep_channel(
    connection: Connection, person: int, channel: NewChannel, cipher: SecretCipher
) -> tuple[int, bool]:
    """Return the number of a person's channel, and whether it is new."""
    for known in channels_of(connection, person):
        about = f"the address {known.shown}"
        if known.shown == channel.shown and cipher.decrypted(known.token, about) == channel.url:
            return known.id, False
    number: int = connection.rows(
        "INSERT INTO pagekin_channel (person_id, shown, token, secret) VALUES (%s, %s, %s, %s) "
        "RETURNING id",
        person,
        storable(channel.shown),
        cipher.encrypted(channel.url),
        cipher.encrypted(channel.secret) if channel.secret else None,
    )[0][0]
    return number, True


def delete_channel(connection: Connection, channel: int) -> None:
    """Delete a channel with what would have been sent there."""
    for table in ("pagekin_delivery", "pagekin_subscription"):
        connection.execute(f"DELETE FROM {table} WHERE channel_id = %s", channel)  # noqa: S608 - ours
    connection.execute("DELETE FROM pagekin_channel WHERE id = %s", channel)


def keep_query(connection: Connection, person: int, crawler: int, question: Question) -> int:
    """Save a question that a person asks, under its own text as the title; return its number."""
    text = storable(question.text)
    number: int = connection.rows(
        "INSERT INTO pagekin_saved_query (person_id, site_id, crawler_id, title, kind, text, parameters, "
        "shared) VALUES (%s, (SELECT site_id FROM pagekin_crawler WHERE id = %s), %s, %s, %s, %s, '{}', "
        "FALSE) ON CONFLICT (person_id, title) DO UPDATE SET site_id = excluded.site_id, "
        "crawler_id = excluded.crawler_id, kind = excluded.kind, text = excluded.text RETURNING id",
        person,
        crawler,
        crawler,
        text,
        question.kind,
        text,
    )[0][0]
    return number


def subscribe(
    connection: Connection,
    watch: int,
    person: int,
    queries: Sequence[int | None],
    channels: Sequence[int],
) -> None:
    """Have a person told the answers to queries on channels, and nothing else of a watch."""
    connection.execute(
        "DELETE FROM pagekin_subscription WHERE watch_id = %s AND person_id = %s", watch, person
    )
    connection.many(
        "INSERT INTO pagekin_subscription (person_id, watch_id, query_id, channel_id) "
        "VALUES (%s, %s, %s, %s)",
        [(person, watch, query, channel) for query, channel in product(queries, channels)],
    )
