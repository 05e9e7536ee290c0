"""What a text about prices asks for a thing: one price, a range, a lowered one; per piece or per unit."""

import re
from dataclasses import dataclass, replace

from pagekin.values import price_words as words
from pagekin.values.currencies import SIGNS, WITHOUT_DECIMALS
from pagekin.values.money import Money, is_doubtful, money_of
from pagekin.values.money_tokens import Number, numbers_of
from pagekin.values.numerals import numeral
from pagekin.values.places import place_of
from pagekin.values.per import per_of
from pagekin.values.plain import lower_case, plain, shown
from pagekin.values.value import Context, Misfit

MAX_LENGTH = 160  # longer texts talk about prices rather than give one
_SIMPLE = re.compile(
    r"([^\s0-9.,:;()%+\-]{1,4}\.?)? ?([0-9][0-9.,']*)(?: ?([^\s0-9.,:;()%+\-/]{1,4}))?"
)
# "$19 99" and "12€50": the decimals are smaller or behind the sign on the page.
_RAISED = re.compile(r"([^\s0-9]{1,3} ?[0-9]{1,3}(?:,[0-9]{3})*) ([0-9]{2})")
_MIDDLE = re.compile(r"([0-9]{1,6}) ?(€|£|\$|EUR|zł|Fr\.?) ?([0-9]{2})")
_SPACED = re.compile(r"([^0-9]{0,5}[0-9]{1,3}) ?([.,]) ?([0-9]{2}(?: ?[^\s0-9]{1,3})?)")
_NOTHING = re.compile(r"[\s:|*().,!=]*")
_WORD = re.compile(r"[^\W\d_]+")
_INDIAN_WORDS = (1, 10**5, 10**7)  # a lakh or a crore is money without a sign; 4K is not
# "Galaxy 12 699 €": a number of the name, or thousands?
_NAME_BEFORE = re.compile(r"[^\W\d_] $")


@dataclass(frozen=True, slots=True)
class Offer:
    """A price; of a range also both ends, of a lowered price also the old one."""

    amount: float
    currency: str = ""
    low: float | None = None
    high: float | None = None
    old: float | None = None
    per: str = ""  # "month", "kg", "100 g", "each"


@dataclass(frozen=True, slots=True)
class Item:
    """One price in the text, or a range of prices, and what the words around it make of it."""

    low: Money
    high: Money | None = None
    role: str = ""
    per: str = ""

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.low.start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return (self.high or self.low).end


def items_of(text: str, context: Context) -> list[Item] | Misfit:
    """Find the prices of a text, with the roles that the words around them give them."""
    text = plain(text)
    simple = _simple(text, context)
    if simple:
        return [simple] if isinstance(simple, Item) else simple
    if not text:
        return Misfit("no text")
    if len(text) > MAX_LENGTH:
        return Misfit("a long text rather than a price")
    if text.casefold().strip("!. ") in words.FREE:
        place = place_of(context)
        currency = context.currency or (place.currencies[0] if len(place.currencies) == 1 else "")
        return [Item(Money(0.0, currency, 0, len(text)))]
    return _composed(_joined(words.PERCENT.sub(" ", text) if "%" in text else text), context)


def _simple(text: str, context: Context) -> Item | Misfit | None:
    """Read what most prices are: a sign and a number, in either order; None if it is anything else."""
    match = _SIMPLE.fullmatch(text)
    if not match:
        return None
    signs = [(sign, at == 1) for at in (1, 3) if (sign := match[at])]
    if not signs or any(sign not in SIGNS for sign, _ in signs):
        return None
    number = numeral(match[2])
    if number is None or any(is_doubtful(sign, number, place_of(context)) for sign, _ in signs):
        return None
    money = money_of(Number(0, len(text), match[2], number, signs=signs), context)
    return money if isinstance(money, Misfit) else Item(money)


def _joined(text: str) -> str:
    """Put decimals that stand apart from their number back to it."""
    for pattern, form in ((_RAISED, r"\1.\2"), (_MIDDLE, r"\1.\3 \2"), (_SPACED, r"\1\2\3")):
        match = pattern.fullmatch(text)
        if match:
            return match.expand(form)
    return text


def _composed(text: str, context: Context) -> list[Item] | Misfit:
    numbers = numbers_of(text)
    place = place_of(context)
    for number in numbers:
        if number.numeral and any(
            is_doubtful(sign, number.numeral, place) for sign, _ in number.signs
        ):
            number.signs, number.glued = [], True
    if not numbers:
        return Misfit(f"no amount in {shown(text)}")
    if not any(number.is_money and not number.glued for number in numbers):
        return _bare(text, numbers, context)
    items = _ranges(text, numbers, context)
    if isinstance(items, Misfit):
        return items
    lower = words.POSTAGE.sub(lambda match: " " * len(match[0]), lower_case(text))
    rest = lower
    for item in items:
        rest = rest[: item.start] + " " * (item.end - item.start) + rest[item.end :]
    if len(_WORD.findall(rest)) > 12:
        return Misfit("a sentence about prices rather than a price")
    return _with_roles(lower, items)


