"""The state of all watches: when they run next, how the last run went, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pagekin.app.scheduling.scheduler import LEASE
from pagekin.app.scheduling.worker_sign import SILENT
from pagekin.app.storing.workspace import name_of
from pagekin.app.watch import next_run
from pagekin.navigation.crawler_file import loads
from pagekin.query.answer_table import AnswerTable
from pagekin.schedule import time_zone
from pagekin.store.reading.crawl_pages import counts_of
from pagekin.store.reading.watches import (
    StoredRun,
    StoredWatch,
    all_watches,
    open_runs,
    runs_of,
)
from pagekin.store.states import DeliveryState, Outcome, RunState
from pagekin.store.worker_rows import KnownWorker, known_workers
from pagekin.store.writing.troubles import open_troubles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.query.answer_table import Cell
    from pagekin.store.database import Connection

_COLUMNS = (
    "page",
    "watch",
    "state",
    "schedule",
    "next run",
    "last run",
    "ended",
    "crawl",
    "pages",
    "targets",
    "failed",
    "trouble",
    "messages",
)
_WORKER_COLUMNS = (
    *("worker", "at work on", "step", "since", "last heard of", "tries"),
    *("crawl", "pages", "targets", "failed", "said last"),
)
_LOOKED_AT = 20  # runs of a watch, from the last


def status_table(connection: Connection, name: str = "") -> AnswerTable:
    """Return a row for each watch, or for one."""
    watches = [one for one in all_watches(connection) if name in {"", one.name}]
    return AnswerTable(_COLUMNS, [_row(connection, one) for one in watches])


def runs_table(connection: Connection, watch: StoredWatch) -> AnswerTable:
    """Return the runs of a watch, the last one first."""
    columns = ("page", "due", "state", "step", "began", "ended", "crawl", "tries", "note")
    rows = [
        (
            _page(watch),
            shown(run.due, watch),
            run.state.value,
            run.step.value,
            shown(run.began_at, watch),
            shown(run.ended_at, watch),
            run.crawl,
            run.tries,
            run.note,
        )
        for run in runs_of(connection, watch.id)
    ]
    return AnswerTable(columns, rows)


@dataclass(frozen=True, slots=True)
class WorkUnderWay:
    """Something that a worker is at, or that waits for one."""

    worker: str  # "": nobody's yet
    what: str
    step: str
    since: float
    heard: float | None = None  # when its worker last wrote something down
    tries: int = 0
    counts: tuple[Cell, ...] = (None, None, None, None)  # crawl, pages, targets, failed
    said: str = ""


def workers_table(
    connection: Connection, now: float, jobs: Sequence[WorkUnderWay] = ()
) -> AnswerTable:
    """Return what is under way with who carries it out, what is due and waits, and who is idle; on all machines.

    `jobs` are those of consoles.
    """
    work = [*_runs_under_way(connection, now), *jobs]
    known = {one.name: one for one in known_workers(connection)}
    busy = {one.worker for one in work}
    rows = [_work_row(one, known.get(one.worker), now) for one in work]
    rows += [_idle_row(one, now) for one in known.values() if one.name not in busy]
    return AnswerTable(_WORKER_COLUMNS, rows)


def _runs_under_way(connection: Connection, now: float) -> Iterator[WorkUnderWay]:
    names = {watch.id: watch.name for watch in all_watches(connection)}
    for run in open_runs(connection, now):
        waits = run.state is RunState.WAITING
        yield WorkUnderWay(
            run.worker,
            names.get(run.watch, ""),
            "waiting" if waits else run.step.value or "crawling",
            run.due if run.began_at is None else run.began_at,
            None if waits else run.until - LEASE,
            run.tries,
            _counts(connection, run.crawl),
        )


def _work_row(work: WorkUnderWay, worker: KnownWorker | None, now: float) -> tuple[Cell, ...]:
    signs = (work.heard, worker.seen_at if worker else None)
    heard = [moment for moment in signs if moment is not None]
    return (
        work.worker,
        work.what,
        work.step,
        _age(now - work.since),
        _age(now - max(heard)) if heard else None,
        work.tries,
        *work.counts,
        work.said or (worker.said if worker else ""),
    )


def _idle_row(worker: KnownWorker, now: float) -> tuple[Cell, ...]:
    is_lost = now - worker.seen_at > SILENT
    nothing = (None,) * 5  # no tries, no crawl
    return (
        worker.name,
        "",
        "lost" if is_lost else "idle",
        _age(now - worker.began_at),
        _age(now - worker.seen_at),
        *nothing,
        worker.said,
    )


def _age(seconds: float) -> str:
    """Return how long ago something was, in the largest unit that fits."""
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(seconds, 0):.0f} s"


def shown(moment: float | None, watch: StoredWatch) -> str | None:
    """Return a moment as people of the watch's time zone write it."""
    if moment is None:
        return None
    return f"{datetime.fromtimestamp(moment, time_zone(watch.time_zone)):%Y-%m-%d %H:%M %Z}"


def _row(connection: Connection, watch: StoredWatch) -> tuple[Cell, ...]:
    runs = [run for run in runs_of(connection, watch.id, _LOOKED_AT) if run.began_at is not None]
    last = runs[0] if runs else None
    return (
        _page(watch),
        watch.name,
        watch.state.value,
        watch.schedule,
        shown(next_run(connection, watch), watch),
        _state(last),
        shown(last.ended_at if last else None, watch),
        *_counts(connection, last.crawl if last else None),
        _troubles(connection, watch),
        _messages(connection, watch),
    )


def _page(watch: StoredWatch) -> str:
    """Return the page that a crawler was learned from, or where a crawl of everything begins."""
    return name_of(loads(watch.content))


def _state(run: StoredRun | None) -> str | None:
    if run is None:
        return None
    if run.state is RunState.RUNNING:
        return f"running{f', {run.step}' if run.step else ''}"
    return run.state.value


def _counts(connection: Connection, crawl: int | None) -> tuple[Cell, ...]:
    if crawl is None:
        return None, None, None, None
    counts = {seen.outcome: 0 for seen in counts_of(connection, crawl)}
    for seen in counts_of(connection, crawl):
        counts[seen.outcome] += seen.pages
    pages = sum(
        count
        for outcome, count in counts.items()
        if outcome not in {Outcome.LEFT_OUT, Outcome.REDIRECTED}
    )
    return crawl, pages, counts.get(Outcome.TARGET, 0), counts.get(Outcome.FAILED, 0)


def _troubles(connection: Connection, watch: StoredWatch) -> str:
    return "; ".join(f"{one.kind}: {one.detail}" for one in open_troubles(connection, watch.id))


def _messages(connection: Connection, watch: StoredWatch) -> str:
    rows = connection.rows(
        "SELECT delivery.state, count(*), max(delivery.error) FROM pagekin_delivery delivery "
        "JOIN pagekin_run run ON run.id = delivery.run_id WHERE run.watch_id = %s "
        "GROUP BY delivery.state ORDER BY delivery.state",
        watch.id,
    )
    return ", ".join(
        f"{count} {state}{f' ({error})' if error and state != DeliveryState.SENT else ''}"
        for state, count, error in rows
    )
