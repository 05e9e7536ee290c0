"""Type unit_price: a price per month, kilogram, piece…, as leases, subscriptions and groceries show it."""

from collections.abc import Mapping, Sequence

from pagekin.values.money.money_type import MoneyType
from pagekin.values.money.price_finding import items_of
from pagekin.values.plain import shown
from pagekin.values.value import Attribute, Misfit, Reading


class UnitPriceType(MoneyType):
    """What a unit of a thing costs: $12.99/month, 2,49 €/kg, 0,99 €/100 g.

    A price without unit fits too and has no `per`, for fields where only some things are sold by unit.
    """

    name = "unit_price"
    attributes = ("amount", "currency", "per")

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the amount, its currency, and the unit it is for."""
        items = items_of(reading.text, reading.context)
        if isinstance(items, Misfit):
            return items
        prices = [
            item for item in items if item.role not in {"no price", "several", "at most", "old"}
        ]
        per_unit = [item for item in prices if item.per]
        found = per_unit or prices
        if not found:
            return Misfit(f"no price per unit in {shown(reading.text)}")
        if len(found) > 1 or found[0].high:
            return Misfit(f"several prices in {shown(reading.text)}")
        item = found[0]
        values: dict[str, Attribute] = {"amount": item.low.amount}
        if item.low.currency:
            values["currency"] = item.low.currency
        if item.per:
            values["per"] = item.per
        return values

    def suits(self, readings: Sequence[Reading], *, named: bool) -> bool:
        """Whether at least a fifth of the prices name their unit."""
        del named
        found = [self.attributes_of(reading) or {} for reading in readings]
        return 5 * sum(attributes.get("per", "each") != "each" for attributes in found) >= len(
            found
        )
