"""Watches: crawlers that are run on schedule, for people who want to be told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pagekin.app.sites.site_opening import whole_site_from
from pagekin.app.storing.workspace import page_class
from pagekin.app.telling.alerts import alert_question, check_alert
from pagekin.app.telling.channels import enter_channel
from pagekin.discovery import checked_url
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation.crawler_file import dumps, loads, read
from pagekin.notify.channel_address import read_address
from pagekin.notify.sending import checked_address
from pagekin.schedule import read_cron, read_duration, read_local_time, read_schedule, time_zone
from pagekin.settings import Settings
from pagekin.settings.setting_values import time_window
from pagekin.store.reading.crawls import ended_crawl
from pagekin.store.reading.subscribers import channels_of, subscriptions_of
from pagekin.store.reading.watches import StoredWatch, all_watches, runs_of, watch_named
from pagekin.store.states import CrawlState, RunState, WatchState
from pagekin.store.storable_text import storable
from pagekin.store.writing.crawl_runs import crawler_number
from pagekin.store.writing.subscribing import PersonChange, keep_person, keep_query, subscribe
from pagekin.store.writing.watch_runs import (
    delete_watch,
    keep_watch,
    run_at_once,
    set_watch_state,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from zoneinfo import ZoneInfo

    from pagekin.navigation import Crawler
    from pagekin.store.database import Connection
    from pagekin.store.opening import Store

DAILY = "every 1d"


def follow_file(store: Store, file: Path) -> None:
    """Let the watches of a crawler's file know that it was changed: workers elsewhere have no file to read."""
    with store.connection() as connection:
        connection.execute(
            "UPDATE pagekin_watch SET content = %s WHERE file = %s",
            storable(file.read_text(encoding="utf-8")),
            str(file.absolute()),
        )


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """A watch as it is wanted; what is None stays as it is, or is as usual."""

    source: str  # a crawler's file, or the URL where a crawl of the whole site begins
    name: str | None = None
    every: str | None = None
    cron: str | None = None
    at: str | None = None
    window: str | None = None
    time_zone: str | None = None
    jitter: str | None = None
    confirm: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    check_links: bool | None = None  # in the end, those that nobody follows
    external: bool | None = None  # those to other hosts, too
    person: str = "me"
    alerts: Sequence[str] = ()
    receivers: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class KeptWatch:
    """A watch as it stands now."""

    watch: StoredWatch
    is_new: bool
    begins: float | None  # the next run
    channels: tuple[str, ...]  # where the person is told
    secrets: tuple[
        tuple[str, str], ...
    ]  # of new webhooks: where, and what messages are signed with


def watch(store: Store, request: WatchRequest, now: float, usual_zone: str) -> KeptWatch:
    """Enter a watch, or change the one of the same name; mistakes are told before anything is written."""
    crawler, usual_name = _crawler(request)
    name = request.name or usual_name
    for receiver in request.receivers:
        checked_address(receiver)
    with store.connection() as connection:
        known = watch_named(connection, name)
        if known and loads(known.content).id != crawler.id:
            raise UsageError(
                f"{name} already is the watch of {known.file}: give this one another name with --name"
            )
        zone = time_zone(request.time_zone or (known.time_zone if known else usual_zone))
        wanted = _changed(known or _new(name, zone, now), request, crawler, zone, now)
        _check_alerts(connection, request, crawler)
        with connection.transaction():
            kept = keep_watch(connection, wanted, now)
            secrets = _subscribe(store, connection, request, crawler, kept)
        return KeptWatch(
            kept, known is None, next_run(connection, kept), _channels(connection, kept), secrets
        )


def change_state(store: Store, name: str, state: WatchState, now: float) -> StoredWatch:
    """Let a watch run, pause or stop."""
    with store.connection() as connection:
        found = find_watch(connection, name)
        set_watch_state(connection, found, state, now)
    return replace(found, state=state)


def run_now(store: Store, name: str, now: float) -> StoredWatch:
    """Make a watch due now, besides its schedule."""
    with store.connection() as connection:
        found = find_watch(connection, name)
        if found.state is not WatchState.ACTIVE:
            raise UsageError(
                f"{found.name} is {found.state}: 'pagekin watch {found.name} --resume'"
            )
        run_at_once(connection, found, now)
    return found


def delete(store: Store, name: str) -> StoredWatch:
    """Delete a watch; what its crawls found stays."""
    with store.connection() as connection:
        found = find_watch(connection, name)
        delete_watch(connection, found.id)
    return found


def is_url(source: str) -> bool:
    """Whether a source is a site, not a file."""
    return source.startswith(("http://", "https://"))


