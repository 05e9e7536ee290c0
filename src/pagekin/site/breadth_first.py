"""Breadth-first traversal: pages are fetched concurrently, but visited in the order they were found.

Whatever the order of the responses, the visits are those of a crawl that fetches one page at a time: the same
site always gives the same tree. Only the head of the queue is fetched ahead, and no URL is fetched twice.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from pagekin.dom import Page
from pagekin.site.port import Failure, Site, raise_if_away
from pagekin.site.stop import Stop

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Visit(Generic[T]):
    """A page reached in its turn, with the note that was left when it was found."""

    url: str
    note: T
    result: Page | Failure


class BreadthFirst(Generic[T]):
    """A queue of URLs to visit in order; it may grow while it is iterated over."""

    def __init__(self, site: Site, stop: Stop, *, ahead: int, merge: bool = True) -> None:
        self.site = site
        self.stop = stop
        self.ahead = ahead
        self.merge = merge  # pass over redirects to a page that was found under its own URL
        self.visited = 0
        self.stopped: str | None = None
        self._seen: set[str] = set()
        self._waiting: deque[tuple[str, T]] = deque()
        self._under_way: deque[tuple[str, T, asyncio.Task[Page | Failure]]] = deque()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._under_way)

    def mark_seen(self, url: str) -> bool:
        """Remember a URL as found, and return whether that is news."""
        if url in self._seen:
            return False
        self._seen.add(url)
        return True

    def add(self, url: str, note: T) -> bool:
        """Queue a URL unless it was found before, and return whether it was queued."""
        if not self.mark_seen(url):
            return False
        self._waiting.append((url, note))
        return True

    async def __aiter__(self) -> AsyncIterator[Visit[T]]:
        """Visit what is queued, until nothing is left or it is time to stop."""
        try:
            while self._waiting or self._under_way:
                self.stopped = self.stop.reason(self.visited)
                if self.stopped:
                    return
                self._fetch_ahead()
                url, note, task = self._under_way[0]
                if not await self.stop.waits_for(task):
                    continue
                await asyncio.sleep(0)  # Ctrl-C is heard that came while others computed
                if self.stop.interrupted.is_set():
                    continue
                result = task.result()
                raise_if_away(result)
                self._under_way.popleft()
                self.visited += 1
                del task
                if not (self.merge and self._is_known_elsewhere(url, result)):
                    yield Visit(url, note, result)
                del result  # the page may be what the next one waits for
        finally:
            await self._abandon()

    def _is_known_elsewhere(self, url: str, result: Page | Failure) -> bool:
        """Return whether a URL only redirects to a page that was found under its own URL."""
        return isinstance(result, Page) and result.url != url and not self.mark_seen(result.url)

    def _fetch_ahead(self) -> None:
        """Keep requests under way, but never for a page that the limit would leave unvisited."""
        room = self.ahead - len(self._under_way)
        if self.stop.max_pages:
            room = min(room, self.stop.max_pages - self.visited - len(self._under_way))
        for _ in range(min(room, len(self._waiting))):
            url, note = self._waiting.popleft()
            self._under_way.append((url, note, asyncio.ensure_future(self.site.fetch(url))))

    async def _abandon(self) -> None:
        """Cancel what is still under way, and wait until it has ended."""
        tasks = [task for _, _, task in self._under_way]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._under_way.clear()
