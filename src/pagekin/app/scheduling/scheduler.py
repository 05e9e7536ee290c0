"""The scheduler: takes the runs that are due, one after the other, and has them carried out.

What a run does is a plain function, and any number of schedulers may share a store: whichever comes first
takes a run, and if it is killed another one goes on with it.
"""

import os
import secrets
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pagekin.app.scheduling.lease_keeper import CurrentTime, LeaseKeeper
from pagekin.store.opening import Store
from pagekin.store.reading.watches import next_start
from pagekin.store.writing.watch_runs import LeaseLostError, RunClaim, claim_run, plan_missing

# Seconds: soon enough for people who wait for a run of a machine that died; long against any pause of one
# that lives.
LEASE = 60.0


class RunJob(Protocol):
    """What is done for a run."""

    def __call__(self, claim: RunClaim, on_lost: Callable[[Callable[[], None]], None]) -> None:
        """Carry a run out, from the step that it has reached, and end it.

        `on_lost` takes what is to be called, from another thread, if the run is no longer ours.
        """
        ...


@dataclass(frozen=True, slots=True)
class Scheduler:
    """Takes runs from a store under the name of a worker."""

    store: Store
    keeper: LeaseKeeper
    clock: CurrentTime
    lease: float
    worker: str

    def run_next(self, job: RunJob) -> RunClaim | None:
        """Carry out the first run that is due; return it, or None if none is."""
        with self.store.connection() as connection:
            claim = claim_run(connection, self.worker, self.clock(), self.lease)
        if claim is None:
            return None
        reactions: list[Callable[[], None]] = []

        def lost() -> None:
            for react in reactions:
                react()

        with self.keeper.holding(claim, lost):
            try:
                job(claim, reactions.append)
            except LeaseLostError:
                return claim  # somebody else goes on with it, or its watch was stopped
        return claim

    def seconds_to_next(self) -> float | None:
        """Plan what is not planned, and return how long it is until something is due; None: never."""
        now = self.clock()
        with self.store.connection() as connection:
            plan_missing(connection, now)
            start = next_start(connection)
        return None if start is None else max(start - now, 0.0)


def store_clock(store: Store) -> CurrentTime:
    """Return the clock that all who share a store go by: the database server's, if there is one."""
    with store.connection() as connection:
        ahead = connection.now() - time.time() if connection.postgres else 0.0
    return lambda: time.time() + ahead


def worker_name(token: str = "", process: int = 0) -> str:
    """Return a name that no other worker has or had: of this process, or of another that has got the token."""
    return f"{socket.gethostname()}:{process or os.getpid()}:{token or secrets.token_hex(4)}"