def find_watch(connection: Connection, name: str) -> StoredWatch:
    """Find a watch by its name or its file."""
    usual = urlsplit(name).netloc if is_url(name) else Path(name).stem
    found = watch_named(connection, name) or watch_named(connection, usual)
    if found:
        return found
    names = ", ".join(one.name for one in all_watches(connection)) or "none yet"
    raise NothingFoundError(f"there is no watch {name!r}; there are: {names}")


def next_run(connection: Connection, watch: StoredWatch) -> float | None:
    """Return when the next run of a watch may begin; None if none is planned."""
    waiting = [run for run in runs_of(connection, watch.id) if run.state is RunState.WAITING]
    return min((run.until for run in waiting), default=None)


def _crawler(request: WatchRequest) -> tuple[Crawler, str]:
    """Return the crawler to run, and what a watch of it is usually called."""
    if not is_url(request.source):
        return read(Path(request.source)), Path(request.source).stem
    start = checked_url(request.source, "URL")
    crawler = whole_site_from(start, Settings(**request.settings))
    return crawler, crawler.scope.host


def _new(name: str, zone: ZoneInfo, now: float) -> StoredWatch:
    """Return a watch as it is if nothing else is said: daily, from now on."""
    start, state = float(int(now)), WatchState.ACTIVE
    return StoredWatch(0, name, "", "", DAILY, zone.key, start, "", 0.0, 1, {}, state, now)


def _changed(
    before: StoredWatch, request: WatchRequest, crawler: Crawler, zone: ZoneInfo, now: float
) -> StoredWatch:
    """Return a watch with what is to be different."""
    if request.every and request.cron:
        raise UsageError("--every and --cron at once: a watch has one schedule")
    changed: dict[str, Any] = {
        "file": "" if is_url(request.source) else str(Path(request.source).absolute()),
        "content": dumps(crawler),
        "time_zone": zone.key,
    }
    if request.every:
        changed["schedule"] = str(read_schedule(request.every))
    if request.cron:
        changed["schedule"] = str(read_cron(request.cron))
    if request.at is not None:
        changed["starts_at"] = read_local_time(request.at, zone, now)
    if request.window is not None:
        try:
            changed["window"] = str(time_window(request.window) or "")
        except ValueError as error:
            raise UsageError(f"--window: {error}") from None
    if request.jitter is not None:
        changed["jitter"] = read_duration(request.jitter)
    if request.confirm is not None:
        changed["confirm"] = request.confirm
    checks = {"check_links": request.check_links, "external": request.external}
    given = {name: value for name, value in checks.items() if value is not None}
    changed["settings"] = {**before.settings, **request.settings, **given}
    return replace(before, **changed)


def _check_alerts(connection: Connection, request: WatchRequest, crawler: Crawler) -> None:
    """Raise QueryError for an alert that cannot be asked; known fields are known after the first crawl."""
    last = ended_crawl(connection, crawler.scope.host, crawler.id)
    crawl = last.id if last and last.state is CrawlState.FINISHED else None
    for alert in request.alerts:
        check_alert(connection, alert_question(alert), crawl)


def _subscribe(
    store: Store,
    connection: Connection,
    request: WatchRequest,
    crawler: Crawler,
    kept: StoredWatch,
) -> tuple[tuple[str, str], ...]:
    """Enter what a person wants of a watch; return what new webhooks are signed with."""
    if not request.alerts and not request.receivers:
        return ()
    person = keep_person(connection, request.person, PersonChange()).id
    own = [one for one in subscriptions_of(connection, kept.id) if one.person.id == person]
    entered = [enter_channel(store, connection, person, text) for text in request.receivers]
    channels = [number for number, _ in entered] or list(dict.fromkeys(one.channel for one in own))
    if not channels:
        raise UsageError("an alert needs somebody who is told: --to mailto:anna@example.org")
    number = crawler_number(connection, crawler.scope.host, page_class(crawler))
    queries: list[int | None] = [
        keep_query(connection, person, number, alert_question(text)) for text in request.alerts
    ]
    if not queries:
        queries = list(dict.fromkeys(one.query.id if one.query else None for one in own)) or [None]
    subscribe(connection, kept.id, person, queries, channels)
    shown = (read_address(text).shown for text in request.receivers)
    return tuple(
        (where, secret) for where, (_, secret) in zip(shown, entered, strict=True) if secret
    )


def _channels(connection: Connection, watch: StoredWatch) -> tuple[str, ...]:
    told = {one.channel for one in subscriptions_of(connection, watch.id)}
    return tuple(one.shown for one in channels_of(connection) if one.id in told)
