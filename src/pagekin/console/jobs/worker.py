"""The processes beside the web server: one or more carry out jobs, one runs watches when they are due."""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, connection

from pagekin.app.scheduling.ending import Ending
from pagekin.app.scheduling.scheduler import store_clock, worker_name
from pagekin.app.scheduling.worker_sign import WorkerSign
from pagekin.app.sites.crawler_settings import settings_beside
from pagekin.app.storing.workspace import open_workspace
from pagekin.app.worker import run_watches
from pagekin.console.console_settings import here_settings
from pagekin.console.current_store import open_here
from pagekin.console.jobs.job_files import local_file, receive, send_back
from pagekin.console.jobs.job_rows import end_job, give_back, take_job
from pagekin.console.jobs.job_runner import JobRunner
from pagekin.console.jobs.job_status import has_jobs
from pagekin.console.jobs.job_table import JobWork, job_kind
from pagekin.console.models import Job, JobState
from pagekin.errors import PagekinError, StoppedError, StoreError
from pagekin.store.opening import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagekin.settings import Settings
    from pagekin.store.reading.watches import StoredWatch

_LOG = logging.getLogger("pagekin.jobs")
_WATCH_LOG = logging.getLogger("pagekin.watch")
_LOOK_AGAIN = 0.3  # seconds: so long does somebody wait at most for what they have just asked for


def do_jobs(token: str, parent: int) -> None:
    """Carry out jobs, one after another, until the end."""
    worker, ending, store = worker_name(token), Ending(parent), open_store()
    open_here(store)
    with WorkerSign(store, worker, store_clock(store)) as sign:
        tell = sign.saying(_LOG.info)
        while not ending():
            job = take_job(worker, time.time())
            if job is None:
                ending.wait(_LOOK_AGAIN)
            else:
                tell(_told(job))
                carry_out(job, ending)


def jobs_besides(ending: Ending, worker: str) -> Callable[[], bool]:
    """Return what takes one job of a console and carries it out, for a worker that does other things, too.

    There may be no console on this store: then there are no jobs.
    """
    open_here(open_store())
    is_there = [False]

    def take_one() -> bool:
        is_there[0] = is_there[0] or has_jobs()
        job = take_job(worker, time.time()) if is_there[0] else None
        if job is not None:
            carry_out(job, ending)
        return job is not None

    def explained() -> bool:
        try:
            return take_one()
        except DatabaseError as error:
            connection.close()
            raise StoreError(f"the jobs of the console: {error}") from error

    return explained


def _told(job: Job) -> str:
    return f"{job_kind(job.kind).title}: {job.about}"


def run_console_watches(parent: int) -> None:
    """Run watches when they are due, and deliver messages, until the end."""

    def settings_of(watch: StoredWatch, host: str) -> Settings:
        return here_settings(host, watch.settings, settings_beside(watch))

    # Somebody who has just set a watch up sees its first crawl begin.
    run_watches(Ending(parent), settings_of, here_settings(), _WATCH_LOG.info, look_again=1.0)


def carry_out(job: Job, is_ending: Callable[[], bool]) -> None:
    """Carry out a job; what it raises on purpose is told to whoever asked for it."""
    result: dict[str, Any] = {}
    state, notices = JobState.DONE, []
    with JobRunner(job, is_ending) as runner:
        try:
            receive(job)
            with open_workspace(notice=runner.notice) as workspace:
                work = JobWork(
                    job.about,
                    job.request,
                    job.who,
                    workspace,
                    runner,
                    job.only_public,
                    partial(local_file, job),
                )
                result = job_kind(job.kind).work(work)
            send_back(job, work.made)
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
