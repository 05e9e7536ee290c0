"""Repair units: a page or an instance of a bundle as it is now, with its earlier record."""

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from pagekin.dom.page import Page
from pagekin.values import Reading, Value, read
from pagekin.wrappers.locator_finder import MAX_WORK, LocatorFinder, PageReader
from pagekin.wrappers.model import Field, Locator
from pagekin.wrappers.record import Record

_MISFIT = "\0"  # marks a text that does not fit its type
Key = str  # equal for equal values
Keys = tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class RepairUnit:
    """Where to search for a bundle's fields, and the earlier record.

    `small` is the instance as a page of its own; for a page it is the page itself.
    """

    page: Page
    element: etree._Element
    known: Record
    small: Page

    def values(self, field: Field) -> tuple[Value, ...]:
        """Return the known values of a field."""
        return tuple(self.known.fields.get(field.name, ()))


class Finds:
    """What the locators of one field find on the units; every locator is tried once on a unit."""

    def __init__(self, units: Sequence[RepairUnit], field: Field, readers: "Readers") -> None:
        self._units = units
        self._field = field
        self._readers = readers
        self._known: dict[tuple[Locator, int, bool], Keys] = {}
        self._finders: dict[Locator, LocatorFinder] = {}

    def on(self, locator: Locator, number: int, *, small: bool = False) -> Keys:
        """Return what a locator finds on a unit; if `small`, its path is for the unit as a page."""
        key = locator, number, small
        if key not in self._known:
            finder = self._finders.get(locator)
            if finder is None:
                finder = self._finders[locator] = LocatorFinder(locator)
            reader = self._readers.of(number, small=small)
            reader.budget = MAX_WORK
            node = reader.page.root if small else self._units[number].element
            readings = finder.readings(reader, node, many=self._field.many)
            texts = {value.text for value in self._units[number].values(self._field)}
            self._known[key] = tuple(self._key(reading, texts) for reading in readings)
        return self._known[key]

    def _key(self, reading: Reading, known: set[str]) -> Key:
        """Return the key of a reading; whether it fits its type matters only if its text is known."""
        if self._field.type == "image" or reading.text in known:
            return known_key(self._field.type, read(self._field.type, reading))
        return reading.text


class Readers:
    """The readers of the units' pages, shared by all fields."""

    def __init__(self, units: Sequence[RepairUnit]) -> None:
        self._units = units
        self._ready: dict[tuple[int, bool], PageReader] = {}

    def of(self, number: int, *, small: bool) -> PageReader:
        """Return the reader of a unit, or of the unit as a page of its own."""
        key = number, small
        if key not in self._ready:
            unit = self._units[number]
            self._ready[key] = PageReader(unit.small if small else unit.page)
        return self._ready[key]


def known_key(type_name: str, value: Value) -> Key:
    """Return the key of a value: its text, or the address of an image."""
    if type_name == "image":
        return str(value.attributes.get("src", ""))
    return value.text if value.misfit is None else f"{_MISFIT}{value.text}"


def plain(keys: Keys) -> tuple[str, ...]:
    """Return the texts or addresses in keys."""
    return tuple(key.removeprefix(_MISFIT) for key in keys)
