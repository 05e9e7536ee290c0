"""Runs the steps of a job: writes down how they come along, and hears of a wish to stop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any, Self, TypeVar

from django.db import DatabaseError, connections

from pagekin.console.jobs.job_rows import KeptAs, keep_job
from pagekin.errors import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pagekin.app.step_runner import Step
    from pagekin.console.models import Job
    from pagekin.site import Counts, Stop, Watch

T = TypeVar("T")
_EVERY = 0.5  # seconds between two looks at the row
_MOST_NOTICES = 20


class JobRunner:
    """A runner whose steps are written down in a job's row, by a thread of its own."""

    def __init__(self, job: Job, is_ending: Callable[[], bool]) -> None:
        self._job = job
        self._is_ending = is_ending
        self._lock = threading.Lock()
        self._columns: dict[str, Any] = {}  # to be written at the next look
        self._notices: list[str] = list(job.notices)
        self._counts: dict[str, Any] = {}  # of the last step that looked for pages
        self._interrupt: Callable[[], object] | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="job", daemon=True)
        self._wanted = False  # an end of the step
        self.is_stopped = False  # by a person
        self.is_ended = False  # by who ends the worker
        self.is_lost = False  # to another worker

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step to its end, or until somebody interrupts it; what comes after it is run all the same.

        Raises StoppedError if the worker is to end, or has lost the job: another goes on with it.
        """

        async def work(watch: Watch) -> T:
            loop = asyncio.get_running_loop()
            self._interrupt = lambda: loop.call_soon_threadsafe(stop.interrupted.set)
            if self._is_over or self._wanted:
                stop.interrupted.set()
            try:
                return await step(watch)
            finally:
                self._interrupt = None
                self._wanted = False

        self._note(step=name)
        result = asyncio.run(work(self._watch))
        if self._is_over:
            raise StoppedError("the worker ends; another goes on with the job")
        return result

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield things until there are no more, or an interruption."""
        for thing in things:
            yield thing
            if self._is_over or self._wanted:
                self._wanted = False
                stop.interrupted.set()
                return

    def notice(self, text: str) -> None:
        """Tell people something in the middle of the work."""
        self._notices = [*self._notices, text][-_MOST_NOTICES:]
        self._note(notices=self._notices)

    @property
    def _is_over(self) -> bool:
        return self.is_ended or self.is_lost

    def _watch(self, counts: Counts) -> None:
        """Note how far a step has come; one that only reads what was found leaves the counts of those before."""
        if self._counts.get("found") and not counts.targets:
            more = {"done": counts.pages, "of": counts.pages + counts.queued}
        else:
            more = {}
            self._counts = {
                "pages": counts.pages,
                "found": counts.targets,
                "failed": counts.failed,
                "waiting": counts.queued,
                "kinds": [kind._asdict() for kind in counts.kinds],
            }
        self._note(counts=self._counts | more)

    def _note(self, **columns: Any) -> None:
        with self._lock:
            self._columns.update(columns)

    def _keep(self) -> None:
        """Look at the row twice a second, also while a step computes and fetches nothing."""
        last = False
        while not last:
            last = self._over.wait(_EVERY)
            with self._lock:
                columns, self._columns = self._columns, {}
            try:
                kept = keep_job(self._job, time.time(), **columns)
            except DatabaseError:  # busy, or restarted: the next look tells more
                self._note(**columns | self._columns)
                kept = KeptAs.GOING_ON
            self.is_lost = self.is_lost or kept is KeptAs.LOST
            self.is_ended = self.is_ended or self._is_ending()
            if kept is KeptAs.STOPPED:
                self.is_stopped = self._wanted = True
                self._note(step="stopping")
            interrupt = self._interrupt
            if (self._is_over or self._wanted) and interrupt:
                with contextlib.suppress(RuntimeError):  # the step has just ended
                    interrupt()
        connections["default"].close()
