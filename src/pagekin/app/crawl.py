"""Crawling: a crawler run from its starts to its end, or continued where it was interrupted."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path

from pagekin.app.crawl_summary import CrawlSummary, crawl_summary, nothing_found, summed_up
from pagekin.app.step_runner import StepRunner
from pagekin.app.storing.learning_cache import LearningCache
from pagekin.app.storing.link_checking import CheckRequest
from pagekin.app.storing.stored_crawl import StoredCrawl
from pagekin.app.storing.tidying import tidy
from pagekin.app.storing.workspace import CrawlerName, Workspace, claimed, page_class
from pagekin.app.threads import in_thread
from pagekin.app.watching import observe
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation import Crawler
from pagekin.settings import Settings
from pagekin.site import Counts, Stop, Watch
from pagekin.store.reading.crawls import ended_crawl, unfinished_crawl, versions_of_crawl
from pagekin.store.reading.record_sets import wrapper_numbered
from pagekin.store.states import CrawlPurpose
from pagekin.store.writing.crawl_runs import interrupted_crawl
from pagekin.wrappers import Wrapper
from pagekin.wrappers.identity import BundlePath, bundles_of

Enough = Callable[[Counts], str]  # why a crawl has found enough, "" while it has not
_CAME_TO_ITS_END = "came to its end; here is what it found, without --resume another one begins"


@dataclass(frozen=True, slots=True)
class CrawlRequest:
    """Which crawlers to run together, and how; each is for a class of pages of one site."""

    crawlers: tuple[Crawler, ...]
    settings: Settings
    max_pages: int = 0
    fresh: bool = False  # give up what was interrupted
    resume: bool = False  # only bring to its end what was interrupted
    check: CheckRequest | None = None  # the links that nobody follows
    files: Mapping[str, Path] = field(default_factory=dict)  # of crawlers, by id: to be repaired
    confirm: int = 1  # crawls that have to agree before an event is told
    begun: Callable[[int], None] = lambda _: None  # told its number before anything is fetched
    max_seconds: float = 0.0


def crawl(
    workspace: Workspace,
    request: CrawlRequest,
    runner: StepRunner,
    enough: Enough = lambda _: "",
) -> CrawlSummary:
    """Run crawlers; raise NothingFoundError if they come to their end without any target.

    A crawler of everything needs no targets: pages will do.
    """
    _check(request)
    everything = any(crawler.navigation.everything for crawler in request.crawlers)
    with contextlib.ExitStack() as stack:
        for crawler in sorted(request.crawlers, key=attrgetter("id")):  # no two wait for each other
            stack.enter_context(claimed(workspace, CrawlerName.of(crawler)))
        found = _last(workspace, request.crawlers, runner) if request.resume else None
        if found is None:
            begun = StoredCrawl.begin(
                workspace, request.crawlers, fresh=request.fresh, check=request.check
            )
            request.begun(begun.opened.id)
            _tell(begun, runner, fresh=request.fresh)
            _tell_of_new_fields(begun, runner)
            stop = Stop(request.max_pages, max_seconds=request.max_seconds)
            found = run_crawl(begun, request.settings, stop, runner, enough=enough)
        found = observed(workspace, found, runner, request.files, confirm=request.confirm)
        wanted = found.counts.pages if everything else found.counts.targets
        if not wanted and not found.stopped:
            raise NothingFoundError(nothing_found(found))
        if not found.stopped:
            keep = request.settings.keep_crawls
            tidy(workspace, found.number, found.crawler_number, keep)
    return found


def _check(request: CrawlRequest) -> None:
    hosts = {crawler.scope.host for crawler in request.crawlers}
    if len(hosts) > 1:
        raise UsageError(
            f"crawlers of {' and '.join(sorted(hosts))} at once: those of one site can share a crawl"
        )
    if len({crawler.id for crawler in request.crawlers}) < len(request.crawlers):
        raise UsageError("the same crawler twice: its pages would be found once")


def run_crawl(
    begun: StoredCrawl,
    settings: Settings,
    stop: Stop,
    runner: StepRunner,
    cache: LearningCache | None = None,
    *,
    enough: Enough = lambda _: "",
) -> CrawlSummary:
    """Run a crawl that has begun, and sum it up; `enough` says why to end it, once that is so."""

    async def step(watch: Watch) -> None:
        def see(counts: Counts) -> None:
            watch(counts)
            stop.enough = stop.enough or enough(counts)

        await begun.run(settings, stop, see, runner.notice, cache)

    runner.run("crawling", step, stop)
    return crawl_summary(begun)


def observed(
    workspace: Workspace,
    found: CrawlSummary,
    runner: StepRunner,
    files: Mapping[str, Path] | None = None,
    *,
    confirm: int = 1,
) -> CrawlSummary:
    """Write down what a crawl tells, and return its summary with it."""
    if found.stopped:
        return found
    look = partial(observe, workspace, found.number, files, confirm=confirm)
    seen = runner.run("comparing with earlier crawls", lambda _: in_thread(look), Stop())
    for note in seen.notes:
        runner.notice(note)
    with workspace.store.connection() as connection:
        counted = summed_up(connection, found.number, found.crawler_number, found.crawler)
    return replace(
        counted,
        changes=seen.counts,
        template=seen.template,
        anomalies=seen.anomalies,
        figures=seen.figures,
        left_alone=found.left_alone,
    )


def _tell(begun: StoredCrawl, runner: StepRunner, *, fresh: bool) -> None:
    """Say what becomes of a crawl that was interrupted."""
    opened = begun.opened
    if opened.resumed:
        runner.notice(f"continuing crawl {opened.id}, which was interrupted")
    elif opened.given_up:
        why = "" if fresh else ": the crawler or the limits of its site are not those it began with"
        runner.notice(f"crawl {opened.given_up}, which was interrupted, is given up{why}")


def _tell_of_new_fields(begun: StoredCrawl, runner: StepRunner) -> None:
    """Say which fields the crawl before was not mined for, since there is a way to have them there."""
    wrapper, previous = begun.crawler.wrapper, begun.opened.previous
    if wrapper is None or previous is None:
        return
    with begun.workspace.store.connection() as connection:
        versions = [one.wrapper_version for one in versions_of_crawl(connection, previous)]
        before = [wrapper_numbered(connection, one) for one in versions if one is not None]
    known = {key for earlier in before for key in _fields(earlier)}
    new = [name for key, name in _fields(wrapper).items() if key not in known]
    if before and new:
        runner.notice(
            f"earlier crawls do not have {', '.join(new)}; 'pagekin mine CRAWLER' extracts "
            "new fields from all kept crawls"
        )


def _fields(wrapper: Wrapper) -> dict[tuple[BundlePath, str], str]:
    """Return the names of a wrapper's fields by their identity."""
    return {
        (path, field.id): field.name
        for path, bundle in bundles_of(wrapper)
        for field in bundle.fields
    }


def _last(
    workspace: Workspace, crawlers: Sequence[Crawler], runner: StepRunner
) -> CrawlSummary | None:
    """Return the last crawl if it came to its end, None if there is something to do."""
    if len(crawlers) == 1:
        return _last_of_one(workspace, crawlers[0], runner)
    site, classes = crawlers[0].scope.host, tuple(map(page_class, crawlers))
    if interrupted_crawl(workspace.store, site, classes, CrawlPurpose.CRAWL) is not None:
        return None
    done = StoredCrawl.finished(workspace, crawlers, 0)
    if done is None:
        runner.notice("there is nothing to continue: these crawlers never came to an end together")
        return None
    runner.notice(f"there is nothing to continue: crawl {done.opened.id} {_CAME_TO_ITS_END}")
    return crawl_summary(done)


def _last_of_one(workspace: Workspace, crawler: Crawler, runner: StepRunner) -> CrawlSummary | None:
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
        runner.notice(f"there is nothing to continue: crawl {last.id} {_CAME_TO_ITS_END}")
        return summed_up(connection, last.id, last.crawler, crawler)
