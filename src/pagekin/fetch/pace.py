"""How often a host is asked, by all sites that are open in one event loop together.

Scrapy spaces the requests of one crawl. Here is what goes beyond that: the host's own wishes (Crawl-delay,
Retry-After, 429 and 503), and that two crawls of one host are not twice as rude as one, also if they run in
two processes.
"""

import asyncio
import atexit
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from weakref import WeakKeyDictionary

from pagekin.fetch.process_sharing import FolderSharing

# Seconds for which a host is left alone after it has refused; doubles with each further refusal.
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
# Seconds; servers may ask for more, but one that asks for a year must not stop a crawl for good.
LONGEST_RETRY_AFTER = 300.0
LONGEST_CRAWL_DELAY = 60.0
WORTH_TELLING = 10.0  # seconds; people who wait for less ask nothing
REFUSALS = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}


_log = logging.getLogger(__name__)
_neighbours = FolderSharing()
atexit.register(_neighbours.close)


class HostPace:
    """One host: who is connected to it, and when the next one may be."""

    def __init__(self, name: str = "") -> None:
        """Take the name by which other processes know it; without one it is nobody else's."""
        self._name = name
        self._door = asyncio.Lock()  # those who wait go in order
        self._somebody_left = asyncio.Event()
        self._connected = 0
        self._open_at = 0.0
        self._crawl_delay = 0.0
        self._pause = 0.0
        self._refused_at = 0.0

    @asynccontextmanager
    async def turn(self, most: int, delay: float) -> AsyncIterator[float]:
        """Wait for a turn with at most so many at once and so many seconds in between; give its time."""
        clock = asyncio.get_running_loop().time
        async with self._door:
            # What is waited for may be put off meanwhile, so look again.
            while self._open_at > clock() or self._connected >= self._allowed(most):
                await self._wait(self._open_at - clock())
            now = clock()
            self._open_at = now + max(delay, self._crawl_delay) * self._sharing()
        self._connected += 1
        try:
            yield now
        finally:
            self._connected -= 1
            self._somebody_left.set()

    def _allowed(self, most: int) -> int:
        """After a refusal one goes ahead alone, until the host answers well again."""
        return 1 if self._pause else max(most // self._sharing(), 1)

    def _sharing(self) -> int:
        """Give how many processes share what the host can bear."""
        return _neighbours.count(self._name) if self._name else 1

    async def _wait(self, seconds: float) -> None:
        if seconds > 0:
            await asyncio.sleep(seconds)
        else:
            self._somebody_left.clear()
            await self._somebody_left.wait()

    def ask_every(self, seconds: float) -> None:
        """Keep to a Crawl-delay from now on."""
        self._crawl_delay = min(max(seconds, 0.0), LONGEST_CRAWL_DELAY)
        self._open_at = max(self._open_at, asyncio.get_running_loop().time() + self._crawl_delay)

    def answered(self, status: int, retry_after: str, asked_at: float) -> None:
        """Learn from an answer how the host is."""
        is_news = (
            asked_at >= self._refused_at
        )  # else it was on its way already when the host refused
        if status in REFUSALS:
            now = asyncio.get_running_loop().time()
            if is_news:
                self._refused_at = now
                self._pause = min(max(2 * self._pause, FIRST_PAUSE), LONGEST_PAUSE)
            pause = max(self._pause, seconds_until(retry_after, datetime.now(UTC)))
            self._open_at = max(self._open_at, now + pause)
            if is_news and pause >= WORTH_TELLING:
                text = "%s answers %d: it is left alone for %d seconds"
                _log.warning(text, self._name, status, round(pause))
        elif self._pause and is_news:
            self._pause = self._pause / 2 if self._pause > FIRST_PAUSE else 0.0


_hosts: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, HostPace]] = WeakKeyDictionary()


def host_of(url: str) -> HostPace:
    """Give the host of a canonical URL, the same one to all that run in this event loop."""
    hosts = _hosts.setdefault(asyncio.get_running_loop(), {})
    name = url.split("/", 3)[2]
    host = hosts.get(name)
    if host is None:
        host = hosts[name] = HostPace(name)
    return host


def seconds_until(retry_after: str, now: datetime) -> float:
    """Read a Retry-After header, seconds or a date; 0 if it makes no sense."""
    text = retry_after.strip()
    try:
        if text.isascii() and text.isdigit():
            seconds = float(text)
        else:
            date = parsedate_to_datetime(text)
            seconds = (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds()
    except (ValueError, OverflowError):
        return 0.0
    return min(max(seconds, 0.0), LONGEST_RETRY_AFTER)
