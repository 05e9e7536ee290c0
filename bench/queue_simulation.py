"""A day of many sites and many workers, in simulated time, on the store's own queue.

python -m bench.queue_simulation [--sites 10000] [--workers 200] [--kills 300] [--due night|spread] [--seed 1]

Workers take runs from a real store by the functions that `pagekin run` uses (`store.writing.watch_runs`); only the
crawls and the clock are simulated. A crawl takes its pages times the delay of its host. Workers are killed at random
moments: what they held waits until its lease is over, and another goes on where they stopped. Prints how late runs
began and ended, how busy the workers were, what the queue costs a run (CPU of this process, SQLite), and whether every
due time was run exactly once; 1 if not.
"""

import argparse
import heapq
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from pagekin.store.database import Connection
from pagekin.store.opening import open_store
from pagekin.store.reading.watches import StoredWatch
from pagekin.store.states import RunState, RunStep, WatchState
from pagekin.store.writing.watch_runs import (
    LeaseLostError,
    RunClaim,
    claim_run,
    end_run,
    keep_watch,
    record_step,
    renew_lease,
)

START = 1_767_225_600.0  # a midnight in UTC
DELAY = 0.25  # seconds between two requests to a host, the default
LEASE = 120.0
LOOK = 30.0  # seconds between looks for work of a worker that has none
MEDIAN_PAGES, SPREAD = (
    300,
    1.2,
)  # of sites: some have ten pages, one in a thousand over ten thousand
STEPS = (RunStep.CRAWLED, RunStep.COMPARED, RunStep.TOLD)


@dataclass
class Outcome:
    """What happened on the day."""

    begun: dict[str, float] = field(default_factory=dict)  # seconds behind the due time, by watch
    ended: dict[str, float] = field(default_factory=dict)
    runs: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    work: float = 0.0  # seconds that all crawls take
    operations: int = 0
    cpu: float = 0.0


@dataclass
class Work:
    """What a worker has in hand: a run, and the moment when it is done if nothing comes between."""

    claim: RunClaim
    ends: float


