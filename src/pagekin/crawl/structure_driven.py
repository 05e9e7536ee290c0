"""The structure-driven crawler (Figure 9): follow the navigation from its starts, fetch nothing else."""

import contextlib
from collections import defaultdict
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from pagekin.crawl.decider import Decider
from pagekin.crawl.frontier import Frontier, InMemoryFrontier
from pagekin.crawl.traversal import Traversal, VisitPage
from pagekin.crawl.visits import DUPLICATE, NOT_KIN, PageOutcome
from pagekin.dom import Page
from pagekin.errors import FetchError
from pagekin.navigation import TARGET, Crawler
from pagekin.site import Answer, Counts, Failure, FailureKind, Site, Stop, Validators, Watch

KEPT = (
    100  # failures, pages turned away and duplicates to name in the report; others are only counted
)


@dataclass(frozen=True, slots=True)
class Target:
    """A page that the crawler found, the page that led to it, and how sure it is of it."""

    page: Page
    found_on: str
    score: float = 1.0


class Progress:
    """How a crawl comes along: told of every outcome, asked by whoever watches."""

    def __init__(self, crawler: Crawler, *, begun: bool = False) -> None:
        self.crawler = crawler
        self.counts = Counts()
        self.failures: list[Failure] = []
        self.turned_away: list[str] = []
        self.duplicates: list[str] = []
        self.numbers: defaultdict[str, int] = defaultdict(
            int
        )  # turned away, duplicates, left out as traps
        self._starts_left = len(crawler.navigation.starts)
        self._begun = begun

    def add(self, outcome: PageOutcome) -> None:
        """Count an outcome; FetchError if there is nowhere left to start from."""
        if outcome.failure:
            self._fail(outcome, outcome.failure)
            return
        self._begun = True
        if outcome.kind == TARGET:
            self.counts.targets += 1
        elif outcome.kind == DUPLICATE:
            self._note("duplicates", self.duplicates, outcome.url)
        elif outcome.kind == NOT_KIN:
            self._note("turned away", self.turned_away, outcome.url)

    def _fail(self, outcome: PageOutcome, failure: Failure) -> None:
        self._starts_left -= outcome.entry.is_start
        if not self._starts_left and not self._begun and outcome.entry.is_start:
            raise FetchError(f"cannot fetch the entry {failure}")
        if failure.kind is FailureKind.TRAP:
            self.numbers["left out"] += 1
        else:
            self.counts.failed += 1
        if len(self.failures) < KEPT:
            self.failures.append(failure)

    def _note(self, what: str, kept: list[str], url: str) -> None:
        self.numbers[what] += 1
        if len(kept) < KEPT:
            kept.append(url)


class StructureDrivenCrawl(Progress):
    """One run of a crawler that is kept nowhere; iterate over `targets()`, then ask how it went.

    Figure 9 as printed counts one step too many: with two steps it would return the hubs. Here an entry
    carries the kind of page that its step leads to. Targets wait until no hub does, so that lists are
    read before they shift; but no longer than connections would be idle.
    """

    def __init__(self, site: Site, crawler: Crawler, stop: Stop, *, concurrency: int = 8) -> None:
        super().__init__(crawler)
        self._frontier: Frontier = InMemoryFrontier(crawler.navigation.starts)
        self._traversal = Traversal(
            visit_by_fetching(site), self._frontier, Decider(crawler), stop, ahead=2 * concurrency
        )

    @property
    def stopped(self) -> str | None:
        """Why the crawl ended early; None if it did not."""
        return self._traversal.stopped

    async def targets(self, watch: Watch = lambda _: None) -> AsyncGenerator[Target, None]:
        """Visit the pages that the navigation leads to and yield the targets."""
        async with contextlib.aclosing(self._traversal.run()) as outcomes:
            async for outcome in outcomes:
                self.counts.pages = self._traversal.visited + 1
                self.add(outcome)
                decision = outcome.decision
                if outcome.page and decision and decision.kind == TARGET:
                    found_on = outcome.entry.found_on or outcome.entry.url
                    score = 1.0 if decision.score is None else decision.score
                    yield Target(outcome.page, found_on, score)
                self.counts.queued = self._traversal.waiting - 1
                watch(self.counts)


def visit_by_fetching(site: Site) -> VisitPage:
    """Visit pages of a site that does not tell what goes over the wire."""

    async def visit(url: str, known: Validators | None) -> Answer:
        del known
        return Answer(await site.fetch(url))

    return visit
