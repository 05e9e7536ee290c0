"""A good mapping between two large lists of subtrees, found in almost linear time.

Savings are counted as in `pagekin.similarity.alignment`.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from pagekin.similarity.alignment import Aligner, Forest, trim
from pagekin.similarity.tree_store import TreeStore

_Pairs = list[tuple[int, int]]  # positions in one list and in the other, both ascending

# Pieces that take at most this much work are aligned exactly.
_PIECE = 200_000
# Cells of all tables together that pair up the subtrees of longer pieces.
_CELLS = 1_000_000
# List items to look at, with a margin for each piece; anything after that saves nothing.
_ITEMS, _MARGIN = 500_000, 6
# If anchors are rarer than one in this many subtrees, they are coincidental and cut in the wrong places.
_SPARSE = 16


def saved_at_least(store: TreeStore, mine: Forest, other: Forest, budget: int) -> int:
    """Return what a good restricted top-down mapping saves.

    Small pieces are aligned exactly. In larger ones, subtrees are paired by label and size, and the
    children of each pair are treated in the same way; lists too long for that are first cut at identical
    subtrees that occur once in each, in the same order (the anchors of patience diff). Every step chooses
    among valid mappings only: at worst the result is too low.
    """
    aligner = Aligner(store)
    saved, items, cells = 0, _ITEMS, _CELLS
    pieces = [(mine, other)]
    while pieces and items > 0:
        mine, other = pieces.pop()
        items -= len(mine) + len(other) + _MARGIN
        common, mine, other = trim(store.sizes, mine, other)
        saved += 2 * common
        if _most_work(store, mine, other) <= min(_PIECE, budget - aligner.spent):
            saved += aligner.saved(mine, other)
            continue
        if len(mine) * len(other) <= cells:
            cells -= len(mine) * len(other)
            pairs = _alike(store, mine, other)
        elif pairs := _anchors(store, mine, other):
            pieces += _between(pairs, mine, other)
        else:
            pairs = _namesakes(store, mine, other)
            saved += sum(min(len(xs), len(ys)) for xs, ys in _between(pairs, mine, other))
        for i, j in pairs:
            saved += _start_pair(store, mine[i], other[j], pieces)
    return saved


def _start_pair(store: TreeStore, x: int, y: int, pieces: list[tuple[Forest, Forest]]) -> int:
    """Return what two nodes save by themselves; their children are added to the pieces."""
    if x == y:
        return 2 * store.sizes[x]
    if store.labels[x] != store.labels[y]:
        return 1
    pieces.append((store.children[x], store.children[y]))
    return 2


def _most_work(store: TreeStore, mine: Forest, other: Forest) -> int:
    """Return an upper bound on the work of an exact alignment: under three rows or columns per node."""
    sizes = store.sizes
    return 9 * sum([sizes[x] for x in mine]) * sum([sizes[y] for y in other])


def _alike(store: TreeStore, mine: Forest, other: Forest) -> _Pairs:
    """Pair subtrees as if those of the same label had as much in common as their sizes allow."""
    sizes, labels = store.sizes, store.labels
    columns = [(j, y, labels[y], 2 * sizes[y]) for j, y in enumerate(other, 1)]
    table = [[0] * (len(other) + 1)]
    for x in mine:
        x_label, x_most = labels[x], 2 * sizes[x]
        above, row = table[-1], [0]
        saved = 0
        for j, y, y_label, y_most in columns:
            pair = above[j - 1]
            if x_label != y_label:
                pair += 1
            elif x_most == y_most:
                pair += x_most if x == y else x_most - 1
            else:
                pair += x_most if x_most < y_most else y_most  # noqa: FURB136 - min is a call
            if above[j] > saved:  # noqa: PLR1730 - as above
                saved = above[j]
            if pair > saved:  # noqa: PLR1730 - as above
                saved = pair
            row.append(saved)
        table.append(row)
    return _traced(table)


def _traced(table: list[list[int]]) -> _Pairs:
    """Walk back through a table of savings along the pairs that led to its last cell."""
    pairs = []
    i, j = len(table) - 1, len(table[0]) - 1
    while i and j:
        if table[i][j] == table[i - 1][j]:
            i -= 1
        elif table[i][j] == table[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    return pairs[::-1]


def _anchors(store: TreeStore, mine: Forest, other: Forest) -> _Pairs:
    """Find identical subtrees that occur once in each list, in the same order."""
    once, other_once = _once(mine), _once(other)
    common = [(i, other_once[x], store.sizes[x]) for x, i in once.items() if x in other_once]
    anchors = heaviest_chain(common)
    return anchors if len(anchors) * _SPARSE >= min(len(mine), len(other)) else []


def _once(forest: Forest) -> dict[int, int]:
    """Return the positions of the subtrees that occur once, in ascending order."""
    counts = Counter(forest)
    return {tree: i for i, tree in enumerate(forest) if counts[tree] == 1}


def _namesakes(store: TreeStore, mine: Forest, other: Forest) -> _Pairs:
    """Pair the n-th subtree of a label in one list with the n-th in the other, in the same order."""
    sizes, labels = store.sizes, store.labels
    places: dict[str, list[int]] = {}
    for j in range(len(other) - 1, -1, -1):
        places.setdefault(labels[other[j]], []).append(j)
    pairs = []
    for i, x in enumerate(mine):
        if places.get(labels[x]):
            j = places[labels[x]].pop()
            pairs.append((i, j, min(sizes[x], sizes[other[j]])))
    return heaviest_chain(pairs)


def _between(pairs: _Pairs, mine: Forest, other: Forest) -> Iterator[tuple[Forest, Forest]]:
    """Return what lies between the pairs in both lists."""
    i = j = 0
    for next_i, next_j in [*pairs, (len(mine), len(other))]:
        if i < next_i and j < next_j:
            yield mine[i:next_i], other[j:next_j]
        i, j = next_i + 1, next_j + 1


def heaviest_chain(pairs: list[tuple[int, int, int]]) -> _Pairs:
    """Return, of (i, j, weight) ascending in i, the pairs of greatest total weight that also ascend in j.

    This is the longest increasing subsequence by binary search, adapted to weights. All j differ.
    """
    # The chains worth extending: the further to the right a chain ends, the heavier it is.
    ends: list[int] = []
    weights: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, j, weight) in enumerate(pairs):
        at = bisect_left(ends, j)
        before.append(last[at - 1] if at else -1)
        total = weight + (weights[at - 1] if at else 0)
        beaten = at
        while beaten < len(ends) and weights[beaten] <= total:
            beaten += 1
        ends[at:beaten], weights[at:beaten], last[at:beaten] = [j], [total], [index]
    chain = []
    index = last[-1] if last else -1
    while index >= 0:
        chain.append(pairs[index][:2])
        index = before[index]
    return chain[::-1]
