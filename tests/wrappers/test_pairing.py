"""Pairing: which record of a page is which record of its earlier version."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pagekin.values import Value
from pagekin.wrappers.pairing import PairedBy, pair
from pagekin.wrappers.record import Record
from pagekin.wrappers.record_differences import differences


def row(index=0, nested=(), **texts):
    fields = {name: (Value(text, "text"),) if text else () for name, text in texts.items()}
    return Record("offer", index, fields, tuple(nested))


def sides(pairing):
    return [(one.old.index, one.new.index, str(one.by)) for one in pairing.pairs]


OLD = [row(0, partno="A", price="1"), row(1, partno="B", price="2"), row(2, partno="C", price="3")]


def test_by_key_a_row_is_found_wherever_it_stands_and_whatever_it_says():
    new = [row(0, partno="C", price="9"), row(1, partno="A", price="1")]
    pairing = pair(OLD, new, "partno")
    assert sides(pairing) == [(0, 1, "key"), (2, 0, "key")]
    assert [record.index for record in pairing.removed] == [1]
    assert pairing.added == ()


def test_without_a_key_equal_rows_are_paired_first_and_the_rest_by_position():
    new = [
        row(0, partno="C", price="3"),
        row(1, partno="A", price="7"),
        row(2, partno="D", price="4"),
    ]
    assert sides(pair(OLD, new)) == [(0, 1, "position"), (1, 2, "position"), (2, 0, "content")]


def test_rows_with_different_keys_are_never_one():
    pairing = pair([row(partno="A", price="1")], [row(partno="B", price="1")], "partno")
    assert (len(pairing.pairs), len(pairing.added), len(pairing.removed)) == (0, 1, 1)


def test_a_key_that_two_rows_share_still_keeps_them_from_others():
    old = [
        row(0, partno="A", price="1"),
        row(1, partno="A", price="2"),
        row(2, partno="B", price="2"),
    ]
    new = [
        row(0, partno="B", price="2"),
        row(1, partno="A", price="2"),
        row(2, partno="A", price="5"),
    ]
    assert sides(pair(old, new, "partno")) == [
        (0, 2, "position"),
        (1, 1, "content"),
        (2, 0, "key"),
    ]


def test_a_key_that_one_version_lacks_altogether_tells_nothing():
    new = [row(0, price="2"), row(1, price="1"), row(2, price="3")]
    assert [pair.by for pair in pair(OLD, new, "partno").pairs] == [PairedBy.POSITION] * 3


def test_a_row_whose_inner_rows_changed_is_still_known_by_what_it_says_itself():
    def colour(name):
        return Record("colour", 0, {"name": (Value(name, "text"),)})

    old = [row(0, [colour("red")], price="1"), row(1, [colour("blue")], price="2")]
    new = [row(0, [colour("green")], price="2"), row(1, [colour("red")], price="1")]
    assert sides(pair(old, new)) == [(0, 1, "content"), (1, 0, "content")]


TEXTS = st.sampled_from(["", "A", "B", "C"])
INNER = st.builds(lambda text: Record("colour", 0, {"name": (Value(text, "text"),)}), TEXTS)
ROWS = st.lists(
    st.builds(row, partno=TEXTS, price=TEXTS, nested=st.lists(INNER, max_size=3)), max_size=8
).map(lambda rows: [replace(one, index=number) for number, one in enumerate(rows)])
SOME_KEY = st.sampled_from(["", "partno", "no such field"])


@given(ROWS, SOME_KEY, st.randoms(use_true_random=False))
def test_rows_in_another_order_are_no_change(rows, key, lot):
    shuffled = [replace(one, nested=tuple(lot.sample(one.nested, len(one.nested)))) for one in rows]
    lot.shuffle(shuffled)
    pairing = pair(rows, shuffled, key)
    assert not pairing.added
    assert not pairing.removed
    assert not list(differences(rows, shuffled, keys={("offer",): key}))


@given(ROWS, ROWS, SOME_KEY)
def test_every_record_is_there_once(old, new, key):
    pairing = pair(old, new, key)
    before = [one.old.index for one in pairing.pairs] + [one.index for one in pairing.removed]
    after = [one.new.index for one in pairing.pairs] + [one.index for one in pairing.added]
    assert sorted(before) == list(range(len(old)))
    assert sorted(after) == list(range(len(new)))


@given(ROWS, ROWS, SOME_KEY)
def test_pairing_is_the_same_in_both_directions(old, new, key):
    there, back = pair(old, new, key), pair(new, old, key)
    assert (there.added, there.removed) == (back.removed, back.added)
    assert set(sides(there)) == {(one, other, by) for other, one, by in sides(back)}
