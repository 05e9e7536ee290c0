"""Values: what a text on a page means, by types that give its parts or say why it has none."""

from pagekin.values.inference import infer_type
from pagekin.values.reader import read
from pagekin.values.registry import type_named, type_names
from pagekin.values.value import Misfit, PageContext, Reading, Value, ValueType

__all__ = [
    "Misfit",
    "PageContext",
    "Reading",
    "Value",
    "ValueType",
    "infer_type",
    "read",
    "type_named",
    "type_names",
]
