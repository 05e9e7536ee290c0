"""Values: what a text on a page means, by types that return its parts or say why it has none."""

from pagekin.values.inference import infer_type
from pagekin.values.reader import read
from pagekin.values.registry import comparable, type_named, type_names
from pagekin.values.value import Attribute, Misfit, PageContext, Reading, Value
from pagekin.values.value_type import Rank, ValueType

__all__ = [
    "Attribute",
    "Misfit",
    "PageContext",
    "Rank",
    "Reading",
    "Value",
    "ValueType",
    "comparable",
    "infer_type",
    "read",
    "type_named",
    "type_names",
]
