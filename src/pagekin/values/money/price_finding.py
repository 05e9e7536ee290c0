"""The prices of a text: simple ones at once, others with their ranges, roles and units."""

import re

from pagekin.values.locale.page_locale import locale_of
from pagekin.values.money import price_words as words
from pagekin.values.money.amounts import Item, Money, is_doubtful, money_of, page_currency
from pagekin.values.money.currencies import SIGNS, WITHOUT_DECIMALS
from pagekin.values.money.money_signs import numbers_of
from pagekin.values.money.money_tokens import Number
from pagekin.values.money.price_ranges import price_items
from pagekin.values.money.price_roles import with_roles
from pagekin.values.numbers.numerals import Numeral, numeral
from pagekin.values.plain import lower_case, plain, shown, without_label
from pagekin.values.value import Misfit, PageContext

MAX_LENGTH = 160  # longer texts talk about prices rather than state one
_SIMPLE = re.compile(
    r"([^\s0-9.,:;()%+\-]{1,4}\.?)? ?([0-9]+(?:[.,'][0-9]+)*)([.,][-–]|:-)?(?: ?([^\s0-9.,:;()%+\-/]{1,4}))?"
)
# "$19 99" and "12€50": the decimals are smaller or behind the sign on the page.
_RAISED = re.compile(r"([^\s0-9]{1,3} ?[0-9]{1,3}(?:,[0-9]{3})*) ([0-9]{2})")
_MIDDLE = re.compile(r"([0-9]{1,6}) ?(€|£|\$|EUR|zł|Fr\.?) ?([0-9]{2})")
_SPACED = re.compile(r"((?:[^\w\s]{1,2} ?)?[0-9]{1,3}) ?([.,]) ?([0-9]{2}(?: ?[^\s0-9]{1,3})?)")
_APART = re.compile(r"[0-9](?: [.,] ?| ?[.,] )[0-9]{2}(?![0-9.,])")
# Spaces that keep a number together: surely thousands, whereas a plain space may separate two numbers.
_NO_BREAK = re.compile(r"(?<=[0-9])[\u00a0\u202f\u2009\u2007](?=[0-9]{3}(?![0-9]))")
_WHOSE_DOLLARS = re.compile(r"\$ ?([0-9](?:[0-9.,' ]*[0-9])?) ?(US|CDN|CA|AU|NZ|HK)(?![A-Za-z])")
_NOTHING = re.compile(r"[\s:|*().,!=]*")
_WORD = re.compile(r"[^\W\d_]+")


def items_of(text: str, context: PageContext) -> list[Item] | Misfit:
    """Return the prices of a text, with the roles that the words around them give them."""
    if not text.isascii():
        text = _NO_BREAK.sub("'", text)
    text = plain(text)
    simple = _simple(text, context) or _labelled(text, context)
    if simple:
        return [simple] if isinstance(simple, Item) else simple
    if not text or len(text) > MAX_LENGTH:
        return Misfit("a long text rather than a price" if text else "no text")
    if text.casefold().strip("!. ") in words.FREE:
        return [Item(Money(0.0, page_currency(context), 0, len(text)))]
    if "%" in text:
        if words.SHARE_OF.search(text):
            return Misfit(f"{shown(text)}: a part of an amount")
        text = words.PERCENT.sub(" ", text)
    return _composed(_joined(_WHOSE_DOLLARS.sub(r"\2$\1", text)), context)


def _simple(text: str, context: PageContext) -> Item | Misfit | None:
    """Read a sign and a number, in either order, as most prices are; None if it is anything else."""
    match = _SIMPLE.fullmatch(text)
    if not match:
        return None
    signs = [(sign, at == 1) for at in (1, 4) if (sign := match[at])]
    if any(sign not in SIGNS for sign, _ in signs):
        return None
    number = numeral(match[2])
    if number is None or any(is_doubtful(sign, number, locale_of(context)) for sign, _ in signs):
        return None
    found = Number(0, len(text), match[2], number, match[3] or "", signs=signs)
    money = money_of(found, context) if found.is_money else _bare_money(found, context)
    return money if isinstance(money, Misfit) else Item(money)


def _labelled(text: str, context: PageContext) -> list[Item] | None:
    """Read a simple price behind a label that gives it a role: "MSRP: $19,155"."""
    rest = without_label(text)
    cut = len(text) - len(rest)
    if not cut or (rest[0].isdecimal() and rest[-1].isdecimal()):
        return None
    item = _simple(rest, context)
    if not isinstance(item, Item):
        return None
    money = item.low
    shifted = Money(money.amount, money.currency, money.start + cut, money.end + cut)
    return with_roles(lower_case(text), [Item(shifted)])


def _are_doubtful(signs: list[tuple[str, bool]], number: Numeral, context: PageContext) -> bool:
    """Whether there are signs, but none that surely makes the number money."""
    return bool(signs) and all(is_doubtful(sign, number, locale_of(context)) for sign, _ in signs)


def _joined(text: str) -> str:
    """Join decimals to the number that they stand apart from."""
    for pattern, form in ((_RAISED, r"\1.\2"), (_MIDDLE, r"\1.\3 \2"), (_SPACED, r"\1\2\3")):
        match = pattern.fullmatch(text)
        if match:
            return match.expand(form)
    return text


def _composed(text: str, context: PageContext) -> list[Item] | Misfit:
    numbers = numbers_of(text)
    for number in numbers:
        if number.numeral and _are_doubtful(number.signs, number.numeral, context):
            number.signs, number.glued = [], True
    if not numbers:
        return Misfit(f"no amount in {shown(text)}")
    if not any(number.is_money and not number.glued for number in numbers):
        return _bare(text, numbers, context)
    if any(number.glued and number.signs for number in numbers) or _APART.search(text):
        return Misfit(f"{shown(text)} cannot be parted into amounts and words")
    items = price_items(text, numbers, context)
    if isinstance(items, Misfit):
        return items
    lower = lower_case(text)
    if (
        items
    ):  # "free shipping" behind a price is no reason to doubt it; "free shipping from € 20" is
        first = items[0].end
        lower = lower[:first] + words.POSTAGE.sub(_blank, lower[first:])
    rest = lower
    for item in items:
        rest = rest[: item.start] + " " * (item.end - item.start) + rest[item.end :]
    if len(_WORD.findall(rest)) > 12:
        return Misfit("a sentence about prices rather than a price")
    return with_roles(lower, items)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _bare(text: str, numbers: list[Number], context: PageContext) -> list[Item] | Misfit:
    """Read a number without a currency sign as a price, if nothing but labels stands beside it."""
    number = numbers[0]
    # "1.5 lakh" is money even without a sign; 4K is not
    if len(numbers) > 1 or number.glued or len(number.word) in {1, 2}:
        return Misfit(f"no sign of a currency in {shown(text)}")
    rest = words.UNSPACED_LABELS.sub(
        " ", lower_case(text[: number.start] + " " + text[number.end :])
    )
    if not (
        words.LABELS.issuperset(_WORD.findall(rest)) and _NOTHING.fullmatch(_WORD.sub("", rest))
    ):
        return Misfit(f"no sign of a currency in {shown(text)}")
    money = _bare_money(number, context)
    return money if isinstance(money, Misfit) else with_roles(lower_case(text), [Item(money)])


def _bare_money(number: Number, context: PageContext) -> Money | Misfit:
    money = money_of(number, context)
    too_long = number.token.isdecimal() and len(number.token) > 7
    if too_long and isinstance(money, Money) and money.currency not in WITHOUT_DECIMALS:
        return Misfit(f"{shown(number.token)} is too long a number for a price without currency")
    return money
