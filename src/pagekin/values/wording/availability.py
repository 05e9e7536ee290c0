"""Type availability: whether a thing is in stock, in the words of schema.org."""

import re
from collections.abc import Mapping

from pagekin.values.plain import plain, shown, word_set
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType
from pagekin.values.wording.stock_words import STOCK_PHRASES

_MAX_LENGTH = 80
_MAX_UNNAMED = 30  # characters in a field whose name says nothing of it
_COMPILED = {
    status: re.compile(rf"(?<![^\W\d_])(?:{'|'.join(phrases.strip().splitlines())})(?![^\W\d_])")
    for status, phrases in STOCK_PHRASES.items()
}
_COUNT = re.compile(
    r"(?<![0-9.,])([0-9]{1,6})(?: ?\+)? (?:in stock|available|items?|pcs|left|remaining|stück|vorrätig|auf lager"
    r"|disponibles?|op voorraad|skladem|ks|szt|шт|på lager|i lager)"
)
_REMARK = re.compile(r" ?[(\[][^()\[\]]*[)\]]$")  # 50 in stock (can be backordered)
_STATUSES = (
    "Discontinued|InStock|InStoreOnly|LimitedAvailability|OnlineOnly|OutOfStock|PreOrder|PreSale|SoldOut"
    "|BackOrder|MadeToOrder|Reserved"
)
_SCHEMA = re.compile(rf"(?:https?://schema\.org/)?({_STATUSES})/?", re.IGNORECASE)
_SPELLING = {name.lower(): name for name in _STATUSES.split("|")}
_CAN_BE_HAD = frozenset({"InStock", "InStoreOnly", "LimitedAvailability", "OnlineOnly"})


class AvailabilityType(ValueType):
    """Whether a thing can be bought: `status` in schema.org's words, `available` in short, `left` how many."""

    name = "availability"
    attributes = ("status", "available", "left")
    cell = "status"
    rank = Rank.SPECIFIC
    hint_words = word_set(
        "availability available stock inventory lager verfügbarkeit disponibilité disponibilidad voorraad"
    )
    number = "available"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the status that the words express."""
        text = plain(reading.text)
        schema = _SCHEMA.fullmatch(text)
        if schema:
            return _attributes(_SPELLING[schema[1].lower()], None)
        if len(text) > _MAX_LENGTH:
            return Misfit("a long text rather than an availability")
        lower = text.casefold()
        said = _REMARK.sub("", lower)
        if not any(pattern.search(said) for pattern in _COMPILED.values()):
            said = lower
        for status, pattern in _COMPILED.items():
            match = pattern.search(said)
            if match:
                left = next((value for name, value in match.groupdict().items() if value), None)
                count = _COUNT.search(lower)
                return _attributes(status, left or (count[1] if count else None))
        return Misfit(f"{shown(text)} does not say whether it can be had")

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether it is short and says so, or stands in a field of that name."""
        if not named and len(reading.text) > _MAX_UNNAMED:
            return False
        return self.attributes_of(reading) is not None


def _attributes(status: str, left: str | None) -> dict[str, Attribute]:
    found: dict[str, Attribute] = {"status": status, "available": status in _CAN_BE_HAD}
    if left is not None and status in {"InStock", "LimitedAvailability"}:
        found["left"] = int(left)
    return found
