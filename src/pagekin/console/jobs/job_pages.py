"""How a job comes along, live, with a button to stop it."""

from __future__ import annotations

import time
from typing import Any

from django.shortcuts import redirect, render

from pagekin.console.access import Who, route
from pagekin.console.auditing import audit
from pagekin.console.jobs.job_rows import stop_job
from pagekin.console.jobs.job_table import job_kind
from pagekin.console.models import Job
from pagekin.errors import NothingFoundError

# What steps are called here; others are called as `app` calls them.
_WORDS = {
    "": "starting",
    "learning": "looking for pages like yours",
    "looking at targets": "reading some of them",
    "crawling": "getting all pages",
}
ENDED = 286  # by this status htmx stops asking


@route("jobs/<int:number>/", name="job", who=Who.ADMINISTRATOR)
def job_page(request: Any, number: int) -> Any:
    """Show how a job comes along; htmx asks for the part that changes, and others reload."""
    job = _job(number)
    return render(request, "console/job.html", progress(job))


@route("jobs/<int:number>/progress/", name="job-progress", who=Who.ADMINISTRATOR)
def job_progress(request: Any, number: int) -> Any:
    """Return the part of a page that changes; when the job has ended, have the whole page loaded anew."""
    job = _job(number)
    response = render(request, "console/job_progress.html", progress(job))
    if not job.is_open:
        response.status_code = ENDED
        response.headers["HX-Refresh"] = "true"
    return response


@route("jobs/<int:number>/stop/", name="job-stop", who=Who.ADMINISTRATOR, methods=("POST",))
def job_stop(request: Any, number: int) -> Any:
    """Ask a job to end with what it has, and show its page."""
    job = _job(number)
    stop_job(job.pk)
    audit(request, f"stopped: {job_kind(job.kind).title}", job.about)
    if request.headers.get("HX-Request"):
        job.stop = True  # even if its worker has heard already: who has clicked is answered
        return render(request, "console/job_progress.html", progress(job))
    return redirect("job", number=number)


def progress(job: Job) -> dict[str, Any]:
    """Return what the templates `job_progress.html` and `job.html` show."""
    ended = job.ended_at or time.time()
    kind = job_kind(job.kind)
    return {
        "job": job,
        "title": kind.title,
        "found": kind.found,
        "step": _WORDS.get(job.step, job.step),
        "seconds": ended - (job.began_at or job.made_at),
    }


def _job(number: int) -> Job:
    job = Job.objects.filter(pk=number).first()
    if job is None:
        raise NothingFoundError("there is no such job any more")
    return job
