"""Type date: a day or a month, and its variants date_dmy and date_mdy."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from pagekin.values.plain import plain, word_set
from pagekin.values.times.date_reading import one_date, order_shown
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_DIGIT = re.compile(r"[0-9]")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL_WORDS = word_set("on at the of den der am vom le du el di il em de dne")  # before dates
_MAX_LETTERS_BEHIND = 10
_ORDERS = ("dmy", "mdy")


class DateType(ValueType):
    """A day, or a month where no day is given, as ISO 8601.

    `order` ("dmy", "mdy") settles what 03/04/2010 is where the page does not say: other dates of the
    field showed it. Without it such a date is no value.
    """

    name = "date"
    attributes = ("date",)
    cell = "date"
    rank = Rank.SPECIFIC
    hint_words = word_set(
        "date dates posted published publication created updated modified released release datum"
        " fecha data since until deadline birth born expires expiry time datetime timestamp last history"
    )
    number = "date"

    def __init__(self, order: str = "") -> None:
        self.order = order
        if order:
            self.name = f"{self.name}_{order}"

    def family(self) -> Sequence[ValueType]:
        """Return the type and one variant for each order of day and month."""
        return (self, *(type(self)(order) for order in _ORDERS))

    def variant(self, readings: Sequence[Reading]) -> str:
        """Name the variant with the order that the dates of a field show."""
        order = order_shown(readings)
        return f"{self.name}_{order}" if order else self.name

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the date."""
        found = one_date(reading, self.order)
        return found if isinstance(found, Misfit) else {"date": found[1]}

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether it is a date for the most part, unless the field's name says that it is about one."""
        text = plain(reading.text)
        declared = "datetime" in reading.attributes
        if not _DIGIT.search(text) and not declared:
            return False
        if self.attributes_of(reading) is None:
            return False
        return named or declared or self._is_most_of(text, reading)

    def _is_most_of(self, text: str, reading: Reading) -> bool:
        found = one_date(reading, self.order)
        if isinstance(found, Misfit):
            return False
        start, end = found[2]
        words = [
            word for word in _WORD.findall(text[:start]) if word.casefold() not in _SMALL_WORDS
        ]
        before_is_label = text[:start].rstrip().endswith((":", "="))
        return (
            (before_is_label or len(words) <= 1)
            and "(" not in text[:start]
            and len(_LETTER.findall(text[end:])) <= _MAX_LETTERS_BEHIND
        )

    def comparable(self, attributes: Mapping[str, Attribute]) -> tuple[float | None, str | None]:
        """Return the moment in seconds since 1970; one without a zone counts as UTC."""
        moment = attributes.get(self.number)
        return _seconds(moment) if isinstance(moment, str) else None, None


def _seconds(text: str) -> float | None:
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
