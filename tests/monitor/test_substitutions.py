"""What was put in the place of what, so that the same change on many pages is known again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.monitor.substitutions import (
    Substitution,
    around_change,
    contains,
    substitution,
    words,
)


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


BIO = "Aron Ahmadia {} in a large machine learning team, where he leads the development of {}."


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("€ 3.00", "€ 3.50", ("€ 3.00", "€ 3.50")),
        ("", BIO, ("", BIO)),  # what appeared is told as it is
        (
            BIO.format("is a director", "tools"),
            BIO.format("was a director", "tools"),
            ("Aron Ahmadia is a director in …", "Aron Ahmadia was a director in …"),
        ),
        (
            BIO.format("is a director", "tools"),
            BIO.format("is a director", "things"),
            ("… development of tools.", "… development of things."),
        ),
    ],
)
def test_of_long_texts_the_part_is_shown_in_which_they_differ(old, new, shown):
    assert around_change(old, new) == shown


@given(st.text(alphabet="ab ", max_size=90), st.text(alphabet="ab ", max_size=90))
def test_two_texts_that_differ_look_different_and_fit_into_a_line(old, new):
    shown = around_change(old, new)
    assert (shown[0] == shown[1]) <= (old.split() == new.split() or max(map(len, shown)) > 60)
    assert not (old and new) or max(map(len, shown)) <= 70
