"""Induce, extract, fields: on files, as a person at a terminal does it."""

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from archives import warc

NAMES = ["Teapot", "Kettle", "Cup", "Saucer", "Spoon", "Plate", "Bowl", "Tray", "Jug", "Pan"]


def page(number, *, price=None):
    name = NAMES[number]
    price = price or f"€ {number + 1}.50"
    reviews = "".join(
        f"<div class=review><b class=author>Visitor {number}-{n}</b><p class=said>I like the {name} {n}.</p></div>"
        for n in range(number % 3)
    )
    return (
        f"<html lang=en><head><title>{name} – Shop</title></head><body><nav><a href=/>Home</a></nav>"
        f"<h1 class=name>{name}</h1><dl><dt>Price:</dt><dd>{price}</dd><dt>Weight:</dt><dd>{100 + number} g</dd>"
        f"</dl><div class=reviews>{reviews}</div><footer>© Shop</footer></body></html>"
    )


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(len(NAMES)):
        (folder / f"{number}.html").write_text(page(number), encoding="utf-8")
    return folder


@pytest.fixture
def wrapper(run, pages, tmp_path):
    """A wrapper with a name and a price, learned from one example of each."""
    code, out, err = run(
        "induce", "pages", "--sample", "pages/0.html",
        "--field", "name=Teapot", "--field", "price=€ 1.50", "-o", "w.json",
    )  # fmt: skip
    assert (code, out) == (0, ""), err
    return tmp_path / "w.json"


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_induce_by_example_learns_the_fields_shown(wrapper):
    (bundle,) = json.loads(wrapper.read_text())["bundles"]
    assert [field["name"] for field in bundle["fields"]] == ["name", "price"]
    assert bundle["fields"][1]["type"] == "price"


def test_induce_by_itself_finds_what_differs(run, pages):
    code, out, err = run("induce", "pages", "-o", "-")
    assert code == 0
    texts = {
        example
        for bundle in json.loads(out)["bundles"]
        for field in bundle["fields"]
        for example in field["seen"]["examples"]
    }
    assert {"Teapot", "€ 1.50"} <= texts
    assert "fields, " in err


def test_induce_by_xpath_and_with_a_summary_for_machines(run, pages):
    code, out, _ = run(
        "induce",
        "pages",
        "--sample",
        "pages/1.html",
        "--field",
        "name@//h1",
        "-o",
        "w.json",
        "--json",
    )
    assert code == 0
    (field,) = json.loads(out)["fields"]
    assert (field["name"], field["coverage"]) == ("name", 1.0)


def test_several_samples_each_for_what_it_has(run, pages, tmp_path):
    code, _, err = run(
        "induce", "pages", "--sample", "pages/0.html", "--sample", "pages/1.html",
        "--field", "name=Teapot", "--field", "said=I like the Kettle 0.", "-o", "w.json",
    )  # fmt: skip
    assert code == 0, err
    assert run("extract", "w.json", "pages/2.html", "-o", "r.jsonl")[0] == 0
    assert "I like the Cup 0." in (tmp_path / "r.jsonl").read_text()


def test_extract_gives_one_object_per_record(run, wrapper, pages):
    code, out, err = run("extract", "w.json", "pages", "--nested")
    assert code == 0
    objects = [json.loads(line) for line in out.splitlines()]
    assert [one["page"] for one in objects] == [f"pages/{n}.html" for n in range(10)]
    assert objects[0]["bundle"]
    assert objects[0]["index"] == 0
    assert objects[0]["fields"]["name"]["text"] == "Teapot"
    price = objects[0]["fields"]["price"]
    assert (price["text"], price["amount"], price["currency"]) == ("€ 1.50", 1.5, "EUR")
    assert "10 pages read" in err
    assert "10 records" in err
    assert "price" in err
    assert "100.0%" in err


def test_extract_to_csv_has_typed_columns(run, wrapper, pages, tmp_path):
    code, out, err = run("extract", "w.json", "pages", "-o", "r.csv")
    assert (code, out) == (0, "")
    first = rows(tmp_path / "r.csv")[0]
    assert list(first) == ["url", "name", "price", "currency"]
    assert (first["price"], first["currency"]) == ("1.5", "EUR")
    assert "records in r.csv" in err


def test_small_o_appends_and_large_o_overwrites(run, wrapper, pages, tmp_path):
    for _ in range(2):
        assert run("extract", "w.json", "pages", "-o", "r.csv")[0] == 0
    assert len(rows(tmp_path / "r.csv")) == 20
    assert run("extract", "w.json", "pages", "-O", "r.csv")[0] == 0
    assert len(rows(tmp_path / "r.csv")) == 10


