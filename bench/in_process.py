"""Measures one job without a server or a command: learns and crawls in this process, from the files of the site.

The same figures come out as from `bench.measure`, but for what a process costs as a whole; it takes half the time.
"""

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeVar

from bench.jobs import Job
from bench.results import Phase, Result
from bench.score import Score, pages_of, score
from bench.server import Request, RequestLog
from bench.sitefiles import PAGE_SUFFIXES, SiteFiles
from pagekin.crawl import StructureDrivenCrawl
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.dom import Page, parse_page
from pagekin.dom.content_types import why_no_page
from pagekin.errors import PagekinError
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind, Stop
from pagekin.urls import Scope

ORIGIN = "http://site.test"
T = TypeVar("T")


@dataclass(slots=True)
class FilesSite:
    """A site of the corpus behind pagekin's port; pages can be hidden, as if they were not written yet."""

    files: SiteFiles
    hidden: frozenset[str] = frozenset()
    log: RequestLog = field(default_factory=RequestLog)

    async def fetch(self, url: str) -> Page | Failure:
        """Return the page that a file of the site is."""
        await asyncio.sleep(0)
        asked, path = url, url.removeprefix(ORIGIN)
        if self.files.names_folder(path):
            self.log.requests.append(Request("GET", path, 301, None))
            path = "/".join((path.partition("?")[0], path.partition("?")[2]))
        page = self.files.page_of(path)
        if page is None or page in self.hidden:
            self.log.requests.append(Request("GET", path, 404, None))
            return Failure(asked, FailureKind.STATUS, "the server answered 404", 404)
        is_page = page.endswith(PAGE_SUFFIXES)
        self.log.requests.append(Request("GET", path, 200, page if is_page else None))
        body = self.files.body(page, ORIGIN, self.hidden)
        kind = (
            "text/html"
            if is_page
            else "application/xml"
            if page.endswith(".xml")
            else "text/plain"
            if page.endswith(".txt")
            else "application/octet-stream"
        )
        if reason := why_no_page({"content-type": kind}, body):
            return Failure(asked, FailureKind.NOT_HTML, reason)
        return parse_page(ORIGIN + path, body, {"content-type": kind}, requested=asked)


def run(job: Job, max_pages: int | None = None) -> Result:
    """Learn and crawl; what fails on the way scores nothing."""
    site = FilesSite(job.case.site, job.hidden)
    crawler, ended, learned = _timed(site, _learn(job, site, max_pages))
    if not isinstance(crawler, Crawler):
        return _result(job, frozenset(), learned, None, None, ended)
    site = FilesSite(job.case.site)
    urls, ended, crawled = _timed(site, _crawl(site, crawler))
    found = pages_of(urls or (), job.case.site, ORIGIN)
    return _result(job, found, learned, crawled, crawler, ended)


async def _learn(job: Job, site: FilesSite, max_pages: int | None) -> Crawler:
    def url(page: str) -> str:
        return ORIGIN + job.case.url_path(page)

    samples = tuple(map(url, job.samples))
    entry = url(job.case.entry) if job.entry else None
    negatives = tuple(map(url, job.negatives))
    task = LearningTask(samples, entry, Scope.around(entry or samples[0]), negatives)
    stop = Stop(max_pages=max_pages or Settings().max_pages)
    learning = STRATEGIES[job.strategy](site, task, Settings(), stop, lambda _: None)
    return (await learning).crawler


async def _crawl(site: FilesSite, crawler: Crawler) -> list[str]:
    crawl = StructureDrivenCrawl(site, loads(dumps(crawler)), Stop())
    return [target.page.url async for target in crawl.targets()]


def _timed(site: FilesSite, work: Awaitable[T]) -> tuple[T | None, str, Phase]:
    """Return what work results in, how it ended, and what it cost."""
    began, used = time.perf_counter(), time.process_time()
    result, ended = None, "ok"

    async def worked() -> T:
        return await work

    try:
        result = asyncio.run(worked())
    except PagekinError as error:
        ended = str(error)
    phase = Phase(
        downloads=site.log.unique,
        requests=site.log.total,
        pages=len(site.log.pages),
        statuses=site.log.statuses,
        cpu_seconds=round(time.process_time() - used, 3),
        wall_seconds=round(time.perf_counter() - began, 3),
        peak_mb=0.0,
    )
    return result, ended, phase


def _result(  # noqa: PLR0917 - what came of each phase
    job: Job,
    found: frozenset[str],
    learned: Phase,
    crawled: Phase | None,
    crawler: Crawler | None,
    ended: str,
) -> Result:
    case = job.case
    unseen = score(found & job.hidden, job.hidden) if job.hidden else None
    return Result(
        case=case.name,
        strategy=job.strategy,
        variant=job.variant,
        ended=ended,
        score=score(found, case.targets, case.dontcare)
        if found
        else Score(0, 0, len(case.targets)),
        reachable_pages=case.reachable_pages,
        learn=learned,
        crawl=crawled,
        unseen=unseen,
        steps=len(crawler.navigation.steps) if crawler else None,
        expected=crawler.learned.expected if crawler else None,
        found=len(found),
    )
