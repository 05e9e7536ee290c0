"""Types date, datetime and time: moments that a text states in full."""

from collections.abc import Mapping
from dataclasses import dataclass

from pagekin.values.locale.page_locale import locale_of
from pagekin.values.plain import plain, shown, without_label
from pagekin.values.times.moments import Date, dates_in, times_in
from pagekin.values.value import Attribute, Misfit, Reading

_MAX_LENGTH = 200
_MAX_REST = 80  # characters around a date; more is a text that mentions one


@dataclass(frozen=True, slots=True)
class DateType:
    """A day, or a month where no day is given, as ISO 8601.

    `order` ("dmy", "mdy") settles what 03/04/2010 is where the page does not say: other dates of the
    field showed it. Without it such a date is no value.
    """

    name: str = "date"
    attributes: tuple[str, ...] = ("date",)
    order: str = ""

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the date."""
        found = one_date(reading, self.order)
        return found if isinstance(found, Misfit) else {"date": found[1]}


@dataclass(frozen=True, slots=True)
class DatetimeType:
    """A day with a time of day, as ISO 8601; with the zone where it is given."""

    name: str = "datetime"
    attributes: tuple[str, ...] = ("datetime",)
    order: str = ""

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the date and the time."""
        found = one_date(reading, self.order)
        if isinstance(found, Misfit):
            return found
        text, iso, (start, end) = found
        times = [*times_in(text, 0, start), *times_in(text, end)]
        if len(iso) != len("2010-05-12") or len({time.iso for time in times}) != 1:
            return Misfit(f"no day with one time of day in {shown(text)}")
        return {"datetime": f"{iso}T{times[0].iso}"}


@dataclass(frozen=True, slots=True)
class TimeType:
    """A time of day, as ISO 8601."""

    name: str = "time"
    attributes: tuple[str, ...] = ("time",)

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the time of day; nothing else may stand beside it."""
        text = plain(reading.text)
        if len(text) > _MAX_LENGTH:
            return Misfit("a long text rather than a time of day")
        for candidate in (text, without_label(text)):
            times = times_in(candidate)
            if len(times) == 1 and times[0].end - times[0].start == len(candidate):
                return {"time": times[0].iso}
        return Misfit(f"{shown(text)} is no time of day")


def one_date(reading: Reading, order: str = "") -> tuple[str, str, tuple[int, int]] | Misfit:
    """Give the text a reading's date stands in, the one date as ISO 8601, and its place in the text."""
    machine = plain(reading.attributes.get("datetime", "")[:_MAX_LENGTH])
    dates = dates_in(machine) if machine else []
    if len(dates) == 1 and dates[0].start == 0 and not dates[0].other:
        return machine, dates[0].iso, (dates[0].start, dates[0].end)
    text = plain(reading.text)
    if len(text) > _MAX_LENGTH:
        return Misfit("a long text rather than a date")
    place = locale_of(reading.context)
    dates = dates_in(text, place.language)
    if not dates:
        return Misfit(f"no date with its year in {shown(text)}")
    iso = _the_only(dates, order or place.date_order, text)
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


DATE = DateType()
DATE_DMY = DateType("date_dmy", order="dmy")
DATE_MDY = DateType("date_mdy", order="mdy")
DATETIME = DatetimeType()
DATETIME_DMY = DatetimeType("datetime_dmy", order="dmy")
DATETIME_MDY = DatetimeType("datetime_mdy", order="mdy")
TIME = TimeType()
