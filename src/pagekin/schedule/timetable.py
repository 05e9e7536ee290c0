"""The timetable of a watch: its schedule within the hours in which it may begin, and a little later."""

import hashlib
from dataclasses import dataclass
from itertools import dropwhile
from math import floor
from zoneinfo import ZoneInfo

from pagekin.schedule.due_times import Schedule
from pagekin.schedule.local_clock import local_time, moment_after
from pagekin.settings import TimeWindow

# Seconds: no window is closed longer, not even on the day on which clocks are set back by an hour or two.
_LONGEST_WAIT = 26 * 3600


@dataclass(frozen=True, slots=True)
class DueTime:
    """A time at which something is due, and when it begins: at most the jitter later."""

    due: float
    begins: float


@dataclass(frozen=True, slots=True)
class Timetable:
    """When the watch of a name is due."""

    name: str
    schedule: Schedule
    zone: ZoneInfo
    starts_at: float
    window: TimeWindow | None = None
    jitter: float = 0.0  # seconds

    def from_moment(self, earliest: float) -> DueTime | None:
        """Return the first due time that is not before a moment; None if there is none.

        What is due while the window is closed is due when it opens, once however much it is.
        """
        start = float(floor(self.starts_at))
        begin = earliest - _LONGEST_WAIT if self.window else earliest
        moments = map(self.opening, self.schedule.from_moment(begin, start, self.zone))
        due = next(dropwhile(lambda moment: moment < earliest, moments), None)
        return None if due is None else DueTime(due, due + self._delay(due))

    def after(self, moment: float) -> DueTime | None:
        """Return the first due time after a moment: they are whole seconds."""
        return self.from_moment(floor(moment) + 1.0)

    def opening(self, moment: float) -> float:
        """Return when a run may begin that is due at a moment: then, or when the window opens."""
        return next_opening(self.window, self.zone, moment)

    def _delay(self, due: float) -> float:
        """Return how much later a run begins: always the same, so that all schedulers agree."""
        digest = hashlib.sha256(f"{self.name} {due:.0f}".encode()).digest()
        share = int.from_bytes(digest[:6], "big") / 2**48
        delay = share * self.jitter
        return delay if self.opening(due + delay) == due + delay else 0.0


def next_opening(window: TimeWindow | None, zone: ZoneInfo, moment: float) -> float:
    """Return a moment if a window is open then, otherwise when it opens next."""
    opening = window.opening(local_time(moment, zone)) if window else None
    return moment if opening is None else moment_after(opening, zone, moment)


def end_of_quiet(quiet: TimeWindow | None, zone: ZoneInfo, moment: float) -> float:
    """Return a moment if it is not within quiet hours, otherwise when they end."""
    if quiet is None:
        return moment
    return next_opening(TimeWindow(quiet.closes, quiet.opens), zone, moment)
