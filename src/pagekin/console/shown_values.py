"""Template filters: times, durations, counts and addresses as people read them."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django import template

register = template.Library()
_SCHEDULES = {
    "every 1h": "every hour",
    "every 1d": "every day",
    "every 1w": "every week",
    "every 6h": "every 6 hours",
}
_UNITS = ((86_400, "day"), (3600, "hour"), (60, "minute"))


@register.filter
def ago(moment: float | None) -> str:
    """Return how long ago a moment was, or how long it is until then."""
    if moment is None:
        return "never"
    seconds = time.time() - moment
    for unit, name in _UNITS:
        if abs(seconds) >= unit:
            text = counted(int(abs(seconds) // unit), name)
            return f"{text} ago" if seconds > 0 else f"in {text}"
    return "just now" if seconds >= 0 else "in less than a minute"


@register.filter
def moment_text(moment: float | None) -> str:
    """Return a moment as date and time, in UTC."""
    return "" if moment is None else f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"


@register.filter
def seconds_text(seconds: float | None) -> str:
    """Return a duration: '4 s', '3 min', '2 h 5 min'."""
    if seconds is None:
        return ""
    whole = max(int(seconds), 0)
    if whole < 60:
        return f"{whole} s"
    minutes = whole // 60
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


@register.filter
def number(value: float | str | None) -> str:
    """Return a number with its thousands apart; "" if there is none, which templates call "" as well."""
    return "" if value is None or value == "" else f"{value:,}"


@register.filter
def counted(count: int, noun: str) -> str:
    """Return a count with its noun: '1 page', '1,204 pages'."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


@register.filter
def percent(share: float | None) -> str:
    """Return a share as a percentage; only all is 100 %, and only nothing is 0 %."""
    if share is None:
        return ""
    if 0 < share < 1:
        return f"{min(max(round(share * 100), 1), 99)} %"
    return f"{round(share * 100)} %"


@register.filter
def bar_width(count: int, kinds: list[dict[str, int]]) -> str:
    """Return how long a bar is, in per cent of that for the kind of pages with the most of them."""
    most = max((kind["known"] for kind in kinds), default=0)
    return f"{100 * count / most:.1f}" if most else "0"


@register.filter
def schedule_words(schedule: str) -> str:
    """Return a schedule as people say it; one that has no words stays as it is written."""
    return _SCHEDULES.get(schedule, schedule)


@register.filter
def safe_address(url: str) -> str:
    """Return an address that a link may lead to: http and https only, else nothing."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.scheme in {"http", "https"} and parts.netloc else ""


@register.filter
def short_address(url: str) -> str:
    """Return an address without its scheme and host, if it has a path: tables are about one site."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    rest = url.partition(parts.netloc)[2] if parts.netloc else ""
    return rest if len(rest) > 1 else url
