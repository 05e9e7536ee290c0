"""RTDM against its definition: what a mapping may do, spelled out and tried in full."""

import random

import pytest
from drawn import drawn, trees
from hypothesis import given, settings

from pagekin.similarity import Distance, TreeStore, rtdm


def distance(one, other, **options):
    store = TreeStore()
    return rtdm(store, store.add(one), store.add(other), **options)


def by_definition(one, other):
    """Try all restricted top-down mappings of two small trees; the cheapest is their distance."""
    one_parents, other_parents = parents(one), parents(other)
    best = one.size + other.size

    def extend(node, mapping):
        nonlocal best
        if node == one.size:
            replaced = sum(one.labels[i] != other.labels[j] for i, j in mapping.items())
            unmapped = one.size + other.size - 2 * len(mapping)
            best = min(best, replaced + unmapped)
            return
        extend(node + 1, mapping)
        parent = one_parents[node]
        if parent not in mapping:
            return  # top-down
        if parent != 0 and one.labels[parent] != other.labels[mapping[parent]]:
            return  # restricted: nothing below a replaced node, unless it is the root
        for j in range(max(mapping.values()) + 1, other.size):  # in the order of the page
            if other_parents[j] == mapping[parent]:
                extend(node + 1, mapping | {node: j})

    extend(1, {0: 0})  # the roots are always mapped
    return best


def parents(tree):
    """Find the parent of each node of a tree in preorder."""
    found, open_nodes = [], []
    for node, count in enumerate(tree.counts):
        while open_nodes and not open_nodes[-1][1]:
            open_nodes.pop()
        found.append(open_nodes[-1][0] if open_nodes else None)
        if open_nodes:
            open_nodes[-1][1] -= 1
        open_nodes.append([node, count])
    return found


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # Nothing to do.
        ("a", "a", 0),
        # The roots are mapped even if their labels differ.
        ("a", "b", 1),
        # ... and then their children may still be mapped.
        ("a(c d)", "b(c d)", 1),
        # A leaf comes or goes.
        ("a(b c)", "a(b)", 1),
        # A whole subtree comes: one for each of its nodes.
        ("a(b)", "a(b c(d e))", 3),
        # In the module's picture ul is replaced by table, and what was below is not mapped.
        ("body(h1 ul(li li) p)", "body(h1 table(tr) p)", 4),
        # Below a replaced node even identical children are lost: 1 + 2 + 2, not 1.
        ("a(b(x y))", "a(c(x y))", 5),
        # Order counts: one of the two has to go and to come again ...
        ("a(b c)", "a(c b)", 2),
        # ... and the heavier one stays.
        ("a(b(x x x x) c)", "a(c b(x x x x))", 2),
        # No node may be skipped: x cannot be mapped over the div around it. The div replaces the
        # first x, and the other goes, and those in the div come.
        ("a(x x)", "a(div(x x))", 4),
        # A longer list of the same: one removal per node.
        ("ul(li(a) li(a) li(a))", "ul(li(a))", 4),
        # A row that changed inside, between two that did not.
        ("t(r(c c) r(c c b) r(c))", "t(r(c c) r(c c) r(c))", 1),
    ],
)
def test_examples_by_hand(one, other, expected):
    one, other = drawn(one), drawn(other)
    assert by_definition(one, other) == expected
    assert distance(one, other) == Distance(expected, exact=True)


def random_tree(rng, size, labels):
    """Write each node below the one before it or below one of that one's ancestors."""
    text, depth = rng.choice(labels), 0
    for _ in range(size - 1):
        below = rng.randint(0, depth)
        text += "(" if below == depth else ")" * (depth - below - 1) + " "
        text += rng.choice(labels)
        depth = below + 1
    return drawn(text + ")" * depth)


def test_thousands_of_small_trees_have_the_distance_of_the_definition():
    rng = random.Random(2006)
    for _ in range(3000):
        labels = "abc"[: rng.randint(1, 3)]
        one, other = (random_tree(rng, rng.randint(1, 7), labels) for _ in range(2))
        assert distance(one, other) == Distance(by_definition(one, other)), (one, other)


@given(trees(max_leaves=5), trees(max_leaves=5))
def test_so_have_those_that_hypothesis_thinks_of(one, other):
    if one.size * other.size <= 80:
        assert distance(one, other) == Distance(by_definition(one, other))


@given(trees(), trees())
def test_the_distance_is_0_exactly_for_identical_trees(one, other):
    assert distance(one, one) == Distance(0)
    assert (distance(one, other).value == 0) is (one == other)


@given(trees(30), trees(30))
def test_the_distance_is_the_same_in_both_directions(one, other):
    assert distance(one, other) == distance(other, one)


@given(trees(), trees(), trees())
def test_no_way_round_is_shorter(one, other, third):
    direct = distance(one, third).value
    assert direct <= distance(one, other).value + distance(other, third).value


@given(trees(30), trees(30))
def test_the_distance_is_between_the_difference_and_the_sum_of_the_sizes(one, other):
    value = distance(one, other).value
    assert abs(one.size - other.size) <= value < one.size + other.size


@given(trees(30), trees(30))
def test_a_good_mapping_found_quickly_is_no_better_than_the_best(one, other):
    quick = distance(one, other, budget=0)
    assert distance(one, other).value <= quick.value < one.size + other.size


@settings(max_examples=25)
@given(trees(), trees())
def test_apted_which_may_map_any_nodes_never_finds_a_longer_way(one, other):
    apted = pytest.importorskip("apted")
    general = apted.APTED(as_apted(one), as_apted(other)).compute_edit_distance()
    assert general <= distance(one, other).value


@settings(max_examples=25)
@given(trees(), trees())
def test_zss_which_may_map_any_nodes_never_finds_a_longer_way(one, other):
    zss = pytest.importorskip("zss")
    general = zss.simple_distance(as_zss(zss, one), as_zss(zss, other))
    assert general <= distance(one, other).value


def nested(tree, make):
    """Build a tree of another library's nodes, children before parents."""
    done = []
    for label, count in zip(reversed(tree.labels), reversed(tree.counts), strict=True):
        children = done[: -count - 1 : -1] if count else []
        del done[len(done) - count :]
        done.append(make(label, children))
    return done[0]


def as_apted(tree):
    helpers = pytest.importorskip("apted.helpers")
    return nested(tree, lambda label, children: helpers.Tree(label, *children))


def as_zss(zss, tree):
    return nested(tree, zss.Node)
