"""Agreement of two splits of the same pages: squared normalised mutual information."""

from math import log2, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.similarity.agreement import agreement, entropy


def agree(one, other, total):
    """Compare two sets of pages among pages 0 … total - 1."""
    entropies = entropy(len(one), total) * entropy(len(other), total)
    return agreement(len(one), len(other), len(one & other), total, entropies)


@st.composite
def two_splits(draw):
    """Two sets of pages that both split them: neither empty nor all."""
    total = draw(st.integers(2, 60))
    parts = st.sets(st.integers(0, total - 1), min_size=1, max_size=total - 1)
    return draw(parts), draw(parts), total


@pytest.mark.parametrize(
    ("count", "total", "bits"),
    [(1, 2, 1.0), (2, 8, 0.811), (6, 8, 0.811), (0, 8, 0.0), (8, 8, 0.0)],
)
def test_entropy_is_one_bit_for_halves_and_none_where_nothing_is_split(count, total, bits):
    assert entropy(count, total) == pytest.approx(bits, abs=0.001)


@given(two_splits())
def test_agreement_lies_between_0_and_1_and_is_symmetric(splits):
    one, other, total = splits
    assert 0.0 <= agree(one, other, total) <= 1.0
    assert agree(one, other, total) == pytest.approx(agree(other, one, total))


@given(two_splits())
def test_a_split_agrees_fully_with_itself_and_not_at_all_with_its_opposite(splits):
    one, _, total = splits
    assert agree(one, one, total) == pytest.approx(1.0)
    assert agree(one, set(range(total)) - one, total) == 0.0


@given(two_splits())
def test_only_the_same_split_agrees_fully(splits):
    one, other, total = splits
    if one != other:
        assert agree(one, other, total) < 1.0 - 1e-9


def test_what_goes_together_by_chance_does_not_agree():
    """Every second page has one thing, every third another: they know nothing of each other."""
    total = 60
    assert agree(set(range(0, total, 2)), set(range(0, total, 3)), total) == pytest.approx(0.0)


def test_each_page_that_differs_costs_agreement():
    """Of 100 pages 40 are products; a feature that misses some of them, or is elsewhere too, agrees less."""
    products = set(range(40))
    missing = [agree(products, set(range(40 - n)), 100) for n in range(0, 40, 5)]
    elsewhere = [agree(products, set(range(40 + n)), 100) for n in range(0, 60, 5)]
    assert missing == sorted(missing, reverse=True)
    assert elsewhere == sorted(elsewhere, reverse=True)
    assert missing[0] == pytest.approx(1.0)
    assert missing[-1] < 0.1
    assert elsewhere[-1] < 0.1


def test_agreement_is_squared_mutual_information():
    """Of eight pages four have each of two things, and three have both."""
    mutual = 2 * 3 / 8 * log2(3 * 8 / 16) + 2 * 1 / 8 * log2(1 * 8 / 16)
    assert agree({0, 1, 2, 3}, {1, 2, 3, 4}, 8) == pytest.approx(mutual**2)
    uneven = (
        2 / 8 * log2(2 * 8 / (2 * 4)) + 2 / 8 * log2(2 * 8 / (6 * 4)) + 4 / 8 * log2(4 * 8 / 24)
    )
    normalised = uneven / sqrt(entropy(2, 8))
    assert agree({0, 1}, {0, 1, 2, 3}, 8) == pytest.approx(normalised**2)
