"""Waits for the hours in which requests may be made."""

import asyncio
import logging
from datetime import datetime

from pagekin.fetch.fetch_stats import FetchStats
from pagekin.settings import TimeWindow

# Seconds; the clock is looked at again then, since it may be set, or summer time begin, meanwhile.
LOOK_AGAIN = 60.0
_log = logging.getLogger(__name__)


class RequestHours:
    """The hours of one crawl; without a window requests may be made at any time."""

    def __init__(self, window: TimeWindow | None, stats: FetchStats) -> None:
        self._window = window
        self._stats = stats

    async def wait(self) -> None:
        """Wait until requests may be made, and say so."""
        while self._window and (opening := self._window.opening(now())):
            if self._stats.waiting_until is None:
                _log.warning(
                    "outside the time window %s: waiting until %s", self._window, f"{opening:%H:%M}"
                )
            self._stats.waiting_until = opening
            await asyncio.sleep(min((opening - now()).total_seconds(), LOOK_AGAIN))
        self._stats.waiting_until = None


def now() -> datetime:
    """Return the local time."""
    return datetime.now().astimezone()
