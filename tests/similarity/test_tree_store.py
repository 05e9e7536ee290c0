from drawn import drawn, flat, trees
from hypothesis import given

from pagekin.dom.label_trees import LabelTree
from pagekin.similarity import TreeStore


def unfolded(store, number):
    """Write a stored tree out again."""
    labels, counts, todo = [], [], [number]
    while todo:
        node = todo.pop()
        labels.append(store.label(node))
        counts.append(len(store.children[node]))
        todo.extend(reversed(store.children[node]))
    return LabelTree(tuple(labels), tuple(counts))


def folded(text):
    store = TreeStore()
    return unfolded(store, store.add(drawn(text), fold=True))


def test_identical_subtrees_share_a_number():
    store = TreeStore()
    root = store.add(drawn("ul(li(a) li(a) li)"))
    first, second, third = store.children[root]
    assert first == second
    assert first != third
    assert len(store) == 4  # a, li(a), li and the whole


def test_a_node_has_its_label_children_and_size():
    store = TreeStore()
    root = store.add(drawn("ul(li(a) b)"))
    item, other = store.children[root]
    assert (store.label(root), store.size(root)) == ("ul", 4)
    assert (store.label(item), store.size(item)) == ("li", 2)
    assert (store.label(other), store.size(other), store.children[other]) == ("b", 1, ())


@given(trees(), trees())
def test_two_trees_have_the_same_number_exactly_if_they_are_identical(one, other):
    store = TreeStore()
    assert (store.add(one) == store.add(other)) is (one == other)


@given(trees())
def test_a_stored_tree_is_the_tree_that_was_added(tree):
    store = TreeStore()
    number = store.add(tree)
    assert unfolded(store, number) == tree
    assert store.size(number) == tree.size


def test_folding_keeps_each_kind_of_sibling_once():
    assert folded("ul(li li li)") == drawn("ul(li)")
    assert folded("dl(dt dd dt dd(p) dt dd)") == drawn("dl(dt dd dd(p))")


def test_folding_starts_at_the_leaves():
    long_and_short = "table(tr(td td) tr(td td td) tr(td))"
    assert folded(long_and_short) == drawn("table(tr(td))")


def test_folding_is_among_siblings_only():
    assert folded("a(b(c) d(c))") == drawn("a(b(c) d(c))")


@given(trees())
def test_folding_twice_is_folding_once(tree):
    store = TreeStore()
    once = store.add(tree, fold=True)
    assert store.add(unfolded(store, once), fold=True) == once


@given(trees(), trees())
def test_what_is_forgotten_leaves_no_trace(kept, dropped):
    store, fresh = TreeStore(), TreeStore()
    number = store.add(kept)
    since = len(store)
    store.add(dropped)
    store.forget(since)
    assert len(store) == since
    assert store.add(kept) == number
    fresh.add(kept)
    assert store.add(dropped) == fresh.add(dropped)


def test_a_tree_may_be_as_deep_as_it_likes():
    node = ("a", [])
    for _ in range(100_000):
        node = ("a", [node])
    store = TreeStore()
    assert store.size(store.add(flat(node))) == 100_001
    assert store.size(store.add(flat(node), fold=True)) == 100_001
