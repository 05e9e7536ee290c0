"""How a stored crawl went, told by the store: also of what was done before it was interrupted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from pagekin.app.storing.stored_crawl import StoredCrawl
from pagekin.app.template_watch import TemplateChange
from pagekin.crawl.progress_counts import KEPT
from pagekin.monitor.crawl_figures import ClassFigures
from pagekin.navigation import Crawler
from pagekin.site import Counts, Failure, FailureKind
from pagekin.site.stop import INTERRUPTED
from pagekin.store.database import Connection
from pagekin.store.reading.crawl_pages import SeenPage, counts_of, pages_in_part, pages_of
from pagekin.store.states import Outcome


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """How a crawl went; of failures, pages turned away and duplicates the first are named."""

    number: int
    crawler_number: int | None  # in the store; None: several took part
    crawler: Crawler
    counts: Counts
    stopped: str | None
    failures: tuple[Failure, ...]
    turned_away: tuple[str, ...]
    duplicates: tuple[str, ...]
    left_out: tuple[Failure, ...]  # as traps
    numbers: dict[str, int]  # of those turned away, duplicates, left out, and links checked
    in_part: tuple[str, ...] = ()  # pages that hit a limit, each with what of it was not read
    left_alone: dict[str, str] = field(default_factory=dict)  # forms' targets → why not submitted
    changes: Mapping[str, int] | None = None  # since the crawl before: new, changed, unchanged, …
    template: TemplateChange | None = None  # since the crawl before
    anomalies: tuple[str, ...] = ()  # what is unusual about it, in words
    figures: tuple[ClassFigures, ...] = ()  # one for each crawler that took part

    @property
    def is_interrupted(self) -> bool:
        """Whether somebody wanted it to end early, rather than a limit."""
        return self.stopped == INTERRUPTED


def crawl_summary(run: StoredCrawl) -> CrawlSummary:
    """Read from the store how a crawl went."""
    crawl, crawler = run.opened, run.crawler
    with run.workspace.store.connection() as connection:
        found = summed_up(connection, crawl.id, crawl.crawler, crawler)
        return replace(found, stopped=run.stopped, left_alone=run.left_alone)


def nothing_found(crawl: CrawlSummary) -> str:
    """Say that a crawl found nothing, and what that may mean."""
    if crawl.template and crawl.template.proposal:
        return (
            f"the template has changed, and no page is like the sample any more: "
            f"{crawl.template.evidence}; a repair is proposed: 'pagekin repair CRAWLER' shows it, "
            "with --apply it is used"
        )
    return (
        f"no page found along the navigation pattern from {crawl.crawler.entry} "
        f"({crawl.counts.pages} pages fetched, {crawl.counts.failed} failed); "
        "the site may have changed: learn the crawler again"
    )


def summed_up(
    connection: Connection, crawl: int, crawler_number: int | None, crawler: Crawler
) -> CrawlSummary:
    """Read from the store how a crawl went."""
    counts, numbers = _counted(connection, crawl)
    in_part = [f"{page.url}: {page.detail}" for page in pages_in_part(connection, crawl)]
    numbers["in part"] = len(in_part)
    return CrawlSummary(
        crawl,
        crawler_number,
        crawler,
        counts,
        None,
        _failures(connection, crawl, Outcome.FAILED),
        _first(connection, crawl, Outcome.NOT_KIN),
        _first(connection, crawl, Outcome.DUPLICATE),
        _failures(connection, crawl, Outcome.LEFT_OUT),
        numbers,
        tuple(in_part[:KEPT]),
    )


def targets_of(connection: Connection, crawl: int) -> Iterator[SeenPage]:
    """Go through the targets that a crawl has found."""
    targets = pages_of(connection, crawl, Outcome.TARGET)
    return (page for page in targets if page.version is not None)


def _counted(connection: Connection, crawl: int) -> tuple[Counts, dict[str, int]]:
    counts = Counts()
    numbers = {"turned away": 0, "duplicates": 0, "left out": 0, "checked": 0}
    for seen in counts_of(connection, crawl):
        match seen.outcome:
            case Outcome.LEFT_OUT:
                numbers["left out"] += seen.pages
                continue
            case Outcome.CHECKED:
                numbers["checked"] += seen.pages
                continue
            case Outcome.FAILED:
                counts.failed += seen.pages
            case Outcome.TARGET:
                counts.targets += seen.pages
            case Outcome.NOT_KIN:
                numbers["turned away"] += seen.pages
            case Outcome.DUPLICATE:
                numbers["duplicates"] += seen.pages
            case Outcome.REDIRECTED:  # the page that it leads to is counted
                continue
            case _:
                pass
        counts.pages += seen.pages
    return counts, numbers


def _first(connection: Connection, crawl: int, outcome: Outcome) -> tuple[str, ...]:
    return tuple(page.url for page in pages_of(connection, crawl, outcome, KEPT))


def _failures(connection: Connection, crawl: int, outcome: Outcome) -> tuple[Failure, ...]:
    return tuple(
        Failure(page.url, page.failure or FailureKind.STATUS, page.detail, page.status)
        for page in pages_of(connection, crawl, outcome, KEPT)
    )
