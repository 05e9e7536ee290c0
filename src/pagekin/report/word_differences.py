"""Which words of two texts differ: word by word, in time that hardly more than grows with the texts.

Words that both texts have once hold the texts together; between two of them little is left to be compared in
every way (patience diff, with Python's own matcher for what is left).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_EVERY_WAY = 40_000  # pairs of words that are compared in every way: some milliseconds


class WordDifferences(NamedTuple):
    """The places of the words that were deleted from the old text, and of those inserted in the new one."""

    deleted: frozenset[int]
    inserted: frozenset[int]


class _Part(NamedTuple):
    old: int
    old_end: int
    new: int
    new_end: int


def word_differences(old: Sequence[str], new: Sequence[str]) -> WordDifferences:
    """Compare two texts."""
    deleted: set[int] = set()
    inserted: set[int] = set()
    parts = [_Part(0, len(old), 0, len(new))]
    while parts:
        part = _without_equal_ends(old, new, parts.pop())
        size = (part.old_end - part.old) * (part.new_end - part.new)
        anchors = _anchors(old, new, part) if size > _EVERY_WAY else []
        if anchors:
            parts += _between(part, anchors)
        elif size > _EVERY_WAY:
            deleted |= _left_over(old, part.old, part.old_end, new[part.new : part.new_end])
            inserted |= _left_over(new, part.new, part.new_end, old[part.old : part.old_end])
        else:
            _compare_every_way(old, new, part, deleted, inserted)
    return WordDifferences(frozenset(deleted), frozenset(inserted))


def _without_equal_ends(old: Sequence[str], new: Sequence[str], part: _Part) -> _Part:
    at, end, other, other_end = part
    while at < end and other < other_end and old[at] == new[other]:
        at, other = at + 1, other + 1
    while at < end and other < other_end and old[end - 1] == new[other_end - 1]:
        end, other_end = end - 1, other_end - 1
    return _Part(at, end, other, other_end)


def _anchors(old: Sequence[str], new: Sequence[str], part: _Part) -> list[tuple[int, int]]:
    """Return pairs of places of words that each text has once, as many as are in the same order in both."""
    once = _once(old, part.old, part.old_end)
    there = _once(new, part.new, part.new_end)
    pairs = [(place, there[word]) for word, place in once.items() if word in there]
    # The longest run of growing places (patience sorting): each pair knows the one before it.
    tops: list[int] = []
    piles: list[int] = []
    before: list[int | None] = []
    for number, (_, place) in enumerate(pairs):
        pile = bisect_left(tops, place)
        before.append(piles[pile - 1] if pile else None)
        tops[pile : pile + 1] = [place]
        piles[pile : pile + 1] = [number]
    chosen = []
    last = piles[-1] if piles else None
    while last is not None:
        chosen.append(pairs[last])
        last = before[last]
    return chosen[::-1]


def _once(words: Sequence[str], start: int, end: int) -> dict[str, int]:
    counts = Counter(words[start:end])
    return {words[i]: i for i in range(start, end) if counts[words[i]] == 1}


def _between(part: _Part, anchors: Sequence[tuple[int, int]]) -> Iterator[_Part]:
    at, other = part.old, part.new
    for place, there in anchors:
        yield _Part(at, place, other, there)
        at, other = place + 1, there + 1
    yield _Part(at, part.old_end, other, part.new_end)


def _left_over(words: Sequence[str], start: int, end: int, others: Sequence[str]) -> set[int]:
    """Return the places of words of which there are more than on the other side: nothing tells which is which."""
    left = Counter(others)
    found = set()
    for place in range(start, end):
        if left[words[place]]:
            left[words[place]] -= 1
        else:
            found.add(place)
    return found


def _compare_every_way(
    old: Sequence[str], new: Sequence[str], part: _Part, deleted: set[int], inserted: set[int]
) -> None:
    before, after = old[part.old : part.old_end], new[part.new : part.new_end]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for what, i, i_end, j, j_end in matcher.get_opcodes():
        if what != "equal":
            deleted.update(range(part.old + i, part.old + i_end))
            inserted.update(range(part.new + j, part.new + j_end))
