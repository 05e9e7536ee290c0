"""What the words around a price make of it: the old price, a discount, a price before tax."""

import re
from dataclasses import replace

from pagekin.values import price_words as words
from pagekin.values.money import Item
from pagekin.values.per import per_of

_ROLES = (
    ("no price", words.NO_PRICE),
    ("about", words.ABOUT),
    ("without tax", words.EX_TAX),
    ("with tax", words.INC_TAX),
    ("from", words.FROM),
    ("old", words.OLD),
    ("at most", words.UP_TO),
    ("now", words.NOW),
)
_MINUS = re.compile(r"(?:^|[\s(])[-–]$")


def role_of(gap: str) -> str:
    """Name the role that words in lower case give to the price beside them, "" if none."""
    if not gap or gap.isspace():
        return ""
    return next((role for role, pattern in _ROLES if pattern.search(gap)), "")


def with_roles(lower: str, items: list[Item]) -> list[Item]:
    """Give each price the role that the words before it or, where a text does so, behind it say."""
    begins = [0, *(item.end for item in items)]
    ends = [*(item.start for item in items), len(lower)]
    gaps = [lower[begin:end] for begin, end in zip(begins, ends, strict=True)]
    roles = [role_of(gap) for gap in gaps]
    behind = not roles[0] and bool(roles[-1])
    found = []
    for at, item in enumerate(items):
        role = "" if behind and at else roles[at]
        if not role and (behind or at == len(items) - 1):
            role = roles[at + 1]
        role = _plain_to_see(lower, item, gaps[at], first=not at) or role
        per = per_of(lower, item.start, item.end)
        found.append(replace(item, role=role, per=per, beside=bool(at) and gaps[at].isspace()))
    return found


def _plain_to_see(lower: str, item: Item, gap: str, *, first: bool) -> str:
    """Give the role of "2 for", "+" or "-" right beside the price, which counts before any words."""
    if words.SEVERAL_FOR.search(lower[: item.start]) or words.FOR_SEVERAL.match(lower, item.end):
        return "several"
    if item.high:
        return ""
    if words.FROM_BEHIND.match(lower, item.end):
        return "from"
    added = gap.rstrip().endswith("+") and not first
    return "no price" if added or _MINUS.search(lower[: item.start]) else ""
