"""A crawler as a Scrapy project: run without pagekin, it finds and extracts what pagekin does."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from demo_crawlers import demo_crawler, write_crawler
from pagekin.cli import _run
from pagekin.demo import Shop, ShopPageKind, serve, truth
from pagekin.dom import parse_page
from pagekin.dom.features import Feature
from pagekin.errors import UsageError
from pagekin.export.item_layout import item_layout
from pagekin.export.literals import comment, literal
from pagekin.export.page_object_code import _test
from pagekin.export.parts.signs import Signs
from pagekin.export.scrapy_project import package_name, scrapy_project
from pagekin.navigation import FormUse, Navigation
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper

SHOP = Shop(products=100)
PAGEKIN = [sys.executable, "-m", "pagekin"]
# Its outlet is a small site of its own.
SAMPLE = next(
    page.path
    for page in truth(SHOP)
    if page.kind is ShopPageKind.PRODUCT and page.path.startswith("/outlet/")
)
WITHOUT_PAGEKIN = "import sys; sys.modules['pagekin'] = None; sys.path.insert(0, '.'); "
CRAWL = WITHOUT_PAGEKIN + (
    "from scrapy.cmdline import execute; "
    "execute(['scrapy', 'crawl', 'site_127_0_0_1', '-O', 'items.jsonl', '-s', 'DOWNLOAD_DELAY=0', "
    "'-s', 'LOG_LEVEL=WARNING'])"
)
TEST = WITHOUT_PAGEKIN + (
    "import pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-p', 'no:xdist']))"
)


def run(command, folder, **more):
    done = subprocess.run(
        command, cwd=folder, env=os.environ | more, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """A folder with what pagekin has got of the shop's outlet, and what the exported project has got."""
    folder = tmp_path_factory.mktemp("exported")
    data = {"PAGEKIN_DATA": str(folder / "data"), "PAGEKIN_DELAY": "0"}
    with serve(SHOP) as shop:
        get = ["get", shop.url.rstrip("/") + SAMPLE, "--path-prefix", "/outlet/"]
        run(
            [*PAGEKIN, *get, "-O", "records.jsonl", "--nested", "--crawler", "shop.json"],
            folder,
            **data,
        )
        said = run([*PAGEKIN, "export", "shop.json", "--scrapy", "project"], folder, **data)
        crawled = run([sys.executable, "-c", CRAWL], folder / "project")
    (folder / "said").write_text(said.stderr)
    assert crawled.stderr == ""
    return folder


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def as_record(value):
    """Return a value of an item as it is in a record."""
    if isinstance(value, list):
        return [as_record(one) for one in value]
    return {"text": value} if isinstance(value, str) else value


def test_the_project_finds_the_same_pages_and_extracts_the_same_values(exported):
    items = {item["page"]: item for item in lines(exported / "project" / "items.jsonl")}
    records = lines(exported / "records.jsonl")
    assert set(items) == {record["page"] for record in records}
    assert len(items) == 20
    compared = 0
    for record in records:
        item = items[record["page"]]
        own = item if record["bundle"] == "page" else item[record["bundle"]][record["index"]]
        for name, value in record["fields"].items():
            key = name if name.isidentifier() else f"field_{name}"
            assert as_record(own[key]) == value, (record["page"], name)
            compared += value not in (None, [])
    assert compared > 1000


def test_its_own_tests_pass_without_pagekin(exported):
    said = run([sys.executable, "-c", TEST], exported / "project").stdout
    passed = re.search(r"(\d+) passed", said)
    assert passed
    assert int(passed[1]) > 150  # fields of three pages


def test_the_code_can_be_read_and_holds_nothing_of_pagekin(exported):
    code = {path.name: path.read_text() for path in exported.glob("project/*/**/*.py")}
    assert not any("import pagekin" in text or "from pagekin" in text for text in code.values())
    assert 'read.Prices(".", {"€": "EUR"})' in code["pages.py"]
    assert "signs.element(" in code["pages.py"]
    assert "Start from http://" in code["site_127_0_0_1.py"]


def test_it_says_what_is_not_as_in_pagekin(exported):
    said = (exported / "said").read_text()
    assert "its values compared on 20 pages" in said
    assert "Logins, cookies and headers" in said
    assert "Logins, cookies and headers" in (exported / "project" / "README.md").read_text()


