"""A server that goes away in the middle: learning, crawling and getting end as if nothing had happened."""

import json
from dataclasses import replace

import pytest
from killed_crawls import snapshot

from demo_crawlers import demo_crawler, write_demo_crawler
from outage_shop import OutageShop, WaitedClock
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.get import GetRequest, WantedTable, get
from pagekin.app.learn import LearnRequest, learn, task_from
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.cli import _run
from pagekin.demo import Shop, ShopPageKind, truth
from pagekin.errors import NothingFoundError, OutageError
from pagekin.navigation.crawler_file import dumps
from pagekin.output import Destination
from pagekin.settings import Settings
from pagekin.store.location import StoreLocation

SHOP = Shop(products=100)
SETTINGS = Settings(delay=0, autothrottle=False, retries=1)
PRODUCTS = [
    page.path for page in truth(SHOP) if page.kind is ShopPageKind.PRODUCT and "/p/" in page.path
]
SAMPLE = PRODUCTS[0]


@pytest.fixture
def clock(monkeypatch):
    waited = WaitedClock()
    monkeypatch.setattr("pagekin.fetch.outages.Clock", lambda: waited)
    return waited


@pytest.fixture(scope="module")
def served():
    shop = OutageShop(SHOP)
    yield shop
    shop.close()


@pytest.fixture
def shop(served, clock):
    """The shop, well and with a clock of the test's own; its address is the same for all tests."""
    served.start_anew(clock)
    return served


@pytest.fixture(scope="module")
def undisturbed(served, tmp_path_factory):
    """What a crawl comes to if nobody disturbs it."""
    place = StoreLocation(tmp_path_factory.mktemp("undisturbed"))
    crawled(served, place)
    return snapshot(place)


@pytest.fixture(scope="module")
def undisturbed_crawler(served, tmp_path_factory):
    return learned(served, StoreLocation(tmp_path_factory.mktemp("undisturbed")))


def crawled(shop, place):
    crawler = demo_crawler(shop)
    with open_workspace(place.directory) as workspace:
        return crawl(workspace, CrawlRequest((crawler,), SETTINGS), QuietRunner())


@pytest.mark.parametrize("answers", [3, 70])
def test_a_crawl_is_the_same_with_the_server_away_for_15_seconds(
    shop, clock, undisturbed, tmp_path, answers
):
    disturbed = StoreLocation(tmp_path)
    assert clock.waits == []
    shop.away_after(answers, seconds=15)
    found = crawled(shop, disturbed)
    assert clock.waits == [1, 2, 4, 8]
    assert found.counts.failed == 0
    assert snapshot(disturbed) == undisturbed


def test_a_crawl_whose_server_stays_away_is_interrupted_and_goes_on_later(
    shop, clock, undisturbed, tmp_path
):
    disturbed = StoreLocation(tmp_path)
    shop.away_after(40)
    with pytest.raises(OutageError, match=r"did not come back within 600 seconds.*run it again"):
        crawled(shop, disturbed)
    assert sum(clock.waits) == 600
    # Still away: nothing is lost by another try, which does not wait for what has never answered.
    with pytest.raises(OutageError, match="nothing else has come from the site"):
        crawled(shop, disturbed)
    assert sum(clock.waits) == 600
    assert snapshot(disturbed)["state"] == "running"
    shop.come_back()
    assert crawled(shop, disturbed).counts.failed == 0
    assert snapshot(disturbed) == undisturbed


def test_the_command_says_so_and_ends_with_exit_code_1(shop, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PAGEKIN_DELAY", "0")
    file = write_demo_crawler(shop, tmp_path)
    shop.away_after(40)
    command = ["crawl", str(file), "-o", str(tmp_path / "pages.jsonl"), "--max-outage", "30"]
    assert _run(command) == 1
    said = capsys.readouterr().err
    assert "127.0.0.1 refused the connection, and it did not come back within 30 seconds" in said
    assert "what was done is kept: run it again to go on" in said
    shop.come_back()
    assert _run(command) == 0
    assert "continuing crawl" in capsys.readouterr().err
    assert len((tmp_path / "pages.jsonl").read_text().splitlines()) == len(PRODUCTS)


@pytest.mark.parametrize("how", ["closed", "500"])
def test_a_list_that_fails_leaves_its_products_unseen_and_none_of_them_is_new_later(
    shop, clock, tmp_path, how
):
    place = StoreLocation(tmp_path)
    first = crawled(shop, place)
    lists = [path for path in dict.fromkeys(shop.paths) if path.startswith("/c/")]
    shop.spoil(lists[-1], how)
    second = crawled(shop, place)
    assert second.counts.failed == 1
    assert second.changes["unseen"] + second.changes["unchanged"] == first.counts.targets
    assert second.changes["unseen"] > 0
    shop.spoil(None)
    assert crawled(shop, place).changes == {"unchanged": first.counts.targets}
    assert clock.waits == []


def test_a_crawl_without_any_target_ends_with_its_own_exit_code_and_is_nobodys_baseline(
    shop, tmp_path
):
    """Such as after the site has got another template."""
    place = StoreLocation(tmp_path)
    first = crawled(shop, place)
    products = [path for path in shop.paths if path.startswith("/p/")]
    shop.spoil(products, "template")
    with pytest.raises(NothingFoundError) as error:
        crawled(shop, place)
    assert error.value.exit_code == 3
    assert snapshot(place)["state"] == "empty"
    shop.spoil(None)
    assert crawled(shop, place).changes == {"unchanged": first.counts.targets}


def learned(shop, place):
    url = shop.url.rstrip("/") + SAMPLE
    request = LearnRequest(task_from([url], None, SETTINGS), SETTINGS)
    with open_workspace(place.directory) as workspace:
        crawler = learn(workspace, request, QuietRunner(), lambda _: None).crawler
    crawler = replace(crawler, learned=replace(crawler.learned, at=""))
    return json.loads(dumps(crawler))


def test_learning_is_the_same_with_the_server_away_for_15_seconds(
    shop, clock, undisturbed_crawler, tmp_path
):
    shop.away_after(4, seconds=15)
    assert learned(shop, StoreLocation(tmp_path)) == undisturbed_crawler
    assert clock.waits == [1, 2, 4, 8]


def test_learning_whose_server_stays_away_is_interrupted_and_goes_on_later(
    shop, undisturbed_crawler, tmp_path
):
    place = StoreLocation(tmp_path)
    shop.away_after(20)
    for _ in range(2):
        with pytest.raises(OutageError):
            learned(shop, place)
    shop.come_back()
    shop.paths.clear()
    assert learned(shop, place) == undisturbed_crawler
    assert SAMPLE not in shop.paths  # what came before is still there


def got(shop, place, output):
    url, settings = shop.url.rstrip("/") + SAMPLE, replace(SETTINGS, max_pages=60)
    learning = LearnRequest(task_from([url], None, settings), settings)
    with open_workspace(place.directory) as workspace:
        get(
            workspace,
            GetRequest(learning, WantedTable(Destination.parse(str(output)))),
            QuietRunner(),
        )
    return sorted(output.read_text(encoding="utf-8").splitlines())


def test_a_table_is_the_same_however_often_the_server_goes_away(shop, clock, tmp_path):
    wanted = got(shop, StoreLocation(tmp_path / "0"), tmp_path / "0.csv")
    each = len(shop.paths) // 5
    shop.away_after(5, each, each, each, seconds=15)
    assert got(shop, StoreLocation(tmp_path / "1"), tmp_path / "1.csv") == wanted
    assert clock.waits == 4 * [1, 2, 4, 8]