class Simulation:
    """Workers, sites, and a clock that jumps from event to event."""

    def __init__(self, connection: Connection, options: argparse.Namespace) -> None:
        self.connection = connection
        self.options = options
        self.dice = random.Random(options.seed)
        self.outcome = Outcome()
        self.events: list[tuple[float, int, str, int]] = []
        self.work: dict[int, Work] = {}
        self.left: dict[str, float] = {}  # seconds of work of each site that are yet to be done
        self.due: dict[str, float] = {}
        self._count = 0

    def run(self) -> Outcome:
        """Simulate until every site is done."""
        self._enter_sites()
        first = min(self.due.values())
        lasts = max(self.outcome.work / self.options.workers, max(self.due.values()) - first)
        for worker in range(self.options.workers):
            self._at(first + self.dice.uniform(0, LOOK), "look", worker)
        for _ in range(self.options.kills):
            victim = self.dice.randrange(self.options.workers)
            self._at(first + self.dice.uniform(0, lasts), "kill", victim)
        while self.events and len(self.outcome.ended) < self.options.sites:
            now, _, what, worker = heapq.heappop(self.events)
            getattr(self, f"_{what}")(now, worker)
        return self.outcome

    def _enter_sites(self) -> None:
        with self.connection.transaction():
            for number in range(self.options.sites):
                name = f"site {number:05}"
                pages = max(1.0, self.dice.lognormvariate(0, SPREAD) * MEDIAN_PAGES)
                self.left[name] = pages * DELAY
                self.outcome.work += pages * DELAY
                minute = self.dice.randrange(1440) if self.options.due == "spread" else 120
                self.due[name] = START + 60 * minute
                schedule = f"{minute % 60} {minute // 60} * * *"
                watch = StoredWatch(
                    id=0, name=name, file="", content="{}", schedule=schedule, time_zone="UTC",
                    starts_at=START, window="", jitter=0.0, confirm=1, settings={},
                    state=WatchState.ACTIVE, made_at=START,
                )  # fmt: skip
                keep_watch(self.connection, watch, START - 1)

    def _at(self, moment: float, what: str, worker: int) -> None:
        self._count += 1
        heapq.heappush(self.events, (moment, self._count, what, worker))

    def _timed(self, operation, *arguments):  # noqa: ANN001, ANN002, ANN202
        began = time.process_time()
        try:
            return operation(self.connection, *arguments)
        finally:
            self.outcome.cpu += time.process_time() - began
            self.outcome.operations += 1

    def _look(self, now: float, worker: int) -> None:
        if worker in self.work:
            return
        claim = self._timed(claim_run, f"worker {worker}", now, LEASE)
        if claim is None or claim.watch.name in self.outcome.ended:
            self._at(now + LOOK, "look", worker)
            return
        name = claim.watch.name
        self.outcome.begun.setdefault(name, now - self.due[name])
        self.work[worker] = Work(claim, now + self.left[name])
        self._at(min(now + LEASE / 2, now + self.left[name]), "renew", worker)

    def _renew(self, now: float, worker: int) -> None:
        """Say that the worker is alive, or that its run is done."""
        work = self.work.get(worker)
        if work is None:
            return
        if now < work.ends:
            if not self._timed(renew_lease, work.claim, now + LEASE):
                del self.work[worker]
                self._look(now, worker)
                return
            step = min(LEASE / 2, work.ends - now)
            self.left[work.claim.watch.name] = work.ends - now
            self._at(now + step, "renew", worker)
            return
        name = work.claim.watch.name
        del self.work[worker]
        try:
            claim = work.claim
            for done in STEPS:
                claim = self._timed(record_step, claim, done)
            self._timed(end_run, claim, RunState.DONE, now)
        except LeaseLostError:
            pass
        else:
            self.outcome.runs[name] += 1
            self.outcome.ended[name] = now - self.due[name]
        self._look(now, worker)

    def _kill(self, now: float, worker: int) -> None:
        """End a worker: it says nothing to anybody, and a new one begins after a while."""
        if self.work.pop(worker, None):
            self.outcome.kills += 1
        self._at(now + 60, "look", worker)


def main(arguments: list[str]) -> int:
    """Simulate a day, and print what happened."""
    parser = argparse.ArgumentParser(prog="python -m bench.queue_simulation", description=__doc__)
    parser.add_argument("--sites", type=int, default=10_000, help="[%(default)s]")
    parser.add_argument("--workers", type=int, default=200, help="[%(default)s]")
    parser.add_argument("--kills", type=int, default=300, help="[%(default)s]")
    parser.add_argument("--due", choices=("night", "spread"), default="night", help="[%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="[%(default)s]")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="pagekin-queue-") as folder:
        store = open_store(Path(folder))
        with store.connection() as connection:
            outcome = Simulation(connection, options).run()
    lasted = max(outcome.ended.values())
    cost = 1000 * outcome.cpu / max(1, sum(outcome.runs.values()))
    for what, values in (("began", outcome.begun), ("ended", outcome.ended)):
        several = sorted(values.values())
        median, late = several[len(several) // 2], several[int(len(several) * 0.95)]
        print(
            f"{what} behind the due time: median {median / 60:.0f} min, 95 % within {late / 60:.0f} min"
        )
    wrong = options.sites - len([name for name, count in outcome.runs.items() if count == 1])
    print(
        f"{options.sites:,} sites, {options.workers} workers, {outcome.kills} killed at work: "
        f"the last site was done {lasted / 3600:.1f} h after it was due, workers were busy "
        f"{outcome.work / (options.workers * lasted):.0%} of that time\n"
        f"the queue: {outcome.operations:,} operations, {cost:.2f} ms CPU a run; "
        f"{wrong} sites not run exactly once"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