def test_a_word_in_the_query_is_a_sign_in_the_code_as_well():
    choice = (Feature("url", "choice p user"),)
    assert _test(choice) == 'any([signs.url("choice p", "user")])'
    assert Signs(PAGE.root, "http://shop.test/?id=7&p=user").url("choice p", "user")


def test_what_pages_lack_is_code_as_well():
    lacks = (Feature("no path", "html/body/dl"), Feature("no tags", "html/body/dl"))
    assert " ".join(_test(lacks).split()) == (
        'at_least_half( not signs.path("html/body/dl"), not signs.tags("html/body/dl"), )'
    )


SERVER = SimpleNamespace(url="http://shop.test/", shop=SHOP)
PAGE = parse_page(
    "http://shop.test/p/1",
    b"<html><h1>Pot</h1><b>12.50</b><i>from 3 to 5 \xe2\x82\xac</i><s>7 days</s></html>",
)


def crawler_with(*fields):
    """Make a crawler with fields, each a name, a type and a path."""
    own = tuple(Field(name, kind, (Locator(path, Anchor.NAME),)) for name, kind, path in fields)
    return demo_crawler(SERVER, wrapper=Wrapper((Bundle("product", own),)))


def test_values_that_no_exported_function_understands_are_texts_and_that_is_said():
    project = scrapy_project(
        crawler_with(
            ("name", "text", ".//h1"), ("cost", "price", ".//i"), ("stay", "duration", ".//s")
        ),
        [PAGE],
    )
    output = next(
        json.loads(content)
        for path, content in project.files.items()
        if path.endswith("output.json")
    )
    assert output == {
        "page": "http://shop.test/p/1",
        "name": "Pot",
        "cost": {"text": "from 3 to 5 €"},
        "stay": {"text": "7 days"},
    }
    assert "cost is only a text: values of type price are not taken apart." in project.limits
    assert "stay is only a text: values of type duration are not taken apart." in project.limits


def test_rendering_and_forms_are_not_exported_and_that_is_said():
    crawler = replace(crawler_with(("name", "text", ".//h1")), render="always", forms=FormUse(5))
    told = " ".join(scrapy_project(crawler, [PAGE]).limits)
    assert "Scripts are not run" in told
    assert "Forms are not filled in" in told


@pytest.mark.parametrize(
    ("crawler", "why"),
    [
        (demo_crawler(SERVER, wrapper=None), "no wrapper"),
        (
            replace(
                crawler_with(("name", "text", ".//h1")),
                navigation=Navigation(("http://shop.test/",), (), everything=True),
            ),
            "follows every link",
        ),
    ],
)
def test_what_cannot_be_a_project_is_refused(crawler, why):
    with pytest.raises(UsageError, match=why):
        scrapy_project(crawler, [PAGE])


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path, capsys):
    (tmp_path / "mine").write_text("!")
    crawler = write_crawler(crawler_with(("name", "text", ".//h1")), tmp_path / "c.json")
    assert _run(["export", str(crawler), "--scrapy", str(tmp_path)]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_whatever_a_page_says_is_no_code():
    evil = "'''\"\"\"\\\nimport os; os.abort()"
    assert eval(literal(evil)) == evil
    assert eval(literal({"a'b": ('"', "\\")})) == {"a'b": ('"', "\\")}
    assert not set(comment(evil)) & set('"\\\n')
    fields = [("name", "text", f'.//h1[.="{evil.replace(chr(34), "")}" or 1]')]
    project = scrapy_project(crawler_with(*fields), [PAGE])
    for path, content in project.files.items():
        if path.endswith(".py"):
            compile(content, path, "exec")


def test_keys_are_names_that_python_accepts_each_once():
    fields = tuple(Field(name, "text", ()) for name in ("1_stars", "class", "a b", "a_b", "page"))
    keys = [one.key for one in item_layout(Wrapper((Bundle("b", fields),))).fields]
    assert keys == ["field_1_stars", "class_", "a_b", "a_b_2", "page_2"]


def test_the_package_is_named_after_the_site():
    crawler = demo_crawler(SERVER)
    assert package_name(crawler) == "shop_test"
    www = replace(crawler, scope=replace(crawler.scope, host="www.Tea-Shop.example:8080"))
    assert package_name(www) == "tea_shop_example"
