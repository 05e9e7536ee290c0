"""Values as the database can hold and sort them: keys that fit an index, numbers and moments that are some."""

import math

import pytest

from pagekin.store.writing.record_rows import LONGEST_KEY, _finite, _key_text, _seconds
from pagekin.values.value import Value
from pagekin.wrappers.record import Record


def key_of(text):
    return _key_text(
        Record("product", 0, {"sku": (Value(text, "text"), Value("x", "text"))}), "sku"
    )


def test_a_key_is_the_first_value_as_it_is_unless_no_index_takes_it():
    assert key_of("A-1") == "A-1"
    assert key_of("") is None
    assert _key_text(Record("product", 0, {}), "sku") is None
    longest = "k" * LONGEST_KEY
    assert key_of(longest) == longest
    longer = [key_of(longest + end) for end in ("", "1", "2")]
    assert [len(key) for key in longer] == [LONGEST_KEY] * 3
    assert len(set(longer)) == 3  # however late they differ


@pytest.mark.parametrize(
    ("number", "stored"),
    [
        (5, 5.0),
        (-0.5, -0.5),
        (10**400, None),
        (math.inf, None),
        (-math.inf, None),
        (math.nan, None),
    ],
)
def test_what_is_no_number_for_a_database_is_none(number, stored):
    assert _finite(number) == stored


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1970-01-02", 86400.0),
        ("1970-01-01T01:00:00", 3600.0),  # as if it were UTC
        ("1970-01-01T01:00:00+01:00", 0.0),
        ("yesterday", None),
    ],
)
def test_a_moment_is_seconds_if_it_is_one(text, seconds):
    assert _seconds(text) == seconds
