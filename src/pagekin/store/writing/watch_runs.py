"""Runs of watches: planned ahead, taken by one worker at a time, carried on by another if that one is gone.

The next run of each watch stands in the store before it is due. Whoever takes it plans the one after, in
the same transaction: so due times that pass while nobody is there, or while a run takes its time, are
made up for by one run. A worker holds a run by a lease that it renews; the number of tries tells a worker
that was thought dead that the run is no longer its own.
"""

import json
from dataclasses import dataclass, replace

from pagekin.errors import StoreError
from pagekin.store.database import Connection
from pagekin.store.reading.watches import (
    StoredRun,
    StoredWatch,
    run_numbered,
    watch_named,
    watch_numbered,
)
from pagekin.store.states import RunState, RunStep, WatchState
from pagekin.store.storable_text import storable

_LOOKED_AT = 50  # runs that others may just be taking
_OPEN = (RunState.WAITING, RunState.RUNNING)
_HELD = "id = %s AND worker = %s AND tries = %s AND state = 'running'"


class LeaseLostError(StoreError):
    """The run is another worker's now, or is to end: nothing more may be done for it."""


@dataclass(frozen=True, slots=True)
class RunClaim:
    """A run that a worker holds, and its watch."""

    run: StoredRun
    watch: StoredWatch

    @property
    def key(self) -> tuple[int, str, int]:
        """What shows that the run is still held."""
        return self.run.id, self.run.worker, self.run.tries


def keep_watch(connection: Connection, watch: StoredWatch, now: float) -> StoredWatch:
    """Enter a watch, or change the one of the same name, and plan its next run anew.

    All of it or nothing, if it is called in a transaction.
    """
    values = (
        watch.file,
        storable(watch.content),
        watch.schedule,
        watch.time_zone,
        watch.starts_at,
        watch.window,
        watch.jitter,
        watch.confirm,
        json.dumps(watch.settings),
        watch.state,
    )
    connection.execute(
        'INSERT INTO pagekin_watch (name, file, content, schedule, time_zone, starts_at, "window", '
        "jitter, confirm, settings, state, made_at) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (name) DO UPDATE SET "
        "file = excluded.file, content = excluded.content, schedule = excluded.schedule, "
        "time_zone = excluded.time_zone, starts_at = excluded.starts_at, "
        '"window" = excluded."window", jitter = excluded.jitter, confirm = excluded.confirm, '
        "settings = excluded.settings, state = excluded.state",
        watch.name,
        *values,
        now,
    )
    kept = watch_named(connection, watch.name)
    if kept is None:
        raise StoreError(f"the watch {watch.name} is gone: another process has deleted it")
    _forget_plan(connection, kept.id)
    # The first run may be late; what else was due in the past has been run, or is not wanted now.
    _plan(connection, kept, now if _has_runs(connection, kept) else 0.0)
    return kept


def set_watch_state(
    connection: Connection, watch: StoredWatch, state: WatchState, now: float
) -> None:
    """Let a watch run, pause or stop; what would have been due meanwhile is left out.

    A run under way is carried on in a pause, and ended by a stop: its worker cannot renew the lease.
    """
    with connection.transaction():
        connection.execute("UPDATE pagekin_watch SET state = %s WHERE id = %s", state, watch.id)
        _forget_plan(connection, watch.id)
        if state is WatchState.STOPPED:
            connection.execute(
                "UPDATE pagekin_run SET state = %s, ended_at = %s, note = 'stopped' "
                "WHERE watch_id = %s AND state IN (%s, %s)",
                RunState.FAILED,
                now,
                watch.id,
                *_OPEN,
            )
        if state is WatchState.ACTIVE:
            _plan(connection, watch, now)


def run_at_once(connection: Connection, watch: StoredWatch, now: float) -> None:
    """Make a watch due now, besides its schedule."""
    with connection.transaction():
        _enter(connection, watch, float(int(now)), now)


def delete_watch(connection: Connection, watch: int) -> None:
    """Delete a watch with its runs, subscriptions, messages and troubles; crawls stay."""
    with connection.transaction():
        connection.execute(
            "DELETE FROM pagekin_delivery WHERE run_id IN "
            "(SELECT id FROM pagekin_run WHERE watch_id = %s)",
            watch,
        )
        for table in ("pagekin_trouble", "pagekin_subscription", "pagekin_run"):
            connection.execute(f"DELETE FROM {table} WHERE watch_id = %s", watch)  # noqa: S608 - ours
        connection.execute("DELETE FROM pagekin_watch WHERE id = %s", watch)


def plan_missing(connection: Connection, now: float) -> None:
    """Plan a run for each active watch that has none, as after a restored backup."""
    rows = connection.rows(
        "SELECT id FROM pagekin_watch watch WHERE state = %s AND NOT EXISTS "
        "(SELECT 1 FROM pagekin_run run WHERE run.watch_id = watch.id AND run.state = %s)",
        WatchState.ACTIVE,
        RunState.WAITING,
    )
    for (number,) in rows:
        with connection.transaction():
            if _is_alone_with(connection, number):
                _plan(connection, watch_numbered(connection, number), now)


def claim_run(connection: Connection, worker: str, now: float, lease: float) -> RunClaim | None:
    """Take the first run that is due and that nobody holds; None if there is none."""
    takable = connection.rows(
        "SELECT run.id, run.watch_id FROM pagekin_run run JOIN pagekin_watch watch "
        "ON watch.id = run.watch_id WHERE run.state IN (%s, %s) AND run.until <= %s "
        "AND watch.state = %s ORDER BY run.due LIMIT %s",
        *_OPEN,
        now,
        WatchState.ACTIVE,
        _LOOKED_AT,
    )
    for run, watch in takable:
        with connection.transaction():
            claim = _claim(connection, (run, watch), worker, now, lease)
        if claim:
            return claim
    return None


