"""The best alignment of two lists of subtrees: the exact part of RTDM.

Everything is expressed as what a mapping *saves* over removing one list and inserting the other: twice its
size for an identical subtree, 2 plus the savings of the children for a pair of nodes with the same label, 1
for a node that is replaced by one with another label. The cost of a mapping is the size of both lists minus
its savings.
"""

from collections.abc import Sequence
from sys import maxsize

from pagekin.similarity.tree_store import TreeStore

Forest = Sequence[int]  # the numbers of neighbouring subtrees

# Alignments nested deeper than this have to wait (see `Aligner.saved`): each takes two of the interpreter's
# 1,000 stack frames.
_MAX_NESTING = 150


class OverBudgetError(Exception):
    """An alignment would take more work than allowed."""


class _TooDeepError(Exception):
    """An alignment has to wait for that of a pair deep inside it."""

    def __init__(self, x: int, y: int) -> None:
        super().__init__(x, y)
        self.pair = x, y


class Aligner:
    """Aligns subtrees of one store, and remembers the pairs that it has aligned.

    Work is counted in cells of the dynamic programming tables, each with a margin of two rows and columns
    for the effort of setting it up.
    """

    __slots__ = ("_budget", "_known", "_store", "spent")

    def __init__(self, store: TreeStore, budget: int = maxsize) -> None:
        self._store = store
        self._budget = budget
        # known[x][y]: what the subtrees x and y save, for pairs with the same label.
        self._known: dict[int, dict[int, int]] = {}
        self.spent = 0

    def forget(self) -> None:
        """Forget all pairs before the store assigns their numbers to other subtrees."""
        self._known.clear()
        self.spent = 0

    def saved(self, mine: Forest, other: Forest) -> int:
        """Return the most that any restricted top-down mapping saves.

        A pair nested too deeply for recursion is first solved on its own and remembered; the alignment
        that needs it then starts again and finds the result.
        """
        children = self._store.children
        waiting: list[tuple[int, int]] = []
        while True:
            x, y = waiting[-1] if waiting else (-1, -1)
            lists = (children[x], children[y]) if waiting else (mine, other)
            try:
                saved = self._align(*lists, 0)
            except _TooDeepError as deep:
                waiting.append(deep.pair)
                continue
            if not waiting:
                return saved
            self._known.setdefault(x, {})[y] = saved + 2
            waiting.pop()

    def _align(self, mine: Forest, other: Forest, nesting: int) -> int:
        store = self._store
        saved = 0
        # Pairs of single children, each inside the previous one: a loop instead of a recursion.
        chain: list[tuple[dict[int, int], int, int]] = []
        while mine and other:
            if mine[0] == other[0] or mine[-1] == other[-1]:
                common, mine, other = trim(store.sizes, mine, other)
                saved += 2 * common
            self.spent += (len(mine) + 2) * (len(other) + 2)
            if self.spent > self._budget:
                raise OverBudgetError
            if len(mine) > 1 and len(other) > 1:
                saved += self._table(mine, other, nesting)
                break
            if len(mine) != 1 or len(other) != 1:
                saved += self._one_of_many(mine, other, nesting)
                break
            x, y = mine[0], other[0]
            if store.labels[x] != store.labels[y]:
                saved += 1
                break
            known = self._known.setdefault(x, {})
            if y in known:
                saved += known[y]
                break
            chain.append((known, y, saved))
            saved += 2
            mine, other = store.children[x], store.children[y]
        for known, y, outside in chain:
            known[y] = saved - outside
        return saved

    def _pair(self, x: int, y: int, nesting: int) -> int:
        """Return what two subtrees with the same label save."""
        known = self._known.setdefault(x, {})
        saved = known.get(y)
        if saved is None:
            if nesting == _MAX_NESTING:
                raise _TooDeepError(x, y)
            children = self._store.children
            saved = known[y] = 2 + self._align(children[x], children[y], nesting + 1)
        return saved

    def _one_of_many(self, mine: Forest, other: Forest, nesting: int) -> int:
        """Align a single subtree with the best of the others, the most promising tried first."""
        labels, sizes = self._store.labels, self._store.sizes
        saved = 0
        most: dict[tuple[int, int], int] = {}
        for x in mine:
            for y in other:
                if labels[x] != labels[y]:
                    saved = 1
                else:
                    most[x, y] = 2 * min(sizes[x], sizes[y])
        for x, y in sorted(most, key=most.__getitem__, reverse=True):
            if most[x, y] <= saved:
                break
            saved = max(saved, most[x, y] if x == y else self._pair(x, y, nesting))
        return saved

    def _table(self, mine: Forest, other: Forest, nesting: int) -> int:
        """Fill the table row by row; a pair is only aligned if that could improve its cell.

        `row[j]` is the most that the lists up to the current x and the j-th y save.
        """
        labels, sizes = self._store.labels, self._store.sizes
        columns = [(j, y, labels[y], 2 * sizes[y]) for j, y in enumerate(other, 1)]
        row = [0] * (len(other) + 1)
        saved = 0
        for x in mine:
            x_label, x_most = labels[x], 2 * sizes[x]
            known = self._known.setdefault(x, {})
            diagonal = saved = 0
            for j, y, y_label, y_most in columns:
                above = row[j]
                if above > saved:  # noqa: PLR1730 - calling max costs more than the whole cell
                    saved = above
                if x == y:
                    saved = diagonal + x_most
                elif x_label != y_label:
                    if diagonal == saved:
                        saved += 1
                elif diagonal + x_most > saved and diagonal + y_most > saved:
                    pair = known.get(y)
                    if pair is None:
                        pair = self._pair(x, y, nesting)
                    if diagonal + pair > saved:  # noqa: PLR1730 - as above
                        saved = diagonal + pair
                row[j] = saved
                diagonal = above
        return saved


def extent(store: TreeStore, tree: int) -> dict[str, int]:
    """Count, by label, the rows that distinct subtrees can have in tables, margins included."""
    children, labels = store.children, store.labels
    rows: dict[str, int] = {}
    found, todo = {tree}, [tree]
    while todo:
        parent = todo.pop()
        below = children[parent]
        if below:
            # The roots are aligned even if their labels differ.
            label = labels[parent] if parent != tree else ""
            rows[label] = rows.get(label, 0) + len(below) + 2
            new = set(below) - found
            found |= new
            todo += new
    return rows


def most_work(rows: dict[str, int], columns: dict[str, int]) -> int:
    """Return an upper bound on the work of an alignment, from the extents: each pair is aligned once."""
    return sum([count * columns.get(label, 0) for label, count in rows.items()])


def trim(sizes: Sequence[int], mine: Forest, other: Forest) -> tuple[int, Forest, Forest]:
    """Remove what two lists have in common at both ends; return its number of nodes and the rest.

    The best alignment of the rest is part of a best one of the whole: by the triangle inequality, mapping
    a subtree to its twin at the same end is as good as mapping it to anything else.
    """
    end, other_end = len(mine), len(other)
    start, shorter = 0, min(end, other_end)
    while start < shorter and mine[start] == other[start]:
        start += 1
    while end > start and other_end > start and mine[end - 1] == other[other_end - 1]:
        end -= 1
        other_end -= 1
    common = sum([sizes[x] for x in mine[:start]]) + sum([sizes[x] for x in mine[end:]])
    return common, mine[start:end], other[start:other_end]
