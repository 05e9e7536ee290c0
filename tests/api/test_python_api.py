"""pagekin from Python, in a script and inside a running event loop."""

import asyncio
import json
import re
import subprocess
import sys
import threading
from inspect import signature
from pathlib import Path

import pytest

import pagekin
from pagekin.demo import Shop, ShopPageKind, serve, truth
from pagekin.errors import UsageError
from pagekin.store.opening import open_store
from pagekin.store.reading.crawls import all_crawls

SHOP = Shop(products=100)
PRODUCTS = {known.path: known.values for known in truth(SHOP) if known.kind is ShopPageKind.PRODUCT}
PATH = next(path for path, values in PRODUCTS.items() if not values["old_price"])
FIELDS = {"name": PRODUCTS[PATH]["name"], "sku": [PRODUCTS[PATH]["sku"]]}
FIELDS["price"] = PRODUCTS[PATH]["price"]
PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server():
    with serve(SHOP) as running:
        yield running


@pytest.fixture(scope="module")
def crawler(server):
    """Learned as in a notebook, whose cells run inside an event loop."""

    async def cell():
        return pagekin.learn(server.url.rstrip("/") + PATH, fields=FIELDS, delay=0)

    return asyncio.run(cell())


def wanted():
    return sorted(values["name"] for values in PRODUCTS.values())


def test_learn_crawl_extract(crawler):
    names = []
    for page in crawler.crawl():
        (record,) = crawler.extract(page).records
        names.append(record.fields["name"][0].text)
    assert sorted(names) == wanted()


def test_save_and_load_give_the_same_crawler(crawler, tmp_path):
    crawler.save(tmp_path / "shop.json")
    again = pagekin.load(tmp_path / "shop.json", delay=0)
    assert again.definition == crawler.definition
    assert again.settings.delay == 0
    assert "name, sku" in repr(again)


def test_rows_and_records_of_pages(crawler):
    pages = list(crawler.crawl(max_pages=30))
    rows = list(crawler.rows(pages))
    assert list(rows[0])[:3] == ["url", "name", "sku"]
    records = list(crawler.records(pages))
    assert records[0]["fields"]["name"]["text"] == rows[0]["name"]
    assert len(rows) == len(records) == len(pages)


def test_write_crawls_and_tells_how_it_went(crawler, tmp_path):
    tally = crawler.write(tmp_path / "r.jsonl")
    assert tally.records == len(PRODUCTS)
    lines = (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert sorted(json.loads(line)["name"] for line in lines) == wanted()


def test_the_site_is_crawled_once_whatever_is_asked_of_it(crawler, server, tmp_path):
    again = pagekin.Crawler(crawler.definition, crawler.settings)
    before = len(server.requests)
    rows = list(again.rows())
    asked = len(server.requests)
    assert asked > before
    assert len(rows) == len(list(again.records())) == len(PRODUCTS)
    assert again.write(tmp_path / "r.csv").records == len(PRODUCTS)
    assert len(server.requests) == asked


def test_nothing_is_kept_unless_a_store_is_asked_for(server, tmp_path, monkeypatch):
    own, other = tmp_path / "own", tmp_path / "other"
    monkeypatch.setenv("PAGEKIN_DATA", str(own))
    shop = pagekin.learn(server.url.rstrip("/") + PATH, fields=FIELDS, delay=0, max_pages=60)
    assert list(shop.rows())
    assert not own.exists()
    kept = pagekin.Crawler(shop.definition, shop.settings, store=other)
    names = sorted(row["name"] for row in kept.rows())
    with open_store(other).connection() as connection:
        (listing,) = all_crawls(connection)
    assert listing.targets == len(names)
    assert not own.exists()
    again = pagekin.Crawler(shop.definition, shop.settings, store=other)
    assert sorted(row["name"] for row in again.rows()) == names  # a second crawl, by what changed
    with open_store(other).connection() as connection:
        assert len(all_crawls(connection)) == 2


def test_a_crawl_that_was_left_early_is_continued_from_its_store(crawler, tmp_path):
    shop = pagekin.Crawler(crawler.definition, crawler.settings, store=tmp_path / "data")
    pages = shop.crawl()
    first = [next(pages).url for _ in range(5)]
    pages.close()
    everything = [page.url for page in shop.crawl()]
    assert len(everything) == len(set(everything)) == len(PRODUCTS)
    assert set(first[:4]) <= set(everything)


def test_a_crawl_may_be_left_early(crawler, server):
    threads = threading.active_count()
    pages = crawler.crawl()
    assert next(pages).url.startswith(server.url)
    pages.close()
    assert threading.active_count() == threads


def test_a_crawl_works_inside_a_running_event_loop(crawler):
    async def cell():
        return sorted(row["name"] for row in crawler.rows())

    assert asyncio.run(cell()) == wanted()


def test_the_asynchronous_twins_do_the_same(server):
    async def work():
        crawler = await pagekin.learn_async(
            server.url.rstrip("/") + PATH, fields=FIELDS, delay=0, max_pages=60
        )
        found = (crawler.extract(page).records[0] async for page in crawler.crawl_async())
        return [record.fields["name"][0].text async for record in found]

    names = asyncio.run(work())
    assert len(names) > 10
    assert set(names) <= set(wanted())


def test_fields_can_be_learned_anew(crawler, server):
    samples = list(pagekin.pages(server.url.rstrip("/") + PATH, delay=0))
    again = crawler.induce(crawler.crawl(max_pages=20), samples, {"number": FIELDS["sku"]})
    assert [field.name for field in again.wrapper.bundles[0].fields] == ["number"]
    assert [field.name for field in crawler.wrapper.bundles[0].fields] == list(FIELDS)


def test_pages_from_files_and_urls(server, tmp_path):
    (tmp_path / "a.html").write_text("<h1>a</h1>")
    url = server.url.rstrip("/") + PATH
    assert [page.url for page in pagekin.pages(tmp_path / "a.html", url, delay=0)] == [
        str(tmp_path / "a.html"),
        url,
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"dealy": 1}, "there is no setting 'dealy'"),
        ({"strategy": "guess"}, "there is no strategy 'guess'"),
        ({"delay": -1}, "too small"),
    ],
)
def test_what_cannot_be_done_is_an_error_before_the_work(arguments, complaint):
    with pytest.raises(UsageError, match=complaint):
        pagekin.learn("http://127.0.0.1:9/", **arguments)


def test_importing_pagekin_loads_nothing_yet():
    code = "import sys, pagekin; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"aiohttp", "lxml.etree", "pagekin.api"} & set(done.stdout.split())
    assert {"learn", "Crawler", "load"} <= set(dir(pagekin))
    with pytest.raises(AttributeError):
        pagekin.nothing  # noqa: B018 - to ask is the test


def test_the_examples_of_the_documentation_work(crawler, tmp_path, monkeypatch, capsys):
    learning = signature(pagekin.learn)

    def learn(*samples, **options):
        learning.bind(*samples, **options)
        return crawler

    def load(path):
        assert Path(path).exists()
        return crawler

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pagekin, "learn", learn)
    monkeypatch.setattr(pagekin, "load", load)
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names = {}
    for block in blocks:
        exec(block.partition("import pandas")[0], names)
    said = capsys.readouterr().out
    assert all(values["price"] in said for values in PRODUCTS.values())
    assert names["coverage"].records == len(PRODUCTS)
    assert (tmp_path / "products.xlsx").exists()
