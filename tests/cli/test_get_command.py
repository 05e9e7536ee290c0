"""Get: from one page, on loopback, to a file of the data of all pages like it."""

import csv
import json
import os
import pty
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pagekin.demo import Shop, ShopPageKind, serve, truth

SHOP = Shop(products=100)
PRODUCTS = {known.path: known.values for known in truth(SHOP) if known.kind is ShopPageKind.PRODUCT}
SAMPLE = next(path for path, values in PRODUCTS.items() if not values["old_price"])
NAMES = [
    "Teapot",
    "Kettle",
    "Cup",
    "Saucer",
    "Spoon",
    "Plate",
    "Bowl",
    "Tray",
    "Jug",
    "Pan",
    "Mug",
    "Vase",
]
GET = [sys.executable, "-m", "pagekin", "get"]


@pytest.fixture(scope="module")
def demo():
    with serve(SHOP) as running:
        yield running


@pytest.fixture(scope="module")
def got(demo, tmp_path_factory):
    """A folder in which the README's first command was run, with two fields shown."""
    folder = tmp_path_factory.mktemp("got")
    values = PRODUCTS[SAMPLE]
    fields = ["--field", f"name={values['name']}", "--field", f"sku={values['sku']}"]
    output = ["-o", "products.csv", "--crawler", "shop.json", "--delay", "0"]
    command = [*GET, demo.url.rstrip("/") + SAMPLE, *fields, *output]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    (folder / "stderr").write_text(done.stderr)
    return folder


def test_every_product_is_a_row_with_the_values_shown(got, demo):
    with (got / "products.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["url"]: (row["name"], row["sku"]) for row in csv.DictReader(file)}
    assert rows == {
        demo.url.rstrip("/") + path: (values["name"], values["sku"])
        for path, values in PRODUCTS.items()
    }


def test_it_says_what_was_got(got):
    said = (got / "stderr").read_text()
    assert "follow links like" in said
    assert "100 targets" in said
    assert "100 records" in said
    assert "records in products.csv" in said
    assert "crawler in shop.json" in said


def test_no_product_is_fetched_twice(got, demo):
    asked = Counter(request.path for request in demo.requests)
    assert {asked[path] for path in PRODUCTS} == {1}


def test_the_crawler_that_is_kept_has_the_wrapper(run, got, demo):
    code, out, _ = run("fields", got / "shop.json", "--json")
    assert code == 0
    assert [field["name"] for field in json.loads(out)["fields"]] == ["name", "sku"]
    code, out, _ = run("extract", got / "shop.json", demo.url.rstrip("/") + SAMPLE)
    assert json.loads(out)["name"] == PRODUCTS[SAMPLE]["name"]
    assert run("show", got / "shop.json")[0] == 0


def test_the_tour_of_make_run_finds_every_price_by_itself(run, tmp_path, monkeypatch):
    monkeypatch.setattr("pagekin.cli.demo._TOUR_PRODUCTS", 100)
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path / "data"))
    code, out, _ = run("demo", "--tour")
    assert code == 0
    assert not (tmp_path / "data").exists()  # the user's own store has nothing to do with it
    assert "pagekin get http://127.0.0.1:" in out
    assert "───" in out
    assert (tmp_path / "pagekin-demo" / "crawler.json").exists()
    with (tmp_path / "pagekin-demo" / "products.csv").open(
        encoding="utf-8-sig", newline=""
    ) as file:
        texts = {row["url"].partition("/p/")[2]: set(row.values()) for row in csv.DictReader(file)}
    for path, values in PRODUCTS.items():
        if path.startswith("/p/"):
            price = values["price"].strip("€").replace(",", "").rstrip("0").rstrip(".")
            assert {values["name"], price} <= texts[path.removeprefix("/p/")]


def test_the_rows_in_the_readme_are_those_of_the_shop():
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    block = next(part for part in text.split("```") if part.startswith("\nname "))
    header, *rows = (re.split(r" {2,}", line) for line in block.strip().splitlines())
    known = {one.values["name"]: one.values for one in truth(Shop(300)) if one.values}
    for row in (dict(zip(header, cells, strict=True)) for cells in rows):
        values = known[row["name"]]
        assert float(row["price"]) == float(values["price"].strip("€"))
        assert (row["sku"], row["brand"]) == (values["sku"], values["brand"])


