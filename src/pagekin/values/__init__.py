"""Values: what a text on a page means, by types that give its parts or say why it has none."""

from pagekin.values.value import Context, Misfit, Reading, Value, ValueType

__all__ = ["Context", "Misfit", "Reading", "Value", "ValueType"]
