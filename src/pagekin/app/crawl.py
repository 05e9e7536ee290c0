"""Crawling: a crawler run from its starts to its end, or continued where it was interrupted."""

from dataclasses import dataclass

from pagekin.app.crawl_summary import CrawlSummary, crawl_summary, nothing_found, summed_up
from pagekin.app.learning_cache import LearningCache
from pagekin.app.step_runner import StepRunner
from pagekin.app.stored_crawl import StoredCrawl
from pagekin.app.tidying import tidy
from pagekin.app.workspace import CrawlerName, Workspace, claimed, page_class
from pagekin.errors import NothingFoundError
from pagekin.navigation import Crawler
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.store.reading.crawls import ended_crawl, unfinished_crawl


@dataclass(frozen=True, slots=True)
class CrawlRequest:
    """Which crawler to run, and how."""

    crawler: Crawler
    settings: Settings
    max_pages: int = 0
    fresh: bool = False  # give up what was interrupted
    resume: bool = False  # only bring to its end what was interrupted


def crawl(workspace: Workspace, request: CrawlRequest, runner: StepRunner) -> CrawlSummary:
    """Run a crawler; raise NothingFoundError if it comes to its end without any target."""
    with claimed(workspace, CrawlerName.of(request.crawler)):
        found = _last(workspace, request.crawler, runner) if request.resume else None
        if found is None:
            begun = StoredCrawl.begin(workspace, request.crawler, fresh=request.fresh)
            _tell(begun, runner, fresh=request.fresh)
            found = run_crawl(begun, request.settings, Stop(request.max_pages), runner)
        if not found.counts.targets and not found.stopped:
            raise NothingFoundError(nothing_found(found))
        if not found.stopped:
            tidy(workspace, found.crawler_number, request.settings.keep_crawls)
    return found


def run_crawl(
    begun: StoredCrawl,
    settings: Settings,
    stop: Stop,
    runner: StepRunner,
    cache: LearningCache | None = None,
) -> CrawlSummary:
    """Run a crawl that has begun, and sum it up."""
    runner.run(
        "crawling", lambda watch: begun.run(settings, stop, watch, runner.notice, cache), stop
    )
    return crawl_summary(begun)


def _tell(begun: StoredCrawl, runner: StepRunner, *, fresh: bool) -> None:
    """Say what becomes of a crawl that was interrupted."""
    opened = begun.opened
    if opened.resumed:
        runner.notice(f"continuing crawl {opened.id}, which was interrupted")
    elif opened.given_up:
        why = "" if fresh else ": the crawler or the limits of its site are not those it began with"
        runner.notice(f"crawl {opened.given_up}, which was interrupted, is given up{why}")


def _last(workspace: Workspace, crawler: Crawler, runner: StepRunner) -> CrawlSummary | None:
    """Return the last crawl if it came to its end, None if there is something to do."""
    site, version = crawler.scope.host, page_class(crawler)
    with workspace.store.connection() as connection:
        if unfinished_crawl(connection, site, version) is not None:
            return None
        last = ended_crawl(connection, site, crawler.id)
        other = unfinished_crawl(connection, site, version, any_version=True)
        if last is None:
            if other is None:
                runner.notice(
                    "there is nothing to continue: this is the first crawl of this crawler"
                )
            return None
        if other is not None:
            runner.notice(
                f"crawl {other}, which was interrupted, was one of another version of the crawler"
            )
        runner.notice(
            f"there is nothing to continue: crawl {last.id} came to its end; here is what it found, "
            "without --resume another one begins"
        )
        return summed_up(connection, last.id, last.crawler, crawler)
