"""Values of fields: a stand-in that knows only texts, until the value types are there."""

from collections.abc import Sequence

from pagekin.values import Reading, Value


def read_value(type_name: str, reading: Reading) -> Value:
    """Read a value of a type."""
    return Value(reading.text, type_name)


def declares_currency(type_name: str) -> bool:
    """Tell whether a type needs to know the page's currency."""
    return type_name == "price"


def inferred_type(readings: Sequence[Reading], name: str = "") -> str:
    """Give the type that the readings of a field fit."""
    del readings, name
    return "text"


def type_fault(type_name: str) -> str | None:
    """Say what is wrong with the name of a type, if anything is."""
    return None if type_name else "a type has a name"
