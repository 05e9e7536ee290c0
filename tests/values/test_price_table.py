"""The table of real-world price spellings: each is read right, or is NULL where nobody could decide."""

import csv
import re
from pathlib import Path

import pytest

from pagekin.values import PageContext, Reading, read

_TABLE = Path(__file__).with_name("prices.tsv")
_EXPECTED = re.compile(
    r"(?P<start>from )?(?P<amount>[\d.]+?)(?:\.\.(?P<high>[\d.]+))? (?P<currency>[A-Z]{3}|\?)"
    r"(?: was (?P<old>[\d.]+))?(?: / (?P<per>.+))?"
)


def _rows():
    with _TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, dialect="excel-tab", quoting=csv.QUOTE_NONE))


def _attributes(expected):
    """Write the shorthand of the table as attributes: "10..20 EUR", "15 USD was 20", "3 GBP / kg"."""
    if expected == "NULL":
        return None
    match = _EXPECTED.fullmatch(expected)
    assert match, f"the table's own spelling {expected!r} is wrong"
    found = {"amount": float(match["amount"])}
    if match["currency"] != "?":
        found["currency"] = match["currency"]
    if match["start"] or match["high"]:
        found["low"] = float(match["amount"])
    found |= {name: float(match[name]) for name in ("high", "old") if match[name]}
    return found | ({"per": match["per"]} if match["per"] else {})


@pytest.mark.parametrize("row", _rows(), ids=lambda row: f"{row['text']} ({row['origin']})")
def test_a_price_of_the_table_is_read_as_it_is_meant(row):
    expected = _attributes(row["expected"])
    reading = Reading(row["text"], context=PageContext(row["url"], row["language"]))
    value = read("unit_price" if expected and "per" in expected else "price", reading)
    if expected is None:
        assert value.misfit
        assert not value.attributes
    else:
        assert value.misfit is None
        assert dict(value.attributes) == expected


@pytest.mark.parametrize(
    "row", [row for row in _rows() if " / " in row["expected"]], ids=lambda row: row["text"]
)
def test_a_price_per_unit_is_no_price(row):
    value = read("price", Reading(row["text"], context=PageContext(row["url"], row["language"])))
    assert value.misfit


def test_the_table_is_large_and_says_where_each_spelling_is_from():
    rows = _rows()
    assert len(rows) >= 300
    assert all(row["origin"] for row in rows)
    assert len({(row["text"], row["url"], row["language"]) for row in rows}) == len(rows)
