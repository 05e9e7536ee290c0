"""GoGetIt!, end to end, on the paper's own site."""

import asyncio
import random

import pytest

import ejazz
from pagekin.crawl import StructureDrivenCrawl
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.errors import FetchError, NothingFoundError, UsageError
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope

TASK = LearningTask(
    (ejazz.artist_url(ejazz.SAMPLE_NUMBER),), ejazz.ENTRY, Scope.around(ejazz.ENTRY)
)


def learn(site, task=TASK, stop=None, **settings):
    return asyncio.run(
        STRATEGIES["gogetit"](site, task, Settings(**settings), stop or Stop(), lambda _: None)
    ).crawler


def crawl(site, crawler):
    async def work():
        run = StructureDrivenCrawl(site, crawler, Stop())
        return run, [target.page.url async for target in run.targets()]

    return asyncio.run(work())


@pytest.fixture(scope="module")
def learned():
    site = FakeSite(ejazz.ejazz())
    return site, learn(site)


def test_mapping_traverses_over_2000_links_and_finds_every_artist(learned):
    site, crawler = learned
    assert crawler.learned.pages > 2000
    assert crawler.learned.targets == 149
    assert crawler.learned.complete
    assert len(site.requests) == crawler.learned.pages + 1  # and the sample


def test_the_navigation_pattern_is_that_of_table_1(learned):
    _, crawler = learned
    assert [str(step.pattern) for step in crawler.navigation.steps] == [
        "http://www.ejazz.com.br/artistas/default_[a-zA-Z]+",
        r"http://www.ejazz.com.br/detalhes-artistas.asp?cd=\d+",
    ]


def test_the_shortcut_is_a_path_of_its_own_in_the_map(learned):
    """The entry links to one artist directly; the map has it there, and the pattern ignores that way."""
    _, crawler = learned
    entry, *others = crawler.map
    assert (entry.pages, entry.under) == (1, None)
    assert sorted((g.pages, g.targets, g.under) for g in others) == [
        (1, 1, 0),
        (26, 0, 0),
        (148, 148, 2),
    ]


def test_the_crawl_finds_all_and_only_artists_with_a_tenth_of_the_links(learned):
    _, crawler = learned
    site = FakeSite(ejazz.ejazz())
    run, found = crawl(site, loads(dumps(crawler)))
    assert set(found) == ejazz.artist_urls()
    assert len(found) == len(set(found)) == 149
    assert len(site.requests) == run.counts.pages
    assert run.counts.pages * 10 < crawler.learned.pages


def test_artists_added_later_are_found_by_the_old_crawler(learned):
    _, crawler = learned
    _, found = crawl(FakeSite(ejazz.ejazz(artists=169)), crawler)
    assert set(found) == ejazz.artist_urls(169)


class ShuffledSite(FakeSite):
    async def fetch(self, url):
        for _ in range(random.randrange(10)):
            await asyncio.sleep(0)
        return await super().fetch(url)


def test_the_order_of_responses_does_not_matter(learned):
    _, crawler = learned
    again = learn(ShuffledSite(ejazz.ejazz()))
    assert again.map == crawler.map
    assert again.navigation == crawler.navigation


def test_a_limit_on_pages_stops_the_mapping_and_learns_from_what_there_is():
    crawler = learn(FakeSite(ejazz.ejazz()), stop=Stop(max_pages=100))
    assert crawler.learned.ended == "100 pages fetched (--max-pages)"
    assert not crawler.learned.complete
    assert crawler.learned.pages == 101  # and the entry
    assert 0 < crawler.learned.targets < 149


def test_a_limit_on_depth_keeps_the_mapping_near():
    crawler = learn(FakeSite(ejazz.ejazz()), stop=Stop(max_depth=2))
    assert crawler.learned.targets == 149
    assert crawler.learned.pages < 300


HOME = "http://h.test/"
PAGE = b"<h1>x</h1><p>text</p><ul><li>1<li>2</ul>"


def small(table, sample="http://h.test/s", entry=HOME, **settings):
    return learn(FakeSite(table), LearningTask((sample,), entry, Scope.around(entry)), **settings)


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        ({HOME: b"<a href=/s>s</a>"}, FetchError, "cannot fetch the sample http://h.test/s: the server answered 404"),
        ({"http://h.test/s": PAGE}, FetchError, "cannot fetch the entry http://h.test/: the server answered 404"),
        ({HOME: PAGE, "http://h.test/s": b""}, UsageError, "the sample http://h.test/s is an empty page"),
        ({HOME: "http://h.test/"}, FetchError, "404"),
        ({HOME: b"<p>none", "http://h.test/s": PAGE}, NothingFoundError, "has no links to follow"),
        (
            {HOME: b"<a href=/b>b</a>", "http://h.test/b": b"<div>", "http://h.test/s": PAGE},
            NothingFoundError,
            "none of the 2 pages from http://h.test/ is like the sample; try a lower --threshold",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_learned_from_gets_one_clear_line(table, error, message):
    with pytest.raises(error, match=message):
        small(table)


def test_a_sample_of_another_site_is_refused():
    with pytest.raises(UsageError, match="is not on the entry's site"):
        small({HOME: PAGE}, sample="http://other.test/s")


def test_several_samples_widen_the_class():
    table = {
        HOME: b"<a href=/a/1>1</a><a href=/a/2>2</a><a href=/a/3>3</a>",
        "http://h.test/a/1": PAGE,
        "http://h.test/a/2": PAGE,
        "http://h.test/a/3": b"<table><tr><td>other",
    }
    one = small(table, sample="http://h.test/a/1")
    task = LearningTask(("http://h.test/a/1", "http://h.test/a/3"), HOME, Scope.around(HOME))
    assert one.learned.targets == 2
    assert learn(FakeSite(table), task).learned.targets == 3
