"""NOT, moved inwards to the conditions: `not (a and b)` is `not a or not b`.

What is left to negate is a single condition, or what ANDWHERE joins: no instance has all of it.
"""

from collections.abc import Iterable

from pagekin.query.conditions import (
    AllOf,
    AnyOf,
    Expression,
    Negation,
    Together,
)


def moved_inwards(expression: Expression, *, one_instance: bool = False) -> Expression:
    """Return an expression that means the same, with NOT in front of conditions alone.

    On one instance of a bundle ANDWHERE is AND, so that it can be negated like that.
    """
    match expression:
        case Negation(inner):
            return _negated(inner, one_instance=one_instance)
        case Together(parts) if not one_instance:
            return Together(tuple(moved_inwards(part, one_instance=True) for part in parts))
        case AllOf(parts) | Together(parts):
            return _flat(AllOf, [moved_inwards(part, one_instance=one_instance) for part in parts])
        case AnyOf(parts):
            return _flat(AnyOf, [moved_inwards(part, one_instance=one_instance) for part in parts])
        case _:
            return expression


def _negated(inner: Expression, *, one_instance: bool) -> Expression:
    match inner:
        case Negation(again):
            return moved_inwards(again, one_instance=one_instance)
        case Together() if not one_instance:
            return Negation(moved_inwards(inner))
        case AllOf(parts) | Together(parts):
            return _flat(AnyOf, [_negated(part, one_instance=one_instance) for part in parts])
        case AnyOf(parts):
            return _flat(AllOf, [_negated(part, one_instance=one_instance) for part in parts])
        case _:
            return Negation(inner)


def _flat(how: type[AllOf] | type[AnyOf], parts: Iterable[Expression]) -> Expression:
    """Join parts; what is joined in the same way already is not joined twice."""
    return how(
        tuple(one for part in parts for one in (part.parts if isinstance(part, how) else (part,)))
    )