def test_pages_where_a_field_fails_are_named(run, wrapper, pages):
    (pages / "3.html").write_text(page(3, price="sold out"), encoding="utf-8")
    (pages / "5.html").write_text(page(5).replace("Plate", ""), encoding="utf-8")
    code, out, err = run("extract", "w.json", "pages", "-O", "r.jsonl")
    assert code == 0
    assert "missing on 1 page: pages/5.html" in err
    assert "misfits on 1 page, such as pages/3.html: 'sold out'" in err
    code, out, err = run("extract", "w.json", "pages", "-O", "r.jsonl", "--json")
    assert (code, err) == (0, "")
    name, price = json.loads(out)["fields"]
    assert name["missing"] == ["pages/5.html"]
    assert name["coverage"] == 0.9
    assert price["misfits"][0]["page"] == "pages/3.html"


def test_a_changed_template_is_one_notice(run, wrapper, pages):
    for file in pages.iterdir():
        changed = file.read_text(encoding="utf-8").replace("<dd>", "<dd><i></i>")
        file.write_text(changed.replace("h1", "h6").replace("Price:", "Cost:"), encoding="utf-8")
    (pages / "0.html").write_text(page(0), encoding="utf-8")
    code, out, _ = run("extract", "w.json", "pages", "-O", "r.jsonl", "--json")
    assert code == 0
    assert json.loads(out)["template_changed"]
    code, _, err = run("extract", "w.json", "pages", "-O", "r.jsonl")
    assert err.count("the template has changed") == 1


