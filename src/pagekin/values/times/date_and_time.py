"""Type datetime: a day with a time of day, and its variants datetime_dmy and datetime_mdy."""

from collections.abc import Mapping

from pagekin.values.plain import shown
from pagekin.values.times.date import DateType
from pagekin.values.times.date_reading import one_date
from pagekin.values.times.moments import times_in
from pagekin.values.value import Attribute, Misfit, Reading


class DatetimeType(DateType):
    """A day with a time of day, as ISO 8601; with the zone where it is given."""

    name = "datetime"
    attributes = ("datetime",)
    cell = "datetime"
    misses_if_named = 0.1  # where times are missing more often, the field is a date
    number = "datetime"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the date and the time."""
        found = one_date(reading, self.order)
        if isinstance(found, Misfit):
            return found
        text, iso, (start, end) = found
        times = [*times_in(text, 0, start), *times_in(text, end)]
        if len(iso) != len("2010-05-12") or len({time.iso for time in times}) != 1:
            return Misfit(f"no day with one time of day in {shown(text)}")
        return {"datetime": f"{iso}T{times[0].iso}"}
