"""What the readings of a field tell about each other: which sign is decimal, whether days come first."""

import re
from collections import Counter
from collections.abc import Sequence

from pagekin.values.locale.page_locale import locale_of
from pagekin.values.numbers.number import signed
from pagekin.values.plain import plain, without_label
from pagekin.values.times.moments import dates_in
from pagekin.values.value import Misfit, Reading

_YEAR = re.compile(r"(?:1[5-9]|2[01])[0-9]{2}")  # most texts have none, and need no closer look


def variant_of(kind: str, readings: Sequence[Reading]) -> str:
    """Give the variant of a type that settles ambiguous readings by the others, the type itself if none.

    A field with 12/25/2010 has the month first in 03/04/2010 too; a page's language does not outweigh that.
    """
    if kind in {"date", "datetime"}:
        order = _date_order(readings)
        return f"{kind}_{order}" if order else kind
    if kind == "number":
        sign = _decimal_sign(readings)
        return {".": "number_point", ",": "number_comma"}.get(sign, kind)
    return kind


def _date_order(readings: Sequence[Reading]) -> str:
    shown: Counter[str] = Counter()
    asked = set()
    if sum(_YEAR.search(reading.text) is not None for reading in readings) * 2 < len(readings):
        return ""
    for reading in readings:
        place = locale_of(reading.context)
        for date in dates_in(plain(reading.text[:200]), place.language):
            if date.other and not date.dotted:
                asked.add(place.date_order)
            elif date.shows:
                shown[date.shows] += 1
    if not asked or len(shown) != 1:
        return ""
    order = next(iter(shown))
    return "" if asked == {order} else order


def _decimal_sign(readings: Sequence[Reading]) -> str:
    """Find the sign that unambiguous numbers show to be decimal, "" if none is needed or they differ."""
    shown: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    decimals_of_pages = set()
    whole = 0
    for reading in readings:
        found = signed(without_label(plain(reading.text)))
        if isinstance(found, Misfit):
            continue
        number = found[1]
        if number.other is not None:
            asked[number.point] += 1
            decimals_of_pages.add(locale_of(reading.context).decimal)
        elif number.decimals and number.point in ".,":
            shown[number.point] += 1
        elif number.group in {".", ","}:
            shown["." if number.group == "," else ","] += 1
        else:
            whole += number.value < 1000
    if not shown and whole and len(asked) == 1 and asked.total() >= 3:
        # 1.234, 987, 12.345: with decimals, 987 would have some too.
        shown["." if "," in asked else ","] += 1
    if not asked or len(shown) != 1:
        return ""
    sign = next(iter(shown))
    return "" if decimals_of_pages == {sign} else sign
