"""The rows of jobs: entered, taken by one worker, kept by it, and ended."""

from __future__ import annotations

import enum
import time
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from pagekin.console.models import OPEN_STATES, Job, JobState

LEASE = 30.0  # seconds: a worker that was killed is known to be dead then
_MOST_TRIES = 3  # what kills its worker this often is not tried again
_MOST_NOTICES = 20


class KeptAs(enum.Enum):
    """What a worker finds when it looks at its job."""

    GOING_ON = enum.auto()
    STOPPED = enum.auto()  # somebody wants the step under way to end with what it has
    LOST = enum.auto()  # another worker has it, since this one was thought dead


def add_job(
    kind: str,
    about: str,
    request: dict[str, Any],
    who: str,
    place: str = "",
    *,
    only_public: bool = False,
) -> Job:
    """Enter a job, unless the same one is under way; return the one or the other."""
    with transaction.atomic():
        for known in Job.objects.filter(kind=kind, about=about, state__in=OPEN_STATES):
            if known.request == request and not known.stop:
                return known
        return Job.objects.create(
            kind=kind,
            about=about,
            request=request,
            who=who,
            made_at=time.time(),
            place=place,
            only_public=only_public,
        )


def take_job(worker: str, now: float) -> Job | None:
    """Take the job that has waited longest, or one whose worker is dead; None if there is none."""
    waiting = Q(state=JobState.WAITING) | Q(state=JobState.RUNNING, until__lt=now)
    if not Job.objects.filter(waiting).exists():  # without a lock: this is asked all the time
        return None
    can_skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        rows = Job.objects.filter(waiting).order_by("id").select_for_update(skip_locked=can_skip)
        while found := rows.first():
            if found.tries >= _MOST_TRIES:
                _end(
                    found, JobState.FAILED, now, "it was tried three times and never came to an end"
                )
                continue
            if found.stop and found.state == JobState.WAITING:
                _end(found, JobState.STOPPED, now)
                continue
            found.state, found.worker, found.until = JobState.RUNNING, worker, now + LEASE
            found.tries += 1
            found.began_at = found.began_at or now
            found.save()
            return found
    return None


def keep_job(job: Job, now: float, **columns: Any) -> KeptAs:
    """Write down how a job comes along; return whether it goes on. A wish to stop is heard once."""
    mine = Job.objects.filter(pk=job.pk, worker=job.worker, tries=job.tries)
    if not mine.update(until=now + LEASE, **columns):
        return KeptAs.LOST
    if mine.filter(stop=True).exists():
        mine.update(stop=False)
        return KeptAs.STOPPED
    return KeptAs.GOING_ON


def end_job(job: Job, state: JobState, now: float, result: dict[str, Any], *notices: str) -> None:
    """Write down what has become of a job, if it is still its worker's."""
    with transaction.atomic():
        mine = Job.objects.filter(pk=job.pk, worker=job.worker, tries=job.tries)
        for found in mine.select_for_update():
            found.result = result
            _end(found, state, now, *notices)


def give_back(job: Job) -> None:
    """Let another worker go on with a job, at once."""
    mine = Job.objects.filter(pk=job.pk, worker=job.worker, tries=job.tries)
    mine.update(state=JobState.WAITING, worker="", until=0, tries=job.tries - 1)


def lost_worker(worker: str) -> None:
    """Have the job of a worker that was killed taken up by another at once."""
    Job.objects.filter(worker=worker, state=JobState.RUNNING).update(until=0)


def stop_job(number: int) -> None:
    """Ask for an end; what was found until then is kept."""
    Job.objects.filter(pk=number, state__in=OPEN_STATES).update(stop=True)


def last_job(about: str, *kinds: str) -> Job | None:
    """Return the latest job about a crawler, of any of these kinds."""
    found = Job.objects.filter(about=about)
    return (found.filter(kind__in=kinds) if kinds else found).order_by("-id").first()


def _end(job: Job, state: JobState, now: float, *notices: str) -> None:
    job.state, job.ended_at, job.until = state, now, 0
    job.notices = [*job.notices, *notices][-_MOST_NOTICES:]
    job.save()
