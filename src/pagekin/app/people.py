"""People who are told: who they are, where they are reached, and when not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.app.telling.channels import enter_channel
from pagekin.errors import NothingFoundError, UsageError
from pagekin.notify.sending import checked_address
from pagekin.query.answer_table import AnswerTable
from pagekin.schedule import time_zone
from pagekin.settings.setting_values import time_window
from pagekin.store.reading.subscribers import all_people, channels_of, person_named
from pagekin.store.writing.subscribing import (
    PersonChange,
    delete_channel,
    delete_person,
    keep_person,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.store.database import Connection
    from pagekin.store.opening import Store


@dataclass(frozen=True, slots=True)
class PersonRequest:
    """A person as wanted; None stays as it is."""

    name: str
    administrator: bool | None = None
    time_zone: str | None = None
    quiet: str | None = None
    receivers: Sequence[str] = ()
    no_longer: Sequence[str] = ()  # receivers, as they are shown or as they were given


def change_person(store: Store, request: PersonRequest) -> list[tuple[str, str]]:
    """Enter or change a person; return what the messages to new webhooks are signed with."""
    quiet = request.quiet
    if quiet is not None:
        try:
            quiet = str(time_window(quiet) or "")
        except ValueError as error:
            raise UsageError(f"--quiet: {error}") from None
    zone = time_zone(request.time_zone).key if request.time_zone else None
    addresses = [checked_address(text) for text in request.receivers]
    with store.connection() as connection, connection.transaction():
        person = keep_person(
            connection, request.name, PersonChange(request.administrator, zone, quiet)
        )
        for text in request.no_longer:
            _forget(connection, person.id, text)
        entered = [enter_channel(store, connection, person.id, one.url) for one in addresses]
    return [
        (address.shown, secret)
        for address, (_, secret) in zip(addresses, entered, strict=True)
        if secret
    ]


def forget_receiver(store: Store, name: str, number: int) -> str:
    """Delete a receiver of somebody; return how it was shown."""
    with store.connection() as connection, connection.transaction():
        person = person_named(connection, name)
        own = channels_of(connection, person.id) if person else []
        found = next((one for one in own if one.id == number), None)
        if found is None:
            raise NothingFoundError("there is no such receiver any more")
        delete_channel(connection, found.id)
    return found.shown


def receivers_of(store: Store, name: str) -> list[tuple[int, str]]:
    """Return the receivers of somebody: their numbers, and how they are shown."""
    with store.connection() as connection:
        person = person_named(connection, name)
        return [(one.id, one.shown) for one in channels_of(connection, person.id)] if person else []


def remove_person(store: Store, name: str) -> None:
    """Delete a person; nobody is told anything there any more."""
    with store.connection() as connection, connection.transaction():
        person = person_named(connection, name)
        if person is None:
            raise NothingFoundError(f"there is nobody called {name!r}; 'pagekin people' lists all")
        delete_person(connection, person.id)


def people_table(store: Store) -> AnswerTable:
    """Return who is told, where, and when not."""
    with store.connection() as connection:
        channels = channels_of(connection)
        rows = [
            (
                None,
                person.name,
                "yes" if person.administrator else "no",
                ", ".join(one.shown for one in channels if one.person == person.id),
                person.quiet,
                person.time_zone,
            )
            for person in all_people(connection)
        ]
    return AnswerTable(("page", "person", "administrator", "receivers", "quiet", "time zone"), rows)


def _forget(connection: Connection, person: int, text: str) -> None:
    known = channels_of(connection, person)
    wanted = [one for one in known if one.shown in {text, f"mailto:{text}"}]
    if not wanted:
        names = ", ".join(one.shown for one in known) or "none"
        raise NothingFoundError(f"no receiver is shown as {text!r}; there are: {names}")
    for one in wanted:
        delete_channel(connection, one.id)
