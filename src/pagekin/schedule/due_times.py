"""Schedules as people write them, and the moments at which they are due.

"every 1d" is due at the same local time each day, and "every 6h" after so much time, whatever the clocks
do. A cron expression is due at local times; only where its hour is a star does it count elapsed hours. So
what happens once a day happens once on every local day, also when its time is left out or comes twice.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Protocol
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from pagekin.errors import UsageError
from pagekin.schedule.local_clock import local_time, moment_of

_EVERY = re.compile(r"(?:every\s+)?(\d+)?\s*([a-z]+)", re.IGNORECASE)
_SECONDS = {"m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600}
_DAYS = {"d": 1, "day": 1, "w": 7, "week": 7}
_A_DAY = 24 * 3600
_EXAMPLES = "write it as '6h', '30 min', '1d' or '2 weeks', or as a cron expression: '30 2 * * *'"


class Schedule(Protocol):
    """When something is due."""

    def from_moment(self, earliest: float, start: float, zone: ZoneInfo) -> Iterator[float]:
        """Yield the moments, from the first that is neither before `earliest` nor before `start`."""
        ...


@dataclass(frozen=True, slots=True)
class EverySeconds:
    """After so many seconds, counted from the start."""

    seconds: int

    def __str__(self) -> str:
        hours, rest = divmod(self.seconds, 3600)
        return f"every {self.seconds // 60}min" if rest else f"every {hours}h"

    def from_moment(self, earliest: float, start: float, zone: ZoneInfo) -> Iterator[float]:
        """Yield the moments."""
        del zone  # time passes everywhere
        number = max(ceil((earliest - start) / self.seconds), 0)
        while True:
            yield start + number * self.seconds
            number += 1


@dataclass(frozen=True, slots=True)
class EveryDays:
    """After so many days, at the local time of the start."""

    days: int

    def __str__(self) -> str:
        weeks, rest = divmod(self.days, 7)
        return f"every {self.days}d" if rest else f"every {weeks}w"

    def from_moment(self, earliest: float, start: float, zone: ZoneInfo) -> Iterator[float]:
        """Yield the moments."""
        first = local_time(start, zone)
        # A local day may be longer or shorter than 24 hours: begin one earlier, and look.
        number = max(int((earliest - start) // (self.days * _A_DAY)) - 1, 0)
        while True:
            moment = moment_of(first + timedelta(days=number * self.days), zone)
            if moment is not None and moment >= max(earliest, start):
                yield moment
            number += 1


@dataclass(frozen=True, slots=True)
class CronExpression:
    """At the local times that match an expression of five fields."""

    text: str

    def __str__(self) -> str:
        return self.text

    def from_moment(self, earliest: float, start: float, zone: ZoneInfo) -> Iterator[float]:
        """Yield the moments; those that fall on the same one, as after a jump of the clock, once."""
        begin = ceil(max(earliest, start)) - 1
        last = float(begin)
        for moment in self._elapsed(begin, zone) if self._is_hourly else self._local(begin, zone):
            if moment > last:
                yield moment
                last = moment

    @property
    def _is_hourly(self) -> bool:
        return self.text.split()[1].startswith("*")

    def _elapsed(self, begin: float, zone: ZoneInfo) -> Iterator[float]:
        for found in CronSim(self.text, datetime.fromtimestamp(begin, zone)):
            yield found.timestamp()

    def _local(self, begin: float, zone: ZoneInfo) -> Iterator[float]:
        for found in CronSim(self.text, local_time(begin, zone)):
            moment = moment_of(found, zone)
            if moment is not None:
                yield moment


def read_schedule(text: str) -> Schedule:
    """Read a schedule; a mistake is a UsageError that says what would be right."""
    if len(text.split()) == 5:
        return read_cron(text)
    match = _EVERY.fullmatch(text.strip())
    unit = match[2].lower() if match else ""
    unit = unit if unit in _SECONDS or unit in _DAYS else unit.removesuffix("s")
    count = int(match[1] or 1) if match else 0
    if not count or count > 10_000 or (unit not in _SECONDS and unit not in _DAYS):
        raise UsageError(f"{text!r} is not a schedule; {_EXAMPLES}")
    return EveryDays(count * _DAYS[unit]) if unit in _DAYS else EverySeconds(count * _SECONDS[unit])


def read_duration(text: str) -> float:
    """Read a length of time such as "10 min" or "2h", in seconds; "0" is none."""
    if text.strip() == "0":
        return 0.0
    try:
        schedule = read_schedule(text)
    except UsageError:
        schedule = None
    match schedule:
        case EverySeconds(seconds):
            return float(seconds)
        case EveryDays(days):
            return float(days * _A_DAY)
        case _:
            raise UsageError(f"{text!r} is not a length of time; write it as '10 min' or '2h'")


def read_cron(text: str) -> CronExpression:
    """Read a cron expression: minute, hour, day of the month, month, day of the week."""
    fields = text.split()
    if len(fields) != 5:
        raise UsageError(
            f"{text!r} is not a cron expression: it has five fields, "
            "such as '30 2 * * *' (minute, hour, day of the month, month, day of the week)"
        )
    expression = CronExpression(" ".join(fields))
    try:
        found = next(CronSim(expression.text, datetime(2024, 1, 1)), None)  # noqa: DTZ001 - any
    except CronSimError as error:
        raise UsageError(f"{text!r} is not a cron expression: {str(error).lower()}") from None
    if found is None:
        raise UsageError(f"{text!r} is never due: there is no such day")
    return expression