def _bare(text: str, numbers: list[Number], context: Context) -> list[Item] | Misfit:
    """Take a number without any sign of a currency for a price only where nothing else stands beside it."""
    number = numbers[0]
    if len(numbers) > 1 or number.glued or number.times not in _INDIAN_WORDS:
        return Misfit(f"no sign of a currency in {shown(text)}")
    rest = (text[: number.start] + " " + text[number.end :]).casefold()
    if not _NOTHING.fullmatch(words.LABELS.sub(" ", rest)):
        return Misfit(f"no sign of a currency in {shown(text)}")
    money = money_of(number, context)
    if isinstance(money, Misfit):
        return money
    if (
        number.token.isdecimal()
        and len(number.token) > 7
        and money.currency not in WITHOUT_DECIMALS
    ):
        return Misfit(f"{shown(text)} is too long a number for a price without currency")
    return _with_roles(text.casefold(), [Item(money)])


def _ranges(text: str, numbers: list[Number], context: Context) -> list[Item] | Misfit:
    """Make items of the amounts, joining the two ends of a range; other numbers are left out."""
    items: list[Item] = []
    lower = lower_case(text)
    between = words.BETWEEN.search(lower) is not None

    def is_unit(number: Number) -> bool:
        return per_of(lower, number.start, number.end) not in {"", "each"}

    at = 0
    while at < len(numbers):
        number, following = numbers[at], numbers[at + 1] if at + 1 < len(numbers) else None
        at += 1
        if following and _is_range(text, number, following, between=between):
            at += 1
            ends = _share_signs(number, following)
            low, high = (money_of(end, context, per_unit=is_unit(following)) for end in ends)
            if isinstance(low, Misfit) or isinstance(high, Misfit):
                return low if isinstance(low, Misfit) else high
            if low.amount > high.amount or low.currency != high.currency:
                return Misfit(f"{shown(text)} goes from more to less, or into another currency")
            items.append(
                Item(low, high if high.amount > low.amount else replace(high, amount=low.amount))
            )
        elif number.is_money and not number.glued:
            if " " in number.token and _may_be_two(text, number):
                return Misfit(f"{shown(number.token)} may be two numbers in {shown(text)}")
            money = money_of(number, context, per_unit=is_unit(number))
            if isinstance(money, Misfit):
                return money
            items.append(Item(money))
    return items


def _may_be_two(text: str, number: Number) -> bool:
    """Tell whether a space in a number may part two numbers, the first belonging to the words before."""
    before = text[: number.start].casefold()
    return bool(_NAME_BEFORE.search(before)) and not (words.LABELS.search(before) or _role(before))


def _is_range(text: str, number: Number, following: Number, *, between: bool) -> bool:
    if number.glued or following.glued or not (number.is_money or following.is_money):
        return False
    gap = text[number.end : following.start]
    if not words.RANGE.fullmatch(gap) and not (between and words.AND.fullmatch(gap)):
        return False
    if not following.is_money:  # "$5 - 2020 edition" is no range
        return _WORD.match(text[following.end :].lstrip()) is None
    if not number.is_money:  # nor is "pack of 5 - $20"
        before = text[: number.start].rstrip()
        return (
            not before
            or before[-1] in ":("
            or bool(words.FROM.search(before.casefold()))
            or between
        )
    return True


def _share_signs(one: Number, other: Number) -> tuple[Number, Number]:
    signs = one.signs or other.signs
    times = one.times if one.times == other.times or other.times == 1 else other.times
    return (
        replace(one, signs=one.signs or signs, times=times if one.times == 1 else one.times),
        replace(other, signs=other.signs or signs),
    )


def _with_roles(lower: str, items: list[Item]) -> list[Item]:
    """Give each item the role that the words before it, or else behind it, say."""
    begins = [0, *(item.end for item in items)]
    ends = [*(item.start for item in items), len(lower)]
    gaps = [lower[begin:end] for begin, end in zip(begins, ends, strict=True)]
    behind = not _role(gaps[0]) and bool(_role(gaps[-1]))
    found = []
    for at, item in enumerate(items):
        role = "" if behind and at else _role(gaps[at])
        if not role and (behind or at == len(items) - 1):
            role = _role(gaps[at + 1])
        if words.SEVERAL_FOR.search(lower[: item.start]) or words.FOR_SEVERAL.match(
            lower, item.end
        ):
            role = "several"
        elif words.FROM_BEHIND.match(lower, item.end) and not item.high:
            role = "from"
        elif gaps[at].rstrip().endswith("+") and at:
            role = "no price"
        elif not item.high and re.search(r"(?:^|[\s(])[-–]$", lower[: item.start]):
            role = "no price"
        found.append(replace(item, role=role, per=per_of(lower, item.start, item.end)))
    return found


_ROLES = (
    ("no price", words.NO_PRICE),
    ("about", words.ABOUT),
    ("without tax", words.EX_TAX),
    ("with tax", words.INC_TAX),
    ("from", words.FROM),
    ("old", words.OLD),
    ("at most", words.UP_TO),
    ("now", words.NOW),
)


def _role(gap: str) -> str:
    if not gap or gap.isspace():
        return ""
    return next((role for role, pattern in _ROLES if pattern.search(gap)), "")
