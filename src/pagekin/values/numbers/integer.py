"""Type integer: a whole number and nothing else, but for a label in front."""

from collections.abc import Mapping

from pagekin.values.field_words import CODE_WORDS
from pagekin.values.locale.page_locale import locale_of
from pagekin.values.numbers.numerals import MAX_DIGITS, settled, signed
from pagekin.values.plain import plain, shown, without_label
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType


class IntegerType(ValueType):
    """A whole number: 42, 1,234,567, 2010."""

    name = "integer"
    attributes = ("value",)
    cell = "value"
    rank = Rank.NUMERIC
    foreign_words = CODE_WORDS
    number = "value"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the whole number; "007" is a code and "12.5" no whole number."""
        text = plain(reading.text)
        if (
            text.isdecimal()
            and text.isascii()
            and len(text) <= MAX_DIGITS
            and (text[0] != "0" or text == "0")
        ):
            return {"value": int(text)}
        found = signed(without_label(text))
        if isinstance(found, Misfit):
            return found
        sign, number = found
        value = settled(number, locale_of(reading.context).decimal)
        if isinstance(value, Misfit):
            return value
        if number.other is not None and value == number.other:
            # Nobody writes a whole number with three noughts behind the point: 220.000 has thousands.
            return Misfit(f"{shown(text)}: {number.value:g}, or {number.other:g} with decimals")
        if number.decimals or value != int(value):
            return Misfit(f"{shown(text)} has decimals")
        return {"value": sign * int(value)}
