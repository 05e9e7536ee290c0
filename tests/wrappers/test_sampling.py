"""Samples: the same each time, and of every kind of page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.wrappers.sampling import random_sample, stable_sample


@given(st.integers(0, 3000), st.integers(1, 60))
def test_things_are_drawn_in_their_order_and_always_the_same(total, number):
    chosen = random_sample(range(total), number)
    assert len(chosen) == min(total, number)
    assert chosen == sorted(set(chosen))
    assert chosen == random_sample(iter(range(total)), number)


@given(st.lists(st.text(max_size=5), unique=True, max_size=80), st.integers(1, 60), st.randoms())
def test_pages_are_the_same_in_whatever_order_they_come(urls, number, lot):
    chosen = stable_sample(urls, number, str)
    assert len(chosen) == min(len(urls), number)
    assert chosen == sorted(chosen)
    lot.shuffle(urls)
    assert stable_sample(iter(urls), number, str) == chosen


@given(st.lists(st.text(max_size=5), unique=True, max_size=80), st.integers(1, 60))
def test_a_sample_of_a_larger_sample_is_the_sample(urls, number):
    larger = stable_sample(urls, number + 7, str)
    assert stable_sample(larger, number, str) == stable_sample(urls, number, str)


def url(number):
    return f"https://shop.test/p/{number:03}"


@pytest.mark.parametrize("shelves", [2, 3, 5, 6, 7, 10])
@pytest.mark.parametrize(
    "chosen",
    [random_sample(range(600), 50), stable_sample(range(600), 50, url)],
    ids=["random", "stable"],
)
def test_no_rule_that_pages_follow_leaves_a_kind_of_them_out(chosen, shelves):
    """Of 600 pages that come from the shelves in turn, 50 are chosen: some of every shelf."""
    assert {page % shelves for page in chosen} == set(range(shelves))
    assert min(chosen) < 100
    assert max(chosen) >= 500
