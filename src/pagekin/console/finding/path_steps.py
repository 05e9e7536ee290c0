"""The steps on the way to a crawler: which there are, which are done, and where one is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from pagekin.console.crawler_files import crawler_file, crawler_path
from pagekin.console.finding.find_jobs import FIND
from pagekin.console.jobs.job_rows import last_job
from pagekin.console.models import Job, JobState
from pagekin.errors import NothingFoundError
from pagekin.store.models import Watch

if TYPE_CHECKING:
    from pagekin.navigation import Crawler

STEPS = (
    ("looking", "Address"),
    ("found-pages", "Pages"),
    ("crawler-fields", "Fields"),
    ("crawler-schedule", "Schedule and alert"),
    ("crawler-done", "Done"),
)


@dataclass(frozen=True, slots=True)
class CrawlerDraft:
    """A crawler on its way: its name, the job that found it last, and itself if there is one."""

    name: str
    job: Job | None
    crawler: Crawler | None

    @property
    def is_looking(self) -> bool:
        """Whether pages are looked for."""
        return self.job is not None and self.job.is_open

    @property
    def found(self) -> dict[str, Any]:
        """What was found the last time that something was."""
        done = Job.objects.filter(
            about=self.name, kind=FIND, state__in=(JobState.DONE, JobState.STOPPED)
        ).exclude(result={})
        last = done.order_by("-id").first()
        return last.result if last else {}


def draft_named(name: str) -> CrawlerDraft:
    """Return a crawler on its way; raise NothingFoundError if nobody has begun one of this name."""
    job = last_job(name, FIND)
    has_file = crawler_path(name).is_file()
    if job is None and not has_file:
        raise NothingFoundError(f"no crawler is called {name!r}")
    return CrawlerDraft(name, job, crawler_file(name).read() if has_file else None)


def steps_for(draft: CrawlerDraft, here: str) -> list[dict[str, Any]]:
    """Return the steps as the templates show them; those that can be gone to have an address."""
    watched = Watch.objects.filter(name=draft.name).exists()
    open_steps = {"looking"} | (
        {"found-pages", "crawler-fields", "crawler-schedule"} if draft.crawler else set()
    )
    open_steps |= {"crawler-done"} if watched else set()
    names = [name for name, _ in STEPS]
    return [
        {
            "text": text,
            "url": reverse(name, kwargs={"name": draft.name}) if name in open_steps else "",
            "here": name == here,
            "past": names.index(name) < names.index(here),
        }
        for name, text in STEPS
    ]
