"""The processes beside the web server: one or more carry out jobs, one runs watches when they are due."""

from __future__ import annotations

import logging
import os
import time
import uuid
from typing import TYPE_CHECKING, Any

from pagekin.app.scheduling.ending import Ending
from pagekin.app.sites.crawler_settings import settings_beside
from pagekin.app.storing.workspace import open_workspace
from pagekin.app.worker import run_watches
from pagekin.console.console_settings import here_settings
from pagekin.console.current_store import open_here
from pagekin.console.jobs.job_rows import end_job, give_back, take_job
from pagekin.console.jobs.job_runner import JobRunner
from pagekin.console.jobs.job_table import JobWork, job_kind
from pagekin.console.models import Job, JobState
from pagekin.errors import PagekinError, StoppedError
from pagekin.store.opening import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagekin.settings import Settings
    from pagekin.store.reading.watches import StoredWatch

_LOG = logging.getLogger("pagekin.jobs")
_WATCH_LOG = logging.getLogger("pagekin.watch")
_LOOK_AGAIN = 0.3  # seconds: so long does somebody wait at most for what they have just asked for


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


def run_console_watches(parent: int) -> None:
    """Run watches when they are due, and deliver messages, until the end."""

    def settings_of(watch: StoredWatch, host: str) -> Settings:
        return here_settings(host, watch.settings, settings_beside(watch))

    run_watches(Ending(parent), settings_of, here_settings(), _WATCH_LOG.info)


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
