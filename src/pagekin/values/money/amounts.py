"""Amounts of money: what a number is worth, by its signs, its page and how it is written."""

from dataclasses import dataclass

from pagekin.values.locale.countries import COUNTRIES
from pagekin.values.locale.page_locale import PageLocale, locale_of
from pagekin.values.money.currencies import (
    CODES,
    ONLY_AT_HOME,
    SIGNS,
    THREE_DECIMALS,
    WITHOUT_DECIMALS,
    WORDLIKE_CODES,
)
from pagekin.values.money.money_tokens import Number
from pagekin.values.numbers.numerals import Numeral
from pagekin.values.plain import shown
from pagekin.values.value import Misfit, PageContext


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a currency ("" if it is not known), and where it stands in the text."""

    amount: float
    currency: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Item:
    """One price in the text, or a range of prices, and what the words around it make of it."""

    low: Money
    high: Money | None = None
    role: str = ""
    per: str = ""  # "month", "kg", "100 g", "each"
    beside: bool = False  # only a space separates it from the price before

    @property
    def is_plain(self) -> bool:
        """Whether it is a single price without a role or unit."""
        return not (self.high or self.role or self.per)

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.low.start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return (self.high or self.low).end


def money_of(number: Number, context: PageContext, *, per_unit: bool = False) -> Money | Misfit:
    """Return the money that a number stands for; a bare number is in the page's currency."""
    if number.numeral is None:
        return Misfit(f"{shown(number.token)} is no amount in any style of writing")
    possible = _possible(number)
    if possible is None:
        return Misfit(f"signs of several currencies beside {shown(number.token)}")
    locale = locale_of(context)
    if possible:
        currency = _currency(number, number.numeral, possible, context, locale)
    else:
        currency = page_currency(context) or ("SEK" if number.tail == ":-" else "")
    currencies = frozenset((currency,)) if currency else possible
    amount = _amount(number.numeral, currencies, locale, per_unit=per_unit)
    if isinstance(amount, Misfit):
        return amount
    if number.times != 1 or number.coin:
        amount = round(amount * number.times / (number.coin[0] if number.coin else 1), 6)
    return Money(float(amount), currency, number.start, number.end)


def _possible(number: Number) -> frozenset[str] | None:
    """Return the currencies that all signs of a number can stand for, None if the signs exclude each other."""
    if len(number.signs) == 1 and not number.coin:
        return SIGNS[number.signs[0][0]].currencies
    meanings = [SIGNS[sign].currencies for sign, _ in number.signs]
    if number.coin:
        meanings.append(number.coin[1].currencies)
    if not meanings:
        return frozenset()
    return frozenset.intersection(*meanings) or None


def is_doubtful(sign: str, number: Numeral, locale: PageLocale) -> bool:
    """Whether a sign is too short or too common a word to make a number money on this page."""
    if sign not in ONLY_AT_HOME and sign not in WORDLIKE_CODES:
        return False
    if not SIGNS[sign].currencies.isdisjoint(locale.currencies):
        return False
    return bool(locale.currencies) or number.decimals != 2


def page_currency(context: PageContext) -> str:
    """Return the currency that a page declares, else that of its country, "" if neither is known.

    The country is that of the URL, or the one of the language. The region in a language tag says nothing of
    money: software sets it to en-US all over the world.
    """
    if context.currency in CODES:
        return context.currency
    language = context.language.replace("_", "-").partition("-")[0]
    currencies = locale_of(PageContext(context.url, language)).currencies
    return currencies[0] if len(currencies) == 1 else ""


def _currency(
    number: Number,
    amount: Numeral,
    possible: frozenset[str],
    context: PageContext,
    locale: PageLocale,
) -> str:
    """Return the currency meant among those that the signs of a number can stand for, "" if it is open."""
    if len(possible) == 1:
        return next(iter(possible))
    for currency in (context.currency, *locale.currencies):
        if currency in possible:
            return currency
    if number.signs and number.signs[0][0] == "$":
        return _dollar(amount, locale, in_front=number.signs[0][1])
    if possible == SIGNS["¥"].currencies and amount.decimals == 2:
        return "CNY"  # a yen has no parts
    usual = SIGNS[number.signs[0][0]] if number.signs else number.coin[1] if number.coin else None
    return usual.usual if usual and usual.usual in possible else ""


def _dollar(amount: Numeral, locale: PageLocale, *, in_front: bool) -> str:
    """Return which dollars are meant by the style: 1500,00$ is Canadian (in French), $1,500.00 American."""
    if locale.country:
        return "USD"  # foreign money there
    comma = amount.point == "," and amount.decimals > 0
    if in_front:
        latin_american = comma or amount.group == "." or locale.language in {"es", "pt"}
        return "" if latin_american else "USD"
    if locale.language == "fr" or (comma and not locale.language):
        return "CAD"
    return "USD" if amount.point == "." and amount.decimals else ""


def _amount(
    number: Numeral, currencies: frozenset[str], locale: PageLocale, *, per_unit: bool
) -> float | Misfit:
    """Return the amount if its style leaves no doubt about it."""
    if number.other is not None:
        return _thousands(number, number.other, currencies, locale, per_unit=per_unit)
    thousandths = bool(currencies) and currencies <= THREE_DECIMALS
    most = 6 if per_unit else 3 if thousandths else 2
    if number.decimals > most:
        return Misfit(f"{number.decimals} decimals are no price")
    return number.value


def _thousands(
    number: Numeral, other: float, currencies: frozenset[str], locale: PageLocale, *, per_unit: bool
) -> float | Misfit:
    """Return what "1.299" means: nobody charges thousandths, except where coins or fuel have them."""
    both = Misfit(
        f"{number.value:,.0f} or {other:.3f}: the sign {number.point!r} can mean both here"
    )
    if currencies and currencies <= WITHOUT_DECIMALS:
        return number.value
    if currencies and currencies <= THREE_DECIMALS:
        return other if number.point == "." else both
    decimal = locale.decimal or _decimal_of(currencies)
    if currencies.isdisjoint(
        locale.currencies
    ):  # foreign money is written as at home: $19,155 in Germany
        decimal = _decimal_of(currencies) or decimal
    if not (decimal or (currencies and not per_unit)):
        return both
    if number.point == decimal:
        return other if per_unit else both
    return number.value


_DECIMALS = {
    code: {
        sign
        for land in COUNTRIES.values()
        if code in land.currencies
        for sign in land.decimals.values()
    }
    for code in CODES
} | {"USD": {"."}}


def _decimal_of(currencies: frozenset[str]) -> str:
    """Return the decimal sign of all countries that pay with one of the currencies, "" if they differ."""
    signs = set().union(*(_DECIMALS.get(currency, set()) for currency in currencies))
    return signs.pop() if len(signs) == 1 else ""
