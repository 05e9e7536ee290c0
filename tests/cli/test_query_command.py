"""`pagekin query`: a person asks at the prompt, and gets a table, a file, or what is wrong with the question."""

import csv
from pathlib import Path

import pytest

from pagekin.store.opening import open_store
from query.made_shop import ROOT, product, store_day


@pytest.fixture
def crawl(data):
    """A crawl of twelve pots."""
    pots = {f"/p/{n}": product(f"Pot {n}", f"POT-{n:04}", 10 + n) for n in range(1, 13)}
    return store_day(open_store(data), pots)


def test_results_are_a_table_with_the_page_the_key_and_what_was_asked_for(run, crawl):
    code, out, err = run("query", "product.price >= 21 show product_name")
    assert code == 0
    head, *lines = (line.split() for line in out.splitlines() if "─" not in line and line.strip())
    assert head == ["page", "key", "product.price", "product_name", "result"]
    assert sorted(line[:-1] for line in lines) == [
        [f"{ROOT}/p/11", "POT-0011", "CAD", "21", "Pot", "11"],
        [f"{ROOT}/p/12", "POT-0012", "CAD", "22", "Pot", "12"],
    ]
    assert f"crawl {crawl}: 2 results" in err


@pytest.mark.usefixtures("crawl")
def test_results_can_be_written_to_a_file(run):
    assert run("query", "price < 13", "-O", "cheap.csv")[0] == 0
    with Path("cheap.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted((row["page"], row["key"], row["price"]) for row in rows) == [
        (f"{ROOT}/p/1", "POT-0001", "CAD 11"),
        (f"{ROOT}/p/2", "POT-0002", "CAD 12"),
    ]
    assert len({row["result"] for row in rows}) == 2


@pytest.mark.usefixtures("crawl")
def test_no_more_rows_than_allowed_and_that_is_said(run):
    code, out, err = run("query", "show sku", "--limit", "5")
    assert code == 0
    assert out.count("POT-") == 10  # as key and as field
    assert "5 results, and there are more: see --limit 5" in err


def test_nothing_found_has_an_exit_code_of_its_own(run, crawl):
    code, out, err = run("query", "price > 1000")
    assert (code, out) == (3, "")
    assert f"crawl {crawl}: 0 results" in err


@pytest.mark.usefixtures("crawl")
def test_a_query_that_is_wrong_is_pointed_at(run):
    code, out, err = run("query", "price > 5 and stok = 3")
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        "price > 5 and stok = 3",
        "              ^",
        "pagekin: column 15: there is no field stok: did you mean stock?",
    ]


@pytest.mark.usefixtures("crawl")
def test_explain_prints_the_statement_and_its_parameters(run):
    code, out, _ = run("query", 'sku contains "\'; DROP TABLE pagekin_page"', "--explain")
    assert code == 0
    statement, _, parameters = out.partition("-- 1:")
    assert "FROM pagekin_crawl_page" in statement
    assert "drop" not in statement.lower()
    assert "'; drop table pagekin_page" in parameters


def test_an_empty_store_cannot_be_asked(run):
    code, _, err = run("query", "price > 5")
    assert code == 3
    assert "no crawl has come to its end yet" in err
    assert run("query", "price > 5", "--crawl", "7")[0] == 2


def test_exported_crawls_are_asked_in_the_same_words(run, crawl, tmp_path):
    place = str(tmp_path / "exported")
    code, _, err = run("store", "export", "--parquet", place)
    assert (code, err) == (0, f"1 crawl written to {place}, 1 crawl there now\n")
    words = "product.price >= 21 show product_name"
    assert run("query", words, "--on", place) == run("query", words)
    code, _, err = run("query", words, "--on", str(tmp_path))
    assert code == 2
    assert f"'pagekin store export --parquet {tmp_path}' writes them" in err
