"""Which words were deleted and inserted."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.report.word_differences import word_differences

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=40)


@pytest.mark.parametrize(
    ("old", "new", "deleted", "inserted"),
    [
        ("", "", [], []),
        ("a b c", "a b c", [], []),
        ("a b c", "a x c", [1], [1]),
        ("price € 5 today", "price € 6 today", [2], [2]),
        ("a b", "", [0, 1], []),
        ("", "a b", [], [0, 1]),
        ("a b c d", "a d", [1, 2], []),
        ("a d", "a b c d", [], [1, 2]),
    ],
)
def test_the_words_that_differ_are_told_by_their_places(old, new, deleted, inserted):
    found = word_differences(old.split(), new.split())
    assert (sorted(found.deleted), sorted(found.inserted)) == (deleted, inserted)


@given(WORDS, WORDS)
def test_what_is_left_on_both_sides_is_the_same_text(old, new):
    found = word_differences(old, new)
    left = [word for place, word in enumerate(old) if place not in found.deleted]
    right = [word for place, word in enumerate(new) if place not in found.inserted]
    assert left == right


def test_one_change_in_a_long_text_is_found_alone():
    dice = random.Random(5)
    old = [f"w{dice.randrange(3000)}" for _ in range(50_000)]
    new = list(old)
    new[30_000:30_001] = ["changed", "here"]
    del new[10_000]
    found = word_differences(old, new)
    assert sorted(found.deleted) == [10_000, 30_000]
    assert sorted(found.inserted) == [29_999, 30_000]


@pytest.mark.parametrize(
    "make",
    [
        lambda dice: [f"w{dice.randrange(20)}" for _ in range(50_000)],  # no word is there once
        lambda dice: [f"w{dice.random()}" for _ in range(50_000)],  # no word is there twice
        lambda dice: ["x", "y"] * 25_000,
    ],
)
def test_long_texts_that_have_little_in_common_take_little_time(make):
    dice = random.Random(6)
    old, new = make(dice), make(dice)[::-1]
    began = time.thread_time()
    word_differences(old, new)
    assert time.thread_time() - began < 20  # in every way, it would take hours
