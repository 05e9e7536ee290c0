"""How much work an alignment takes, cell by cell: budgets and bounds count it, so it must be what it is said to be."""

import pytest
from drawn import drawn

from pagekin.similarity import TreeStore, approximate_alignment
from pagekin.similarity.alignment import Aligner, OverBudgetError, extent, most_work, trim
from pagekin.similarity.approximate_alignment import saved_at_least


def forests(*texts):
    store = TreeStore()
    return store, *(
        [store.add(drawn(tree.replace("_", " "))) for tree in text.split()] for text in texts
    )


def aligned(mine, other):
    """Return what two lists save, and the work that it took."""
    store, mine, other = forests(mine, other)
    aligner = Aligner(store)
    return aligner.saved(mine, other), aligner.spent


@pytest.mark.parametrize(
    ("mine", "other", "saved", "spent"),
    [
        ("", "a", 0, 0),
        ("a b", "c d e", 2, 4 * 5),
        ("x a b", "x c d e", 2 + 2, 4 * 5),  # what is the same at an end takes no cells
        ("a b x", "c d e x", 2 + 2, 4 * 5),
        ("x", "x y", 2, 2 * 3),
        ("a(b)", "a(c)", 2 + 1, 9 + 9),
        ("a(b(c))", "a(b(d))", 2 + 2 + 1, 27),
        ("a(b)", "a(c) a(d_e)", 2 + 1, 3 * 4 + 3 * 3 + 3 * 4),
        ("a(b)", "a(b_c) a", 4, 3 * 4 + 2 * 3),  # the second could save less
        ("a(b)", "a(b_c) a(b_d)", 4, 3 * 4 + 2 * 3),  # or no more
        ("a", "b c", 1, 3 * 4),
        ("a(b) x", "a(c) y", 2 + 1 + 1, 4 * 4 + 9),
        ("a b", "b c a", 2, 4 * 5),
        ("a(b_c) d", "d a(b_c)", 6, 4 * 4),
    ],
)
def test_an_alignment_saves_the_most_and_takes_a_cell_for_each_pair_with_a_margin_of_two(
    mine, other, saved, spent
):
    assert aligned(mine, other) == (saved, spent)


def test_a_pair_that_is_known_is_not_aligned_again():
    store, mine, other = forests("a(b)", "a(c)")
    aligner = Aligner(store)
    assert [aligner.saved(mine, other) for _ in range(2)] == [3, 3]
    assert aligner.spent == 18 + 9
    aligner.forget()
    assert aligner.spent == 0
    assert (aligner.saved(mine, other), aligner.spent) == (3, 18)


def test_a_budget_may_be_spent_to_the_last_cell_and_no_further():
    store, mine, other = forests("a b", "c d e")
    assert Aligner(store, 20).saved(mine, other) == 2
    with pytest.raises(OverBudgetError):
        Aligner(store, 19).saved(mine, other)


def test_the_extent_of_a_tree_is_a_row_for_each_child_of_each_distinct_subtree_and_two():
    store, [one, other] = forests("r(a(b_c)_a(b_c)_d(e)) s(a(b)_r(x))")
    assert extent(store, one) == {"": 5, "a": 4, "d": 3}
    assert extent(store, other) == {"": 4, "a": 3, "r": 3}
    assert most_work(extent(store, one), extent(store, other)) == 5 * 4 + 4 * 3
    assert most_work({"a": 2}, {"b": 3}) == 0


@pytest.mark.parametrize(
    ("mine", "other", "common", "left"),
    [
        ("a b c", "a b c", 3, (0, 0)),
        ("a x c", "a c", 2, (1, 0)),
        ("a a", "a", 1, (1, 0)),
        ("a", "a a", 1, (0, 1)),
        ("a b", "c d", 0, (2, 2)),
        ("a(b_c) x d", "a(b_c) y z d", 4, (1, 2)),
    ],
)
def test_what_is_the_same_at_both_ends_is_cut_off(mine, other, common, left):
    store, mine, other = forests(mine, other)
    nodes, mine, other = trim(store.sizes, mine, other)
    assert (nodes, (len(mine), len(other))) == (common, left)


@pytest.mark.parametrize(
    ("items", "saved"), [(0, 0), (1, 2), (10, 2), (11, 5), (20, 5), (21, 6), (30, 6)]
)
def test_each_piece_takes_as_many_items_as_it_has_and_six(monkeypatch, items, saved):
    """Three pieces, one within the other, of four, four and two items."""
    store, mine, other = forests("r(a(b)_q) x", "s r(a(c)_w)")
    monkeypatch.setattr(approximate_alignment, "_ITEMS", items)
    assert saved_at_least(store, mine, other, 0) == saved


def test_all_tables_together_have_no_more_cells_than_allowed(monkeypatch):
    """Paired by size the large ones meet; where there are no cells left, lists are cut at the twins."""
    pair = "a(1_2_3_4) a", "a a(1_2_3_5)"
    store, mine, other = forests(*pair)
    for cells, saved in ((4, 2 + 6 + 1), (3, 2)):
        monkeypatch.setattr(approximate_alignment, "_CELLS", cells)
        assert saved_at_least(store, mine, other, 0) == saved
    twice = forests("r(x(1_2_3_4)_x) r(a(1_2_3_4)_a)", "r(x_x(1_2_3_5)) r(a_a(1_2_3_5))")
    for cells, saved in ((12, 4 + 9 + 2), (13, 4 + 9 + 9)):  # 4 and 4, 1 within, and 4 again
        monkeypatch.setattr(approximate_alignment, "_CELLS", cells)
        assert saved_at_least(*twice, 0) == saved
