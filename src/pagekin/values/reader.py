"""Read a text as a value of a type."""

from pagekin.values.registry import type_named
from pagekin.values.value import Misfit, Reading, Value


def read(type_name: str, reading: Reading) -> Value:
    """Return the value of a reading: with typed attributes, or with the reason why it has none."""
    found = type_named(type_name).read(reading)
    text = reading.lines or reading.text
    if isinstance(found, Misfit):
        return Value(text, type_name, misfit=found.reason)
    return Value(text, type_name, found)
