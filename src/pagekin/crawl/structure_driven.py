"""The structure-driven crawler (Figure 9): follow the navigation pattern, fetch nothing else."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from pagekin.dom import Page
from pagekin.errors import FetchError
from pagekin.navigation import Crawler
from pagekin.site import BreadthFirst, Counts, Failure, Site, Stop, Watch

KEPT_FAILURES = 100  # to name in the report; the others are only counted


@dataclass(frozen=True, slots=True)
class Target:
    """A page that the crawler found, and the page that led to it."""

    page: Page
    found_on: str


@dataclass(frozen=True, slots=True)
class _Found:
    step: int  # how many steps of the pattern lead here
    on: str


class StructureDrivenCrawl:
    """One run of a crawler; iterate over `targets()`, then ask how it went."""

    def __init__(self, site: Site, crawler: Crawler, stop: Stop, *, concurrency: int = 8) -> None:
        self.crawler = crawler
        self.counts = Counts()
        self.failures: list[Failure] = []
        self._site = site
        self._queue: BreadthFirst[_Found] = BreadthFirst(site, stop, ahead=2 * concurrency)

    @property
    def stopped(self) -> str | None:
        """Why the crawl ended early; None if it did not."""
        return self._queue.stopped

    async def targets(self, watch: Watch = lambda _: None) -> AsyncGenerator[Target, None]:
        """Visit the pages that the pattern leads to, breadth-first, and yield those at its end.

        Figure 9 as printed counts one step too many: with two steps it would return the hubs. Here a
        queued URL carries the number of steps that lead to it, and the last of them gives a target.
        """
        entry = await self._site.fetch(self.crawler.entry)
        if isinstance(entry, Failure):
            raise FetchError(f"cannot fetch the entry {entry}")
        last = len(self.crawler.navigation.steps)
        self._queue.mark_seen(self.crawler.entry)
        self._follow(entry, 0)
        self.counts.pages = 1
        async for visit in self._queue:
            if isinstance(visit.result, Failure):
                if len(self.failures) < KEPT_FAILURES:
                    self.failures.append(visit.result)
                self.counts.failed += 1
            elif visit.note.step < last:
                self._follow(visit.result, visit.note.step)
            else:
                self.counts.targets += 1
                yield Target(visit.result, visit.note.on)
            self.counts.pages = self._queue.visited + 1
            self.counts.queued = len(self._queue)
            watch(self.counts)

    def _follow(self, page: Page, step: int) -> None:
        """Enqueue the links that match the next step of the pattern."""
        pattern = self.crawler.navigation.steps[step]
        for link in page.links:
            url = self.crawler.scope.follow(link.url) if link.leads_on else None
            if url and pattern.matches(url):
                self._queue.add(url, _Found(step + 1, page.url))
