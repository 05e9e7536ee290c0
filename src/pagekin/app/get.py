"""From one example page to a table: learn, look at some targets, induce, crawl, write what was stored.

Every page is parsed once and extracted once, while it is crawled: the output is written from the store.
What was interrupted anywhere goes on from there when it is asked for again, and ends as it would have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagekin.app.coverage import NAMED_PAGES, Coverage
from pagekin.app.learn import Learning, LearnRequest, learning, stop_from, stopped
from pagekin.app.learned_file import write_text
from pagekin.errors import CannotAppendError, NothingFoundError
from pagekin.lazy import lazy_imports
from pagekin.navigation.crawler_file import dumps
from pagekin.output import Destination, check, open_output
from pagekin.output.atomic_files import check_place
from pagekin.site import Stop
from pagekin.wrappers import Wrapper

if TYPE_CHECKING:
    from pathlib import Path

    from pagekin.app.crawl_summary import CrawlSummary
    from pagekin.app.induce import FieldExample
    from pagekin.app.step_runner import StepRunner
    from pagekin.app.storing.workspace import Workspace
    from pagekin.navigation import Crawler
    from pagekin.wrappers.record import Record

with lazy_imports():  # what is needed when the crawler is learned
    from pagekin.app import crawl as crawling
    from pagekin.app import crawl_summary as summaries
    from pagekin.app import induce as inducing
    from pagekin.app.storing import stored_crawl, stored_records

_FIRST = 5  # records to show


@dataclass(frozen=True, slots=True)
class GetRequest:
    """What to get and where to put it."""

    learning: LearnRequest
    destination: Destination
    examples: tuple[FieldExample, ...] = ()
    everything: bool = False  # fields of little use, too
    crawler_file: Path | None = None
    named_pages: int | None = NAMED_PAGES  # in the report of each field; None: all


@dataclass(frozen=True, slots=True)
class GetResult:
    """What was got: the crawler with its wrapper, how the crawl went, and the records."""

    crawler: Crawler
    wrapper: Wrapper
    crawl: CrawlSummary
    destination: Destination
    coverage: Coverage
    first: tuple[tuple[str, Record], ...]  # records, each with its page
    notes: list[str]  # by the writer of the output
    seconds: float


def get(workspace: Workspace, request: GetRequest, runner: StepRunner) -> GetResult:
    """Learn, induce, crawl and write."""
    if request.crawler_file:
        check_place(request.crawler_file)
    clock = Stop()  # hears of every interruption
    with learning(workspace, request.learning, runner, clock) as under_way:
        if request.examples:
            under_way.check(request.examples)
        crawler = _learned(under_way, request)
        found = _crawled(workspace, request, under_way, crawler, clock)
        found = crawling.observed(workspace, found, runner)
        if not found.counts.targets:
            raise NothingFoundError(summaries.nothing_found(found))
        return _written(workspace, request, found, runner, clock)


def _learned(under_way: Learning, request: GetRequest) -> Crawler:
    """Learn a crawler, and a wrapper from a spread of its targets."""
    stop = stop_from(request.learning.settings)
    learned = under_way.learn(stop)
    _keep(request, learned.crawler)  # already now, for it is worth having whatever comes next
    looking = Stop()
    pages = None if stop.interrupted.is_set() else under_way.targets(learned, looking)
    if pages is None or looking.interrupted.is_set():
        # What a part of the pages teaches may be another table than the one asked for.
        raise stopped()
    wrapper = inducing.induce(
        pages.others, pages.samples, request.examples, everything=request.everything
    )
    crawler = replace(learned.crawler, wrapper=wrapper)
    _keep(request, crawler)
    return crawler


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
    settings, stop = request.learning.settings, Stop()
    found = crawling.run_crawl(begun, settings, stop, runner, under_way.cache)
    if stop.interrupted.is_set():
        clock.interrupted.set()
    return found


def _keep(request: GetRequest, crawler: Crawler) -> None:
    if request.crawler_file:
        write_text(request.crawler_file, dumps(crawler))


def _written(
    workspace: Workspace,
    request: GetRequest,
    found: CrawlSummary,
    runner: StepRunner,
    clock: Stop,
) -> GetResult:
    """Write the records of the crawl."""
    wrapper = found.crawler.wrapper or Wrapper(())
    coverage = Coverage(wrapper, request.named_pages)
    first: list[tuple[str, Record]] = []
    destination = _fitting(request.destination, wrapper, runner)
    with open_output(destination, wrapper) as writer:
        pages = stored_records.records_of_crawl(workspace.store, found.number, wrapper)
        writing = Stop()  # what was found until an interruption is written all the same
        for url, records in runner.each(pages, writing):
            coverage.add(url, records)
            for record in records:
                writer.write(url, record)
                if len(first) < _FIRST:
                    first.append((url, record))
        if writing.interrupted.is_set():
            clock.interrupted.set()
        if not coverage.records:
            raise NothingFoundError(f"no field found on any of {coverage.pages:,} pages")
    return GetResult(
        found.crawler,
        wrapper,
        found,
        destination,
        coverage,
        tuple(first),
        writer.notes,
        clock.seconds,
    )


def _fitting(destination: Destination, wrapper: Wrapper, runner: StepRunner) -> Destination:
    """Return the destination, or one beside it if it has other columns: no crawl shall be lost."""
    try:
        check(destination, wrapper)
    except CannotAppendError as error:
        instead = destination.instead()
        runner.notice(f"{error}; the records are in {instead.name}")
        return instead
    return destination
