"""Lists of links as evidence: pages that the same list names are of the same kind more often than by chance.

Each page is put down to one list, the shortest that names it; pages on no list are a group, too. A split that
classes make leaves whole lists on either side, so it can be told list by list: all of it, none, or some, and then which.
A split that an optional section makes goes through all lists alike.

Where a part of a class may be a class of its own, a list that names pages of the whole class and hardly any others
counts first: if both sides stand on it, the site itself takes them for one kind, whatever shorter lists there are.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log2
from typing import NamedTuple

from pagekin.similarity.agreement import entropy

_OWN = 0.75  # of the addresses on a list are of a class, if it is a list of that class


class LinkList(NamedTuple):
    """A list of links: the pages seen that it names, and how many addresses there are on it."""

    bits: int
    size: int


def list_groups(lists: Iterable[LinkList], universe: int, *, is_class: bool) -> list[int]:
    """Divide some pages by the lists that name them; `is_class`: they are a class, not all pages seen."""
    own: list[LinkList] = []
    others: list[LinkList] = []
    for one in lists:
        here = one.bits & universe
        if here:
            is_own = is_class and here.bit_count() >= _OWN * one.bits.bit_count()
            (own if is_own else others).append(LinkList(here, one.size))
    own.sort(key=lambda one: (-one.bits.bit_count(), one.bits))
    others.sort(key=lambda one: (one.size, one.bits))
    groups, left = [], universe
    for one in (*own, *others):
        here = one.bits & left
        if here:
            groups.append(here)
            left &= ~here
    return [*groups, left] if left else groups


def told_by_lists(groups: Sequence[int], bits: int, cost: float) -> float:
    """Return how much of a split, which takes `cost` bits, is told by the lists on which its pages stand."""
    kinds: Counter[int] = Counter()
    left = 0.0
    for group in groups:
        size, inside = group.bit_count(), (group & bits).bit_count()
        kinds[0 if not inside else 1 if inside == size else 2] += 1
        left += size * entropy(inside, size) + (0.5 * log2(size) if 0 < inside < size else 0.0)
    number = len(groups)
    left += sum(count * log2(number / count) for count in kinds.values())
    left += log2(number + 1)
    return max(0.0, 1 - left / cost)
