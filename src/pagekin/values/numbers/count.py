"""Type count: how many of something there are, with or without the word for it: 10 reviews, (24)."""

import re
from collections.abc import Mapping, Sequence

from pagekin.values.numbers.numerals import numeral
from pagekin.values.plain import plain, shown, without_label, word_set
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_COUNT = re.compile(r"[(\[]? ?([0-9][0-9 .,']*?)(?: [^\W\d_][^\d()\[\]]{0,40})? ?[)\]]?")


class CountType(ValueType):
    """A number of things, in a field whose name says that it counts them."""

    name = "count"
    attributes = ("value",)
    cell = "value"
    named_rank = Rank.SPECIFIC
    hint_words = word_set("count counts reviews ratings votes comments downloads views")
    number = "value"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the whole number in front; the words behind it only say of what."""
        text = without_label(plain(reading.text))
        match = _COUNT.fullmatch(text)
        number = numeral(match[1].strip()) if match else None
        if number is None:
            return Misfit(f"{shown(text)} is no number of things")
        # Nobody counts in fractions: 1,234 are more than a thousand wherever it is written.
        value = max(number.value, number.value if number.other is None else number.other)
        if value != int(value):
            return Misfit(f"{shown(text)} has decimals")
        return {"value": int(value)}

    def suits(self, readings: Sequence[Reading], *, named: bool) -> bool:
        """Whether words or brackets stand beside some of the numbers: bare ones are integers."""
        return named and any(not plain(reading.text)[-1:].isdigit() for reading in readings)
