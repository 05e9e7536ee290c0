"""Get: from one page of the demo shop, on loopback, to a file of all its products."""

import csv
import json
import os
import pty
import subprocess
import sys
from collections import Counter

import pytest

from pagekin.demo import Kind, Shop, serve, truth

SHOP = Shop(products=60)


@pytest.fixture(scope="module")
def server():
    with serve(SHOP) as running:
        yield running


@pytest.fixture(scope="module")
def products():
    return {known.path: known.values for known in truth(SHOP) if known.kind is Kind.PRODUCT}


@pytest.fixture
def sample(server, products):
    """A product that is not on sale: its one price has one place."""
    path = next(path for path, values in products.items() if not values["old_price"])
    return server.url.rstrip("/") + path, products[path]


def test_every_product_is_a_row_with_the_values_shown(run, server, sample, products, tmp_path):
    url, values = sample
    code, out, err = run(
        "get", url, "--field", f"name={values['name']}", "--field", f"sku={values['sku']}",
        "-o", "products.csv", "--crawler", "shop.json",
    )  # fmt: skip
    assert (code, out) == (0, ""), err
    with (tmp_path / "products.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["page"]: row for row in csv.DictReader(file)}
    wanted = {server.url.rstrip("/") + path: known for path, known in products.items()}
    assert set(rows) == set(wanted)
    assert {url: row["name"] for url, row in rows.items()} == {
        url: known["name"] for url, known in wanted.items()
    }
    assert {row["sku"] for row in rows.values()} == {known["sku"] for known in wanted.values()}
    assert f"{len(wanted)} records" in err
    assert "crawler in shop.json" in err


def test_no_page_is_fetched_twice(run, sample, server):
    url, values = sample
    before = len(server.requests)
    assert run("get", url, "--field", f"name={values['name']}", "-O", "r.jsonl")[0] == 0
    asked = Counter(request.path for request in server.requests[before:])
    del asked["/robots.txt"]  # read anew by each step
    assert max(asked.values()) == 1


def test_the_crawler_that_is_kept_has_the_wrapper(run, sample, server, tmp_path):
    url, values = sample
    fields = ["--field", f"name={values['name']}"]
    assert run("get", url, *fields, "-O", "r.jsonl", "--crawler", "shop.json")[0] == 0
    code, out, _ = run("fields", "shop.json", "--json")
    assert code == 0
    assert [field["name"] for field in json.loads(out)["fields"]] == ["name"]
    code, out, _ = run("extract", "shop.json", url)
    assert json.loads(out)["fields"]["name"]["text"] == values["name"]
    assert run("crawl", "shop.json", "-o", "pages.jsonl")[0] == 0
    assert run("show", "shop.json")[0] == 0


def test_without_examples_it_finds_the_fields_itself(run, sample, products, tmp_path):
    url, _ = sample
    code, out, err = run("get", url, "-O", "r.jsonl", "--json")
    assert code == 0, err
    summary = json.loads(out)
    assert summary["targets"] == len(products)
    texts = set()
    for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines():
        for value in json.loads(line)["fields"].values():
            texts |= {v["text"] for v in (value if isinstance(value, list) else [value]) if v}
    found = sum(
        values["name"] in texts and values["price"] in texts for values in products.values()
    )
    assert found == len(products)


def test_on_a_terminal_the_first_rows_are_shown_as_a_table(sample, tmp_path):
    url, values = sample
    command = [sys.executable, "-m", "pagekin", "get", url, "--field", f"name={values['name']}"]
    terminal, end = pty.openpty()
    environ = os.environ | {"PAGEKIN_DELAY": "0", "COLUMNS": "100", "TERM": "xterm"}
    subprocess.run(
        [*command, "-O", "r.csv"],
        cwd=tmp_path,
        env=environ,
        stdout=end,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    os.close(end)
    shown = os.read(terminal, 1 << 16).decode()
    os.close(terminal)
    assert "name" in shown
    assert "───" in shown
    first = (tmp_path / "r.csv").read_text(encoding="utf-8").splitlines()[1]
    assert first.split(",")[1].strip('"')[:20] in shown


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["-o", "missing/r.csv"], 1, "cannot write missing/r.csv: there is no folder missing"),
        (["-o", "r.csv", "--crawler", "missing/c.json"], 1, "cannot write missing/c.json"),
        (["-o", "r.doc"], 2, "r.doc: the format does not follow from the name"),
        (["--field", "name"], 2, "neither NAME=VALUE nor NAME@XPATH"),
    ],
)
def test_what_is_wrong_is_known_before_anything_is_fetched(
    run, server, sample, arguments, code, complaint
):
    before = len(server.requests)
    result, out, err = run("get", sample[0], *arguments)
    assert (result, out) == (code, "")
    assert complaint in err
    assert len(server.requests) == before


def test_an_example_that_the_sample_does_not_have(run, sample, tmp_path):
    (tmp_path / "r.csv").write_text("precious\n")
    code, _, err = run("get", sample[0], "--field", "name=Nowhere", "-O", "r.csv")
    assert code == 2
    assert "there is no text 'Nowhere' on " in err
    assert (tmp_path / "r.csv").read_text() == "precious\n"


def test_the_tour_of_make_run_shows_the_products(run, tmp_path, monkeypatch):
    monkeypatch.setattr("pagekin.cli.demo._TOUR_PRODUCTS", 40)
    code, out, _ = run("demo", "--tour")
    assert code == 0
    assert "pagekin get http://127.0.0.1:" in out
    assert "───" in out
    assert {path.name for path in (tmp_path / "pagekin-demo").iterdir()} >= {
        "crawler.json",
        "products.csv",
    }
