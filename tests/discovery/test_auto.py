"""Strategy auto, end to end: on the paper's site, and on the demo shop over real HTTP."""

import asyncio
import json
from dataclasses import replace

import pytest

import ejazz
import shops
from pagekin.crawl import StructureDrivenCrawl
from pagekin.demo import Shop, ShopPageKind, serve, truth
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.errors import UsageError
from pagekin.fetch import open_site
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope

SETTINGS = Settings(delay=0.0, autothrottle=False)
PRODUCTS = 200
LATER = 25  # the day on which products have come and gone


async def learn(site, sample, entry=None, **more):
    task = LearningTask((sample,), entry, Scope.around(sample), **more)
    return (await STRATEGIES["auto"](site, task, SETTINGS, Stop(), lambda _: None)).crawler


async def crawl(site, crawler):
    run = StructureDrivenCrawl(site, crawler, Stop())
    return run, [target.page.url async for target in run.targets()]


@pytest.mark.parametrize("entry", [ejazz.ENTRY, None], ids=["with entry", "without entry"])
def test_the_149_artists_of_the_paper_are_found_for_a_fraction_of_its_downloads(entry):
    site = FakeSite(ejazz.ejazz())
    crawler = asyncio.run(learn(site, ejazz.artist_url(ejazz.SAMPLE_NUMBER), entry))
    assert len(site.requests) < 0.2 * len(site.pages)
    again = FakeSite(ejazz.ejazz(artists=169))
    _, found = asyncio.run(crawl(again, loads(dumps(crawler))))
    assert set(found) == ejazz.artist_urls(169)  # twenty of them are new
    assert len(found) == 169
    assert len(again.requests) <= 1.2 * 169


def test_learning_says_what_was_found_and_why_it_ended():
    crawler = asyncio.run(learn(FakeSite(ejazz.ejazz()), ejazz.artist_url(1), ejazz.ENTRY))
    learned = crawler.learned
    assert learned.strategy == "auto"
    assert learned.expected == 149
    assert learned.complete
    assert learned.ended.startswith("no unvisited link looks like a way to more; an audit of ")


class DemoShop:
    """A demo shop behind a real server, and the crawler that was learned from one of its products."""

    def __init__(self, server, entry):
        self.server = server
        sample = sorted(self.products())[PRODUCTS // 2]
        entry_url = server.url if entry else None
        self.crawler = asyncio.run(self._over_http(learn, sample, entry_url))
        self.learned_by = len(server.requests)

    def products(self):
        pages = truth(self.server.shop)
        return {self.server.url + p.path[1:] for p in pages if p.kind == ShopPageKind.PRODUCT}

    def crawl(self):
        """Crawl the shop as of today; give the run, what was found, and the number of requests."""
        self.server.requests.clear()
        run, found = asyncio.run(self._over_http(crawl, loads(dumps(self.crawler))))
        return run, found, len(self.server.requests)

    async def _over_http(self, work, *arguments):
        async with open_site(Scope.around(self.server.url), SETTINGS) as site:
            return await work(site, *arguments)


@pytest.fixture(scope="module", params=[True, False], ids=["with entry", "without entry"])
def shop(request):
    with serve(Shop(products=PRODUCTS)) as server:
        yield DemoShop(server, request.param)


def test_all_and_only_products_are_found(shop):
    shop.server.day = 1
    run, found, requests = shop.crawl()
    assert set(found) == shop.products()
    assert len(found) == len(set(found)) == PRODUCTS
    assert requests <= 1.1 * PRODUCTS
    assert run.counts.failed == 0
    assert shop.crawler.learned.expected == PRODUCTS


def test_learning_downloads_no_more_than_the_site_has(shop):
    pages = sum(1 for _ in truth(shop.server.shop))
    assert shop.learned_by <= pages


def test_the_crawler_finds_the_products_of_a_later_day(shop):
    before = shop.products()
    shop.server.day = LATER
    _, found, requests = shop.crawl()
    assert set(found) == shop.products()
    assert len(shop.products() - before) >= 5
    assert requests <= 1.1 * len(found)


def file_without_time(crawler):
    return dumps(replace(crawler, learned=replace(crawler.learned, at="")))


def test_the_order_of_responses_does_not_matter():
    """Ten runs with shuffled response times give the same file, byte for byte, but for the time."""
    paths = shops.product_paths(120)
    hubs = [f"/c/{shops.name(n)}" for n in range(8)]
    site = shops.surroundings() | shops.products(paths, lambda path: shops.links(paths[:5], "top"))
    site["/"] = shops.home(shops.links(hubs, "shelves"))
    for n, hub in enumerate(hubs):
        site[hub] = shops.listing(hub, paths[n::8], shops.links([f"{hub}?page=2"], "pages"))
        site[f"{hub}?page=2"] = shops.listing(hub, paths[n::16])
    table = shops.table(site)
    files = {
        file_without_time(shops.learn(shops.ShuffledSite(table), paths[40], entry="/"))
        for _ in range(10)
    }
    assert len(files) == 1
    assert json.loads(files.pop())["learned"]["expected"] == 120


def test_two_samples_make_a_class_of_both():
    paths = shops.product_paths(40)
    site = shops.surroundings() | {"/": shops.home(shops.links(paths))} | shops.products(paths)
    crawler = shops.learn(
        FakeSite(shops.table(site)), paths[3], "/news/5-" + shops.name(5), entry="/"
    )
    _, found = shops.crawl(FakeSite(shops.table(site)), crawler)
    assert shops.urls(paths) < set(found)
    assert any("/news/" in url for url in found)


def test_what_is_not_meant_narrows_the_class():
    """Half of the products are sold out, and look like it."""
    paths = shops.product_paths(80)
    gone = "<aside class=gone><h3>Sold out</h3><form class=remind><input></form></aside>"
    site = shops.surroundings() | {"/": shops.home(shops.links(paths))}
    site |= shops.products(paths, lambda path: gone * (paths.index(path) % 2))
    table = shops.table(site)
    _, every = shops.crawl(FakeSite(table), shops.learn(FakeSite(table), paths[1], entry="/"))
    assert set(every) == shops.urls(paths)
    narrow = shops.learn(FakeSite(table), paths[1], entry="/", negatives=[paths[10]])
    _, found = shops.crawl(FakeSite(table), narrow)
    assert set(found) == shops.urls(paths[1::2])
    assert narrow.negatives == (shops.url(paths[10]),)


def test_a_page_cannot_be_meant_and_not_meant():
    paths = shops.product_paths(5)
    site = {"/": shops.home(shops.links(paths))} | shops.products(paths)
    with pytest.raises(UsageError, match="cannot be a sample and a --not at once"):
        shops.learn(FakeSite(shops.table(site)), paths[0], entry="/", negatives=[paths[0]])


@pytest.mark.parametrize("entry", ["/", None])
def test_as_many_pages_are_told_as_were_asked_for(entry):
    site = FakeSite(shops.table(shops.shop()))
    learned = shops.learn(site, shops.SAMPLE, entry=entry, negatives=["/about", "/contact"]).learned
    assert learned.pages == len(site.requests) == len(set(site.requests))


def test_the_targets_that_are_known_are_told_whether_fetched_or_only_linked_to():
    site = FakeSite(ejazz.ejazz())
    task = LearningTask((ejazz.artist_url(1),), ejazz.ENTRY, Scope.around(ejazz.ENTRY))
    learned = asyncio.run(STRATEGIES["auto"](site, task, SETTINGS, Stop(), lambda _: None))
    assert len(learned.targets) == learned.crawler.learned.expected
    assert learned.targets == tuple(sorted(learned.targets))
