"""Lists of links as evidence: pages that the same list names are of the same kind more often than by chance.

Each page is put down to one list, which stands at the place that names fewest pages: an alphabetical index has short lists,
too, but names everything. Pages on no list are a group, too. A split that
classes make leaves whole lists on either side, so it can be told list by list: all of it, none, or some, and then which.
A split that an optional section makes goes through all lists alike. Lists that stand on pages of the class itself say
nothing: pages that name each other have links to each other, and whatever these are part of, by definition.

Where a part of a class may be a class of its own, a list that names pages of the whole class and hardly any others
counts first: if both sides stand on it, the site itself takes them for one kind, whatever shorter lists there are. A list of
everything, such as a sitemap, says nothing there.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log2
from typing import NamedTuple

from pagekin.similarity.agreement import entropy

_OWN = 0.75  # of the pages on a list are of a class, if it is a list of that class
_MORE = 0.5  # and so much nearer to all of them than on any page of the site: else it may be a list of everything


class ListedPages(NamedTuple):
    """A list of links: the pages seen that it names, how many addresses all lists at its place name, and on which pages it stands."""

    bits: int
    size: int
    stands_on: int = 0


class ListGroup(NamedTuple):
    """Pages that are put down to the same list, and where that stands."""

    bits: int
    stands_on: int


def list_groups(
    lists: Iterable[ListedPages], universe: int, own_share: float = 2.0
) -> list[ListGroup]:
    """Divide some pages by the lists that name them; first by those on which they have a certain share."""
    own: list[ListedPages] = []
    others: list[ListedPages] = []
    for one in lists:
        here = one.bits & universe
        if here:
            is_own = here.bit_count() >= own_share * one.bits.bit_count()
            is_own = is_own and bool(one.stands_on & ~universe)
            (own if is_own else others).append(one._replace(bits=here))
    own.sort(key=lambda one: (-one.bits.bit_count(), one.bits))
    others.sort(
        key=lambda one: (
            not one.stands_on & ~universe,
            one.size,
            one.bits.bit_count(),
            one.bits,
        )
    )
    groups: list[ListGroup] = []
    left = universe
    for one in (*own, *others):
        here = one.bits & left
        if here & (here - 1):  # more than one page
            groups.append(ListGroup(here, one.stands_on))
            left &= ~here
    return groups


def telling(lists: Iterable[ListedPages], universe: int, everything: int) -> list[ListedPages]:
    """Return the lists that may tell parts of a class, which a list of everything does not: it has hardly more of the class than there is anyway."""
    share = _more_than_usual(universe, everything)
    return [
        one for one in lists if (one.bits & universe).bit_count() >= share * one.bits.bit_count()
    ]


def own_share(universe: int, everything: int) -> float:
    """Return the share of a list that must be of a class for the list to be of that class."""
    return max(_OWN, _more_than_usual(universe, everything))


def _more_than_usual(universe: int, everything: int) -> float:
    """Return the share of a list that must be of a class for the list not to be one of everything."""
    usual = universe.bit_count() / everything.bit_count()
    return usual + _MORE * (1 - usual)


def spoken(groups: Iterable[ListGroup], bits: int) -> list[ListGroup]:
    """Return the groups whose lists say something about a split: they do not only stand on its own pages."""
    return [group for group in groups if group.stands_on & ~bits]


def told_by_lists(groups: Sequence[ListGroup], universe: int, bits: int, cost: float) -> float:
    """Return how much of a split, which takes `cost` bits, is told by the lists on which its pages stand."""
    kinds: Counter[int] = Counter()
    said = 0.0
    unlisted = universe
    for group in groups:
        unlisted &= ~group.bits
        kind, here = _said(group.bits, bits)
        kinds[kind] += 1
        said += here
    if unlisted:
        kind, here = _said(unlisted, bits)
        kinds[kind] += 1
        said += here
    number = kinds.total()
    said += sum(count * log2(number / count) for count in kinds.values()) + log2(number + 1)
    return max(0.0, 1 - said / cost)


def _said(group: int, bits: int) -> tuple[int, float]:
    """Return whether none (0), all (1) or some (2) of a group are in a split, and the bits to say which."""
    size, inside = group.bit_count(), (group & bits).bit_count()
    if inside in (0, size):
        return int(inside > 0), 0.0
    return 2, size * entropy(inside, size) + 0.5 * log2(size)
