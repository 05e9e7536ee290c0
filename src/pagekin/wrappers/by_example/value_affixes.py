"""Value affixes: template text before and after a value in one text, learned from other pages."""

import re
from collections.abc import Iterator, Sequence

from pagekin.wrappers.by_example.value_places import holds
from pagekin.wrappers.locator_finder import cut_out

_PARTS = re.compile(r"\w+|\s+|[^\w\s]")
_MAX_CUT = 200
_COMMON = 0.7


def cuts(whole: str, value: str, others: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the affixes to cut off around a value, those that nearly all other texts share first.

    `whole` is the text with the value on the example's page, `others` are the texts at the same place
    on other pages.
    """
    start = _start(whole, value)
    before, behind = whole[:start], whole[start + len(value) :]
    befores = _shorter(_PARTS.findall(before), others, from_front=True)
    afters = _shorter(_PARTS.findall(behind), others, from_front=False)
    seen = set()
    for head in befores:
        for tail in afters:
            if (head, tail) not in seen and cut_out(whole, head, tail) == value:
                seen.add((head, tail))
                yield head, tail


def _start(whole: str, value: str) -> int:
    at = whole.find(value)
    while at >= 0:
        if holds(whole[max(0, at - 1) : at + len(value) + 1], value):
            return at
        at = whole.find(value, at + 1)
    return whole.find(value)


def _shorter(parts: list[str], others: Sequence[str], *, from_front: bool) -> list[str]:
    """Return the longest part of an affix that most other texts have, then the whole affix if there are few."""
    whole = "".join(parts)
    if not whole.strip():
        return [""]
    least = _COMMON * len(others)
    tries = [] if len(others) > 2 else [whole]
    for number in range(len(parts)):
        rest = parts[number:] if from_front else parts[: len(parts) - number]
        cut = "".join(rest)
        if not cut.strip() or len(cut) > _MAX_CUT:
            continue
        if sum(cut in text for text in others) >= least:
            tries.insert(0, cut)
            break
    return list(dict.fromkeys(text for text in tries if len(text) <= _MAX_CUT))
