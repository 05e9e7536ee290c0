"""Which of the exported functions reads a field as pagekin does, by the values that were seen of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pagekin.export.literals import literal
from pagekin.export.parts import meanings as parts
from pagekin.export.parts.found_text import FoundText
from pagekin.values import Reading, Value

Read = Callable[[FoundText], Any]
_TEXTS = frozenset({"text", "long_text"})
_AMOUNT = re.compile(r"[0-9](?:[0-9.,' \u00a0\u202f]*[0-9])?")
_NO_SIGNS = frozenset({"–", "—", "-", "to", "K", "M"})  # what may stand beside an amount in a range
_DECIMALS = (".", ",")
_SIMPLE = {
    "rating": ("rating", parts.rating),
    "availability": ("availability", parts.availability),
    "boolean": ("boolean", parts.boolean),
    "identifier": ("identifier", parts.identifier),
    "link": ("link", parts.link),
    "image": ("image", parts.image),
    "meta": ("meta", parts.meta),
}


@dataclass(frozen=True, slots=True)
class SeenValue:
    """A value of a field, and what it was read from."""

    reading: Reading
    value: Value

    @property
    def item(self) -> Any:
        """The value as it is in an item: a text, or a dict with its parts."""
        if self.value.type in _TEXTS:
            return self.value.text
        return {"text": self.value.text} | dict(self.value.attributes)

    @property
    def found(self) -> FoundText:
        """What the exported functions take."""
        reading = self.reading
        text = reading.lines or reading.text
        return FoundText(text, reading.tag, dict(reading.attributes), reading.context.url)


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """A function for a field as code, and how many of the values it does not understand."""

    code: str  # such as: read.Prices(".", {"€": "EUR"})
    read: Read
    lost: int = 0  # values of which only the text is left

    def item(self, seen: SeenValue) -> Any:
        """Return a value as the exported project has it."""
        return self.read(seen.found)


def chosen_reading(type_name: str, seen: Sequence[SeenValue]) -> ReadingChoice:
    """Return the function that understands most values of a field, and none of them otherwise than pagekin.

    If there is none, the field is a text with no parts: rather less than something else.
    """
    if type_name in _TEXTS:
        return ReadingChoice("read.text", parts.text)
    best = ReadingChoice("read.only_text", parts.only_text, _with_parts(seen))
    for code, read in _candidates(type_name, seen):
        lost = _lost(read, seen)
        if lost is not None and (lost < best.lost or (best.code == "read.only_text" and not lost)):
            best = ReadingChoice(code, read, lost)
    return best


def _with_parts(seen: Sequence[SeenValue]) -> int:
    return sum(bool(one.value.attributes) for one in seen)


def _lost(read: Read, seen: Sequence[SeenValue]) -> int | None:
    """Return how many values a function does not understand; None if it takes one for something else."""
    lost = 0
    for one in seen:
        item = read(one.found)
        if item == one.item:
            continue
        if item != {"text": one.value.text}:
            return None
        lost += 1
    return lost


def _candidates(type_name: str, seen: Sequence[SeenValue]) -> Iterator[tuple[str, Read]]:
    if type_name in _SIMPLE:
        name, read = _SIMPLE[type_name]
        yield f"read.{name}", read
    elif type_name.startswith("date"):
        yield from _dates(type_name)
    else:
        for decimal in _DECIMALS:
            yield from _numeric(type_name, decimal, seen)


def _dates(type_name: str) -> Iterator[tuple[str, Read]]:
    name = "datetime" if type_name.startswith("datetime") else "date"
    more = ', name="datetime"' if name == "datetime" else ""
    for day_first in (None, True, False):
        yield (
            f"read.Dates(day_first={day_first}{more})",
            parts.Dates(day_first=day_first, name=name),
        )


def _numeric(type_name: str, decimal: str, seen: Sequence[SeenValue]) -> Iterator[tuple[str, Read]]:
    match type_name:
        case "price":
            signs, currency = _currencies(seen)
            more = f", currency={literal(currency)}" if currency else ""
            yield (
                f"read.Prices({literal(decimal)}, {literal(signs)}{more})",
                parts.Prices(decimal, signs, currency),
            )
        case "integer":
            yield (
                f"read.Numbers({literal(decimal)}, whole=True)",
                parts.Numbers(decimal, whole=True),
            )
        case "number" | "number_point" | "number_comma":
            yield f"read.Numbers({literal(decimal)})", parts.Numbers(decimal)
        case "count":
            yield f"read.Counts({literal(decimal)})", parts.Counts(decimal)
        case "percentage":
            yield f"read.Percentages({literal(decimal)})", parts.Percentages(decimal)
        case "quantity":
            units = _units(seen)
            yield (
                f"read.Quantities({literal(decimal)}, {literal(units)})",
                parts.Quantities(decimal, units),
            )


def _currencies(seen: Sequence[SeenValue]) -> tuple[dict[str, str], str]:
    """Return the currencies of prices by the signs beside them, and the one of those without a sign."""
    signs: dict[str, str] = {}
    without = ""
    for one in seen:
        currency = str(one.value.attributes.get("currency", ""))
        beside = set(_AMOUNT.sub(" ", one.value.text.rpartition(":")[2]).split()) - _NO_SIGNS
        if currency and len(beside) == 1:
            signs.setdefault(beside.pop(), currency)
        elif currency and not beside:
            without = currency
    return dict(sorted(signs.items())), without


def _units(seen: Sequence[SeenValue]) -> dict[str, str]:
    """Return the one spelling of the units that are written otherwise."""
    units: dict[str, str] = {}
    for one in seen:
        unit = one.value.attributes.get("unit")
        said = _AMOUNT.sub("", one.value.text, count=1).strip(" -.")
        if unit and said and said != unit:
            units.setdefault(said, str(unit))
    return dict(sorted(units.items()))
