"""Reads who is told what: people, their channels, and what they have asked of watches."""

import json
from dataclasses import dataclass, field

from pagekin.schedule import end_of_quiet, time_zone
from pagekin.settings.setting_values import time_window
from pagekin.store.database import Connection
from pagekin.store.saved_queries import Question, SavedQuestion
from pagekin.store.states import QueryKind

_PEOPLE = "SELECT id, name, administrator, time_zone, quiet FROM pagekin_person"


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """Somebody who is told."""

    id: int
    name: str
    administrator: bool
    time_zone: str
    quiet: str

    def reachable_from(self, moment: float) -> float:
        """Return a moment, or when quiet hours are over if it is within them."""
        return end_of_quiet(time_window(self.quiet), time_zone(self.time_zone), moment)


@dataclass(frozen=True, slots=True)
class StoredChannel:
    """A way to reach a person; its URL is encrypted."""

    id: int
    person: int
    shown: str
    token: bytes = field(repr=False)
    secret: bytes | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class StoredSubscription:
    """What a person is told, and where; without a query it is all that happens."""

    person: StoredPerson
    channel: int
    query: SavedQuestion | None


def all_people(connection: Connection) -> list[StoredPerson]:
    """Return all people by name."""
    return [_person(*row) for row in connection.rows(f"{_PEOPLE} ORDER BY name")]


def person_named(connection: Connection, name: str) -> StoredPerson | None:
    """Return the person of a name; None if there is none."""
    rows = connection.rows(f"{_PEOPLE} WHERE name = %s", name)
    return _person(*rows[0]) if rows else None


def channels_of(connection: Connection, person: int | None = None) -> list[StoredChannel]:
    """Return the channels of a person, or of all."""
    rows = connection.rows(
        "SELECT id, person_id, shown, token, secret FROM pagekin_channel "
        "WHERE person_id = coalesce(%s, person_id) ORDER BY id",
        person,
    )
    return [
        StoredChannel(number, owner, shown, bytes(token), None if secret is None else bytes(secret))
        for number, owner, shown, token, secret in rows
    ]


def subscriptions_of(connection: Connection, watch: int) -> list[StoredSubscription]:
    """Return who is told what of a watch, in the order in which it was asked for."""
    rows = connection.rows(
        "SELECT person.id, person.name, person.administrator, person.time_zone, person.quiet, "
        "subscription.channel_id, query.id, query.title, query.kind, query.text, query.parameters "
        "FROM pagekin_subscription subscription "
        "JOIN pagekin_person person ON person.id = subscription.person_id "
        "LEFT JOIN pagekin_saved_query query ON query.id = subscription.query_id "
        "WHERE subscription.watch_id = %s ORDER BY subscription.id",
        watch,
    )
    return [StoredSubscription(_person(*row[:5]), row[5], _question(*row[6:])) for row in rows]


def administrators(connection: Connection, watch: int) -> list[tuple[StoredPerson, int]]:
    """Return the channels of administrators; if none has any, those of the people a watch is for."""
    channels = channels_of(connection)
    people = {person.id: person for person in all_people(connection)}
    found = [(people[one.person], one.id) for one in channels if people[one.person].administrator]
    if found:
        return found
    told = {one.channel: one.person for one in subscriptions_of(connection, watch)}
    return [(person, channel) for channel, person in told.items()]


def _question(
    number: int | None, title: str, kind: str, text: str, parameters: str
) -> SavedQuestion | None:
    if number is None:
        return None
    question = Question(QueryKind(kind), text, json.loads(parameters))
    return SavedQuestion(title, question, id=number)


def _person(number: int, name: str, administrator: bool, zone: str, quiet: str) -> StoredPerson:  # noqa: FBT001 - a row
    return StoredPerson(number, name, bool(administrator), zone, quiet)
