"""The demo shop from one day to the next: what a repeated crawl tells, and what it costs."""

import json

import pytest

from demo_crawlers import write_demo_crawler
from pagekin.cli import _run
from pagekin.demo import Shop, ShopPageKind, serve, truth
from pagekin.store.opening import open_store
from pagekin.store.upkeep.checking import check

PRODUCTS = 200
DAYS = (1, 2, 3)


def products(shop):
    """Give the products that lists lead to, by their path."""
    return {
        known.path: known.values
        for known in truth(shop)
        if known.kind is ShopPageKind.PRODUCT and known.path.startswith("/p/")
    }


@pytest.fixture
def crawl(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in {"DELAY": "0", "RETRIES": "0", "AUTOTHROTTLE": "no"}.items():
        monkeypatch.setenv(f"PAGEKIN_{name}", value)

    def crawl(file):
        assert _run(["crawl", str(file), "-o", "pages.jsonl", "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return crawl


def expected_changes(old, new):
    """Tell from the truth what became of the products; their records are name, item number and price."""
    shown = ("name", "sku", "price")
    gone, came = old.keys() - new.keys(), new.keys() - old.keys()
    skus = {old[path]["sku"] for path in gone}
    moved = {path for path in came if new[path]["sku"] in skus}
    both = old.keys() & new.keys()
    same = {path for path in both if all(old[path][n] == new[path][n] for n in shown)}
    counts = {
        "new": len(came) - len(moved),
        "vanished": len(gone) - len(moved),
        "moved": len(moved),
        "changed": len(both) - len(same),
        "unchanged": len(same),
    }
    return {name: count for name, count in counts.items() if count}


def test_from_day_to_day_it_tells_what_is_true_and_asks_for_little(crawl, tmp_path, data):
    with serve(Shop(products=PRODUCTS)) as server:
        file = write_demo_crawler(server, tmp_path)
        before, first = {}, 0
        for day in DAYS:
            server.day = day
            server.requests.clear()
            summary = crawl(file)
            now = products(server.shop)
            assert summary["targets"] == len(now)
            sent = sum(request.sent for request in server.requests)
            if before:
                told = {k: v for k, v in summary["changes"].items() if k != "unseen"}
                assert told == expected_changes(before, now)
                assert sent < 0.25 * first  # lists change with every product in them
            before, first = now, first or sent
    assert check(open_store(data)).problems == ()
