"""Type number, and its variants number_point and number_comma."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from pagekin.values.field_words import CODE_WORDS
from pagekin.values.locale.page_locale import locale_of
from pagekin.values.numbers.numerals import settled, signed
from pagekin.values.plain import plain, without_label
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_SCIENTIFIC = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?[eE][+-]?[0-9]{1,2}")
_SIGNS = {".": "number_point", ",": "number_comma"}


class NumberType(ValueType):
    """A number: 42, 3.5, 1.234,56, 6.02e23.

    `decimal` settles what "1.234" is where the page itself does not say: the other numbers of the
    field showed which sign is decimal.
    """

    name = "number"
    attributes = ("value",)
    cell = "value"
    rank = Rank.NUMERIC
    foreign_words = CODE_WORDS
    number = "value"

    def __init__(self, decimal: str = "") -> None:
        self.decimal = decimal
        self.name = _SIGNS.get(decimal, self.name)

    def family(self) -> Sequence[ValueType]:
        """Return the type and one variant for each decimal sign."""
        return (self, *map(NumberType, _SIGNS))

    def variant(self, readings: Sequence[Reading]) -> str:
        """Name the variant with the decimal sign that the numbers of a field show."""
        return _SIGNS.get(_sign_shown(readings), self.name)

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the number."""
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


def _sign_shown(readings: Sequence[Reading]) -> str:
    """Return the sign that unambiguous numbers show to be decimal, "" if none is needed or they differ."""
    shown: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    decimals_of_pages = set()
    whole = round_ones = 0
    for reading in readings:
        text = without_label(plain(reading.text))
        found = signed(text)
        if isinstance(found, Misfit):
            continue
        number = found[1]
        if number.other is not None:
            asked[number.point] += 1
            round_ones += text.endswith("00")
            decimals_of_pages.add(locale_of(reading.context).decimal)
        elif number.decimals and number.point in ".,":
            shown[number.point] += 1
        elif number.group in {".", ","}:
            shown["." if number.group == "," else ","] += 1
        else:
            whole += number.value < 1000
    is_grouped = whole or round_ones > 0.5 * asked.total()
    if not shown and is_grouped and len(asked) == 1 and asked.total() >= 3:
        # 1.234, 987, 12.345: with decimals, 987 would have some too. 220.000, 99.500, 150.000: decimals are seldom
        # round.
        shown["." if "," in asked else ","] += 1
    if not asked or len(shown) != 1:
        return ""
    sign = next(iter(shown))
    return "" if decimals_of_pages == {sign} else sign
