"""The structure-driven crawler (Figure 9): follow the navigation from its starts, fetch nothing else."""

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from pagekin.crawl.decider import Decider
from pagekin.crawl.frontier import InMemoryFrontier, starts_of
from pagekin.crawl.progress_counts import CrawlProgress
from pagekin.crawl.traversal import Traversal, VisitPage
from pagekin.dom import Page
from pagekin.navigation import TARGET, Crawler
from pagekin.site import Answer, Site, Stop, Validators, Watch


@dataclass(frozen=True, slots=True)
class Target:
    """A page that the crawler found, the page that led to it, and how sure it is of it."""

    page: Page
    found_on: str
    score: float = 1.0


class StructureDrivenCrawl(CrawlProgress):
    """One run of a crawler that is kept nowhere; iterate over `targets()`, then ask how it went.

    This is Figure 9 by itself, for tests and measurements. Figure 9 as printed counts one step too many:
    with two steps it would return the hubs. Here a planned visit carries the kind of page that its step
    leads to. Targets wait until no hub does, so that lists are read before they shift; but no longer than
    connections would be idle.
    """

    def __init__(self, site: Site, crawler: Crawler, stop: Stop, *, concurrency: int = 8) -> None:
        starts = list(starts_of([crawler]))
        super().__init__(len(starts))
        self._traversal = Traversal(
            visit_by_fetching(site),
            InMemoryFrontier(starts),
            Decider([crawler]),
            stop,
            ahead=2 * concurrency,
        )

    @property
    def stopped(self) -> str | None:
        """Why the crawl ended early; None if it did not."""
        return self._traversal.stopped

    async def targets(self, watch: Watch = lambda _: None) -> AsyncGenerator[Target, None]:
        """Visit the pages that the navigation leads to and yield the targets."""
        async with contextlib.aclosing(self.follow(self._traversal, watch)) as outcomes:
            async for outcome in outcomes:
                decision = outcome.decision
                if outcome.page and decision and decision.kind == TARGET:
                    found_on = outcome.entry.found_on or outcome.entry.url
                    score = 1.0 if decision.score is None else decision.score
                    yield Target(outcome.page, found_on, score)


def visit_by_fetching(site: Site) -> VisitPage:
    """Return how to visit pages of a site that does not tell what goes over the wire."""

    async def visit(url: str, known: Validators | None) -> Answer:
        del known
        return Answer(await site.fetch(url))

    return visit
