"""The jobs that are under way or wait, as `pagekin status` lists them beside runs of watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from pagekin.app.status import WorkUnderWay
from pagekin.console.current_store import open_here
from pagekin.console.jobs.job_rows import LEASE
from pagekin.console.jobs.job_table import job_kind
from pagekin.console.models import OPEN_STATES, Job, JobState

if TYPE_CHECKING:
    from pagekin.store.opening import Store

_TABLE = "console_job"


def has_jobs() -> bool:
    """Whether there is a console on the store, and so a table of jobs."""
    return _TABLE in connection.introspection.table_names()


def jobs_under_way(store: Store) -> list[WorkUnderWay]:
    """Return the jobs of all consoles on a store that have not ended, the oldest first."""
    open_here(store)
    found = Job.objects.filter(state__in=OPEN_STATES).order_by("id") if has_jobs() else ()
    return [_under_way(job) for job in found]


def _under_way(job: Job) -> WorkUnderWay:
    waits = job.state == JobState.WAITING
    return WorkUnderWay(
        job.worker,
        f"job {job.pk}, {job_kind(job.kind).title.lower()}: {job.about}",
        "waiting" if waits else job.step or "starting",
        job.made_at if waits else job.began_at or job.made_at,
        None if waits else job.until - LEASE,
        job.tries,
        (None, job.counts.get("pages"), job.counts.get("found"), job.counts.get("failed")),
        job.notices[-1] if job.notices else "",
    )
