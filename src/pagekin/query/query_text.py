"""Queries written out: the text that parses to them."""

import re

from pagekin.query.conditions import (
    AllOf,
    Amount,
    AnyOf,
    Comparison,
    Expression,
    FieldName,
    HasChanged,
    HasCome,
    HasCrossed,
    HasMoved,
    HasPresence,
    IsNewExtreme,
    Literal,
    LiteralKind,
    Negation,
    Query,
    Since,
    Together,
)

_PLAIN_NAME = re.compile(r"[^\W\d][\w:-]*")
_WORDS = frozenset({"not", "show"})  # that cannot begin a condition, or a list of fields, as names
_JOINTS = {AnyOf: " or ", Together: " andwhere ", AllOf: " and "}
_LOOSENESS = {AnyOf: 3, Together: 2, AllOf: 1}


def query_text(query: Query) -> str:
    """Return a query as text."""
    where = [] if query.where is None else [expression_text(query.where)]
    show = [f"show {', '.join(map(name_text, query.show))}"] if query.show else []
    return " ".join(where + show)


def expression_text(expression: Expression) -> str:
    """Return conditions as text, with no more parentheses than they need."""
    if isinstance(expression, Negation):
        inner = expression_text(expression.inner)
        return f"not ({inner})" if type(expression.inner) in _JOINTS else f"not {inner}"
    if isinstance(expression, AnyOf | Together | AllOf):
        outer = _LOOSENESS[type(expression)]
        parts = (
            f"({expression_text(part)})"
            if _LOOSENESS.get(type(part), 0) >= outer
            else expression_text(part)
            for part in expression.parts
        )
        return _JOINTS[type(expression)].join(parts)
    return f"{name_text(expression.name)} {_said(expression)}"


def name_text(name: FieldName) -> str:
    """Return a name as it is written in a query."""
    return ".".join(
        part if _PLAIN_NAME.fullmatch(part) and part.lower() not in _WORDS else f"`{part}`"
        for part in name.parts
    )


def _said(  # noqa: PLR0911 - one for each kind
    condition: Comparison
    | HasPresence
    | HasChanged
    | HasMoved
    | HasCrossed
    | IsNewExtreme
    | HasCome,
) -> str:
    match condition:
        case Comparison(_, operator, value):
            return f"{operator} {literal_text(value)}"
        case HasPresence(_, presence):
            return f"is {presence}"
        case HasChanged(_, old, new, since):
            was = f" from {literal_text(old)}" if old else ""
            now = f" to {literal_text(new)}" if new else ""
            return f"has changed{was}{now}{since_text(since)}"
        case HasMoved(_, direction, amount, since):
            by = f" by {amount_text(amount)}" if amount else ""
            return f"{direction}{by}{since_text(since)}"
        case HasCrossed(_, direction, limit, since):
            side = "below" if direction == "fell" else "above"
            return f"{direction} {side} {literal_text(limit)}{since_text(since)}"
        case IsNewExtreme(_, extreme, since):
            told = since_text(since, always=True) if since else ""
            return f"is a new {extreme}{told}"
        case HasCome(_, coming, since):
            return f"{coming}{since_text(since)}"


def literal_text(value: Literal) -> str:
    """Return a value as it is written in a query."""
    if value.kind is not LiteralKind.STRING:
        return value.text
    doubled = value.text.replace('"', '""')
    return f'"{doubled}"'


def amount_text(amount: Amount) -> str:
    """Return by how much, as it is written in a query behind "by"."""
    more = "more than " if amount.is_more else ""
    unit = "%" if amount.is_percent else f" {amount.unit}" if amount.unit else ""
    return f"{more}{amount.number}{unit}"


def since_text(since: Since, *, always: bool = False) -> str:
    """Return which crawl to compare with, with a space before it; the one before is only named `always`."""
    if since.crawl is not None:
        return f" since crawl {since.crawl}"
    if since.day is not None:
        return f" since {since.day.isoformat()}"
    if since.unit is not None:
        return f" since {since.count} {since.unit}{'' if since.count == 1 else 's'} ago"
    return " since last crawl" if always else ""
