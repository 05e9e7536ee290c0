"""Types integer and number: a numeral and nothing else, but for a label in front."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagekin.values.locale.page_locale import locale_of
from pagekin.values.numbers.numerals import Numeral, numeral, settled
from pagekin.values.plain import plain, shown, without_label
from pagekin.values.value import Attribute, Misfit, Reading

_SIGNED = re.compile(r"([+-]?) ?([0-9][0-9 .,'٬٫·]*)")
_SCIENTIFIC = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?[eE][+-]?[0-9]{1,2}")


def signed(text: str) -> tuple[int, Numeral] | Misfit:
    """Split a plain text into its sign and its numeral."""
    match = _SIGNED.fullmatch(text)
    if not match:
        return Misfit(f"{shown(text)} is not just a number")
    found = numeral(match[2])
    if found is None:
        return Misfit(f"{shown(text)} is no number: a code, or no style of writing")
    return (-1 if match[1] == "-" else 1), found


@dataclass(frozen=True, slots=True)
class IntegerType:
    """A whole number: 42, 1,234,567, 2010."""

    name: str = "integer"
    attributes: tuple[str, ...] = ("value",)

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the whole number; "007" is a code and "12.5" no whole number."""
        text = plain(reading.text)
        if (
            text.isdecimal()
            and text.isascii()
            and len(text) <= 15
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
        if number.decimals or value != int(value):
            return Misfit(f"{shown(text)} has decimals")
        return {"value": sign * int(value)}


@dataclass(frozen=True, slots=True)
class NumberType:
    """A number: 42, 3.5, 1.234,56, 6.02e23.

    `decimal` settles what "1.234" is where the page itself does not say: the other numbers of the
    field showed which sign is decimal.
    """

    name: str = "number"
    attributes: tuple[str, ...] = ("value",)
    decimal: str = ""

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the number."""
        text = without_label(plain(reading.text))
        if _SCIENTIFIC.fullmatch(text):
            return {"value": float(text)}
        found = signed(text)
        if isinstance(found, Misfit):
            return found
        sign, number = found
        value = settled(number, self.decimal or locale_of(reading.context).decimal)
        if isinstance(value, Misfit):
            return value
        return {"value": sign * float(value)}


INTEGER = IntegerType()
NUMBER = NumberType()
NUMBER_POINT = NumberType("number_point", decimal=".")
NUMBER_COMMA = NumberType("number_comma", decimal=",")
