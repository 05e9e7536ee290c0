"""The frontier: what a crawl has yet to visit. A port, and an implementation in memory.

Hubs come first, so that lists are read before they shift; then what is nearest to a start; then what was found
first. The store has a frontier with the same order that outlives the process.
"""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from pagekin.crawl.visits import PageOutcome, PlannedVisit
from pagekin.dom import Page
from pagekin.navigation import TARGET, Crawler


class Frontier(Protocol):
    """Hands out what to visit next, and is told what became of it."""

    @property
    def portion(self) -> int:
        """How many pages are best taken at once."""
        ...

    @property
    def waiting(self) -> int:
        """About how many known pages were not handed out yet."""
        ...

    async def take(self, count: int) -> Sequence[PlannedVisit]:
        """Return at most `count` pages to visit next; none if there is nothing to visit now."""
        ...

    async def put(self, outcome: PageOutcome) -> None:
        """Note what became of a page, and add what its links lead to."""
        ...

    async def knows(self, url: str) -> bool:
        """Return whether a page was found before, visited or not."""
        ...

    async def recall(self, entry: PlannedVisit) -> Page | None:
        """Return a page with the content that it had before; None if that was not kept."""
        ...


def starts_of(crawlers: Iterable[Crawler]) -> Iterator[PlannedVisit]:
    """Yield where a crawl starts, each URL once: for the first crawler that starts there."""
    first: dict[str, int] = {}
    for number, crawler in enumerate(crawlers):
        for url in crawler.navigation.starts:
            first.setdefault(url, number)
    for url, number in first.items():
        yield PlannedVisit(url, url, crawler=number)


def is_hub(kind: str) -> bool:
    """Return whether pages of a kind lead to others, and are therefore visited first."""
    return kind != TARGET


class InMemoryFrontier:
    """A frontier that ends with the process."""

    portion = 1

    def __init__(self, starts: Iterable[PlannedVisit]) -> None:
        self._found: dict[str, bool] = {}  # by URL: whether as a hub
        self._queue: list[tuple[bool, int, int, PlannedVisit]] = []
        self._number = 0
        self._taken: set[str] = set()
        for start in starts:
            self._add(start)

    @property
    def waiting(self) -> int:
        """About how many known pages were not handed out yet."""
        return len(self._queue)

    async def take(self, count: int) -> Sequence[PlannedVisit]:
        """Return the next pages to visit."""
        entries: list[PlannedVisit] = []
        while self._queue and len(entries) < count:
            entry = heapq.heappop(self._queue)[3]
            if entry.url not in self._taken:  # else it was found again, as a hub
                self._taken.add(entry.url)
                entries.append(entry)
        return entries

    async def put(self, outcome: PageOutcome) -> None:
        """Add what the links of a page lead to."""
        if outcome.url != outcome.entry.url:
            self._found.setdefault(outcome.url, True)
        for link in outcome.links:
            if link.kind is not None:
                depth = outcome.entry.depth + 1
                self._add(
                    PlannedVisit(link.url, link.kind, depth, outcome.url, crawler=link.crawler)
                )

    async def knows(self, url: str) -> bool:
        """Return whether a page was found before."""
        return url in self._found

    async def recall(self, entry: PlannedVisit) -> Page | None:
        """Return None: nothing was kept."""
        del entry
        return None

    def _add(self, entry: PlannedVisit) -> None:
        hub = is_hub(entry.kind)
        known = self._found.get(entry.url)
        if known is None or (hub and not known):
            self._found[entry.url] = hub
            self._number += 1
            heapq.heappush(self._queue, (not hub, entry.depth, self._number, entry))
