"""A site's graph in columns: starts left, targets right, hubs between them; nothing placed yet.

Between two columns of kinds lies a channel with the labels of the ways. A way that goes further than to
the next column passes through slots of its own, so that nothing is ever drawn across anything else. This
is the method of Sugiyama, Tagawa and Toda (1981) with labels as nodes.
"""

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pagekin.report.site_graph import Role, SiteGraph, steps_from_starts

_MOST_HUB_COLUMNS = 3  # deeper hubs share the last one: a picture must not become endlessly wide
_SWEEPS = 12


@dataclass(frozen=True, slots=True)
class WayRoute:
    """A way through the columns: the slots passed from source to goal, and the one with the label."""

    way: int
    slots: tuple[int, ...]
    label: int


@dataclass(slots=True)
class Columns:
    """Slots by column and in order. The first slots are the kinds; even columns are theirs."""

    of_slot: list[int]
    order: list[list[int]]
    routes: list[WayRoute]

    def neighbours(self) -> list[list[int]]:
        """Return the slots that each slot is joined to."""
        joined: list[list[int]] = [[] for _ in self.of_slot]
        for one, other in self.joints():
            joined[one].append(other)
            joined[other].append(one)
        return joined

    def joints(self) -> Iterator[tuple[int, int]]:
        """Return the pairs of slots that lines join."""
        for route in self.routes:
            yield from pairwise(route.slots)


def in_columns(graph: SiteGraph) -> Columns:
    """Assign each kind a column and each way its slots, ordered so that few lines cross."""
    columns = [2 * column for column in kind_columns(graph)]
    last = max(columns, default=0)
    routes = []
    for number, way in enumerate(graph.ways):
        if way.source != way.to:
            first = len(columns)
            between = list(_between(columns[way.source], columns[way.to], last))
            columns += between
            label = next(first + i for i, column in enumerate(between) if column % 2)
            slots = (way.source, *range(first, first + len(between)), way.to)
            routes.append(WayRoute(number, slots, label))
    order: list[list[int]] = [[] for _ in range(max(columns, default=0) + 1)]
    for slot, column in enumerate(columns):
        order[column].append(slot)
    found = Columns(columns, order, routes)
    _untangle(found)
    return found


def kind_columns(graph: SiteGraph) -> list[int]:
    """Count the steps from the starts; targets come last, and what only they lead to right before them."""
    depth = _depths(graph)
    hubs = [d for kind, d in zip(graph.kinds, depth, strict=True) if kind.role is Role.HUB]
    deepest = min(_MOST_HUB_COLUMNS, max((1 if d is None else d for d in hubs), default=0))
    wanderers = [d for kind, d in zip(graph.kinds, depth, strict=True) if kind.role is Role.ANY]
    deepest = max(deepest, min(deepest + 1, max((d or 0 for d in wanderers), default=0)))
    columns = []
    for kind, d in zip(graph.kinds, depth, strict=True):
        if kind.role is Role.TARGET:
            columns.append(deepest + 1)
        else:
            most = deepest + 1 if kind.role is Role.ASIDE else deepest
            columns.append(most if d is None else min(d, most))
    return columns


def _depths(graph: SiteGraph) -> list[int | None]:
    """Count the steps from the nearest start, none of them from a target; None: there is no such way.

    "Any page" comes behind all that leads to it, and is gone on from only where nothing else leads.
    """
    depth = steps_from_starts(graph.kinds, graph.ways)
    for number in [kind for kind, k in enumerate(graph.kinds) if k.role is Role.ANY]:
        before = [depth[way.source] for way in graph.ways if way.to == number]
        depth[number] = max((d + 1 for d in before if d is not None), default=0)
    return steps_from_starts(graph.kinds, graph.ways, depth)


def _between(source: int, to: int, last: int) -> Iterator[int]:
    """Name the columns that a way passes; one within its own column turns round in a channel."""
    if source == to:
        yield source - 1 if 0 < source == last else source + 1
    else:
        step = 1 if source < to else -1
        yield from range(source + step, to, step)


def _untangle(columns: Columns) -> None:
    """Order the slots of each column by where their neighbours are, back and forth, and keep the best."""
    joined = columns.neighbours()
    best, fewest = [list(column) for column in columns.order], crossings(columns)
    count = len(columns.order)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        forth = sweep % 2 == 0
        for column in range(1, count) if forth else range(count - 2, -1, -1):
            beside = column - 1 if forth else column + 1
            _sort_by(columns, column, beside, joined)
        found = crossings(columns)
        if found < fewest:
            best, fewest = [list(column) for column in columns.order], found
    columns.order[:] = best


def _sort_by(columns: Columns, column: int, beside: int, joined: Sequence[Sequence[int]]) -> None:
    slots, fixed = columns.order[column], columns.order[beside]
    scale = max(len(slots), 1) / max(len(fixed), 1)
    place = {slot: (i + 0.5) * scale for i, slot in enumerate(fixed)}
    own = {slot: i + 0.5 for i, slot in enumerate(slots)}

    def wish(slot: int) -> float:
        near = [place[n] for n in joined[slot] if n in place]
        return sum(near) / len(near) if near else own[slot]

    slots.sort(key=wish)


def crossings(columns: Columns) -> int:
    """Count the pairs of lines that cross."""
    place = {slot: i for column in columns.order for i, slot in enumerate(column)}
    lines: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for one, other in columns.joints():
        left, right = sorted((one, other), key=columns.of_slot.__getitem__)
        lines[columns.of_slot[left]].append((place[left], place[right]))
    total = 0
    for ends in lines.values():
        passed: list[int] = []
        for _, right_end in sorted(ends):
            total += len(passed) - bisect_right(passed, right_end)
            insort(passed, right_end)
    return total
