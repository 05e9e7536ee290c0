"""How a stored crawl went, told by the store: also of what was done before it was interrupted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from pagekin.app.failure_texts import failure_from
from pagekin.app.stored_crawl import StoredCrawl
from pagekin.crawl.progress_counts import KEPT
from pagekin.crawl.visits import DUPLICATE, NOT_KIN
from pagekin.navigation import TARGET, Crawler
from pagekin.site import Counts, Failure
from pagekin.store.database import Connection
from pagekin.store.reading.comparison import compare
from pagekin.store.reading.crawl_pages import SeenPage, counts_of, failures_of, pages_of
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record_keys import key_of
from pagekin.wrappers.repair import TemplateChanged


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """How a crawl went; of failures, pages turned away and duplicates the first are named."""

    number: int
    crawler_number: int  # in the store
    crawler: Crawler
    counts: Counts
    stopped: str | None
    failures: tuple[Failure, ...]
    turned_away: tuple[str, ...]
    duplicates: tuple[str, ...]
    left_out: tuple[Failure, ...]  # as traps
    numbers: dict[str, int]  # of those turned away, duplicates and left out
    left_alone: dict[str, str] = field(default_factory=dict)  # forms' targets → why not submitted
    changes: dict[str, int] | None = None  # since the crawl before: new, changed, unchanged, …
    template_changed: TemplateChanged | None = None  # since the wrapper was learned


def crawl_summary(run: StoredCrawl) -> CrawlSummary:
    """Read from the store how a crawl went, and what has changed since the one before."""
    crawl, crawler = run.opened, run.crawler
    with run.workspace.store.connection() as connection:
        changes = None
        if crawl.previous is not None and not run.stopped:
            changes = changes_between(connection, crawl.previous, crawl.id, crawler.wrapper)
        found = summed_up(connection, crawl.id, crawl.crawler, crawler)
        return replace(
            found,
            stopped=run.stopped,
            changes=changes,
            left_alone=run.left_alone,
            template_changed=run.miner.template_changed if run.miner else None,
        )


def nothing_found(crawl: CrawlSummary) -> str:
    """Say that a crawl found nothing, and what that may mean."""
    return (
        f"no page found along the navigation pattern from {crawl.crawler.entry} "
        f"({crawl.counts.pages} pages fetched, {crawl.counts.failed} failed); "
        "the site may have changed: learn the crawler again"
    )


def summed_up(
    connection: Connection, crawl: int, crawler_number: int, crawler: Crawler
) -> CrawlSummary:
    """Read from the store how a crawl went."""
    counts, numbers = _counted(connection, crawl)
    return CrawlSummary(
        crawl,
        crawler_number,
        crawler,
        counts,
        None,
        tuple(failure_from(*row) for row in failures_of(connection, crawl, KEPT)),
        _first(connection, crawl, NOT_KIN),
        _first(connection, crawl, DUPLICATE),
        tuple(failure_from(*row) for row in failures_of(connection, crawl, KEPT, left_out=True)),
        numbers,
    )


def targets_of(connection: Connection, crawl: int) -> Iterator[SeenPage]:
    """Go through the targets that a crawl has found."""
    return (page for page in pages_of(connection, crawl, TARGET) if page.version is not None)


def changes_between(
    connection: Connection, older: int, newer: int, wrapper: Wrapper | None
) -> dict[str, int]:
    """Count what became of the targets from one crawl to another."""
    differences = compare(connection, older, newer, kind=TARGET, key=key_of(wrapper))
    return dict(Counter(difference.state for difference in differences))


def _counted(connection: Connection, crawl: int) -> tuple[Counts, dict[str, int]]:
    counts = Counts()
    numbers = {"turned away": 0, "duplicates": 0, "left out": 0}
    for seen in counts_of(connection, crawl):
        if seen.left_out:
            numbers["left out"] += seen.pages
            continue
        # Where a redirect has led to a page, that page is counted, and the redirect has no kind.
        counts.pages += seen.pages if seen.kind or not seen.redirected else 0
        if seen.failed and not seen.redirected:
            counts.failed += seen.pages
        elif seen.kind == TARGET:
            counts.targets += seen.pages
        elif seen.kind in {NOT_KIN, DUPLICATE}:
            numbers["turned away" if seen.kind == NOT_KIN else "duplicates"] += seen.pages
    return counts, numbers


def _first(connection: Connection, crawl: int, kind: str) -> tuple[str, ...]:
    return tuple(page.url for page in islice(pages_of(connection, crawl, kind), KEPT))