def test_pages_of_another_kind_give_nothing_and_lose_nothing(run, wrapper, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x.html").write_text("<p>quite another page</p>")
    (tmp_path / "r.csv").write_text("precious\n")
    code, out, err = run("extract", "w.json", "other", "-O", "r.csv")
    assert (code, out) == (3, "")
    assert "no field of w.json found on 1 page;" in err
    assert (tmp_path / "r.csv").read_text() == "precious\n"


def test_pages_that_cannot_be_read_are_named_and_the_rest_is_extracted(run, wrapper, pages):
    (pages / "empty.html").touch()
    code, _, err = run("extract", "w.json", "pages", "-O", "r.jsonl")
    assert code == 1
    assert (
        "1 page could not be read, and the result is without them, such as pages/empty.html: is empty"
        in err
    )


def test_urls_are_pages_too(run, wrapper, web):
    web.routes["/p/1"] = page(1).encode()
    code, out, _ = run("extract", "w.json", f"{web.url}/p/1", "pages/0.html")
    assert code == 0
    first, second = map(json.loads, out.splitlines())
    assert (first["url"], first["name"]) == (f"{web.url}/p/1", "Kettle")
    assert second["url"] == "pages/0.html"


def test_without_any_page_that_can_be_read_nothing_is_learned(run, tmp_path, web):
    code, _, err = run("induce", f"{web.url}/1", f"{web.url}/2", "-o", "w.json")
    assert code == 1
    assert f"cannot read any of 2 pages, such as {web.url}/1: the server answers 404" in err
    assert list(tmp_path.iterdir()) == []


def test_archives_are_pages_too(run, wrapper, tmp_path):
    headers = {"Content-Type": "text/html; charset=latin-1"}
    price = "\u00a3 2.50"  # whose sign shows whether the encoding was heard
    records = [
        (
            f"http://shop.test/p/{n}",
            "200 OK",
            headers,
            page(n, price=price).encode("latin-1", "replace"),
        )
        for n in range(3)
    ]
    (tmp_path / "pages.warc.gz").write_bytes(warc(records))
    code, out, _ = run("extract", "w.json", "pages.warc.gz")
    assert code == 0
    objects = [json.loads(line) for line in out.splitlines()]
    assert [one["url"] for one in objects] == [f"http://shop.test/p/{n}" for n in range(3)]
    assert (objects[0]["price"], objects[0]["currency"]) == (2.5, "GBP")


def test_one_interrupt_ends_an_extraction_with_what_it_has(wrapper, pages, tmp_path):
    """Ctrl-C while a page does not come: the first lets the records so far be written."""
    fifo = pages / "5.html"
    fifo.unlink()
    os.mkfifo(fifo)
    command = [sys.executable, "-m", "pagekin", "extract", "w.json", "pages", "-O", "r.jsonl"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    with fifo.open("w", encoding="utf-8") as late:  # opens once the command reads it
        process.send_signal(signal.SIGINT)
        assert process.stderr.readline().startswith("stopping")
        late.write(page(5))
    _, err = process.communicate(timeout=1500)
    assert process.returncode == 0, err
    assert "6 pages read" in err
    assert "stopped early: interrupted" in err
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == 6


def test_a_url_that_fails_is_an_error_if_there_is_nothing_else(run, wrapper, web):
    code, _, err = run("extract", "w.json", f"{web.url}/none")
    assert code == 1
    assert f"cannot read the page {web.url}/none: the server answers 404" in err


def test_fields_lists_name_type_coverage_and_examples(run, wrapper):
    code, out, _ = run("fields", "w.json")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split()[:3] == ["name", "text", "100%"]
    assert "Teapot" in lines[0]
    assert lines[1].split()[:3] == ["price", "price", "100%"]


def test_fields_changes_the_file_and_its_version(run, wrapper, pages):
    code, _, err = run(
        "fields", "w.json", "--rename", "name=title", "--retype", "price=text",
        "--add", "weight=100 g", "--sample", "pages/0.html",
    )  # fmt: skip
    assert code == 0, err
    assert "version 2" in err
    code, out, _ = run("fields", "w.json", "--json")
    listed = json.loads(out)
    assert listed["version"] == 2
    assert [field["name"] for field in listed["fields"]] == ["title", "price", "weight"]
    assert listed["fields"][1]["type"] == "text"
    assert run("fields", "w.json", "--drop", "price")[0] == 0
    code, out, _ = run("extract", "w.json", "pages/4.html")
    assert json.loads(out) == {"url": "pages/4.html", "title": "Spoon", "weight": "104 g"}


def test_fields_learned_without_one_of_the_samples_are_there_and_the_exit_code_says_so(
    run, wrapper, pages, web
):
    samples = ("--sample", "pages/0.html", "--sample", f"{web.url}/none")
    code, out, err = run("fields", "w.json", "--add", "weight=100 g", *samples)
    assert code == 1
    assert "1 page could not be read" in err
    assert "weight" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["induce", "pages", "--field", "name=x"], "--field needs the page that has the value"),
        (["induce", "pages", "--sample", "pages/0.html"], "--sample needs the fields"),
        (
            ["induce", "pages", "--sample", "pages/0.html", "--field", "name"],
            "neither NAME=VALUE nor",
        ),
        (
            ["induce", "pages", "--sample", "pages/0.html", "--field", "name=Nowhere"],
            "there is no text 'Nowhere'",
        ),
        (
            ["induce", "pages", "--sample", "pages/0.html", "--field", "name@//h9"],
            "there is no place //h9",
        ),
        (
            ["induce", "pages", "--sample", "pages/0.html", "--field", "name@//["],
            "the field 'name@//['",
        ),
        (["induce", "nowhere"], "nowhere: there is no such file, folder or URL"),
        (["extract", "missing.json", "pages"], "missing.json: cannot be read"),
        (["extract", "pages/0.html", "pages"], "pages/0.html, line 1, column 1: not JSON"),
        (["extract", "w.json", "nowhere"], "nowhere: there is no such file, folder or URL"),
        (["extract", "w.json", "pages", "-o", "r.doc"], "r.doc: the format does not follow"),
        (
            ["extract", "w.json", "pages", "-o", "a.csv", "-O", "b.csv"],
            "append or overwrite, not both",
        ),
        (
            ["fields", "w.json", "--rename", "nope=x"],
            "there is no field 'nope'; there are name, price",
        ),
        (["fields", "w.json", "--rename", "name=price"], "the name is taken"),
        (["fields", "w.json", "--rename", "name"], "--rename 'name' is not OLD=NEW"),
        (["fields", "w.json", "--retype", "name=colour"], "colour"),
        (["fields", "w.json", "--add", "x=y"], "--add and --sample go together"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(
    run, wrapper, tmp_path, arguments, complaint
):
    before = wrapper.read_bytes()
    files = {path.name for path in tmp_path.iterdir()}
    code, out, err = run(*arguments)
    assert complaint in err
    assert err.count("\n") == 1
    assert (code, out) == (2, "")
    assert wrapper.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == files


def test_a_crawler_without_a_wrapper_says_what_to_do(run, shop):
    assert run("learn", f"{shop.url}/p?id=1", "-o", "c.json")[0] == 0
    code, _, err = run("fields", "c.json")
    assert code == 2
    assert "this crawler has no wrapper yet; 'pagekin induce' learns one" in err


def test_a_page_cannot_command_the_terminal(run, wrapper, pages):
    (pages / "0.html").write_text(page(0, price="\x1b[2Jevil &#27;[31m"), encoding="utf-8")
    code, _, err = run("extract", "w.json", "pages", "-O", "r.jsonl")
    assert code == 0
    assert "\x1b" not in err


def test_fields_shows_what_is_no_column_and_makes_it_one(run, wrapper, pages):
    content = json.loads(Path("w.json").read_text(encoding="utf-8"))
    content["bundles"][0]["fields"][1]["extra"] = True
    Path("w.json").write_text(json.dumps(content), encoding="utf-8")
    assert "price" not in run("fields", "w.json")[1]
    assert "price" in run("fields", "w.json", "--all")[1]
    assert run("fields", "w.json", "--show", "price")[0] == 0
    assert "price" in run("fields", "w.json")[1]
    code, _, err = run("fields", "w.json", "--show", "colour")
    assert code == 2
    assert "colour" in err
