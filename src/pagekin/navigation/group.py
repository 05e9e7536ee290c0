"""Group (Figure 4): merge nodes of the Target Pages Map with similar URLs into one node with a pattern."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from pagekin.navigation.target_pages_map import TargetPagesMap
from pagekin.urls import URLPattern, levels, url_pattern

EXAMPLES = 3  # URLs of each group that are kept as examples

# Which levels are free, and the values of the others.
_Key = tuple[frozenset[int], tuple[str | None, ...]]


@dataclass(frozen=True, slots=True)
class Group:
    """Several nodes of a TPM that represent one kind of page; a tree of groups is the paper's T'."""

    pattern: URLPattern
    pages: int
    targets: int
    examples: tuple[str, ...]
    under: int | None = None  # the index of the parent in the list of groups; None: the entry


def group(tpm: TargetPagesMap, k: int = 2) -> tuple[Group, ...]:
    """Return the groups of the entry's children, then of the children of each group, and so on.

    The tree is a list, parents before children, since a chain of pages may be thousands long.
    """
    children = tpm.children()
    targets = set(tpm.targets)
    groups = [Group(url_pattern([tpm.entry]), 1, 0, (tpm.entry,))]
    unfinished: deque[tuple[int, tuple[str, ...]]] = deque([(0, (tpm.entry,))])
    while unfinished:
        number, members = unfinished.popleft()
        below = (child for url in members for child in children.get(url, ()))
        for urls in partition(below, k):
            unfinished.append((len(groups), urls))
            found = sum(url in targets for url in urls)
            groups.append(Group(url_pattern(urls), len(urls), found, urls[:EXAMPLES], number))
    return tuple(groups)


def partition(urls: Iterable[str], k: int = 2) -> list[tuple[str, ...]]:
    """Split URLs into groups in which any two URLs are similar (URLSim).

    URLSim is not transitive, so the paper's condition allows several partitions. Here a group is a set
    of URLs that *altogether* differ in at most K levels: any two of them are similar, and the group's
    pattern has at most K levels that vary. A URL joins the oldest group that it can join.
    """
    groups: list[_Members] = []
    # Groups by the levels that their members share if certain other levels are left free.
    index: dict[_Key, _Members] = {}
    for url in urls:
        split = levels(url)
        keys = list(_keys(split, k))
        open_groups = [index[key] for key in keys if key in index and index[key].admits(key[0])]
        if open_groups:
            home = min(open_groups, key=lambda g: g.number)
        else:
            home = _Members(len(groups), split)
            groups.append(home)
            index.update(dict.fromkeys(keys, home))
        home.add(url, split)
    return [tuple(g.urls) for g in groups]


class _Members:
    def __init__(self, number: int, first: tuple[str, ...]) -> None:
        self.number = number
        self.first = first
        self.varying: set[int] = set()
        self.urls: list[str] = []

    def admits(self, free: frozenset[int]) -> bool:
        """Return whether a URL that differs from the first only in these levels may join."""
        return self.varying <= free

    def add(self, url: str, split: tuple[str, ...]) -> None:
        pairs = enumerate(zip(self.first, split, strict=True))
        self.varying.update(i for i, (a, b) in pairs if a != b)
        self.urls.append(url)


def _keys(split: tuple[str, ...], k: int) -> Iterator[_Key]:
    """Yield each choice of K free levels with the values of the other levels."""
    positions = range(1, len(split))
    for free in combinations(positions, min(k, len(positions))):
        fixed = tuple(None if i in free else level for i, level in enumerate(split))
        yield frozenset(free), fixed
