"""Type percentage: 12.5 %, -20%, %15."""

import re
from collections.abc import Mapping

from pagekin.values.locale.page_locale import locale_of
from pagekin.values.numbers.numerals import numeral, settled
from pagekin.values.plain import plain, shown, without_label
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_PERCENT = re.compile(
    r"[(\[]?([+\-–]?) ?(?:([0-9][0-9 .,'٬٫]*?) ?(?:%|percent|per cent|prozent|pct\.?|процентов)|% ?([0-9][0-9.,٬٫]*))"
    r"(?: (?:off|discount|rabatt|korting|sconto|de descuento|de réduction))?[)\]]?",
    re.IGNORECASE,
)


class PercentageType(ValueType):
    """A number of hundredths; 12.5 % is 12.5."""

    name = "percentage"
    attributes = ("percent",)
    cell = "percent"
    rank = Rank.SPECIFIC
    number = "percent"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the number before (or, as in Turkish, behind) the sign."""
        text = without_label(plain(reading.text))
        match = _PERCENT.fullmatch(text)
        number = numeral((match[2] or match[3]).strip()) if match else None
        if match is None or number is None:
            return Misfit(f"{shown(text)} is no percentage")
        value = settled(number, locale_of(reading.context).decimal)
        if isinstance(value, Misfit):
            return value
        return {"percent": -float(value) if match[1] in {"-", "–"} else float(value)}
