"""From one example page to a table: learn, look at some targets, induce, crawl, write what was stored.

Every page is parsed once and extracted once, while it is crawled: the output is written from the store.
What was interrupted anywhere has written what there was until then, goes on from there when it is asked for
again, and ends as it would have. A crawler that was learned before gives its table again (`get_again`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from pagekin.app.learn import Learning, LearnRequest, learning, stopped
from pagekin.app.learned_file import write_text
from pagekin.app.table_writing import FIRST, WantedTable, Written, write_table
from pagekin.app.threads import in_thread
from pagekin.errors import NothingFoundError, StoppedError, UsageError
from pagekin.lazy import lazy_imports
from pagekin.navigation.crawler_file import dumps
from pagekin.output import check
from pagekin.output.atomic_files import check_place
from pagekin.site import Counts, Stop
from pagekin.store.states import CrawlState
from pagekin.wrappers import Wrapper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from pagekin.app.crawl import CrawlRequest
    from pagekin.app.crawl_summary import CrawlSummary
    from pagekin.app.induce import FieldExample
    from pagekin.app.learn import LearnResult, TargetPages
    from pagekin.app.step_runner import StepRunner
    from pagekin.app.storing.workspace import Workspace
    from pagekin.navigation import Crawler
    from pagekin.wrappers.record import Record

    Preview = Callable[[Sequence[tuple[str, Record]], Wrapper], None]

with lazy_imports():  # what is needed when the crawler is learned
    from pagekin.app import crawl as crawling
    from pagekin.app import crawl_summary as summaries
    from pagekin.app import induce as inducing
    from pagekin.app import page_mining
    from pagekin.app.storing import stored_crawl, stored_records
    from pagekin.store.writing import crawl_runs

__all__ = ["GetRequest", "GetResult", "WantedTable", "get", "get_again"]


@dataclass(frozen=True, slots=True)
class GetRequest:
    """What to get and where to put it."""

    learning: LearnRequest
    table: WantedTable
    examples: tuple[FieldExample, ...] = ()
    everything: bool = False  # fields of little use, too
    crawler_file: Path | None = None
    max_pages: int = 0  # to fetch in all; 0: the settings' limit on learning, and none on the crawl
    choose: Mapping[str, int] | None = (
        None  # of the ways to find a field, the number of the wanted one
    )
    preview: Preview = lambda *_: None  # is shown the first records as soon as the fields are known


@dataclass(frozen=True, slots=True)
class GetResult:
    """What was got: the crawler with its wrapper, how the crawl went, and the records."""

    crawler: Crawler
    wrapper: Wrapper
    crawl: CrawlSummary
    written: Written
    seconds: float

    @property
    def is_interrupted(self) -> bool:
        """Whether somebody wanted an end before all was there."""
        return self.crawl.is_interrupted or self.written.is_interrupted


def get(workspace: Workspace, request: GetRequest, runner: StepRunner) -> GetResult:
    """Learn, induce, crawl and write.

    Raise StoppedError if it is interrupted before the crawl: what was seen of the targets is written then.
    """
    if request.crawler_file:
        check_place(request.crawler_file)
    clock = Stop()  # hears of every interruption
    with learning(workspace, request.learning, runner, clock) as under_way:
        if request.examples:
            under_way.check(request.examples)
        crawler = _learned(workspace, under_way, request)
        found = _crawled(workspace, request, under_way, crawler, clock)
        found = crawling.observed(workspace, found, runner)
        _check_targets(found)
        _leave_the_rest(workspace, request.table, found)
        got = _result(workspace, request.table, found, runner, clock)
        if got.is_interrupted:
            clock.interrupted.set()  # and the next run goes on
        return got


def get_again(
    workspace: Workspace, request: CrawlRequest, table: WantedTable, runner: StepRunner
) -> GetResult:
    """Run a crawler that was learned before, and write the table of what it finds."""
    (crawler,) = request.crawlers
    if crawler.wrapper is None:
        raise UsageError(
            "this crawler has no fields yet: 'pagekin get SAMPLE_URL --crawler FILE' learns both, "
            "'pagekin induce' learns fields from pages"
        )
    check(table.destination, crawler.wrapper)
    clock = Stop()
    found = crawling.crawl(workspace, request, runner, _Enough(table.limit))
    _check_targets(found)
    _leave_the_rest(workspace, table, found)
    return _result(workspace, table, found, runner, clock)


def _check_targets(found: CrawlSummary) -> None:
    if not found.counts.targets:
        raise NothingFoundError(summaries.nothing_found(found))


def _leave_the_rest(workspace: Workspace, table: WantedTable, found: CrawlSummary) -> None:
    """End a crawl that was only to find so many rows: nothing of it waits for the next run."""
    if _are_enough(table, found):
        with workspace.store.connection() as connection, connection.transaction():
            crawl_runs.end_crawl(connection, found.number, CrawlState.GIVEN_UP)


def _are_enough(table: WantedTable, found: CrawlSummary) -> bool:
    """Return whether a crawl ended with all the rows that were wanted; one that a limit ended goes on later."""
    return bool(table.limit) and found.stopped == _enough_rows(table.limit)


def _enough_rows(limit: int) -> str:
    return f"{limit:,} rows (--limit)"


def _learned(workspace: Workspace, under_way: Learning, request: GetRequest) -> Crawler:
    """Learn a crawler, and a wrapper from a spread of its targets."""
    stop = _half(request)
    learned = under_way.learn(stop)
    _keep(request, learned.crawler)  # already now, for it is worth having whatever comes next
    if stop.interrupted.is_set():
        pages = under_way.targets_at_hand(learned, inducing.ENOUGH)
    else:
        stop = Stop()
        left = max(request.max_pages - under_way.cache.fetched, 0) // 2  # again, half for the crawl
        pages = under_way.targets(learned, stop, left if request.max_pages else None)
    doubts: list[str] = []
    induce = partial(
        inducing.induce,
        pages.others,
        pages.samples,
        request.examples,
        everything=request.everything,
        choose=request.choose,
        tell=doubts.append,
    )
    finding = Stop()
    wrapper = under_way.runner.run("finding fields", lambda _: in_thread(induce), finding)
    for doubt in doubts:
        under_way.runner.notice(doubt)
    crawler = replace(learned.crawler, wrapper=wrapper)
    if stop.interrupted.is_set() or finding.interrupted.is_set():
        # What a part of the pages teaches may be another table than the one asked for: it is not kept.
        learned = replace(learned, crawler=crawler)
        raise _written_so_far(workspace, under_way, request, learned)
    _keep(request, crawler)
    request.preview(_preview(pages, wrapper), wrapper)
    return crawler


def _half(request: GetRequest) -> Stop:
    """Return the limits on learning: a limit is one on all there is to do, and half of it for the crawl."""
    settings = request.learning.settings
    pages = (request.max_pages + 1) // 2 or settings.max_pages
    return Stop(pages, settings.max_depth, settings.max_seconds / 2)


def _preview(pages: TargetPages, wrapper: Wrapper) -> list[tuple[str, Record]]:
    """Return the first records of the pages that the fields were learned from."""
    miner = page_mining.PageMiner(wrapper, look_at=0)
    first = islice((*pages.samples, *pages.others), FIRST)
    return [(page.url, record) for page in first for record in miner.mine(page)]


def _written_so_far(
    workspace: Workspace, under_way: Learning, request: GetRequest, learned: LearnResult
) -> StoppedError:
    """Write the rows of the targets that are here already; return what to raise then."""
    wrapper = learned.crawler.wrapper or Wrapper(())
    miner = page_mining.PageMiner(wrapper, look_at=0)
    pages = under_way.targets_at_hand(learned)
    mined = ((page.url, miner.mine(page)) for page in (*pages.samples, *pages.others))
    try:
        written = write_table(
            workspace, request.table, wrapper, mined, under_way.runner, is_partial=True
        )
    except NothingFoundError:
        return stopped()
    rows = written.coverage.records
    return StoppedError(
        f"interrupted while learning: {rows:,} row{'' if rows == 1 else 's'} of the pages seen so far "
        f"in {written.destination.name}; what was done is kept: run it again to go on"
    )


def _crawled(
    workspace: Workspace, request: GetRequest, under_way: Learning, crawler: Crawler, clock: Stop
) -> CrawlSummary:
    """Crawl, unless that was done and only the writing was interrupted."""
    begun_with, runner = under_way.cache.opened, under_way.runner
    if begun_with.resumed:
        done = stored_crawl.StoredCrawl.finished(workspace, [crawler], begun_with.id)
        if done:
            runner.notice(
                f"crawl {done.opened.id} came to its end already: its records are written"
            )
            return summaries.crawl_summary(done)
    begun = stored_crawl.StoredCrawl.begin(workspace, [crawler])
    settings, cache = request.learning.settings, under_way.cache
    seconds = settings.max_seconds
    stop = Stop(max_seconds=max(seconds - clock.seconds, 0.001) if seconds else 0.0)
    enough = _Enough(request.table.limit, request.max_pages, lambda: cache.fetched)
    found = crawling.run_crawl(begun, settings, stop, runner, cache, enough=enough)
    if stop.interrupted.is_set():
        clock.interrupted.set()
    return found


@dataclass(frozen=True, slots=True)
class _Enough:
    """Says when enough was found, or fetched."""

    rows: int
    pages: int = 0
    fetched: Callable[[], int] = int

    def __call__(self, counts: Counts) -> str:
        """Return why that is so, "" if it is not."""
        if self.rows and counts.targets >= self.rows:
            return _enough_rows(self.rows)
        if self.pages and self.fetched() >= self.pages:
            return f"{self.pages} pages fetched (--max-pages)"
        return ""


def _keep(request: GetRequest, crawler: Crawler) -> None:
    if request.crawler_file:
        write_text(request.crawler_file, dumps(crawler))


def _result(
    workspace: Workspace, table: WantedTable, found: CrawlSummary, runner: StepRunner, clock: Stop
) -> GetResult:
    """Write the records of a crawl."""
    wrapper = found.crawler.wrapper or Wrapper(())
    pages = stored_records.records_of_crawl(workspace.store, found.number, wrapper)
    written = write_table(
        workspace,
        table,
        wrapper,
        pages,
        runner,
        expected=found.counts.targets,
        is_partial=bool(found.stopped) and not _are_enough(table, found),
    )
    return GetResult(found.crawler, wrapper, found, written, clock.seconds)
