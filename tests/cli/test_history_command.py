"""`pagekin history`: what a value was in each crawl, as a table and as a graph."""

import csv
from pathlib import Path

import pytest

from pagekin.store.opening import open_store
from query.made_shop import ROOT, product, store_day


@pytest.fixture
def crawls(data):
    """Three crawls of a pot whose price goes up and down, and which is without one between."""
    store = open_store(data)
    days = [
        {"/p": product("Pot", "POT", 10, offers=({"partno": "A", "price": 9},))},
        {"/p": product("Pot", "POT", None, offers=({"partno": "A", "price": 8},))},
        {"/q": product("Pot", "POT", 12.5), "/other": product("Cup", "CUP", 3)},
    ]
    return [store_day(store, pages, day=day) for day, pages in enumerate(days)]


def table(out):
    lines = [line.split("  ") for line in out.splitlines() if "─" not in line and line.strip()]
    return [[cell.strip() for cell in line if cell.strip()] for line in lines]


def test_a_value_is_followed_by_its_key_also_to_another_url(run, crawls):
    code, out, err = run("history", "product.price", "POT")
    assert code == 0
    assert table(out) == [
        ["page", "crawl", "date", "product.price"],
        [f"{ROOT}/p", str(crawls[0]), "2026-01-01 09:00", "CAD 10"],
        [f"{ROOT}/p", str(crawls[1]), "2026-01-02 09:00"],
        [f"{ROOT}/q", str(crawls[2]), "2026-01-03 09:00", "CAD 12.5"],
    ]
    assert "3 values of product.price" in err


def test_a_row_of_a_list_has_its_own_key(run, crawls):
    assert run("history", "price", "A", "-O", "a.csv")[0] == 0
    with Path("a.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["crawl"], row["price"]) for row in rows] == [
        (str(crawls[0]), "CAD 9"),
        (str(crawls[1]), "CAD 8"),
    ]


def test_a_page_can_be_named_by_its_url(run, crawls):
    _, out, _ = run("history", "product.price", f"{ROOT}/p", "--crawl", str(crawls[1]))
    assert [row[-1] for row in table(out)[1:]] == ["CAD 10", "2026-01-02 09:00"]


@pytest.mark.usefixtures("crawls")
def test_a_page_shows_the_values_as_a_graph(run):
    assert run("history", "product.price", "POT", "--html", "price.html")[0] == 0
    page = Path("price.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "product.price of POT: 10 CAD on 2026-01-01, 12.5 CAD on 2026-01-03" in page
    assert "<script" not in page


@pytest.mark.usefixtures("crawls")
@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("price", "NONE"), 3, "no crawl has seen NONE"),
        (("prize", "POT"), 2, "there is no field prize: did you mean price"),
        (("price, sku", "POT"), 2, "this is not the name of one field"),
        (("status", "POT"), 2, "only fields have a history here"),
        (("price", "POT", "--crawl", "99"), 2, "there is no crawl 99"),
    ],
)
def test_what_has_no_history_is_told(run, arguments, code, told):
    answer, out, err = run("history", *arguments)
    assert (answer, out) == (code, "")
    assert told in err
