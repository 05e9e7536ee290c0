"""Local time: what a clock on the wall shows, and the moments at which it does.

A wall clock that is set forward leaves times out, and one that is set back shows times twice. Here every
local time is one moment: one that is left out is the moment at which the clock jumps over it, one that is
shown twice is the first of the two.
"""

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pagekin.errors import UsageError
from pagekin.lazy import lazy_module

_difflib = lazy_module("difflib")
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)")


def time_zone(name: str) -> ZoneInfo:
    """Return a time zone by its name, such as "Europe/Berlin"."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        near = _difflib.get_close_matches(name, available_timezones(), n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]}?" if near else "; write it as Europe/Berlin"
        raise UsageError(f"there is no time zone {name!r}{hint}") from None


def read_local_time(text: str, zone: ZoneInfo, now: float) -> float:
    """Read "02:30", the next time that the clock shows it, or a day with it: "2026-01-31 02:30"."""
    clock = _CLOCK.fullmatch(text.strip())
    try:
        if clock:
            wanted = time(int(clock[1]), int(clock[2]))
            today = local_time(now, zone).date()
            days = (datetime.combine(today + timedelta(days=n), wanted) for n in range(3))
            found = (moment_of(day, zone) for day in days)
            return next(one for one in found if one is not None and one >= now)
        moment = moment_of(datetime.fromisoformat(text.strip()).replace(tzinfo=None), zone)
    except ValueError:
        moment = None
    if moment is None:
        raise UsageError(f"{text!r} is not a time; write it as 02:30 or 2026-01-31 02:30")
    return moment


def local_time(moment: float, zone: ZoneInfo) -> datetime:
    """Return what the clock on the wall shows at a moment, without a time zone."""
    return datetime.fromtimestamp(moment, zone).replace(tzinfo=None, fold=0)


def moment_of(local: datetime, zone: ZoneInfo) -> float | None:
    """Return the moment of a local time; None if its whole day was left out.

    That has happened: in Samoa, no clock ever showed the 30th of December 2011.
    """
    moment = local.replace(tzinfo=zone, fold=0).timestamp()
    if local_time(moment, zone) == local:
        return moment
    moment = _jump_before(moment, zone)
    return moment if local_time(moment, zone).date() == local.date() else None


def moment_after(local: datetime, zone: ZoneInfo, earliest: float) -> float:
    """Return the moment of a local time that is still to come, if the clock shows it a second time."""
    first, second = (local.replace(tzinfo=zone, fold=fold).timestamp() for fold in (0, 1))
    if local_time(first, zone) != local:
        first = _jump_before(first, zone)
    return first if first >= earliest else max(second, earliest)


def _jump_before(moment: float, zone: ZoneInfo) -> float:
    """Return when the clock jumped forward last, some time within the day before a moment.

    Between two moments the offset of a zone changes once, so halving finds the change.
    """
    late, early = int(moment), int(moment) - 24 * 3600
    after = _offset(late, zone)
    while late - early > 1:
        middle = (early + late) // 2
        if _offset(middle, zone) == after:
            late = middle
        else:
            early = middle
    return float(late)


def _offset(moment: float, zone: ZoneInfo) -> timedelta | None:
    return datetime.fromtimestamp(moment, UTC).astimezone(zone).utcoffset()
