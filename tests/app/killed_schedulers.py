"""Schedulers that share a store, killed and halted at random moments, on a clock that waits for them.

`bench.schedulers` does the same with many more due times. Each run has an effect that nothing but the
store keeps from happening twice: a row, written in the transaction that records the step.
"""

import contextlib
import multiprocessing
import os
import random
import signal
import sys
import time
from dataclasses import dataclass, field
from multiprocessing import forkserver
from pathlib import Path

from pagekin.app.scheduling.lease_keeper import LeaseKeeper
from pagekin.app.scheduling.scheduler import Scheduler, worker_name
from pagekin.store.opening import open_store
from pagekin.store.reading.watches import StoredWatch
from pagekin.store.states import RunState, RunStep, WatchState
from pagekin.store.writing.watch_runs import end_run, keep_watch, record_step

# A server that has everything loaded forks the processes: they start at once.
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__, "pagekin.store.postgresql"])
START = 1_767_225_600.0
HOUR = 3600.0
LEASE = 0.6  # seconds: so long nobody goes on with what a killed scheduler has left
_PAUSE = 0.005


def work(location, offset):
    """Carry out what is due, until somebody ends this process."""
    store = open_store(location)

    def clock():
        return offset.value + time.monotonic()

    with LeaseKeeper(store, clock, LEASE) as keeper:
        scheduler = Scheduler(store, keeper, clock, LEASE, worker_name())

        def job(claim, on_lost):
            del on_lost
            with store.connection() as connection:
                if claim.run.step is RunStep.BEGUN:
                    with connection.transaction():
                        connection.execute(
                            "INSERT INTO effect (watch, due) VALUES (%s, %s)",
                            claim.watch.id,
                            claim.run.due,
                        )
                        claim = record_step(connection, claim, RunStep.CRAWLED)
                end_run(connection, claim, RunState.DONE, clock())

        while True:
            if scheduler.run_next(job) is None:
                time.sleep(_PAUSE)


@dataclass
class Outcome:
    """What came of it: how often each due time had its effect, and how many processes were disturbed."""

    effects: list[tuple[int, float, int]] = field(default_factory=list)
    states: list[tuple[str, int]] = field(default_factory=list)
    kills: int = 0
    halts: int = 0


def run_schedulers(location, watches, hours, seed, *, schedulers=4, most=20):
    """Run so many watches every hour for so many hours, with a disturbance at the latest each `most` runs."""
    dice = random.Random(seed)
    store = open_store(location)
    outcome = Outcome()
    offset = _PROCESSES.Value("d", START - time.monotonic())
    with store.connection() as connection, _pool(location, offset, schedulers) as pool:
        connection.execute("DROP TABLE IF EXISTS effect")
        connection.execute("CREATE TABLE effect (watch integer, due double precision)")
        for number in range(watches):
            keep_watch(connection, _watch(f"watch {number}"), START)
        for hour in range(hours):
            offset.value = START + hour * HOUR - time.monotonic()
            end, done = watches * (hour + 1), watches * hour
            while done < end:
                done = _wait_for(connection, min(done + dice.randint(1, most), end))
                time.sleep(dice.uniform(0, 0.02))  # the moment is to be any moment
                _disturb(pool, dice, outcome)
        outcome.effects = connection.rows(
            "SELECT watch, due, count(*) FROM effect GROUP BY watch, due ORDER BY watch, due"
        )
        outcome.states = connection.rows(
            "SELECT state, count(*) FROM pagekin_run GROUP BY state ORDER BY state"
        )
    return outcome


def wrong(outcome, watches, hours):
    """Give what is not as it should be: each due time once, no other, and the next run of each planned."""
    wanted = {START + hour * HOUR for hour in range(hours)}
    found = [
        f"watch {watch}, due {due:.0f}: {count} times"
        for watch, due, count in outcome.effects
        if count != 1 or due not in wanted
    ]
    if len(outcome.effects) != watches * hours:
        found.append(f"{len(outcome.effects)} due times instead of {watches * hours}")
    if outcome.states != [("done", watches * hours), ("waiting", watches)]:
        found.append(f"runs in the end: {outcome.states}")
    return found


def _disturb(pool, dice, outcome):
    """Kill a scheduler and start another, or halt one for longer than its lease."""
    place = dice.randrange(len(pool.processes))
    process = pool.processes[place]
    if dice.random() < 0.9:
        process.kill()
        process.join()
        pool.processes[place] = pool.start()
        outcome.kills += 1
        return
    os.kill(process.pid, signal.SIGSTOP)
    time.sleep(1.2 * LEASE)  # not waiting for anything: it is to be halted for that long
    os.kill(process.pid, signal.SIGCONT)
    outcome.halts += 1


@dataclass
class _Pool:
    location: object
    offset: object
    processes: list = field(default_factory=list)

    def start(self):
        process = _PROCESSES.Process(target=work, args=(self.location, self.offset), daemon=True)
        process.start()
        return process


@contextlib.contextmanager
def _pool(location, offset, schedulers):
    sys.path.insert(0, str(Path(__file__).parent))  # for the processes to find this module
    pool = _Pool(location, offset)
    try:
        forkserver.ensure_running()
        pool.processes += [pool.start() for _ in range(schedulers)]
        yield pool
    finally:
        sys.path.pop(0)
        for process in pool.processes:
            process.kill()
            process.join()


def _wait_for(connection, runs):
    """Wait until so many runs are done, and give how many are."""
    while True:
        [(done,)] = connection.rows("SELECT count(*) FROM pagekin_run WHERE state = 'done'")
        if done >= runs:
            return done
        time.sleep(_PAUSE)


def _watch(name):
    return StoredWatch(
        0,
        name,
        "/shop.json",
        "{}",
        "every 1h",
        "UTC",
        START,
        "",
        0.0,
        1,
        {},
        WatchState.ACTIVE,
        START,
    )
