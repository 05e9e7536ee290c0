"""How often a host is asked, and how many requests are under way, by all sites open in one event loop.

This is the one place where requests wait for their turn. It knows the limits of the settings, the host's
own wishes (Crawl-delay, Retry-After, 429 and 503), how fast the host answers, and who else asks it: two
crawls of one host are not twice as rude as one, even if they run in two processes.
"""

import asyncio
import logging
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from weakref import WeakKeyDictionary

from pagekin.fetch.process_sharing import ProcessSharing, on_this_machine
from pagekin.fetch.throttle import Throttle

# Seconds for which a host is left alone after it has refused; doubles with each further refusal.
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
# Seconds; servers may ask for more, but one that asks for a year must not stop a crawl for good.
LONGEST_RETRY_AFTER = 300.0
LONGEST_CRAWL_DELAY = 60.0
WORTH_TELLING = 10.0  # seconds; people who wait for less ask nothing
REFUSALS = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PaceLimits:
    """What one site allows itself at a host, together with the processes that it shares the host with."""

    most: int  # requests under way at once
    delay: float = 0.0  # seconds between two requests
    slows_down: bool = True  # when the host does
    sharing: ProcessSharing = field(default_factory=on_this_machine)


class HostPace:
    """One host: who is connected to it, and when the next request may go out."""

    def __init__(self, name: str = "") -> None:
        """Take the name by which other processes know the host; without one it is nobody else's."""
        self._name = name
        self._door = asyncio.Lock()  # those who wait go in order
        self._somebody_left = asyncio.Event()
        self._connected = 0
        self._last_at = 0.0
        self._open_at = 0.0
        self._crawl_delay = 0.0
        self._throttle = Throttle()
        self._pause = 0.0
        self._refused_at = 0.0

    async def enter(self, limits: PaceLimits) -> float:
        """Wait for a turn within the limits and return its time; `leave` must follow."""
        if (
            self._door.locked()
            or self._opens_at(limits) > time.monotonic()
            or self._is_full(limits)
        ):
            async with self._door:
                # What is waited for may be put off meanwhile, so look again.
                while (wait := self._opens_at(limits) - time.monotonic()) > 0 or self._is_full(
                    limits
                ):
                    await self._wait(wait)
        now = self._last_at = time.monotonic()
        delay = max(limits.delay, self._crawl_delay)
        if delay:
            self._open_at = now + delay * self._sharing(limits)
        self._connected += 1
        return now

    def leave(self) -> None:
        """End a turn."""
        self._connected -= 1
        self._somebody_left.set()

    def _opens_at(self, limits: PaceLimits) -> float:
        """Return when the next request may go out."""
        if limits.slows_down:
            return max(self._open_at, self._last_at + self._throttle.delay)
        return self._open_at

    def _is_full(self, limits: PaceLimits) -> bool:
        """Whether no further request may be under way.

        After a refusal one request goes ahead alone, until the host answers well again.
        """
        most = 1 if self._pause else max(limits.most // self._sharing(limits), 1)
        return self._connected >= most

    def _sharing(self, limits: PaceLimits) -> int:
        """Return how many processes share what the host can bear."""
        return limits.sharing.count(self._name) if self._name else 1

    async def _wait(self, seconds: float) -> None:
        if seconds > 0:
            await asyncio.sleep(seconds)
        else:
            self._somebody_left.clear()
            await self._somebody_left.wait()

    def ask_every(self, seconds: float) -> None:
        """Keep to a Crawl-delay from now on."""
        self._crawl_delay = min(max(seconds, 0.0), LONGEST_CRAWL_DELAY)
        self._open_at = max(self._open_at, time.monotonic() + self._crawl_delay)

    def took(self, seconds: float, status: int, most: int) -> None:
        """Learn how long the host took to answer while so many requests may be under way."""
        self._throttle.saw(seconds, status, most)

    def answered(self, status: int, retry_after: str, asked_at: float) -> None:
        """Learn from an answer how the host is."""
        if not (self._pause or status in REFUSALS):
            return
        # Otherwise the request was on its way already when the host refused.
        is_news = asked_at >= self._refused_at
        if status in REFUSALS:
            self._refused(status, seconds_until(retry_after, datetime.now(UTC)), is_news=is_news)
        elif is_news:
            self._pause = self._pause / 2 if self._pause > FIRST_PAUSE else 0.0

    def _refused(self, status: int, retry_after: float, *, is_news: bool) -> None:
        now = time.monotonic()
        if is_news:
            self._refused_at = now
            self._pause = min(max(2 * self._pause, FIRST_PAUSE), LONGEST_PAUSE)
        pause = max(self._pause, retry_after)
        self._open_at = max(self._open_at, now + pause)
        if is_news and pause >= WORTH_TELLING:
            text = (
                "%s answers %d: it is left alone for %d seconds, then asked again "
                "(Ctrl-C ends the wait; --delay asks less often from the start)"
            )
            _log.warning(text, self._name, status, round(pause))


_hosts: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, HostPace]] = WeakKeyDictionary()


def host_of(url: str) -> HostPace:
    """Return the host of a canonical URL, the same for everybody in this event loop."""
    hosts = _hosts.setdefault(asyncio.get_running_loop(), {})
    name = url.split("/", 3)[2]
    host = hosts.get(name)
    if host is None:
        host = hosts[name] = HostPace(name)
    return host


def seconds_until(retry_after: str, now: datetime) -> float:
    """Read a Retry-After header, seconds or a date; return 0 if it makes no sense."""
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
