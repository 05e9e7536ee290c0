"""When it is worth starting a pool: never for little work, and then in the background."""

import multiprocessing
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pagekin.pool.process_pool import ProcessPool, cores, shared_pool

if TYPE_CHECKING:
    from concurrent.futures import Future

# Seconds of CPU time that it takes to start processes. Once work has taken as long, as much again is likely to follow: so
# the start costs at most as much as was spent without it, and small work never pays for it.
WORTH_A_START = 1.0


class WorthwhilePool:
    """A pool of so many processes (0: one for each core; 1: none) that starts when there is enough to do."""

    def __init__(self, jobs: int, get_ready: Callable[..., None], *arguments: Any) -> None:
        # A process that ends with the one that started it may start none itself.
        self.jobs = 1 if multiprocessing.current_process().daemon else jobs or cores()
        self._get_ready = get_ready
        self._arguments = arguments
        self._spent = 0.0
        self._started: Future[None] | None = None

    def spend(self, seconds: float) -> None:
        """Count CPU time that was spent on such work in this process."""
        self._spent += seconds

    def ready(self) -> ProcessPool | None:
        """Return the pool if it can be called; None if the work is better done here, for now."""
        if self.jobs == 1:
            return None
        pool = shared_pool(self.jobs)
        if self._started is None:
            if self._spent < WORTH_A_START:
                return None
            try:
                self._started = pool.call(self._get_ready, *self._arguments)
            except OSError:  # there is no room for another process
                self.jobs = 1
                return None
        if self._started.done() and self._started.exception() is not None:
            self.jobs = 1  # no process can be started here
            return None
        return pool if self._started.done() else None
