"""Running watches: what is due is run, what waits is delivered, until somebody wants an end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pagekin.app.scheduling.lease_keeper import LeaseKeeper
from pagekin.app.scheduling.run_cycle import RunCycle
from pagekin.app.scheduling.scheduler import LEASE, Scheduler, worker_name
from pagekin.app.telling.digest_delivery import deliver
from pagekin.errors import StoreError
from pagekin.store.reading.watches import all_watches, run_numbered
from pagekin.store.states import RunState, WatchState
from pagekin.store.writing.deliveries import next_delivery

if TYPE_CHECKING:
    from pagekin.app.scheduling.lease_keeper import CurrentTime
    from pagekin.app.scheduling.run_cycle import SettingsOf
    from pagekin.app.step_runner import StepRunner
    from pagekin.app.storing.workspace import Workspace
    from pagekin.settings import Settings
    from pagekin.store.writing.watch_runs import RunClaim

# Seconds: a watch that somebody has just entered, or made due, begins so much later at the most.
_LOOK_AGAIN = 5.0
# What a worker does besides runs: it does a piece of it if there is one, and returns whether there was.
OtherWork = Callable[[], bool]
_SHORTEST = 1.0  # what is due may have to wait for another run of its watch, on another machine


@dataclass(frozen=True, slots=True)
class WatchLoop:
    """The scheduler and its worker in one process."""

    workspace: Workspace
    settings_of: SettingsOf
    telling: Settings  # how messages are sent
    runner: StepRunner
    clock: CurrentTime
    lease: float = LEASE
    sleep: Callable[[float], None] = time.sleep
    worker: str = field(default_factory=worker_name)
    other: OtherWork | None = None  # to be done besides runs
    look_again: float = _LOOK_AGAIN

    def run(self, *, once: bool) -> int:
        """Run what is due, and with `once` nothing that becomes due later; return how many runs ended."""
        store, ended = self.workspace.store, 0
        cycle = RunCycle(self.workspace, self.settings_of, self.runner, self.clock)
        with LeaseKeeper(store, self.clock, self.lease) as keeper:
            scheduler = Scheduler(store, keeper, self.clock, self.lease, self.worker)
            if not once:
                self._tell_watches()
            while True:
                try:
                    claim = scheduler.run_next(cycle)
                    self._deliver()
                    if claim:
                        ended += 1
                        self._tell(claim)
                    busy = bool(self.other and self.other()) or claim is not None
                    pause = 0.0 if busy else self._seconds_to_next(scheduler)
                except StoreError as error:
                    if once:
                        raise
                    # A database that is restarted comes back; runs go on from their last step then.
                    self.runner.notice(f"{error}; trying again")
                    busy, pause = False, _LOOK_AGAIN
                if cycle.is_ended or (once and not busy):
                    return ended
                self.sleep(pause)

    def _tell_watches(self) -> None:
        with self.workspace.store.connection() as connection:
            active = [one.name for one in all_watches(connection) if one.state == WatchState.ACTIVE]
        watched = ", ".join(active) or "nothing yet ('pagekin watch CRAWLER' begins that)"
        self.runner.notice(f"watching {watched}; Ctrl-C ends")

    def _deliver(self) -> None:
        told = deliver(self.workspace.store, self.telling, self.clock)
        if told.sent:
            self.runner.notice(f"{told.sent} message{'' if told.sent == 1 else 's'} sent")
        for error in told.errors:
            self.runner.notice(f"not delivered yet: {error}")

    def _tell(self, claim: RunClaim) -> None:
        with self.workspace.store.connection() as connection:
            run = run_numbered(connection, claim.run.id)
        crawl = f", crawl {run.crawl}" if run.crawl else ""
        why = f": {run.note}" if run.note else ""
        state = "interrupted" if run.state is RunState.WAITING else run.state.value
        self.runner.notice(f"{claim.watch.name}: {state}{crawl}{why}")

    def _seconds_to_next(self, scheduler: Scheduler) -> float:
        """Return how long to sleep: until something is due, but not long, for somebody may enter more."""
        run = scheduler.seconds_to_next()
        with self.workspace.store.connection() as connection:
            moment = next_delivery(connection)
        message = None if moment is None else moment - self.clock()
        # Somebody may be waiting for the other work.
        soon = _SHORTEST if self.other else self.look_again
        coming = [one for one in (run, message, soon) if one is not None]
        return max(min(coming), _SHORTEST)
