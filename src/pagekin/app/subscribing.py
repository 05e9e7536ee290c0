"""Who is told what of which watch: a person chooses questions, and where the answers go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.app.telling.alerts import check_alert
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation.crawler_file import loads
from pagekin.store.reading.crawls import ended_crawl
from pagekin.store.reading.subscribers import (
    StoredChannel,
    channels_of,
    person_named,
    subscriptions_of,
)
from pagekin.store.reading.watches import all_watches
from pagekin.store.states import CrawlState
from pagekin.store.writing.subscribing import subscribe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.store.database import Connection
    from pagekin.store.reading.subscribers import StoredPerson, StoredSubscription
    from pagekin.store.reading.watches import StoredWatch
    from pagekin.store.saved_queries import SavedQuestion


@dataclass(frozen=True, slots=True)
class OwnSubscriptions:
    """What somebody is told of a watch; a question that is None stands for all that happens."""

    watch: StoredWatch
    questions: tuple[SavedQuestion | None, ...]
    channels: tuple[StoredChannel, ...]


def own_subscriptions(connection: Connection, name: str) -> list[OwnSubscriptions]:
    """Return what somebody is told, watch by watch; of some that may be nothing."""
    channels = {one.id: one for one in channels_of(connection, _person(connection, name).id)}
    return [
        OwnSubscriptions(
            watch,
            tuple({_number(one.query): one.query for one in own}.values()),
            tuple(channels[one] for one in dict.fromkeys(one.channel for one in own)),
        )
        for watch in all_watches(connection)
        for own in [_own(connection, watch.id, name)]
    ]


def subscribe_to(
    connection: Connection,
    name: str,
    watch: int,
    question: SavedQuestion | None,
    channels: Sequence[int],
) -> StoredWatch:
    """Have somebody told the answers to a question after each run of a watch, besides what they are told already.

    Without a question that is all that happens. All that somebody is told of a watch goes to the same places.
    """
    person = _person(connection, name)
    known = {one.id for one in channels_of(connection, person.id)}
    if not channels or not known.issuperset(channels):
        raise UsageError("say where you want to be told: a mail address, a webhook or a service")
    found = _watch(connection, watch)
    if question is not None:
        _check(connection, found, question)
    told = [_number(one.query) for one in _own(connection, watch, name)]
    wanted = dict.fromkeys((*told, _number(question)))
    with connection.transaction():
        subscribe(connection, watch, person.id, list(wanted), list(dict.fromkeys(channels)))
    return found


def unsubscribe_from(
    connection: Connection, name: str, watch: int, question: int | None
) -> StoredWatch:
    """Have somebody told the answers to a question no more."""
    person = _person(connection, name)
    own = _own(connection, watch, name)
    left = dict.fromkeys(_number(one.query) for one in own if _number(one.query) != question)
    with connection.transaction():
        subscribe(
            connection,
            watch,
            person.id,
            list(left),
            list(dict.fromkeys(one.channel for one in own)),
        )
    return _watch(connection, watch)


def _check(connection: Connection, watch: StoredWatch, question: SavedQuestion) -> None:
    """Raise QueryError for a question that crawls of a watch cannot be asked."""
    crawler = loads(watch.content)
    last = ended_crawl(connection, crawler.scope.host, crawler.id)
    crawl = last.id if last and last.state is CrawlState.FINISHED else None
    check_alert(connection, question.question, crawl)


def _own(connection: Connection, watch: int, name: str) -> list[StoredSubscription]:
    return [one for one in subscriptions_of(connection, watch) if one.person.name == name]


def _number(question: SavedQuestion | None) -> int | None:
    return question.id if question else None


def _person(connection: Connection, name: str) -> StoredPerson:
    found = person_named(connection, name)
    if found is None:
        raise NothingFoundError(f"there is nobody called {name!r}")
    return found


def _watch(connection: Connection, number: int) -> StoredWatch:
    for one in all_watches(connection):
        if one.id == number:
            return one
    raise NothingFoundError("there is no such watch any more")
