"""Seeds: further pages to start from, for what no link from the entry leads to."""

import asyncio

import pytest

from pagekin.app.learn import named_for, task_from
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.errors import UsageError
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.navigation.sentences import sentences
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import (
    PRODUCTS,
    SAMPLE,
    crawl,
    home,
    learn,
    links,
    name,
    shop,
    table,
    url,
    urls,
)

SHELVES = [f"/c/{name(n)}" for n in range(5)]


def hidden_shop():
    """A shop whose home page names no shelf: only the page of the old catalogue does."""
    site = shop()
    site["/"] = home()
    site["/catalogue/old"] = home(links(SHELVES, "shelves"))
    return site


def test_without_a_seed_they_are_not_found():
    """The sample may be taken for one of the pages that are there."""
    site = FakeSite(table(hidden_shop()))
    crawler = learn(site, SAMPLE, entry="/")
    assert set(crawl(site, crawler)[1]) & urls(PRODUCTS) <= {url(SAMPLE)}


@pytest.mark.parametrize("entry", ["/", None])
def test_targets_that_only_a_seed_leads_to_are_learned_and_found_again(entry):
    site = FakeSite(table(hidden_shop()))
    crawler = learn(site, SAMPLE, entry=entry, seeds=["/catalogue/old"])
    assert url("/catalogue/old") in crawler.navigation.starts
    assert crawler.seeds == (url("/catalogue/old"),)
    assert loads(dumps(crawler)) == crawler
    assert f"Start from {url('/catalogue/old')}." in list(sentences(crawler))
    _, found = crawl(FakeSite(table(hidden_shop())), crawler)
    assert set(found) == urls(PRODUCTS)


def test_a_seed_that_is_not_needed_does_no_harm():
    site = shop()
    site["/catalogue/old"] = home()
    crawler = learn(FakeSite(table(site)), SAMPLE, entry="/", seeds=["/catalogue/old"])
    assert crawler.navigation.starts[0] == url("/")
    assert set(crawl(FakeSite(table(site)), crawler)[1]) == urls(PRODUCTS)


def test_a_seed_that_is_gone_keeps_nobody_from_learning():
    crawler = learn(FakeSite(table(shop())), SAMPLE, entry="/", seeds=["/gone"])
    assert crawler.learned.failed == 1
    assert set(crawl(FakeSite(table(shop())), crawler)[1]) == urls(PRODUCTS)


def test_a_seed_of_another_site_is_refused():
    with pytest.raises(UsageError, match=r"the seed http://elsewhere\.test/ is not on the entry's"):
        learn(FakeSite({}), SAMPLE, entry="/", seeds=["http://elsewhere.test/"])


@pytest.mark.parametrize("strategy", ["gogetit", "indesit", "trivial"])
def test_a_strategy_that_has_no_use_for_seeds_says_so(strategy):
    task = LearningTask(
        (url(SAMPLE),), None, Scope.around(url("/")), seeds=(url("/catalogue/old"),)
    )
    with pytest.raises(UsageError, match=f"strategy {strategy} .*seeds.*; use auto"):
        asyncio.run(STRATEGIES[strategy](FakeSite({}), task, Settings(), Stop(), lambda _: None))


def test_seeds_come_from_the_settings_and_count_as_named():
    task = task_from([url(SAMPLE)], None, Settings(seeds=f"{url('/a')}, {url('/b')}"))
    assert task.seeds == (url("/a"), url("/b"))
    assert set(task.seeds) <= set(named_for(task))
    with pytest.raises(UsageError, match="the seed"):
        task_from([url(SAMPLE)], None, Settings(seeds="http://"))
