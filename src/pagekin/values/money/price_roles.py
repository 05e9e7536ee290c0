"""What the words around a price make of it: the old price, a discount, a price before tax."""

import re
from dataclasses import replace

from pagekin.values.money import price_words as words
from pagekin.values.money.amounts import Item
from pagekin.values.money.price_units import per_of

_WORD = re.compile(r"[^\W\d_]+(?:[.'&-][^\W\d_]+)*|[≈~+]")
_LONGEST = max(phrase.count(" ") + 1 for phrase in words.PHRASES)
_MINUS = re.compile(r"(?:^|[\s(])[-–]$")


def role_of(gap: str) -> str:
    """Return the role that words in lower case give the price beside them, "" if none."""
    ranks = _ranks(_WORD.findall(gap)) if gap and not gap.isspace() else []
    if not gap.isascii():
        ranks += [rank for rank, pattern in words.UNSPACED if pattern.search(gap)]
    return words.ROLES[min(ranks)] if ranks else ""


def _ranks(tokens: list[str]) -> list[int]:
    ranks = []
    for at in range(len(tokens)):
        for end in range(at + 1, min(at + _LONGEST, len(tokens)) + 1):
            rank = words.PHRASES.get(" ".join(tokens[at:end]))
            if rank is not None:
                ranks.append(rank)
    return ranks


def with_roles(lower: str, items: list[Item]) -> list[Item]:
    """Return the prices with the roles that the words before them (or, in some texts, behind them) give."""
    begins = [0, *(item.end for item in items)]
    ends = [*(item.start for item in items), len(lower)]
    gaps = [lower[begin:end] for begin, end in zip(begins, ends, strict=True)]
    # What stands in brackets behind a price is about that price: "1,980 (with tax) list price: 2,500".
    parted = [gap.rpartition(")") for gap in gaps]
    before = [role_of(gap[2]) for gap in parted]
    after = [role_of(gap[0] if gap[1] else gap[2]) for gap in parted]
    behind = not before[0] and bool(after[-1])
    found = []
    for at, item in enumerate(items):
        role = "" if behind and at else before[at]
        if not role and (behind or parted[at + 1][1] or at == len(items) - 1):
            role = after[at + 1]
        role = _plain_to_see(lower, item, gaps[at], first=not at) or role
        per = per_of(lower, item.start, item.end, ends[at + 1])
        found.append(replace(item, role=role, per=per, beside=bool(at) and not gaps[at].strip()))
    return found


def _plain_to_see(lower: str, item: Item, gap: str, *, first: bool) -> str:
    """Return the role by "2 for", "+" or "-" right beside the price, which outweigh any words."""
    if words.SEVERAL_FOR.search(lower[: item.start]) or words.FOR_SEVERAL.match(lower, item.end):
        return "several"
    if words.OFF.match(lower, item.end):
        return "no price"
    if item.high:
        return ""
    if first and gap.strip(" -–—") in words.FREE:
        return "at most"
    if words.FROM_BEHIND.match(lower, item.end):
        return "from"
    added = gap.rstrip().endswith("+") and not first
    return "no price" if added or _MINUS.search(lower[: item.start]) else ""
