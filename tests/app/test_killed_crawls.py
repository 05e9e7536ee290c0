"""A crawl that is killed at any moment and continued comes to the same end as one that was not."""

import json

import pytest
from killed_crawls import crawl_with_kills, run_with_kills, snapshot

from demo_crawlers import write_demo_crawler
from pagekin.demo import Shop, ShopPageKind, serve, truth
from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store
from pagekin.store.upkeep.checking import check

SHOP = Shop(products=100)
PRODUCTS = [
    page.path for page in truth(SHOP) if page.kind is ShopPageKind.PRODUCT and "/p/" in page.path
]
KILLS = 6


@pytest.fixture(scope="module")
def demo():
    with serve(SHOP) as server:
        yield server


@pytest.fixture(scope="module")
def crawler_file(demo, tmp_path_factory):
    return write_demo_crawler(demo, tmp_path_factory.mktemp("crawler"))


@pytest.fixture(scope="module")
def wanted(crawler_file, tmp_path_factory):
    """What an undisturbed crawl leaves."""
    undisturbed = StoreLocation(tmp_path_factory.mktemp("crawls") / "undisturbed")
    assert crawl_with_kills(crawler_file, undisturbed, 0, seed=0) == 0
    return snapshot(undisturbed)


def targets(crawler_file, name):
    lines = (crawler_file.parent / f"pages-{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["url"] for line in lines]


def test_killed_again_and_again_nothing_is_lost_and_nothing_doubled(
    demo, crawler_file, wanted, tmp_path
):
    assert wanted["state"] == "finished"
    assert len(wanted["pages"]) > len(PRODUCTS) == len(targets(crawler_file, "undisturbed"))
    killed = crawls = 0
    while killed < KILLS:
        place = StoreLocation(tmp_path / f"killed-{crawls}")
        killed += crawl_with_kills(crawler_file, place, min(7, KILLS - killed), seed=crawls)
        assert snapshot(place) == wanted
        assert sorted(targets(crawler_file, place.directory.name)) == sorted(
            demo.url.rstrip("/") + path for path in PRODUCTS
        )
        assert check(open_store(place)).problems == ()
        crawls += 1


def test_learning_that_is_killed_comes_to_the_same_crawler_and_fetches_little_twice(demo, tmp_path):
    learned, asked = [], []
    for name, kills in (("undisturbed", 0), ("killed", 3)):
        demo.requests.clear()
        command = ["learn", demo.url.rstrip("/") + PRODUCTS[0], "-o", f"{name}.json"]
        place = StoreLocation(tmp_path / name)
        assert run_with_kills(command, place, tmp_path, kills, seed=5, longest=4.0) <= kills
        learned.append(json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8")))
        asked.append(len(demo.requests))
        learned[-1]["learned"].pop("at")
    assert learned[0] == learned[1]
    assert asked[1] < 1.5 * asked[0]
