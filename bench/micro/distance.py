"""RTDM against general tree edit distances on the same pairs, and on the worst pairs there are."""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

import zss
from apted import APTED

from bench.micro.figures import Figure, cpu_ms, least_cpu_ms
from bench.micro.pages import RealPage, bare_parse
from pagekin.dom.label_trees import LabelTree, label_tree
from pagekin.similarity.rtdm import rtdm
from pagekin.similarity.tree_store import TreeStore

FASTER_THAN_APTED = 100.0
SLOWEST_PAIR_MS = 1000.0
# The rivals are slow: apted gets every third pair, zss a few of those.
_EVERY = 3
_FOR_ZSS = 4


@dataclass(slots=True)
class Node:
    """A node as the rivals want it."""

    name: str
    children: list["Node"] = field(default_factory=list)


def distances(pages: list[RealPage]) -> Iterator[Figure]:
    """Compare neighbours of about 200 elements: kin of one class, and strangers of two."""
    trees = [label_tree(bare_parse(page.body)) for page in pages]
    pairs = list(pairwise(trees))[::_EVERY]
    ours = [least_cpu_ms(partial(_rtdm, *pair)) for pair in pairs]
    nodes = [(_nodes(mine), _nodes(other)) for mine, other in pairs]
    yield _beside(ours, "apted", [cpu_ms(partial(_apted, *pair)) for pair in nodes])
    yield _beside(ours, "zss", [cpu_ms(partial(_zss, *pair)) for pair in nodes[:_FOR_ZSS]])


def _beside(ours: list[float], rival: str, theirs: list[float]) -> Figure:
    """Set our times beside a rival's for the same pairs, or as many of them as it was given."""
    return Figure(
        f"RTDM, {len(theirs)} pairs",
        statistics.median(ours[: len(theirs)]),
        "ms a pair",
        rival,
        statistics.median(theirs),
        ratio=statistics.median(its / mine for mine, its in zip(ours, theirs, strict=False)),
        ratio_means="as fast as the rival",
        ratio_at_least=FASTER_THAN_APTED if rival == "apted" else None,
    )


def slowest(pages: list[RealPage]) -> Figure:
    """Look for a pair that takes long: large real pages, and trees made to be hard."""
    real = [label_tree(bare_parse(page.body)) for page in pages]
    pairs = {
        f"{mine.size} and {other.size} real elements": (mine, other)
        for mine, other in pairwise(real)
    }
    pairs |= _hard_pairs()
    times = {name: cpu_ms(partial(_rtdm, *pair)) for name, pair in pairs.items()}
    worst = max(times, key=lambda name: times[name])
    return Figure(f"RTDM, slowest pair ({worst})", times[worst], "ms", at_most=SLOWEST_PAIR_MS)


def _hard_pairs() -> dict[str, tuple[LabelTree, LabelTree]]:
    return {
        "2,000 rows, all different": (_table(2000, "a"), _table(2000, "b")),
        "10,000 rows, all different": (_table(10_000, "a"), _table(10_000, "b")),
        "depth of 2,000": (_chain(2000), _chain(1999)),
        "combs of 2,000 teeth": (_comb(2000, "a"), _comb(1999, "b")),
    }


def _table(rows: int, word: str) -> LabelTree:
    """Make a table whose rows are all different: each cell has its own label."""
    labels, counts = ["table"], [rows]
    for row in range(rows):
        labels += ["tr", *(f"{word}{row}.{cell}" for cell in range(4))]
        counts += [4, 0, 0, 0, 0]
    return LabelTree(tuple(labels), tuple(counts))


def _chain(depth: int) -> LabelTree:
    """Make a tree that only goes down."""
    return LabelTree(tuple(f"d{n % 7}" for n in range(depth)), (*[1] * (depth - 1), 0))


def _comb(depth: int, leaf: str) -> LabelTree:
    """Make a spine of divs, each with a leaf of its own beside the next div."""
    labels: list[str] = []
    for tooth in range(depth):
        labels += ["div", f"{leaf}{tooth}"]
    # Preorder has the leaf before the rest of the spine.
    return LabelTree((*labels, "div"), (*[2, 0] * depth, 0))


def _rtdm(mine: LabelTree, other: LabelTree) -> int:
    store = TreeStore()
    return rtdm(store, store.add(mine), store.add(other)).value


def _nodes(tree: LabelTree) -> Node:
    done: list[Node] = []
    for label, count in zip(reversed(tree.labels), reversed(tree.counts), strict=True):
        children = done[: -count - 1 : -1] if count else []
        if count:
            del done[-count:]
        done.append(Node(label, children))
    return done[0]


def _apted(mine: Node, other: Node) -> int:
    distance: int = APTED(mine, other).compute_edit_distance()
    return distance


def _zss(mine: Node, other: Node) -> float:
    distance: float = zss.distance(
        mine,
        other,
        get_children=lambda node: node.children,
        insert_cost=lambda _: 1,
        remove_cost=lambda _: 1,
        update_cost=lambda a, b: int(a.name != b.name),
    )
    return distance
