"""A crawl that is killed at any moment and continued comes to the same end as one that was not."""

import json

import pytest
from killed_crawls import crawl_with_kills, snapshot

from demo_crawlers import write_demo_crawler
from pagekin.demo import Kind, Shop, serve, truth
from pagekin.store.checking import check
from pagekin.store.opening import open_store
from pagekin.store.places import Place

SHOP = Shop(products=100)
PRODUCTS = [page.path for page in truth(SHOP) if page.kind is Kind.PRODUCT and "/p/" in page.path]
KILLS = 20


@pytest.fixture(scope="module")
def demo():
    with serve(SHOP) as server:
        yield server


@pytest.fixture(scope="module")
def crawler_file(demo, tmp_path_factory):
    return write_demo_crawler(demo, tmp_path_factory.mktemp("crawler"))


def targets(crawler_file, name):
    lines = (crawler_file.parent / f"pages-{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["url"] for line in lines]


@pytest.mark.timeout(300)
def test_killed_twenty_times_nothing_is_lost_and_nothing_doubled(demo, crawler_file, tmp_path):
    undisturbed = Place(tmp_path / "undisturbed")
    assert crawl_with_kills(crawler_file, undisturbed, 0, seed=0) == 0
    wanted = snapshot(undisturbed)
    assert wanted["state"] == "finished"
    assert len(wanted["pages"]) > len(PRODUCTS) == len(targets(crawler_file, "undisturbed"))
    killed = crawls = 0
    while killed < KILLS:
        place = Place(tmp_path / f"killed-{crawls}")
        killed += crawl_with_kills(crawler_file, place, min(7, KILLS - killed), seed=crawls)
        assert snapshot(place) == wanted
        assert sorted(targets(crawler_file, place.directory.name)) == sorted(
            demo.url.rstrip("/") + path for path in PRODUCTS
        )
        assert check(open_store(place)).problems == ()
        crawls += 1