def free_runs(connection: Connection, worker: str, now: float) -> None:
    """Let others go on at once with what a worker was at that is known to be dead."""
    connection.execute(
        "UPDATE pagekin_run SET until = %s WHERE worker = %s AND state = %s",
        now,
        worker,
        RunState.RUNNING,
    )


def _claim(
    connection: Connection, wanted: tuple[int, int], worker: str, now: float, lease: float
) -> RunClaim | None:
    """Take a run, unless somebody else does or another run of its watch has begun and not ended."""
    run, watch = wanted
    if not _is_alone_with(connection, watch):
        return None
    about, found = watch_numbered(connection, watch), run_numbered(connection, run)
    opening = now if found.tries else about.timetable().opening(now)
    if opening > now:  # nobody was there when the window was open
        connection.execute("UPDATE pagekin_run SET until = %s WHERE id = %s", opening, run)
        return None
    taken = connection.execute(
        "UPDATE pagekin_run SET state = %s, worker = %s, until = %s, tries = tries + 1, "
        "began_at = coalesce(began_at, %s) WHERE id = %s AND state IN (%s, %s) AND until <= %s "
        "AND NOT EXISTS (SELECT 1 FROM pagekin_run other WHERE other.watch_id = %s "
        "AND other.id <> pagekin_run.id AND other.tries > 0 AND other.state IN (%s, %s))",
        RunState.RUNNING,
        worker,
        now + lease,
        now,
        run,
        *_OPEN,
        now,
        watch,
        *_OPEN,
    )
    if not taken:
        return None
    _plan(connection, about, now)
    return RunClaim(run_numbered(connection, run), about)


def _is_alone_with(connection: Connection, watch: int) -> bool:
    """Whether nobody else changes an active watch and its runs until the transaction ends.

    SQLite has one writer at a time; on PostgreSQL it is whoever has the row of the watch.
    """
    locking = " FOR UPDATE SKIP LOCKED" if connection.postgres else ""
    sql = f"SELECT 1 FROM pagekin_watch WHERE id = %s AND state = %s{locking}"  # noqa: S608 - ours
    return bool(connection.rows(sql, watch, WatchState.ACTIVE))


def renew_lease(connection: Connection, claim: RunClaim, until: float) -> bool:
    """Hold a run for longer; return whether it is still held."""
    sql = f"UPDATE pagekin_run SET until = %s WHERE {_HELD}"  # noqa: S608 - ours
    return bool(connection.execute(sql, until, *claim.key))


def record_step(connection: Connection, claim: RunClaim, step: RunStep) -> RunClaim:
    """Write down that a step is done, in the transaction in which its results are written."""
    _change(connection, claim, "step = %s", step)
    return replace(claim, run=replace(claim.run, step=step))


def record_crawl(connection: Connection, claim: RunClaim, crawl: int) -> RunClaim:
    """Write down which crawl a run has made, before it fetches anything."""
    _change(connection, claim, "crawl_id = %s", crawl)
    return replace(claim, run=replace(claim.run, crawl=crawl))


def end_run(
    connection: Connection, claim: RunClaim, state: RunState, now: float, note: str = ""
) -> None:
    """End a run: it is never taken again."""
    _change(connection, claim, "state = %s, ended_at = %s, note = %s", state, now, storable(note))


def give_back_run(connection: Connection, claim: RunClaim, not_before: float, note: str) -> None:
    """Let another worker go on with a run, or this one later."""
    _change(
        connection,
        claim,
        "state = %s, worker = '', until = %s, note = %s",
        RunState.WAITING,
        not_before,
        storable(note),
    )


def _change(connection: Connection, claim: RunClaim, what: str, *values: object) -> None:
    sql = f"UPDATE pagekin_run SET {what} WHERE {_HELD}"  # noqa: S608 - ours
    if not connection.execute(sql, *values, *claim.key):
        raise LeaseLostError(
            f"the run of {claim.watch.name} took too long to say that it is alive: another "
            "scheduler goes on with it"
        )


def _has_runs(connection: Connection, watch: StoredWatch) -> bool:
    return bool(connection.rows("SELECT 1 FROM pagekin_run WHERE watch_id = %s LIMIT 1", watch.id))


def _forget_plan(connection: Connection, watch: int) -> None:
    """Delete the run that is planned; one that has begun stays."""
    connection.execute(
        "DELETE FROM pagekin_run WHERE watch_id = %s AND state = %s AND tries = 0",
        watch,
        RunState.WAITING,
    )


def _plan(connection: Connection, watch: StoredWatch, after: float) -> None:
    """Plan the first run after a moment, unless one is planned."""
    planned = connection.rows(
        "SELECT 1 FROM pagekin_run WHERE watch_id = %s AND state = %s AND tries = 0",
        watch.id,
        RunState.WAITING,
    )
    due = None if planned else watch.timetable().after(after)
    if due:
        _enter(connection, watch, due.due, due.begins)


def _enter(connection: Connection, watch: StoredWatch, due: float, begins: float) -> None:
    connection.execute(
        "INSERT INTO pagekin_run (watch_id, due, state, step, worker, until, tries, note) "
        "VALUES (%s, %s, %s, '', '', %s, 0, '') ON CONFLICT (watch_id, due) DO NOTHING",
        watch.id,
        due,
        RunState.WAITING,
        begins,
    )
