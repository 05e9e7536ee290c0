"""The one date of a reading, and the order of day and month that the dates of a field show."""

import re
from collections import Counter
from collections.abc import Sequence

from pagekin.values.locale.page_locale import locale_of
from pagekin.values.plain import plain, shown
from pagekin.values.times.moments import Date, dates_in
from pagekin.values.value import Misfit, Reading

MAX_LENGTH = 200
_MAX_REST = 80  # characters around a date; more is a text that mentions one
_YEAR = re.compile(r"(?:1[5-9]|2[01])[0-9]{2}")  # most texts have none, and need no closer look


def one_date(reading: Reading, order: str = "") -> tuple[str, str, tuple[int, int]] | Misfit:
    """Return the text a reading's date stands in, the one date as ISO 8601, and its place in the text."""
    machine = plain(reading.attributes.get("datetime", "")[:MAX_LENGTH])
    dates = dates_in(machine) if machine else []
    if len(dates) == 1 and dates[0].start == 0 and not dates[0].other:
        return machine, dates[0].iso, (dates[0].start, dates[0].end)
    text = plain(reading.text)
    if len(text) > MAX_LENGTH:
        return Misfit("a long text rather than a date")
    locale = locale_of(reading.context)
    dates = dates_in(text, locale.language)
    if not dates:
        return Misfit(f"no date with its year in {shown(text)}")
    iso = _the_only(dates, order or locale.date_order, text)
    return iso if isinstance(iso, Misfit) else (text, iso, (dates[0].start, dates[0].end))


def _the_only(dates: list[Date], order: str, text: str) -> str | Misfit:
    if len(text) - (dates[0].end - dates[0].start) > _MAX_REST:
        return Misfit("a text that mentions a date")
    settled = {_settled(date, order) for date in dates}
    if "" in settled:
        date = next(date for date in dates if date.other)
        return Misfit(
            f"{date.iso} or {date.other}: the page does not say whether the day comes first"
        )
    return settled.pop() if len(settled) == 1 else Misfit(f"several dates in {shown(text)}")


def _settled(date: Date, order: str) -> str:
    if not date.other:
        return date.iso
    if order == "mdy":
        return "" if date.dotted else date.other
    return date.iso if order == "dmy" or date.dotted else ""


def order_shown(readings: Sequence[Reading]) -> str:
    """Return the order ("dmy", "mdy") that unambiguous dates show, "" if none is needed or they differ.

    A field with 12/25/2010 has the month first in 03/04/2010 too; a page's language does not outweigh
    that.
    """
    shows: Counter[str] = Counter()
    asked = set()
    if sum(_YEAR.search(reading.text) is not None for reading in readings) * 2 < len(readings):
        return ""
    for reading in readings:
        locale = locale_of(reading.context)
        for date in dates_in(plain(reading.text[:MAX_LENGTH]), locale.language):
            if date.other and not date.dotted:
                asked.add(locale.date_order)
            elif date.shows:
                shows[date.shows] += 1
    if not asked or len(shows) != 1:
        return ""
    order = next(iter(shows))
    return "" if asked == {order} else order
