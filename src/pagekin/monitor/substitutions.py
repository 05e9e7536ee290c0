"""Substitutions: what was taken out of a text and put in its place, so that the same one is known again."""

import re
from dataclasses import dataclass

_TOKENS = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d]+|\S")

_LINE = 60  # characters: so much of each text fits into a line
_AROUND = 15  # characters, and the rest of a word, that tell where a change is


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


def around_change(old: str, new: str) -> tuple[str, str]:
    """Return two texts for a line: of long ones the part in which they differ, with a little around it."""
    if max(len(old), len(new)) <= _LINE or not old or not new:
        return old, new
    begin = _alike(old, new)
    end = _alike(old[begin:][::-1], new[begin:][::-1])
    return _cut(old, begin, len(old) - end), _cut(new, begin, len(new) - end)


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with that are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _cut(text: str, begin: int, end: int) -> str:
    """Return what stands between two places, and the words around them."""
    first = max(text.rfind(" ", 0, max(begin - _AROUND, 0)), 0)
    last = text.find(" ", end + _AROUND)
    cut = text[first : last if last >= 0 else None].strip()
    if len(cut) > _LINE:
        return f"{'… ' if first else ''}{cut[:_LINE]}…"
    return f"{'… ' if first else ''}{cut}{' …' if last >= 0 else ''}"


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
