"""Type time: a time of day."""

from collections.abc import Mapping

from pagekin.values.plain import plain, shown, without_label
from pagekin.values.times.moments import times_in
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_MAX_LENGTH = 200


class TimeType(ValueType):
    """A time of day, as ISO 8601."""

    name = "time"
    attributes = ("time",)
    cell = "time"
    rank = Rank.SPECIFIC

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the time of day; nothing else may stand beside it."""
        text = plain(reading.text)
        if len(text) > _MAX_LENGTH:
            return Misfit("a long text rather than a time of day")
        for candidate in (text, without_label(text)):
            times = times_in(candidate)
            if len(times) == 1 and times[0].end - times[0].start == len(candidate):
                return {"time": times[0].iso}
        return Misfit(f"{shown(text)} is no time of day")
