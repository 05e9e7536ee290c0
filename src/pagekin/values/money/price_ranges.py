"""The prices of a text: which numbers are money, and which two are the ends of a range."""

import re
import sys
from dataclasses import replace

from pagekin.values.money import price_words as words
from pagekin.values.money.amounts import Item, money_of
from pagekin.values.money.money_tokens import Number
from pagekin.values.money.price_roles import role_of
from pagekin.values.money.price_units import per_of
from pagekin.values.plain import lower_case, shown
from pagekin.values.value import Misfit, PageContext

_WORD = re.compile(r"[^\W\d_]+")
# "Galaxy 12 699 €": a number of the name, or thousands?
_NAME_BEFORE = re.compile(r"[^\W\d_]\.? $")
_WORD_BEHIND = re.compile(r" ([^\W\d_]+)")


def price_items(text: str, numbers: list[Number], context: PageContext) -> list[Item] | Misfit:
    """Return the amounts as items, both ends of a range as one; other numbers are left out."""
    items: list[Item] = []
    lower = lower_case(text)
    between = words.BETWEEN.search(lower) is not None
    at = 0
    while at < len(numbers):
        number, following = numbers[at], numbers[at + 1] if at + 1 < len(numbers) else None
        at += 1
        item: Item | Misfit | None = None
        if following and _is_range(lower, number, following, between=between):
            at += 1
            item = _range(lower, number, following, context, _start(numbers, at))
        elif number.is_money and not number.glued:
            item = _single(lower, number, context, _start(numbers, at))
        if isinstance(item, Misfit):
            return item
        if item:
            items.append(item)
    return items


def _start(numbers: list[Number], at: int) -> int:
    """Return where the next amount begins."""
    return next((number.start for number in numbers[at:] if number.is_money), sys.maxsize)


def _single(lower: str, number: Number, context: PageContext, limit: int) -> Item | Misfit:
    if " " in number.token and _may_be_two(lower, number):
        return Misfit(f"{shown(number.token)} may be two numbers in {shown(lower)}")
    money = money_of(number, context, per_unit=_has_unit(lower, number, limit))
    return money if isinstance(money, Misfit) else Item(money)


def _has_unit(lower: str, number: Number, limit: int) -> bool:
    return per_of(lower, number.start, number.end, limit) not in {"", "each"}


def _may_be_two(lower: str, number: Number) -> bool:
    """Whether a space in a number may separate two, the first of which belongs to the words before."""
    before = lower[: number.start]
    if any(in_front for _, in_front in number.signs):  # "¥941 500 g"
        behind = _WORD_BEHIND.match(lower, number.end)
        return behind is not None and behind[1] not in words.LABELS and not role_of(behind[1])
    if not _NAME_BEFORE.search(before) or role_of(before):
        return False
    return words.LABELS.isdisjoint(_WORD.findall(before))


def _is_range(lower: str, number: Number, following: Number, *, between: bool) -> bool:
    if number.glued or following.glued or not (number.is_money or following.is_money):
        return False
    gap = lower[number.end : following.start]
    if not words.RANGE.fullmatch(gap) and not (between and words.AND.fullmatch(gap)):
        return False
    if not following.is_money:  # "$5 - 2020 edition" is no range
        return _WORD.match(lower[following.end :].lstrip()) is None
    if not number.is_money:  # nor is "pack of 5 - $20"
        before = lower[: number.start].rstrip()
        return not before or before[-1] in ":(" or between or role_of(before) == "from"
    return True


def _range(
    lower: str, one: Number, other: Number, context: PageContext, limit: int
) -> Item | Misfit:
    """Return both ends as an item; a sign or magnitude that only one of them has counts for both."""
    signs = one.signs or other.signs
    times = other.times if one.times == 1 else one.times
    per_unit = _has_unit(lower, other, limit)
    low = money_of(replace(one, signs=one.signs or signs, times=times), context, per_unit=per_unit)
    high = money_of(replace(other, signs=other.signs or signs), context, per_unit=per_unit)
    if isinstance(low, Misfit):
        return low
    if isinstance(high, Misfit):
        return high
    if low.amount > high.amount or low.currency != high.currency:
        return Misfit(f"{shown(lower)} goes from more to less, or into another currency")
    return Item(low, high)
