"""Repair: the demo shop's product pages before and after the changes of its template."""

import json
import shutil
import subprocess
import sys

import pytest

from pagekin.demo import DRASTIC_CHANGE_DAY, SLIGHT_CHANGE_DAY, Request, Shop, ShopPageKind, truth

SHOP = Shop(products=100)
FIELDS = ("name", "sku", "price", "availability")


def products(day):
    """Give path and values of products that have but one price."""
    known = [entry for entry in truth(SHOP.on(day)) if entry.kind is ShopPageKind.PRODUCT]
    usual = [entry for entry in known if entry.path.startswith("/p/")]
    return {entry.path: entry.values for entry in usual if not entry.values["old_price"]}


LASTING = sorted(
    set(products(SLIGHT_CHANGE_DAY - 1)) & set(products(SLIGHT_CHANGE_DAY)) & set(products(DRASTIC_CHANGE_DAY))
)[:12]  # fmt: skip


def file_of(path):
    return path.removeprefix("/p/") + ".html"


def save(folder, day):
    """Save some product pages as they are on a day, always under the same names."""
    folder.mkdir(exist_ok=True)
    for path in LASTING:
        (folder / file_of(path)).write_bytes(SHOP.on(day).respond(Request(path)).body)


@pytest.fixture(scope="module")
def day_before(tmp_path_factory):
    """A folder with pages, a wrapper by one example of each field, and records."""
    folder = tmp_path_factory.mktemp("before")
    save(folder / "pages", SLIGHT_CHANGE_DAY - 1)
    values = products(SLIGHT_CHANGE_DAY - 1)[LASTING[0]]
    shown = [part for name in FIELDS for part in ("--field", f"{name}={values[name]}")]
    sample = f"pages/{file_of(LASTING[0])}"
    for arguments in (
        ["induce", "pages", "--sample", sample, *shown, "-o", "w.json"],
        ["extract", "w.json", "pages", "-O", "known.jsonl", "--nested"],
    ):
        command = [sys.executable, "-m", "pagekin", *arguments]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def before(run, day_before, tmp_path):
    """The same, to be changed."""
    shutil.copytree(day_before, tmp_path, dirs_exist_ok=True)


def wrong_values(run, day):
    _, out, _ = run("extract", "w.json", "pages", "--nested")
    found = {json.loads(line)["page"]: json.loads(line)["fields"] for line in out.splitlines()}
    true = products(day)
    return [
        (path, name)
        for path in LASTING
        for name in FIELDS
        if (found.get(f"pages/{file_of(path)}", {}).get(name) or {}).get("text") != true[path][name]
    ]


def test_nothing_to_repair_on_an_ordinary_day(run, before, tmp_path):
    save(tmp_path / "pages", SLIGHT_CHANGE_DAY - 1)
    text = (tmp_path / "w.json").read_text()
    code, _, err = run("repair", "w.json", "pages", "--known", "known.jsonl")
    assert code == 0
    assert "nothing to repair" in err
    assert (tmp_path / "w.json").read_text() == text


def test_a_slight_change_is_followed_without_a_wrong_value(run, before, tmp_path):
    save(tmp_path / "pages", SLIGHT_CHANGE_DAY)
    code, out, err = run("repair", "w.json", "pages", "--known", "known.jsonl", "--json")
    assert (code, err) == (0, "")
    assert not json.loads(out)["drastic"]
    assert wrong_values(run, SLIGHT_CHANGE_DAY) == []


def test_a_drastic_change_is_proposed_and_not_applied(run, before, tmp_path):
    save(tmp_path / "pages", DRASTIC_CHANGE_DAY)
    code, out, _ = run("extract", "w.json", "pages", "-O", "now.jsonl", "--json")
    assert code == 3 or json.loads(out)["template_changed"]["drastic"]
    text = (tmp_path / "w.json").read_text()
    code, _, err = run("repair", "w.json", "pages", "--known", "known.jsonl")
    assert code == 1
    assert "a drastic change: nothing was written" in err
    assert (tmp_path / "w.json").read_text() == text
    code, _, err = run("repair", "w.json", "pages", "--known", "known.jsonl", "--apply")
    assert code == 0
    assert "w.json: version 2 of the wrapper" in err
    code, out, _ = run("extract", "w.json", "pages", "--nested")
    names = {json.loads(line)["fields"]["name"]["text"] for line in out.splitlines()}
    assert names == {products(DRASTIC_CHANGE_DAY)[path]["name"] for path in LASTING}


def test_a_proposal_can_be_written_beside_the_wrapper(run, before, tmp_path):
    save(tmp_path / "pages", DRASTIC_CHANGE_DAY)
    text = (tmp_path / "w.json").read_text()
    code, _, err = run("repair", "w.json", "pages", "--known", "known.jsonl", "-o", "new.json")
    assert code == 0
    assert "new.json: version 2 of the wrapper, a drastic change: look at it" in err
    assert (tmp_path / "w.json").read_text() == text
    assert json.loads((tmp_path / "new.json").read_text())["healed"]


def test_a_place_that_cannot_be_written_is_known_before_the_work(run, before):
    code, _, err = run("repair", "w.json", "pages", "--known", "known.jsonl", "-o", "no/new.json")
    assert (code, "there is no folder no" in err) == (1, True)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "known.jsonl: cannot be read"),
        ("", "known.jsonl: there is no record in it"),
        ("{", "known.jsonl, line 1: not JSON"),
        ("page,name\n", "known.jsonl, line 1: not JSON; give the .jsonl or .json"),
        ('{"page": "x"}', "known.jsonl, line 1: not a record"),
        ('[{"page": "x", "bundle": "b", "fields": {"f": 1}}]', "known.jsonl, record 0, field 'f'"),
        (
            '{"page": "elsewhere", "bundle": "b", "fields": {}}',
            "repair compares a page with its own",
        ),
    ],
)
def test_records_that_do_not_help(run, before, tmp_path, content, complaint):
    (tmp_path / "known.jsonl").unlink()
    if content is not None:
        (tmp_path / "known.jsonl").write_text(content)
    code, out, err = run("repair", "w.json", "pages", "--known", "known.jsonl")
    assert complaint in err
    assert (code, out) == (2, "")
