"""Places for the boxes, labels and lines of a site's picture, so that none lies on another."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pagekin.report.site_columns import Columns, WayRoute, in_columns
from pagekin.report.site_graph import SiteGraph
from pagekin.report.site_texts import Line, kind_lines, way_lines

MARGIN = 16.0
_BOX_ROOM, _LABEL_ROOM = 168.0, 150.0  # the most that a text may take
_LEAST_BOX, _LEAST_LABEL = 104.0, 30.0
_PAD = 12.0
_LEADING = 1.35
_GAP, _SMALL_GAP = 22.0, 9.0  # between boxes, between labels
_PORTS = 11.0  # between two lines at a box
LOOP = 26.0  # height of a loop above its box
_ROUNDS = 10

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with lines of text; the number is that of the kind or of the way."""

    number: int
    x: float
    y: float
    width: float
    height: float
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A way as one or two strokes, each from point to point; the last one ends in an arrow."""

    way: int
    strokes: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """The whole picture in units of the drawing."""

    width: float
    height: float
    kinds: tuple[Box, ...]
    labels: tuple[Box, ...]
    loops: tuple[
        Box, ...
    ]  # the text above the loop of a kind; the loop stands between it and the kind
    curves: tuple[Curve, ...]


@dataclass(slots=True)
class _Slot:
    """How much room a slot needs, and where its line goes through (y)."""

    lines: tuple[Line, ...] = ()
    width: float = 0.0
    height: float = 0.0
    above: float = 0.0  # further room, for a loop
    y: float = 0.0


def place(graph: SiteGraph, host: str) -> Placement:
    """Lay out a graph."""
    return _Placing(graph, host).placed()


class _Placing:
    def __init__(self, graph: SiteGraph, host: str) -> None:
        self._graph = graph
        self._columns: Columns = in_columns(graph)
        self._loops = {w.source: n for n, w in enumerate(graph.ways) if w.source == w.to}
        self._loop_lines = {
            kind: tuple(way_lines(graph.ways[way], 0, host, _BOX_ROOM))
            for kind, way in self._loops.items()
        }
        self._slots = [_Slot(height=2.0) for _ in self._columns.of_slot]
        self._measure(host)
        self._stack()
        for turn in range(_ROUNDS):
            self._settle(forth=turn % 2 == 0)
        self._x, self._wide, self._width = self._spread()

    def _measure(self, host: str) -> None:
        lines_at = [0] * len(self._graph.kinds)
        for route in self._columns.routes:
            lines_at[route.slots[0]] += 1
            lines_at[route.slots[-1]] += 1
        for number, kind in enumerate(self._graph.kinds):
            slot = self._slots[number]
            slot.lines = tuple(kind_lines(kind, host, _BOX_ROOM))
            texts = (*slot.lines, *self._loop_lines.get(number, ()))
            slot.width = max(_LEAST_BOX, *(line.width for line in texts)) + 2 * _PAD
            slot.height = max(_text_height(slot.lines) + 2 * _PAD, _PORTS * (lines_at[number] + 1))
            if number in self._loops:
                slot.above = LOOP + _text_height(self._loop_lines[number]) + 4
        brought = self._graph.brought()
        for route in self._columns.routes:
            way = self._graph.ways[route.way]
            if way.followed:
                slot = self._slots[route.label]
                pages = brought.get(route.way, 0)
                slot.lines = tuple(way_lines(way, pages, host, _LABEL_ROOM))
                slot.width = max(_LEAST_LABEL, *(line.width for line in slot.lines)) + _PAD
                slot.height = _text_height(slot.lines) + _PAD * 0.75

    def _distances(self, column: Sequence[int]) -> list[float]:
        """Return how far each slot's line must be below the one before."""
        gap = _SMALL_GAP if column and self._columns.of_slot[column[0]] % 2 else _GAP
        slots = [self._slots[n] for n in column]
        apart = [
            one.height / 2 + gap + other.above + other.height / 2 for one, other in pairwise(slots)
        ]
        return [0.0, *apart][: len(slots)]

    def _stack(self) -> None:
        """Put the slots of each column below each other, all columns around one middle."""
        for column in self._columns.order:
            distances = self._distances(column)
            y = -sum(distances) / 2
            for number, distance in zip(column, distances, strict=True):
                y += distance
                self._slots[number].y = y

    def _settle(self, *, forth: bool) -> None:
        """Bring each slot as near to the height of its neighbours as order and distances allow."""
        joined = self._columns.neighbours()
        order = self._columns.order
        for column in order if forth else order[::-1]:
            wishes = []
            for number in column:
                near = [self._slots[n].y for n in joined[number]]
                wishes.append(sum(near) / len(near) if near else self._slots[number].y)
            for number, y in zip(column, nearest(wishes, self._distances(column)), strict=True):
                self._slots[number].y = y

    def _spread(self) -> tuple[list[float], list[float], float]:
        """Return the left edge and the width of each column, and the width of all."""
        wide = [
            max((self._slots[n].width for n in column), default=0) for column in self._columns.order
        ]
        # Steep lines need more room between the columns.
        gap = min(56.0, 30.0 + 1.3 * max((len(c) for c in self._columns.order), default=0))
        lefts, x = [], MARGIN
        for w in wide:
            lefts.append(x)
            x += w + gap
        return lefts, wide, x - gap + MARGIN

    def placed(self) -> Placement:
        """Return boxes, labels and curves, with the picture's upper left corner at 0, 0."""
        top = min((s.y - s.height / 2 - s.above for s in self._slots), default=0) - MARGIN
        bottom = max((s.y + s.height / 2 for s in self._slots), default=0) + MARGIN
        for slot in self._slots:
            slot.y -= top
        labels = (
            self._box(route.label, route.way)
            for route in self._columns.routes
            if self._graph.ways[route.way].followed
        )
        return Placement(
            self._width,
            bottom - top,
            tuple(self._box(number, number) for number in range(len(self._graph.kinds))),
            tuple(labels),
            tuple(self._loop_text(kind) for kind in self._loops),
            tuple(self._curves()),
        )

    def _box(self, slot_number: int, number: int) -> Box:
        """Return the box of a slot: a kind's as wide as its column, a label's in the middle of it."""
        slot, column = self._slots[slot_number], self._columns.of_slot[slot_number]
        wide = self._wide[column] if column % 2 == 0 else slot.width
        x = self._x[column] + (self._wide[column] - wide) / 2
        return Box(number, x, slot.y - slot.height / 2, wide, slot.height, slot.lines)

    def _loop_text(self, kind: int) -> Box:
        box, lines = self._box(kind, kind), self._loop_lines[kind]
        height = _text_height(lines)
        return Box(self._loops[kind], box.x, box.y - LOOP - height - 2, box.width, height, lines)

    def _curves(self) -> list[Curve]:
        ports = self._ports()
        return [
            Curve(r.way, self._strokes(r, ports[r.way, True], ports[r.way, False]))
            for r in self._columns.routes
        ]

    def _strokes(self, route: WayRoute, start: Point, end: Point) -> tuple[tuple[Point, ...], ...]:
        middle: list[Point] = []
        rightward = self._columns.of_slot[route.slots[0]] < self._columns.of_slot[route.slots[-1]]
        if self._turns(route):
            return self._turning(route, start, end)
        for number in route.slots[1:-1]:
            column, y = self._columns.of_slot[number], self._slots[number].y
            edges = (self._x[column], y), (self._x[column] + self._wide[column], y)
            middle += edges if rightward else edges[::-1]
        return ((start, *middle, end),)

    def _turning(self, route: WayRoute, start: Point, end: Point) -> tuple[tuple[Point, ...], ...]:
        """Lead a way between kinds of one column to its label and back."""
        box, column = self._box(route.label, 0), self._columns.of_slot[route.label]
        on_right = column > self._columns.of_slot[route.slots[0]]
        edge = self._x[column] + (0 if on_right else self._wide[column])
        x, y = box.x + (0 if on_right else box.width), self._slots[route.label].y
        if not box.lines:
            return ((start, (edge, y), end),)
        apart = 5.0 if start[1] < end[1] else -5.0
        there = start, (edge, y - apart), (x, y - apart)
        back = (x, y + apart), (edge, y + apart), end
        return there, back

    def _turns(self, route: WayRoute) -> bool:
        return self._columns.of_slot[route.slots[0]] == self._columns.of_slot[route.slots[-1]]

    def _ports(self) -> dict[tuple[int, bool], Point]:
        """Assign each way a point of its own where it leaves (True) and enters (False) a box."""
        sides: dict[tuple[int, bool], list[tuple[float, int, bool]]] = {}
        for route in self._columns.routes:
            for kind, beside, leaves in (
                (route.slots[0], route.slots[1], True),
                (route.slots[-1], route.slots[-2], False),
            ):
                right = self._columns.of_slot[beside] > self._columns.of_slot[kind]
                end = self._slots[beside].y, route.way, leaves
                sides.setdefault((kind, right), []).append(end)
        ports = {}
        for (kind, right), ends in sides.items():
            box = self._box(kind, kind)
            x = box.x + box.width if right else box.x
            apart = min(2 * _PORTS, (box.height - _PORTS) / len(ends))
            first = self._slots[kind].y - apart * (len(ends) - 1) / 2
            for i, (_, way, leaves) in enumerate(sorted(ends)):
                ports[way, leaves] = x, first + i * apart
        return ports


def _text_height(lines: Sequence[Line]) -> float:
    return sum(line.size * _LEADING for line in lines)


def nearest(wishes: Sequence[float], distances: Sequence[float]) -> list[float]:
    """Return the places nearest to the desired ones (least squares) that keep order and distances.

    Pool adjacent violators: neighbours that would come too close share one mean.
    """
    offsets, total = [], 0.0
    for distance in distances:
        total += distance
        offsets.append(total)
    pools: list[tuple[float, int]] = []  # sum of wishes, number of slots
    for wish, offset in zip(wishes, offsets, strict=True):
        pools.append((wish - offset, 1))
        while len(pools) > 1 and _mean(pools[-2]) >= _mean(pools[-1]):
            (one, n), (other, m) = pools[-2:]
            pools[-2:] = [(one + other, n + m)]
    means = [mean for mean, n in ((_mean(pool), pool[1]) for pool in pools) for _ in range(n)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


def _mean(pool: tuple[float, int]) -> float:
    return pool[0] / pool[1]
