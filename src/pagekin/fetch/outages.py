"""Tells the trouble of a host from that of a page, and waits for hosts that are away.

A request that is refused, broken off, not answered in time or answered with a server error says nothing about
the page: the host may be away. So another page is asked for, one that the host has answered well before. If
that comes, the page is at fault; if not, nothing is given up: the host is asked again and again, by one request
at a time and after ever longer waits, until it is back. Whatever failed meanwhile is then asked for once more.

Which requests were sent before or after a failure is told by numbers, not by a clock: a busy machine is late,
but never confuses the order.
"""

import asyncio
import enum
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count

from pagekin.errors import OutageError

FIRST_WAIT = 1.0  # seconds; doubles each time the host is still away
LONGEST_WAIT = 60.0
_MOST_OUTAGES = 5  # that one request lives through
_TROUBLE = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}
_FOR_GOOD = {HTTPStatus.NOT_IMPLEMENTED, HTTPStatus.HTTP_VERSION_NOT_SUPPORTED}
_log = logging.getLogger(__name__)

Probe = Callable[[str], Awaitable[bool]]  # asks for a URL, and returns whether that came well


class Clock:
    """The time, and waiting for it to pass."""

    def now(self) -> float:
        """Return the seconds since some moment."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class HostState(enum.Enum):
    """How a host was found after a failure."""

    WELL = "answers other requests"
    BACK = "was away, and answers again"
    UNKNOWN = "has never answered"


@dataclass(slots=True)
class _Host:
    well: int = -1  # the number of the last request that it answered well
    back: int = -1  # the number at which it was last found to be back
    page: str = ""  # what it answered well
    waits: float = FIRST_WAIT
    away_since: float | None = None
    given_up: OutageError | None = None
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)


class Outages:
    """What is known of the hosts of one site."""

    def __init__(self, probe: Probe, longest: float, clock: Clock | None = None) -> None:
        """Take what asks for a page, the seconds after which a host is given up, and a clock."""
        self._probe = probe
        self._longest = longest
        self._clock = clock or Clock()
        self._numbers = count()
        self._hosts: dict[str, _Host] = {}
        self.last_page = ""  # that any host answered well
        self.home = ""  # of the site: asked for while nothing else is known

    @property
    def has_answered(self) -> bool:
        """Whether any host has answered well so far."""
        return bool(self.last_page) or any(host.well >= 0 for host in self._hosts.values())

    async def number(self, url: str) -> int:
        """Return the number of a request to be sent now; if its host is away, wait for it before."""
        host = self._host(url)
        if host.asking.locked():
            async with host.asking:
                pass
        if host.given_up:
            raise host.given_up
        return self.next_number()

    def next_number(self) -> int:
        """Return the number of this moment: higher than all before."""
        return next(self._numbers)

    def answered(self, url: str, number: int, *, is_page: bool) -> None:
        """Note that a request was answered well."""
        host = self._host(url)
        host.well = max(host.well, number)
        if is_page:
            host.page = self.last_page = url

    def was_well_after(self, url: str, number: int) -> bool:
        """Whether the host has answered a request well that was sent after another."""
        return self._host(url).well > number

    async def state_after(self, url: str, detail: str) -> HostState:
        """Find out how a host is after a request for a URL has failed, and wait until it is well.

        Raises OutageError if it stays away for too long.
        """
        failed, host = self.next_number(), self._host(url)
        async with host.asking:
            if host.given_up:
                raise host.given_up
            if host.well <= failed:
                page = host.page or self.last_page or _home_like(self.home, url)
                if page == url and not host.page:
                    return HostState.UNKNOWN
                if not await self._is_back(host, page, detail):
                    return HostState.UNKNOWN
        return HostState.BACK if host.back > failed else HostState.WELL

    async def _is_back(self, host: _Host, page: str, detail: str) -> bool:
        """Ask for a page until it comes; return False if nothing is known to have ever come."""
        while not await self._comes(host, page):
            if not (host.page or self.last_page):
                return False
            now = self._clock.now()
            if host.away_since is None:
                host.away_since = now
                _log.warning("%s: waiting for it to come back", detail)
            left = host.away_since + self._longest - now
            if left <= 0:
                host.given_up = OutageError(
                    f"{detail}, and it did not come back within {self._longest:g} seconds "
                    "(--max-outage); what was done is kept: run it again to go on"
                )
                raise host.given_up
            await self._clock.sleep(min(host.waits, left))
            host.waits = min(2 * host.waits, LONGEST_WAIT)
        if host.away_since is not None:
            _log.warning("going on after %d seconds", self._clock.now() - host.away_since)
            host.away_since, host.waits = None, FIRST_WAIT
            host.back = self.next_number()
        return True

    async def _comes(self, host: _Host, page: str) -> bool:
        number = self.next_number()
        if not await self._probe(page):
            return False
        host.well = max(host.well, number)
        return True

    def _host(self, url: str) -> _Host:
        return self._hosts.setdefault(url.split("/", 3)[2], _Host())


class Tries:
    """The tries of one request: the last of them is made when the host is well, and none counts during an outage."""

    def __init__(self, outages: Outages, retries: int, *, waits: bool) -> None:
        """Take how often to try again, and whether to wait for a host that is away."""
        self._outages = outages
        self._left = retries
        self._waits = waits
        self._first_failed: int | None = None
        self._outages_met = 0

    async def has_another(self, url: str, detail: str) -> bool:
        """Return whether to ask for a URL again after a failure; wait for its host if that is away."""
        if self._first_failed is None:
            self._first_failed = self._outages.next_number()
        if not self._left:
            return await self.was_outage(url, detail)
        self._left -= 1
        is_last = self._waits and not self._left
        if is_last and not self._outages.was_well_after(url, self._first_failed):
            await self._outages.state_after(url, detail)
        return True

    async def was_outage(self, url: str, detail: str) -> bool:
        """Return whether a failure was the host's, which is back now; not if it comes and goes all the time."""
        if not self._waits:
            return False
        state = await self._outages.state_after(url, detail)
        self._outages_met += 1
        return state is HostState.BACK and self._outages_met < _MOST_OUTAGES


def is_trouble(status: int) -> bool:
    """Whether a server says by its answer that it is not itself at the moment."""
    is_error = status >= HTTPStatus.INTERNAL_SERVER_ERROR and status not in _FOR_GOOD
    return is_error or status in _TROUBLE


def _home_like(home: str, url: str) -> str:
    """Return the site's home page; by http or https like a URL of the same host."""
    origin = "/".join(url.split("/", 3)[:3])
    return f"{origin}/" if home.split("/", 3)[2:3] == [url.split("/", 3)[2]] else home or url
