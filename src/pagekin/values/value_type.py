"""A value type: everything that pagekin knows about a kind of value, in one class."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import IntEnum

from pagekin.values.value import Attribute, Misfit, Reading

_MOMENTS = {"date": date, "datetime": datetime}


class Rank(IntEnum):
    """When inference asks for a type: the more specific ones first."""

    SPECIFIC = 1  # hardly anything else looks like it: a price, a date, an e-mail address
    NUMERIC = 2  # any number
    NAMED = 3  # any code, in a field whose name says that it holds codes
    LOOSE = 4  # anything that stands in a link or a meta element
    ANY = 5  # any text


class ValueType(ABC):
    """A kind of value; a subclass with a name and `read` is enough, the rest has defaults.

    Third parties add types through the entry point group `pagekin.value_types`.
    """

    name: str  # as wrappers write it: "price"
    attributes: tuple[str, ...] = ()  # their names, in the order of columns
    cell: str = ""  # the attribute that stands for the value in a table; "": its text does
    rank: Rank | None = None  # None: never inferred, used only where somebody asks for it
    named_rank: Rank | None = None  # when anything it can read will do, if the name hints at it
    hint_words: frozenset[str] = frozenset()  # in the names of fields, in lower case
    contrary_words: frozenset[str] = frozenset()  # with which the others are no hint
    foreign_words: frozenset[str] = frozenset()  # with which a field is never of this type
    misses_if_named: float = 0.25  # the share of readings that need not fit if the name hints at it
    is_strict: bool = True  # False: nearly any text fits, so that fitting tells nothing
    reads_element: bool = False  # it reads an element's attributes rather than its text
    number: str = ""  # the attribute that values are compared by
    unit: str = ""  # the attribute that names the unit of that number
    cell_type: type  # of its cells in a table: unless said otherwise, that follows from what stands for the value

    def __init_subclass__(cls) -> None:
        """Tell the type of cells, if the class does not."""
        if "cell_type" not in vars(cls):
            is_number = bool(cls.cell) and cls.cell == cls.number
            cls.cell_type = _MOMENTS.get(cls.cell, float if is_number else str)

    @abstractmethod
    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the attributes of a reading, or why it has none; never a guess that may be wrong."""

    def family(self) -> Sequence["ValueType"]:
        """Return the type and its variants, each of which has a name of its own."""
        return (self,)

    def variant(self, readings: Sequence[Reading]) -> str:
        """Name the member of the family that suits readings which settle each other's meaning."""
        del readings
        return self.name

    def is_hinted_at(self, words: frozenset[str]) -> bool:
        """Whether the words of a field's name suggest the type."""
        return not self.hint_words.isdisjoint(words) and self.contrary_words.isdisjoint(words)

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether a reading is probably of this type: stricter than `read` where much else fits.

        `named` says that the field's name hints at the type.
        """
        del named
        return self.attributes_of(reading) is not None

    def suits(self, readings: Sequence[Reading], *, named: bool) -> bool:
        """Whether the type suits readings that look like it one by one: rules out chance."""
        del readings, named
        return True

    def comparable(self, attributes: Mapping[str, Attribute]) -> tuple[float | None, str | None]:
        """Return the number that a value is compared by and its unit, None for what it lacks."""
        if not self.number:
            return None, None
        number = finite(attributes.get(self.number))
        if not self.unit:
            return number, None
        unit = attributes.get(self.unit)
        return number, unit if isinstance(unit, str) else None

    def attributes_of(self, reading: Reading) -> Mapping[str, Attribute] | None:
        """Return the attributes of a reading, None if it does not fit."""
        found = self.read(reading)
        return None if isinstance(found, Misfit) else found


def finite(number: Attribute | None) -> float | None:
    """Return an attribute as a finite number, None if it is none."""
    if isinstance(number, float | int):
        try:
            return float(number) if math.isfinite(number) else None
        except OverflowError:  # a whole number that is too long
            return None
    return None
