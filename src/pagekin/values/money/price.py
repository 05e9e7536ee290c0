"""Type price: amount and currency, the ends of a range, the old price beside a lowered one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pagekin.values.money.amounts import Item
from pagekin.values.money.money_type import MoneyType
from pagekin.values.money.price_finding import items_of
from pagekin.values.plain import shown
from pagekin.values.value import Attribute, Misfit, Reading

_MOST_LOWERED = 10  # two prices side by side that differ more are not the old and the new one
_NOT_THE_PRICE = {
    "no price": "an amount that is no price, such as a discount or postage",
    "several": "a price for several",
    "at most": "only the most it may cost",
}


@dataclass(frozen=True, slots=True)
class PriceOffer:
    """A price; of a range also both ends, of a lowered price also the old one."""

    amount: float
    currency: str = ""
    low: float | None = None
    high: float | None = None
    old: float | None = None


class PriceType(MoneyType):
    """What a thing costs.

    `amount` is the price, of a range its low end: it can be compared and sorted. `low` and `high` are
    there only for ranges ("from 10": low alone), `old` if a former or list price stands beside it;
    `currency` is missing if neither text nor page tells it.
    """

    name = "price"
    attributes = ("amount", "currency", "low", "high", "old")
    cell = "amount"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the price, or why there is none or more than one."""
        items = items_of(reading.text, reading.context)
        if isinstance(items, Misfit):
            return items
        if len(items) == 1 and items[0].is_plain:  # nearly always
            money = items[0].low
            return (
                {"amount": money.amount, "currency": money.currency}
                if money.currency
                else {"amount": money.amount}
            )
        offer = _offer(items, reading.text)
        return offer if isinstance(offer, Misfit) else _attributes(offer)

    def suits(self, readings: Sequence[Reading], *, named: bool) -> bool:
        """Whether there is an amount at all: a field that only says "free" is a text."""
        del named
        return any(character.isdecimal() for reading in readings for character in reading.text)


def _attributes(offer: PriceOffer) -> dict[str, Attribute]:
    """Return those attributes of an offer that are known."""
    found: dict[str, Attribute] = {"amount": offer.amount}
    if offer.currency:
        found["currency"] = offer.currency
    for name in ("low", "high", "old"):
        value = getattr(offer, name)
        if value is not None:
            found[name] = value
    return found


def _offer(items: list[Item], text: str) -> PriceOffer | Misfit:
    prices = [
        item for item in items if item.role not in _NOT_THE_PRICE and item.per in {"", "each"}
    ]
    if len(prices) > 1:
        prices = [item for item in prices if item.role not in {"about", "without tax"}] or prices
    if not prices:
        item = items[0]
        if item.role in _NOT_THE_PRICE:
            return Misfit(f"{shown(text)}: {_NOT_THE_PRICE[item.role]}")
        return Misfit(f"{shown(text)}: a price per {item.per}")
    if all(_single(item) == _single(prices[0]) for item in prices):
        return _single(prices[0])
    whole = _range_of(prices)
    return _single(whole) if whole is not None else _lowered(prices, text)


def _single(item: Item) -> PriceOffer:
    low, high = item.low, item.high
    if high and high.amount > low.amount:
        return PriceOffer(low.amount, low.currency, low.amount, high.amount)
    return PriceOffer(low.amount, low.currency, low.amount if item.role == "from" else None)


def _lowered(prices: list[Item], text: str) -> PriceOffer | Misfit:
    """Return the new price with the old one beside it, if it is clear which is which."""
    several = Misfit(f"several prices in {shown(text)}")
    old = [item for item in prices if item.role == "old"]
    once = {item.low.amount for item in old}
    new = [item for item in prices if item.role != "old" and item.low.amount not in once]
    # A price may be said twice, for the eye and for the ear: "$9 Current price is: $9".
    new = new[-1:] if len({_single(item).amount for item in new}) == 1 else new
    if old and len(new) == 1:
        return _with_old(_single(new[0]), old[0])
    if old or len(prices) != 2:
        return several
    one, other = prices
    if one.low.currency != other.low.currency:
        return _single(one)  # the same price in another currency
    if one.role == other.role and one.high is None and other.high is None:
        low, high = sorted((one, other), key=lambda item: item.low.amount)
        lowered = other.beside and low.low.amount * _MOST_LOWERED >= high.low.amount
        return _with_old(_single(low), high) if lowered and not one.role else several
    now = [item for item in prices if item.role in {"now", "with tax"}]
    if len(now) != 1 or now[0].role == "with tax":
        return _single(now[0]) if now and len(now) == 1 else several
    rest = one if now[0] is other else other
    return _with_old(_single(now[0]), rest) if rest.low.amount > now[0].low.amount else several


def _range_of(prices: list[Item]) -> Item | None:
    """Return the range that all the prices are ends of, None if there is none: "from $5 to $9 $5 – $9"."""
    for item in prices:
        if item.high is not None:
            ends = {item.low.amount, item.high.amount}
            if all({one.low.amount, (one.high or one.low).amount} <= ends for one in prices):
                return item
    return None


def _with_old(offer: PriceOffer, old: Item) -> PriceOffer | Misfit:
    if old.high or offer.currency != old.low.currency:
        return offer
    return PriceOffer(offer.amount, offer.currency, offer.low, offer.high, old.low.amount)
