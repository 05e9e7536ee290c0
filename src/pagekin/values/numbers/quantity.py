"""Type quantity: a number and its unit, such as 1 GHz, 256 MB or 320 pages."""

import re
from collections.abc import Mapping, Sequence

from pagekin.values.locale.page_locale import locale_of
from pagekin.values.money.currencies import SIGNS
from pagekin.values.numbers.measures import COUNTED, KNOWN_UNITS, unit_named
from pagekin.values.numbers.numerals import numeral, settled
from pagekin.values.plain import plain, shown, without_label
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_QUANTITY = re.compile(
    r"([+-]?)([0-9][0-9 .,'٬٫·]*?)?(?: ?([½¼¾⅓⅔⅛⅜⅝⅞])| ([1-9])/([2-9]|1[0-9]))?[ -]?"
    r"([^\W\d_][^\d\s(),;]*(?: ?[²³23](?![0-9]))?|[°℃℉\"″”'′×][CFc]?)(?: ?\(s\))?\.?"
)
_MAX_LENGTH = 60
_FRACTIONS = dict(
    zip("½¼¾⅓⅔⅛⅜⅝⅞", (1 / 2, 1 / 4, 3 / 4, 1 / 3, 2 / 3, 1 / 8, 3 / 8, 5 / 8, 7 / 8), strict=True)
)


class QuantityType(ValueType):
    """A number with a unit; a unit that pagekin does not know is kept as it is written."""

    name = "quantity"
    attributes = ("number", "unit")
    rank = Rank.NUMERIC
    number = "number"
    unit = "unit"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the number and the unit."""
        text = without_label(plain(reading.text))
        if len(text) > _MAX_LENGTH:
            return Misfit("a long text rather than a quantity")
        match = _QUANTITY.fullmatch(text) or _QUANTITY.fullmatch(_two_words(text))
        if not match or not (match[2] or match[3]):
            return Misfit(f"{shown(text)} is not a number and a unit")
        unit = match[6].strip()
        number = _number(
            match, locale_of(reading.context).decimal, counted=unit_named(unit) in COUNTED
        )
        if isinstance(number, Misfit):
            return number
        if unit in SIGNS and unit_named(unit) is None:
            return Misfit(f"{shown(text)} is money")
        return {"number": -number if match[1] == "-" else number, "unit": unit_named(unit) or unit}

    def suits(self, readings: Sequence[Reading], *, named: bool) -> bool:
        """Whether the words behind the numbers are units: known ones, or the same one everywhere."""
        del named
        units = [found["unit"] for reading in readings if (found := self.attributes_of(reading))]
        known = sum(unit in KNOWN_UNITS for unit in units)
        return len(set(units)) == 1 or known * 10 >= 9 * len(units)


def _two_words(text: str) -> str:
    """Join units that are written as two words."""
    return re.sub(r"\b(fl|sq|cu)\.? (oz|ft|m)\b\.?", r"\1\2", text, flags=re.IGNORECASE)


def _number(match: re.Match[str], decimal: str, *, counted: bool) -> float | Misfit:
    if match[4] and int(match[4]) >= int(match[5]):
        return Misfit(f"{shown(match[0])} has no proper fraction")
    part = _FRACTIONS.get(match[3] or "", 0.0) + (
        int(match[4]) / int(match[5]) if match[4] else 0.0
    )
    if not match[2]:
        return part
    found = numeral(match[2].strip())
    if found is None:
        return Misfit(f"{shown(match[2])} is no number in any style of writing")
    whole = found.value if counted else settled(found, decimal)
    if isinstance(whole, Misfit) or not part:
        return whole if isinstance(whole, Misfit) else float(whole)
    return float(whole + part) if found.is_whole else Misfit(f"{shown(match[0])} has two fractions")
