"""The spider that never crawls: it keeps Scrapy's engine open and holds what its components share."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError

from pagekin.dom import Page
from pagekin.fetch.address_filter import AddressFilter
from pagekin.fetch.robots_txt import RobotsTxt
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind, Unchanged
from pagekin.site.login import Login
from pagekin.urls import Scope

T = TypeVar("T")


@dataclass(slots=True)
class FetchStats:
    """What has happened so far, for progress displays."""

    requests: int = 0  # sent to servers: pages, redirects, retries, robots.txt
    bytes: int = 0  # of bodies as they came over the wire
    pages: int = 0
    unchanged: int = 0  # pages of which the server said so, and sent nothing
    shells: int = 0  # pages that seem to be empty without their scripts
    failures: Counter[FailureKind] = field(default_factory=Counter)
    waiting_until: datetime | None = None  # outside the hours in which requests may be made

    def count(self, result: Page | Failure | Unchanged) -> None:
        """Count how a fetch ended."""
        if isinstance(result, Failure):
            self.failures[result.kind] += 1
        elif isinstance(result, Unchanged):
            self.unchanged += 1
        else:
            self.pages += 1


class InFlight:
    """What is under way, so that closing need not wait for a server that never answers."""

    def __init__(self) -> None:
        # A download goes from robots.txt to the last retry, a transfer is one request of it.
        self.downloads: set[asyncio.Task[Any]] = set()
        self._transfers: set[asyncio.Task[Any]] = set()
        self._closing = asyncio.Event()

    def begin(self, download: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Begin a download, unless it is too late for that."""
        if self._closing.is_set():
            raise DownloadCancelledError
        task = asyncio.create_task(download())
        self.downloads.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, download: asyncio.Task[Any]) -> None:
        self.downloads.discard(download)
        if not download.cancelled():
            download.exception()  # seen, even if nobody waits for it any more

    @contextmanager
    def transfer(self) -> Iterator[None]:
        """Count the current task as a transfer, which closing may cancel."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - for the type checker; Scrapy makes a task for each
        if self._closing.is_set():
            raise DownloadCancelledError
        self._transfers.add(task)
        try:
            yield
        except asyncio.CancelledError:
            # Scrapy never answers those who wait for a transfer whose task is cancelled.
            task.uncancel()
            raise DownloadCancelledError from None
        finally:
            self._transfers.discard(task)

    def end(self) -> None:
        """End all transfers and let nothing more begin."""
        self._closing.set()
        for task in self._transfers:
            task.cancel()


class SiteSpider(Spider):
    """A spider without requests of its own; those come in through `engine.download_async`."""

    name = "pagekin"
    scope: Scope
    options: Settings
    gate: AddressFilter
    origins: frozenset[str]  # that a person named: secrets go there and nowhere else
    login: Login | None
    cookies_for_scripts: Callable[[str], list[tuple[str, str]]]  # of a page at a URL
    robots_txt: RobotsTxt
    stats: FetchStats
    in_flight: InFlight
    opened: asyncio.Event

    async def start(self) -> AsyncIterator[Any]:
        """Announce that the engine runs, and keep it from closing because nothing is scheduled."""
        self.crawler.engine.pause()
        self.opened.set()
        nothing: tuple[Any, ...] = ()
        for request in nothing:
            yield request


def site_spider(crawler: Crawler) -> SiteSpider:
    """Give the spider of a crawler that `open_site` made."""
    spider = crawler.spider
    assert isinstance(spider, SiteSpider)  # noqa: S101 - for the type checker
    return spider
