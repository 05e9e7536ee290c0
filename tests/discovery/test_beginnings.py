"""Where a search begins: what is fetched before anything is known, and when it begins again with another spelling."""

import asyncio

import pytest

from pagekin.discovery import LearningTask
from pagekin.discovery.adaptive_search import AdaptiveSearch
from pagekin.discovery.auto import _entered, _missed, _respelled, pages_above
from pagekin.discovery.explored_site import ExploredSite
from pagekin.errors import FetchError, UsageError
from pagekin.site import RememberingSite, Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import article, home, links, listing, product_paths, products, table, url

PRODUCTS = product_paths(12)
SAMPLE = PRODUCTS[0]
SITE = {
    "/": home(links(["/list", *PRODUCTS])),
    "/list": listing("List", PRODUCTS),
    "/story": article(1),
    "/empty": b"<h1>Nothing</h1><p>here</p>",
    **products(PRODUCTS),
}


class Begun:
    """A search that has fetched where it begins, and nothing else."""

    def __init__(self, *, site=None, entry="/", samples=(SAMPLE,), negatives=(), seeds=(), **more):
        self.scope = Scope("shop.test", **more)
        self.task = LearningTask(
            tuple(map(url, samples)),
            entry and url(entry),
            self.scope,
            tuple(map(url, negatives)),
            seeds=tuple(seed if "://" in seed else url(seed) for seed in seeds),
        )
        self.fake = FakeSite(table(site or SITE))
        self.site = RememberingSite(self.fake)
        self.explored = ExploredSite(self.scope)
        self.search = AdaptiveSearch(
            self.site, self.explored, Stop(), lambda _: None, concurrency=2
        )
        self.dead_end = asyncio.run(_entered(self.site, self.task, self.search))

    def paths(self, numbers):
        return [self.explored.urls[number].removeprefix(url("")) for number in numbers]

    @property
    def counts(self):
        return self.search.counts.pages, self.search.counts.failed

    @property
    def respelled(self):
        return _respelled(self.task, self.search, self.site)


def test_the_sample_and_the_entry_are_fetched_and_counted():
    begun = Begun()
    assert begun.fake.requests == [url(SAMPLE), url("/")]
    assert begun.paths(begun.explored.samples) == [SAMPLE]
    assert begun.paths(begun.search.entries) == ["/"]
    assert (begun.counts, begun.dead_end) == ((2, 0), None)
    assert begun.search.bodies == {begun.explored.samples[0]: SITE[SAMPLE]}


def test_without_an_entry_all_above_the_sample_is_asked_for_and_what_fails_is_counted():
    begun = Begun(entry=None)
    assert set(begun.fake.requests) == {url(SAMPLE), *pages_above(url(SAMPLE))}
    assert begun.paths(begun.search.entries) == ["/"]
    assert begun.counts == (5, 3)  # neither /p/ nor a sitemap nor a robots.txt
    assert len(begun.explored.failed) == 3


def test_an_entry_that_does_not_come_ends_it_and_a_seed_that_does_not_come_does_not():
    with pytest.raises(FetchError):
        Begun(entry="/nowhere")
    begun = Begun(seeds=("/nowhere", "/list", "http://other.test/"))
    assert begun.paths(begun.search.entries) == ["/", "/list"]
    assert begun.counts == (4, 1)


def test_an_entry_that_is_the_sample_is_fetched_once():
    begun = Begun(entry=SAMPLE)
    assert begun.fake.requests == [url(SAMPLE)]
    assert begun.counts == (1, 0)
    assert begun.search.entries == begun.explored.samples


def test_where_no_link_leads_on_it_is_said():
    assert Begun(entry="/empty").dead_end == "it has none"
    assert Begun(seeds=("/empty",)).dead_end == "it has none"  # the last of them
    nowhere = Begun(site={SAMPLE: SITE[SAMPLE]}, entry=None)
    assert nowhere.search.entries == nowhere.explored.samples


def test_what_is_not_meant_is_fetched_too_and_is_no_sample():
    begun = Begun(negatives=("/story",))
    assert begun.paths(begun.search.negatives) == ["/story"]
    assert begun.counts == (3, 0)
    with pytest.raises(UsageError, match="cannot be a sample and a --not at once"):
        Begun(negatives=(SAMPLE,))


def test_two_samples_that_are_one_page_are_one():
    begun = Begun(samples=(SAMPLE, PRODUCTS[1], SAMPLE))
    assert begun.paths(begun.explored.samples) == [SAMPLE, PRODUCTS[1]]
    assert begun.counts == (3, 0)


def test_the_folders_above_a_page_come_from_the_root_down_then_sitemaps():
    assert pages_above("http://h/a/b/c.html?x=1") == [
        "http://h/",
        "http://h/a/",
        "http://h/a/b/",
        "http://h/sitemap.xml",
        "http://h/robots.txt",
    ]


def test_a_search_begins_again_only_if_there_is_news_of_the_spelling():
    begun = Begun()
    assert begun.respelled is None
    begun.search.renamed = {url(SAMPLE): url(f"{SAMPLE}/")}
    assert begun.respelled.samples == (url(f"{SAMPLE}/"),)
    begun.search.redundant = [("p?a&b", "a")]
    assert begun.respelled.scope.redundant == (("p?a&b", "a"),)
    assert begun.respelled.samples == (url(SAMPLE),)  # one thing after the other
    begun.search.redundant = []
    begun.site.forget()
    assert begun.respelled is None  # now it would have to fetch all again


def test_a_search_begins_again_with_the_slash_that_the_site_wants():
    """All that was seen by now were files, and folders that redirected to their own spelling."""
    files = {"/": home(links(["/1.html", "/2.html"])), "/1.html": SITE[SAMPLE]}
    begun = Begun(site=files, samples=("/1.html",))
    for n in range(3):
        number = begun.explored.number(url(f"/x{n}"))
        begun.explored._note_spelling(begun.explored.urls[number], url(f"/x{n}/"))
    assert begun.respelled.scope.slash == "add"
    again = Begun(slash="add")
    assert again.respelled is None


def test_targets_that_are_not_reached_are_told_with_one_of_them():
    assert _missed(()) == ""
    assert "2 known targets are not reached, such as http://h/1" in _missed(
        ("http://h/1", "http://h/2")
    )
