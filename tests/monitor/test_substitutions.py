"""What was put in the place of what, so that the same change on many pages is known again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.monitor.substitutions import Substitution, contains, substitution, words


@pytest.mark.parametrize(
    ("old", "new", "removed", "added"),
    [
        ("blob/v1.2.0/R/across.R", "blob/main/R/across.R", "v1.2.0", "main"),
        ("€ 3.00", "€ 3.50", "3.00", "3.50"),
        ("In stock", "Sold out", "In stock", "Sold out"),
        ("Teapot", "Teapot (sale)", "", "(sale)"),
        ("Teapot | Shop", "Teapot", "| Shop", ""),
        ("", "new", "", "new"),
        ("June 13, 2023", "July 17, 2026", "June 13, 2023", "July 17, 2026"),
        ("1 1 1", "1 1", "1", ""),
    ],
)
def test_a_substitution_is_the_smallest_run_of_words(old, new, removed, added):
    assert substitution(old, new) == Substitution(removed, added)


@given(st.text(), st.text())
def test_texts_that_are_the_same_have_nothing_substituted_and_others_have(old, new):
    found = substitution(old, new)
    assert (found == Substitution("", "")) == (words(old) == words(new))


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("a sold out item", "sold out", True),
        ("R/domain.R", "main", False),
        ("v1.2.0", "1.2", False),
        ("€ 13.00", "3.00", False),
    ],
)
def test_only_whole_words_and_numbers_are_contained(text, part, expected):
    assert contains(text, part) is expected
