"""How the first crawl of a crawler comes along, whoever runs it: a watch that is due, or a job."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.console.finding.find_jobs import CRAWL
from pagekin.console.jobs.job_rows import last_job
from pagekin.store.models import Crawl, CrawlPage, Watch
from pagekin.store.states import CrawlPurpose, CrawlState, RunState

if TYPE_CHECKING:
    from pagekin.navigation import Crawler


@dataclass(frozen=True, slots=True)
class FirstCrawl:
    """The last crawl of a crawler, and its watch if it has one."""

    number: int | None = None
    pages: int = 0
    found: int = 0
    has_ended: bool = False
    trouble: str = ""
    schedule: str = ""
    next_run: float | None = None


def first_crawl(name: str, crawler: Crawler) -> FirstCrawl:
    """Return how the last crawl of a crawler comes along."""
    crawls = Crawl.objects.filter(
        crawler__uid=crawler.id, site__name=crawler.scope.host, purpose=CrawlPurpose.CRAWL
    )
    last = crawls.order_by("-id").first()
    watch = Watch.objects.filter(name=name).first()
    schedule, coming, trouble = "", None, ""
    if watch is not None:
        schedule = watch.schedule
        waiting = watch.runs.filter(state=RunState.WAITING).order_by("due").first()
        coming = waiting.due if waiting and waiting.due > time.time() else None
        failed = watch.runs.filter(state=RunState.FAILED).order_by("-due").first()
        trouble = failed.note if failed and last is None else ""
    job = last_job(name, CRAWL)
    if watch is None and job is not None and not job.is_open and last is None:
        trouble = "; ".join(job.notices)
    if last is None:
        return FirstCrawl(
            has_ended=bool(trouble), trouble=trouble, schedule=schedule, next_run=coming
        )
    seen = CrawlPage.objects.filter(crawl=last)
    return FirstCrawl(
        last.pk,
        seen.count(),
        seen.targets().count(),
        last.state != CrawlState.RUNNING,
        "" if last.state in {CrawlState.RUNNING, CrawlState.FINISHED} else last.state,
        schedule,
        coming,
    )