@pytest.fixture
def small(shop):
    """The smallest site worth a crawler, with something to extract."""
    for number, name in enumerate(NAMES, start=1):
        shop.routes[f"/p?id={number}"] = (
            f"<html><head><title>{name}</title></head><body><h1>{name}</h1>"
            f"<table><tr><th>Price</th><td>€ {number}.00</td></tr></table></body></html>"
        ).encode()
    return shop


def test_without_examples_it_finds_the_fields_itself(run, small, tmp_path):
    code, out, err = run("get", f"{small.url}/p?id=1", "-O", "r.jsonl", "--json")
    assert code == 0, err
    summary = json.loads(out)
    assert (summary["targets"], summary["records"]["records"]) == (12, 12)
    texts = {
        value
        for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()
        for value in json.loads(line).values()
    }
    assert set(NAMES) <= texts
    assert set(range(1, 13)) <= texts


def test_records_on_stdout_and_everything_else_on_stderr(run, small):
    code, out, err = run("get", f"{small.url}/p?id=1", "--field", "price=€ 1.00")
    assert code == 0
    assert len([json.loads(line) for line in out.splitlines()]) == 12
    assert "12 records" in err


def test_on_a_terminal_the_first_rows_are_shown_as_a_table(small, tmp_path):
    terminal, end = pty.openpty()
    environ = os.environ | {"PAGEKIN_DELAY": "0", "COLUMNS": "100", "TERM": "xterm"}
    command = [*GET, f"{small.url}/p?id=1", "--field", "price=€ 1.00", "-O", "r.csv"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environ, stdout=end, stderr=subprocess.PIPE, check=False
    )
    os.close(end)
    assert done.returncode == 0, done.stderr
    shown = os.read(terminal, 1 << 16).decode()
    os.close(terminal)
    assert "price" in shown
    assert "───" in shown
    assert "EUR" in shown


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["-o", "missing/r.csv"], 1, "cannot write missing/r.csv: there is no folder missing"),
        (["-o", "r.csv", "--crawler", "missing/c.json"], 1, "cannot write missing/c.json"),
        (["-o", "r.doc"], 2, "r.doc: the format does not follow from the name"),
        (["--field", "name"], 2, "neither NAME=VALUE nor NAME@XPATH"),
    ],
)
def test_what_is_wrong_is_known_before_anything_is_fetched(run, small, arguments, code, complaint):
    result, out, err = run("get", f"{small.url}/p?id=1", *arguments)
    assert (result, out) == (code, "")
    assert complaint in err
    assert small.requests == []


def test_an_example_that_the_sample_does_not_have(run, small, tmp_path):
    (tmp_path / "r.csv").write_text("precious\n")
    code, _, err = run("get", f"{small.url}/p?id=1", "--field", "name=Nowhere", "-O", "r.csv")
    assert code == 2
    assert f"there is no text 'Nowhere' on {small.url}/p?id=1" in err
    assert "/c/cups" not in small.requests  # that was known before the search
    assert (tmp_path / "r.csv").read_text() == "precious\n"


def test_records_with_other_columns_are_put_beside_and_not_lost(run, small, tmp_path):
    (tmp_path / "r.csv").write_text("other,columns\n")
    code, _, err = run("get", f"{small.url}/p?id=1", "--field", "price=€ 1.00", "-o", "r.csv")
    assert code == 0
    assert "cannot append to r.csv: it has other columns" in err
    assert "records in r.2.csv" in err
    assert (tmp_path / "r.csv").read_text() == "other,columns\n"
    assert len((tmp_path / "r.2.csv").read_text().splitlines()) == 13


def test_pages_without_anything_that_differs_have_no_fields(run, shop):
    for number in range(1, 13):
        shop.routes[f"/p?id={number}"] = b"<h1>Product</h1><p>Nice.</p><table><tr><td>x</table>"
    code, out, err = run(
        "get", f"{shop.url}/p?id=1", "--strategy", "gogetit", "--crawler", "c.json"
    )
    assert (code, out) == (3, "")
    assert err.startswith("pagekin: ")
    assert run("show", "c.json")[0] == 0  # what was learned is kept all the same
