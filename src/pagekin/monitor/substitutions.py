"""Substitutions: what was taken out of a text and put in its place, so that the same one is known again."""

import re
from dataclasses import dataclass

_TOKENS = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d]+|\S")


@dataclass(frozen=True, slots=True)
class Substitution:
    """What stood in a text before, and what stands there now; one of both may be nothing."""

    removed: str
    added: str


def substitution(old: str, new: str) -> Substitution:
    """Return the smallest run of words and signs that makes one text of the other.

    Numbers are whole: from 3.00 to 3.50 is not from 0 to 5. What stands around the run may differ from
    page to page: a version inside hundreds of URLs is one substitution.
    """
    before, after = _spans(old), _spans(new)
    first = 0
    shorter = min(len(before), len(after))
    while first < shorter and before[first][0] == after[first][0]:
        first += 1
    last = 0
    while last < shorter - first and before[-1 - last][0] == after[-1 - last][0]:
        last += 1
    return Substitution(_between(old, before, first, last), _between(new, after, first, last))


def words(text: str) -> tuple[str, ...]:
    """Return the words, numbers and signs of a text."""
    return tuple(_TOKENS.findall(text))


def contains(text: str, part: str) -> bool:
    """Return whether a text contains another, in whole words and numbers."""
    return f" {' '.join(words(part))} " in f" {' '.join(words(text))} "


def _spans(text: str) -> list[tuple[str, int, int]]:
    return [(found[0], found.start(), found.end()) for found in _TOKENS.finditer(text)]


def _between(text: str, spans: list[tuple[str, int, int]], first: int, last: int) -> str:
    kept = spans[first : len(spans) - last]
    return text[kept[0][1] : kept[-1][2]] if kept else ""
