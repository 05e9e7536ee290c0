"""The order in which conditions are looked for that all have to hold."""

from pagekin.query.conditions import (
    CHANGES,
    AllOf,
    AnyOf,
    Comparison,
    Expression,
    HasPresence,
    Operator,
    Together,
)

_SLOW = frozenset({Operator.CONTAINS, Operator.STARTS_WITH, Operator.MATCHES})


def cost(expression: Expression) -> int:
    """Return a rank for the order of what AND joins: first what finds little, or is quickly found."""
    if isinstance(expression, CHANGES):
        return 0
    if isinstance(expression, Comparison):
        return 2 if expression.operator in _SLOW else 1
    if isinstance(expression, HasPresence):
        return 3
    return 4 if isinstance(expression, Together | AllOf | AnyOf) else 5
