"""Template text around values: what all texts of one place begin and end with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.wrappers.by_itself.column_affixes import around
from pagekin.wrappers.locator_finder import cut_out


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Price: $1", "Price: $22", "Price: $3.50"], ("Price: ", "")),
        (["by Ann", "by Bo", "by Cy"], ("by ", "")),
        (["Emma | Books", "Ulysses | Books", "Hamlet | Books"], ("", " | Books")),
        (["(3)", "(14)", "(159)"], ("(", ")")),
        (["/ Clerk", "/ Nurse", "/ Cook"], ("/ ", "")),
        (["PEP 8", "PEP 20", "PEP 257"], ("PEP ", "")),
    ],
)
def test_labels_separators_and_brackets_are_template(texts, expected):
    assert around(texts) == expected


@pytest.mark.parametrize(
    "texts",
    [
        ["$1", "$2", "$3"],  # the currency is a part of the price
        ["USD 1", "USD 2", "USD 3"],
        ["Canon A", "Canon B", "Canon C"],  # so is the maker of the name
        ["CVSS:3.0/A", "CVSS:3.1/B", "CVSS:4.0/C"],
        ["https://a.example/1", "https://a.example/2", "https://a.example/3"],
        ["5 kg", "6 kg", "7 kg"],  # and the unit of the quantity
        ["Red (26)", "Blue (27)", "Grey (31)"],  # a bracket that the value opened
        ["In stock", "In store", "In print"],
    ],
)
def test_what_belongs_to_the_value_stays(texts):
    assert around(texts) == ("", "")


@given(st.lists(st.text(max_size=20).map(lambda text: " ".join(text.split())), max_size=6))
def test_what_is_cut_off_stands_around_every_text(texts):
    before, after = around(texts)
    for text in texts:
        assert text.startswith(before)
        assert text.endswith(after)
        assert cut_out(text, before, after) in text
