"""RTDM where it is hard: huge, deep and all different, and always soon."""

from itertools import combinations

import pytest
from drawn import flat, trees
from hypothesis import given
from hypothesis import strategies as st

from cpu_time import soon
from pagekin.similarity import Distance, TreeStore, approximate_alignment, rtdm
from pagekin.similarity.alignment import Aligner, extent, most_work
from pagekin.similarity.alignment_bounds import saved_at_most
from pagekin.similarity.approximate_alignment import heaviest_chain, saved_at_least

LEAF = ("x", [])


def distance(one, other):
    """Compute a distance, of which no pair may take long."""
    store = TreeStore()
    one, other = store.add(flat(one)), store.add(flat(other))
    with soon():
        return rtdm(store, one, other)


def row(*labels):
    return ("tr", [("td", [(label, [])]) for label in labels])


def table(word, rows):
    return ("table", [row(f"{word}{n}", f"{word}{n + 1}") for n in range(rows)])


def nested(node, depth):
    """Wrap a node in a chain of others."""
    for _ in range(depth):
        node = ("div", [node])
    return node


def comb(tooth, depth):
    """Build a spine that has a tooth on each side of every node."""
    node = LEAF
    for n in range(depth):
        node = ("div", [(f"{tooth}{n % 3}", []), node, (tooth, [])])
    return node


def bush(label, width, depth):
    if not depth:
        return (label, [])
    return ("b", [bush(f"{label}{n}", width, depth - 1) for n in range(width)])


def test_rows_that_are_all_different():
    # The table and each tr and td stay. What is in a td is replaced.
    assert distance(table("a", 2000), table("b", 2000)) == Distance(4000, exact=False)


def test_rows_that_are_all_different_inside_of_others():
    one, other = (
        ("body", [("div", [table(word + str(n), 100)]) for n in range(20)]) for word in "ab"
    )
    assert distance(one, other) == Distance(4000, exact=False)


def test_a_long_table_in_which_every_tenth_row_changed():
    one, other = table("a", 3000), table("a", 3000)
    for n in range(0, 3000, 10):
        other[1][n] = row(f"a{n}", "new")
    assert distance(one, other) == Distance(300, exact=False)


def test_a_long_table_that_lost_a_row_here_and_there_and_grew_elsewhere():
    one, other = table("a", 3000), table("a", 3000)
    del other[1][1::100]  # 30 rows of 5 nodes
    other[1].insert(1500, row("new", "newer"))
    other[1].append(row("newest"))
    assert distance(one, other) == Distance(30 * 5 + 5 + 3, exact=False)


def test_long_lists_that_have_no_label_in_common():
    one, other = ("ul", [("li", [])] * 3000), ("ul", [("p", [])] * 2000)
    assert distance(one, other) == Distance(3000, exact=False)


def test_a_tree_wide_at_all_levels():
    result = distance(bush("x", 30, 3), bush("y", 30, 3))
    assert result == Distance(27_000, exact=False)


def test_chains_30_000_deep():
    assert distance(nested(("p", []), 30_000), nested(("b", []), 30_000)) == Distance(1)
    # Where the shorter one ends its leaf replaces a div; the 10,000 nodes below that one go.
    assert distance(nested(LEAF, 30_000), nested(LEAF, 20_000)) == Distance(10_001)


def test_combs_deeper_than_recursion_goes_are_still_exact():
    assert distance(comb("a", 3000), comb("b", 3000)) == Distance(6000)


def test_combs_too_deep_for_the_budget():
    result = distance(comb("a", 40_000), comb("b", 40_000))
    assert not result.exact
    assert 80_000 <= result.value < 240_000


@pytest.mark.parametrize("words", ["aa", "ab"])
def test_what_is_found_of_a_huge_pair_lies_between_the_bounds(words):
    store = TreeStore()
    one, other = (store.add(flat(("t", [table(word, 1500), LEAF]))) for word in words)
    least = 2 + saved_at_least(store, store.children[one], store.children[other], 1000)
    assert 2 < least <= saved_at_most(store, one, other) <= 2 * store.size(one)


@given(trees(30), trees(30))
def test_aligning_two_trees_takes_no_more_work_than_said_in_advance(one, other):
    store = TreeStore()
    one, other = store.add(one), store.add(other)
    aligner = Aligner(store)
    aligner.saved(store.children[one], store.children[other])
    assert aligner.spent <= most_work(extent(store, one), extent(store, other))


@pytest.mark.parametrize("budget", [0, 2_000, 50_000])
def test_a_good_mapping_takes_no_more_exact_work_than_the_budget(budget, monkeypatch):
    aligners = []

    class Counted(Aligner):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            aligners.append(self)

    monkeypatch.setattr(approximate_alignment, "Aligner", Counted)
    store = TreeStore()
    one, other = (store.add(flat(("t", [table(word, 60)] * 3))) for word in "ab")
    saved_at_least(store, store.children[one], store.children[other], budget)
    assert [aligner.spent <= budget for aligner in aligners] == [True]
    assert bool(aligners[0].spent) == bool(budget)


@given(trees(30), trees(30))
def test_no_mapping_saves_more_than_the_bound(one, other):
    store = TreeStore()
    one, other = store.add(one), store.add(other)
    saved = store.size(one) + store.size(other) - rtdm(store, one, other).value
    most = saved_at_most(store, one, other)
    assert saved <= most <= 2 * min(store.size(one), store.size(other))
    assert most == saved_at_most(store, other, one)


@given(trees())
def test_the_bound_is_exact_for_a_tree_and_itself(tree):
    store = TreeStore()
    number = store.add(tree)
    assert saved_at_most(store, number, number) == 2 * tree.size


@given(st.permutations(range(7)), st.lists(st.integers(1, 9), min_size=7, max_size=7))
def test_the_heaviest_chain_is_the_heaviest_of_all_that_ascend(places, weights):
    pairs = list(zip(range(7), places, weights, strict=True))
    ascending = [
        chain
        for length in range(8)
        for chain in combinations(pairs, length)
        if all(chain[n][1] < chain[n + 1][1] for n in range(length - 1))
    ]
    heaviest = max(sum(weight for *_, weight in chain) for chain in ascending)
    chosen = heaviest_chain(pairs)
    assert sum(weights[i] for i, _ in chosen) == heaviest
    assert all((i, j, weights[i]) in pairs for i, j in chosen)
    assert chosen == sorted(chosen)
    assert [j for _, j in chosen] == sorted(j for _, j in chosen)
