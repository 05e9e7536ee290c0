r"""RTDM, the restricted top-down tree distance by which GoGetIt! compares pages.

One tree is turned into the other by a mapping between their nodes that keeps the order of siblings.
*Top-down*: a node is only mapped if its parent is. *Restricted*: two nodes with different labels may be mapped
to each other (one replaces the other), but then nothing below them is. The roots are always mapped to each
other, and their children may be mapped even if the labels of the roots differ.

A replaced node costs 1, and so does each node that is removed or inserted because it is not mapped:

        page a            page b           body, h1 and p are mapped at no cost,
         body              body            table replaces ul:      1
        / |  \            / |  \           li and li go:           2
      h1  ul  p         h1 table p         tr comes:               1
         /  \               |              the distance is         4
        li  li              tr

The composition of two such mappings is another one that costs no more than both together: the distance is a
metric (0 only for identical trees, symmetric, with the triangle inequality). It is at least the difference of
the sizes, and less than their sum.
"""

from dataclasses import dataclass

from pagekin.similarity.alignment import Aligner, OverBudgetError
from pagekin.similarity.approximate_alignment import saved_at_least
from pagekin.similarity.tree_store import TreeStore

# Enough for most pairs of pages with several thousand nodes; takes 0.1 to 0.3 s.
BUDGET = 1_000_000


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance in nodes; if it is not exact, the true one is not larger."""

    value: int
    exact: bool = True


def rtdm(
    store: TreeStore, a: int, b: int, *, aligner: Aligner | None = None, budget: int = BUDGET
) -> Distance:
    """Return the restricted top-down distance of two trees in a store.

    Identical subtrees are known at once: they have the same number in the store. If the exact distance
    takes more work than the budget allows, the cost of a good mapping is returned instead: no pair takes
    more than a second. An `aligner` has its own budget, and remembers from one call to the next what it
    has aligned.
    """
    if a == b:
        return Distance(0)
    roots = 2 if store.labels[a] == store.labels[b] else 1
    most = store.sizes[a] + store.sizes[b] - roots
    mine, other = store.children[a], store.children[b]
    try:
        return Distance(most - (aligner or Aligner(store, budget)).saved(mine, other))
    except OverBudgetError:
        return Distance(most - saved_at_least(store, mine, other, budget), exact=False)
