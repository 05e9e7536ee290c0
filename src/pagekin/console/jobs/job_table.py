"""The kinds of jobs: each is a plain function that a worker calls.

    @job("find", title="Looking for pages like yours")
    def find(work: JobWork) -> dict[str, Any]: ...

What it returns is the job's result. A job whose worker was killed is carried out again, and is expected to
go on from what it has written down.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import transaction

from pagekin.console.console_settings import here_settings
from pagekin.console.jobs.job_files import send_along, this_place
from pagekin.console.jobs.job_rows import add_job
from pagekin.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pagekin.app.step_runner import StepRunner
    from pagekin.app.storing.workspace import Workspace
    from pagekin.console.models import Job
    from pagekin.settings import Settings

# Every module with kinds of jobs.
_MODULES = ("pagekin.console.finding.find_jobs", "pagekin.console.pages.site_jobs")


@dataclass(frozen=True, slots=True)
class JobWork:
    """What a job is carried out with."""

    about: str
    request: Mapping[str, Any]
    who: str
    workspace: Workspace
    runner: StepRunner
    only_public: bool = False  # asked for by people of other machines
    at: Callable[[str], Path] = Path  # where a file is here that the console has there
    made: list[Path] = field(default_factory=list)  # files that the console is to have

    def settings(self, site: str, beside: Path | None = None) -> Settings:
        """Return the settings for a site, as they are where the job is carried out."""
        return here_settings(site, beside=beside, only_public=self.only_public)


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: what is done, and what people read meanwhile."""

    name: str
    title: str
    found: str  # what the counts call what is looked for; "": nothing is
    work: Callable[[JobWork], dict[str, Any]]


_KINDS: dict[str, JobKind] = {}


def job(
    name: str, *, title: str, found: str = "pages like yours"
) -> Callable[[Callable[[JobWork], dict[str, Any]]], Callable[[JobWork], dict[str, Any]]]:
    """Declare a kind of job."""

    def declare(work: Callable[[JobWork], dict[str, Any]]) -> Callable[[JobWork], dict[str, Any]]:
        _KINDS[name] = JobKind(name, title, found, work)
        return work

    return declare


def job_kind(name: str) -> JobKind:
    """Return the kind of job of a name."""
    for module in _MODULES:
        importlib.import_module(module)
    if name not in _KINDS:
        raise UsageError(f"no kind of job is called {name!r}")
    return _KINDS[name]


def start_job(
    kind: str, about: str, request: Mapping[str, Any], who: str, file: Path | None = None
) -> Job:
    """Enter a job, which a worker takes soon; the one that is under way, if it is just the same.

    `file` is the crawler's: it goes with the job.
    """
    job_kind(kind)
    asked = dict(request) | ({"file": str(file)} if file else {})
    with transaction.atomic():
        job = add_job(
            kind, about, asked, who, this_place(), only_public=here_settings().only_public
        )
        if file and not job.files.exists():
            send_along(job, file)
    return job
