"""Reads watches and their runs."""

import json
from dataclasses import dataclass
from typing import Any

from pagekin.schedule import Timetable, read_schedule, time_zone
from pagekin.settings.setting_values import time_window
from pagekin.store.database import Connection, Row
from pagekin.store.states import RunState, RunStep, WatchState

_WATCH = (
    'SELECT id, name, file, content, schedule, time_zone, starts_at, "window", jitter, confirm, '
    "settings, state, made_at FROM pagekin_watch"
)
_RUN = (
    "SELECT id, watch_id, due, state, step, crawl_id, worker, until, tries, began_at, ended_at, note "
    "FROM pagekin_run"
)


@dataclass(frozen=True, slots=True)
class StoredWatch:
    """A watch as it stands in the store."""

    id: int
    name: str
    file: str
    content: str
    schedule: str
    time_zone: str
    starts_at: float
    window: str
    jitter: float
    confirm: int
    settings: dict[str, Any]
    state: WatchState
    made_at: float

    def timetable(self) -> Timetable:
        """Return when it is due."""
        return Timetable(
            self.name,
            read_schedule(self.schedule),
            time_zone(self.time_zone),
            self.starts_at,
            time_window(self.window),
            self.jitter,
        )


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as it stands in the store."""

    id: int
    watch: int
    due: float
    state: RunState
    step: RunStep
    crawl: int | None
    worker: str
    until: float
    tries: int
    began_at: float | None
    ended_at: float | None
    note: str


def all_watches(connection: Connection) -> list[StoredWatch]:
    """Return all watches by name."""
    return [_watch(row) for row in connection.rows(f"{_WATCH} ORDER BY name")]


def watch_named(connection: Connection, name: str) -> StoredWatch | None:
    """Return the watch of a name; None if there is none."""
    return next(map(_watch, connection.rows(f"{_WATCH} WHERE name = %s", name)), None)


def watch_numbered(connection: Connection, number: int) -> StoredWatch:
    """Return the watch of a number."""
    return _watch(connection.rows(f"{_WATCH} WHERE id = %s", number)[0])


def run_numbered(connection: Connection, number: int) -> StoredRun:
    """Return the run of a number."""
    return _run(connection.rows(f"{_RUN} WHERE id = %s", number)[0])


def runs_of(connection: Connection, watch: int, most: int | None = None) -> list[StoredRun]:
    """Return the runs of a watch, the last one first."""
    limit = "" if most is None else f" LIMIT {most:d}"
    rows = connection.rows(f"{_RUN} WHERE watch_id = %s ORDER BY due DESC{limit}", watch)
    return [_run(row) for row in rows]


def open_runs(connection: Connection, now: float) -> list[StoredRun]:
    """Return the runs that are under way, then those that are due and wait; the oldest first."""
    rows = connection.rows(
        f"{_RUN} WHERE state = %s OR (state = %s AND until <= %s) ORDER BY state, due",
        RunState.RUNNING,
        RunState.WAITING,
        now,
    )
    return [_run(row) for row in rows]


def next_start(connection: Connection) -> float | None:
    """Return when the next run of an active watch may begin; None if none is planned."""
    [(moment,)] = connection.rows(
        "SELECT min(run.until) FROM pagekin_run run JOIN pagekin_watch watch "
        "ON watch.id = run.watch_id WHERE watch.state = %s AND run.state IN (%s, %s)",
        WatchState.ACTIVE,
        RunState.WAITING,
        RunState.RUNNING,
    )
    return None if moment is None else float(moment)


def _watch(row: Row) -> StoredWatch:
    content = list(row)
    content[-3:] = json.loads(row[-3]), WatchState(row[-2]), row[-1]
    return StoredWatch(*content)


def _run(row: Row) -> StoredRun:
    number, watch, due, state, step, *rest = row
    return StoredRun(number, watch, due, RunState(state), RunStep(step), *rest)
