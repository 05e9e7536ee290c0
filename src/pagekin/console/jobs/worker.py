"""The processes beside the web server: one or more carry out jobs, one runs watches when they are due."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
import uuid
from typing import TYPE_CHECKING, Any

from pagekin.app.run import WatchLoop
from pagekin.app.scheduling.scheduler import store_clock
from pagekin.app.sites.crawler_settings import settings_beside
from pagekin.app.storing.workspace import open_workspace
from pagekin.console.console_settings import here_settings
from pagekin.console.current_store import open_here
from pagekin.console.jobs.job_rows import end_job, give_back, take_job
from pagekin.console.jobs.job_runner import JobRunner
from pagekin.console.jobs.job_table import JobWork, job_kind
from pagekin.console.jobs.watch_runner import WatchRunner
from pagekin.console.models import Job, JobState
from pagekin.errors import PagekinError, StoppedError
from pagekin.store.opening import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagekin.settings import Settings
    from pagekin.store.reading.watches import StoredWatch

_LOG = logging.getLogger("pagekin.jobs")
_LOOK_AGAIN = 0.3  # seconds: so long does somebody wait at most for what they have just asked for


class Ending:
    """Whether this process is to end: by a signal, or because the one that started it is gone."""

    def __init__(self, parent: int) -> None:
        self._parent = parent
        self._event = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._event.set())

    def __call__(self) -> bool:
        """Whether the end has come."""
        return self._event.is_set() or os.getppid() != self._parent

    def wait(self, seconds: float) -> bool:
        """Wait, and return whether the end has come."""
        return self._event.wait(seconds) or self()


def do_jobs(worker: str, parent: int) -> None:
    """Carry out jobs, one after another, until the end."""
    ending = Ending(parent)
    open_here(open_store())
    while not ending():
        job = take_job(worker, time.time())
        if job is None:
            ending.wait(_LOOK_AGAIN)
        else:
            carry_out(job, ending)


def run_watches(parent: int) -> None:
    """Run watches when they are due, and deliver messages, until the end."""
    ending = Ending(parent)

    def sleep(seconds: float) -> None:
        until = time.monotonic() + seconds
        while not ending.wait(min(1.0, max(until - time.monotonic(), 0))):
            if time.monotonic() >= until:
                return
        raise KeyboardInterrupt

    def settings_of(watch: StoredWatch, host: str) -> Settings:
        return here_settings(host, watch.settings, settings_beside(watch))

    with open_workspace() as workspace:
        clock = store_clock(workspace.store)
        runner = WatchRunner(ending)
        loop = WatchLoop(workspace, settings_of, here_settings(), runner, clock, sleep=sleep)
        with contextlib.suppress(KeyboardInterrupt):
            loop.run(once=False)


def carry_out(job: Job, is_ending: Callable[[], bool]) -> None:
    """Carry out a job; what it raises on purpose is told to whoever asked for it."""
    result: dict[str, Any] = {}
    state, notices = JobState.DONE, []
    with JobRunner(job, is_ending) as runner:
        try:
            with open_workspace(notice=runner.notice) as workspace:
                work = JobWork(job.about, job.request, job.who, workspace, runner)
                result = job_kind(job.kind).work(work)
        except StoppedError:
            state = JobState.STOPPED
        except PagekinError as error:
            state, notices = JobState.FAILED, [str(error)]
        except Exception as error:  # noqa: BLE001 - the top of a worker: whoever waits must hear of it
            _LOG.exception("job %s, %s", job.pk, job.kind)
            state, notices = JobState.FAILED, [f"unexpected {type(error).__name__}: {error}"]
    if runner.is_ended and state is JobState.STOPPED:
        give_back(job)
        return
    if runner.is_stopped and state is JobState.DONE:
        state = JobState.STOPPED
    end_job(job, state, time.time(), result, *notices)


def worker_name() -> str:
    """Return a name for a worker that no other has."""
    return f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
