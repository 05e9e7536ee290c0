"""The quick mapping of long lists, piece by piece: what is paired, what lies between, where lists are cut."""

import pytest
from drawn import drawn

from pagekin.similarity import TreeStore, approximate_alignment
from pagekin.similarity.approximate_alignment import (
    _alike,
    _anchors,
    _between,
    _namesakes,
    _once,
    _start_pair,
    heaviest_chain,
    saved_at_least,
)


def forests(*texts):
    """Give a store and lists of the subtrees that each text names."""
    store = TreeStore()
    return store, *(
        [store.add(drawn(tree.replace("_", " "))) for tree in text.split()] for text in texts
    )


def test_what_occurs_once_is_known_by_its_place():
    store, forest = forests("a b a c b d")
    assert _once(forest) == {store.add(drawn("c")): 3, store.add(drawn("d")): 5}


def test_subtrees_that_occur_once_in_each_list_in_one_order_are_anchors():
    store, mine, other = forests("a b c d x x", "b y a x x c d")
    assert _anchors(store, mine, other) == [(1, 0), (2, 5), (3, 6)]  # either a or b


def test_the_heavier_of_two_that_changed_places_is_the_anchor():
    store, mine, other = forests("a b(x_y)", "b(x_y) a")
    assert _anchors(store, mine, other) == [(1, 0)]


@pytest.mark.parametrize(("length", "is_cut"), [(16, True), (17, False)])
def test_anchors_rarer_than_one_in_sixteen_are_none(length, is_cut):
    store, mine, other = forests("anchor" + " x" * (length - 1), "anchor" + " y" * (length - 1))
    assert _anchors(store, mine, other) == ([(0, 0)] if is_cut else [])
    longer = [*other, *other[1:]]
    assert _anchors(store, mine, longer) == ([(0, 0)] if is_cut else [])  # the shorter list counts


def test_the_nth_of_a_label_is_paired_with_the_nth_in_the_same_order():
    store, mine, other = forests("a a b a", "b a a")
    assert _namesakes(store, mine, other) == [(0, 1), (1, 2)]
    assert _namesakes(store, mine, []) == []
    assert _namesakes(store, [], other) == []


def test_what_lies_between_pairs_is_what_both_lists_have_there():
    mine, other = list("abcdef"), list("uvwxyz")
    assert list(_between([(1, 2), (4, 3)], mine, other)) == [
        (["a"], ["u", "v"]),
        (["f"], ["y", "z"]),
    ]
    assert list(_between([(0, 0), (2, 2)], mine, other)) == [
        (["b"], ["v"]),
        (["d", "e", "f"], ["x", "y", "z"]),
    ]
    assert list(_between([], mine, other)) == [(mine, other)]
    assert list(_between([(5, 5)], mine, other)) == [(mine[:5], other[:5])]


def test_a_pair_saves_all_of_a_twin_two_of_a_namesake_and_one_of_another():
    store, (twin, namesake, another) = forests("a(b_c) a(d) e")
    pieces = []
    assert _start_pair(store, twin, twin, pieces) == 6
    assert _start_pair(store, twin, another, pieces) == 1
    assert pieces == []
    assert _start_pair(store, twin, namesake, pieces) == 2
    assert pieces == [(store.children[twin], store.children[namesake])]


@pytest.mark.parametrize(
    ("mine", "other", "pairs"),
    [
        ("a b c", "a b c", [(0, 0), (1, 1), (2, 2)]),
        ("a c", "a b c", [(0, 0), (1, 2)]),
        ("a b c", "a c", [(0, 0), (2, 1)]),
        ("a", "b", [(0, 0)]),  # another label is replaced
        ("a(x_y) a", "a a(x_y)", [(0, 1)]),  # the larger twin counts more than two small pairs
        ("a(x) a(y)", "a(y)", [(1, 0)]),  # of two equally large the twin
        ("a(b(c)) a", "a(d(e(f)))", [(0, 0)]),  # the larger has more in common, perhaps
        ("a(1_2_3_4) b b b b", "b b b b a(5_6_7_8_9)", [(0, 4)]),  # ten against four times two
        ("a(5_6_7_8_9) b b b b", "b b b b a(1_2_3_4)", [(0, 4)]),
        (
            "a(1_2_3) b b b b b",
            "b b b b b a(5_6_7_8)",
            [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)],
        ),  # eight against five times two
    ],
)
def test_subtrees_are_paired_by_label_and_size(mine, other, pairs):
    store, mine, other = forests(mine, other)
    assert _alike(store, mine, other) == pairs


@pytest.mark.parametrize(
    ("pairs", "chain"),
    [
        ([], []),
        ([(0, 5, 1)], [(0, 5)]),
        ([(0, 0, 1), (1, 1, 1)], [(0, 0), (1, 1)]),
        ([(0, 1, 1), (1, 0, 5)], [(1, 0)]),
        ([(0, 1, 5), (1, 0, 1)], [(0, 1)]),
        ([(0, 3, 2), (1, 0, 1), (2, 1, 1), (3, 2, 1)], [(1, 0), (2, 1), (3, 2)]),
        ([(0, 3, 4), (1, 0, 1), (2, 1, 1), (3, 2, 1)], [(0, 3)]),
    ],
)
def test_the_heaviest_chain_is_found(pairs, chain):
    assert heaviest_chain(pairs) == chain


def saved(mine, other, budget=0):
    store, mine, other = forests(mine, other)
    return saved_at_least(store, mine, other, budget)


def test_a_quick_mapping_saves_what_its_pairs_save():
    assert saved("a b c", "a b c") == 6  # cut off at both ends
    assert saved("a x b", "a y b") == 5
    assert saved("a(b_c) x", "a(b_d) y") == 2 + 2 + 1 + 1  # a, b in it, c for d, x for y
    assert saved("a b", "") == 0


def test_a_list_too_long_for_a_table_is_cut_at_anchors_and_else_paired_by_name(monkeypatch):
    monkeypatch.setattr(approximate_alignment, "_CELLS", 3)
    assert saved("x a y b z", "u a v b w") == 1 + 2 + 1 + 2 + 1
    assert (
        saved("x x a a x", "y a a y y") == 1 + 2 + 2 + 1
    )  # no anchors: the first a with the first
    monkeypatch.setattr(approximate_alignment, "_CELLS", 25)
    assert saved("x a y b z", "u a v b w") == 1 + 2 + 1 + 2 + 1


def test_after_so_many_items_nothing_more_is_looked_at(monkeypatch):
    inside = "r(a(b)_q) x", "s r(a(c)_w)"
    whole = saved(*inside)
    monkeypatch.setattr(approximate_alignment, "_ITEMS", 1)
    assert 0 < saved(*inside) < whole
    monkeypatch.setattr(approximate_alignment, "_ITEMS", 0)
    assert saved(*inside) == 0


def test_a_piece_is_aligned_exactly_if_its_work_fits_the_budget():
    """A table pairs by size; exactly aligned, the other pair is found to have more in common."""
    mine, other = "a(b_c_d) a(p_q_r)", "a(p_q_s)"
    nodes = 8 * 4
    assert saved(mine, other, 9 * nodes) == 2 + 4 + 1
    assert saved(mine, other, 9 * nodes - 1) == 2 + 3


def test_between_what_is_cut_off_at_both_ends_only_the_rest_is_paired():
    assert saved("a b c x y", "a b c z") == 6 + 1
    assert saved("x y a b c", "z a b c") == 6 + 1
    assert saved("a(b) c", "d a(b)") == 4
