"""What a search knows of the site."""

import asyncio

import pytest

from figure3 import ShuffledSite, page, site, url
from pagekin.discovery.known_site import Hyperlink, KnownSite, SearchEndedError
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope

PAGES = {
    "p0": page("c0", up=["a", "b"]),
    "a": page("c1", up=["p0"]),
    "b": page("c1", up=["p0"]),
    "go/a": url("a"),
    "gone": 404,
}


def know(*batches, pages=PAGES, kind=FakeSite, sample="p0", stop=None, scope=None):
    """Download batches of pages; give what is known then, and the site."""
    where = site(pages, kind)

    async def work():
        first = await where.fetch(url(sample))
        known = KnownSite(where, first, scope or Scope.around(first.url), stop or Stop())
        for batch in batches:
            await known.download(Hyperlink(first.url, "html", url(name)) for name in batch)
        return known

    return asyncio.run(work()), where


def test_pages_are_known_in_the_order_of_their_batch():
    for _ in range(5):
        known, _ = know(["b", "gone", "a"], kind=ShuffledSite)
        assert list(known.pages) == [url("p0"), url("b"), url("a")]


def test_nothing_is_downloaded_twice():
    known, where = know(["a", "a", "b"], ["b", "gone"], ["gone", "p0", "a"])
    assert where.requests == [url("p0"), url("a"), url("b"), url("gone")]
    assert known.downloads == 4
    assert known.counts.failed == 1


@pytest.mark.parametrize(
    ("batches", "link"),
    [
        ([["a"], ["go/a"]], "a"),
        ([["go/a"], ["a"]], "go/a"),
        ([["a", "go/a"]], "a"),
        ([["go/a", "a"]], "a"),
    ],
)
def test_what_redirects_to_a_page_is_that_page(batches, link):
    known, _ = know(*batches)
    assert list(known.pages) == [url("p0"), url("a")]
    first, second = known.visit([url("a"), url("go/a")])
    assert first is second is known.pages[url("a")]
    assert known.links_to([first]) == {url("a"), url("go/a")}
    assert known.reached_by[url("a")].url == url(link)


def test_a_redirect_is_known_by_its_end_too():
    known, where = know(["go/a"], ["a"])
    assert where.requests == [url("p0"), url("go/a"), url("a")]  # the redirect itself led there
    assert known.downloads == 2


def test_the_sample_is_known_under_every_name_it_has():
    pages = {"start?b=1&a=2": url("p0?b=1&a=2"), "p0?b=1&a=2": page("c0")}
    scope = Scope.around(url(""), sort_query=True)
    known, _ = know(pages=pages, sample="start?b=1&a=2", scope=scope)
    assert known.is_known(url("start?b=1&a=2"))
    assert known.is_known(url("p0?b=1&a=2"))
    assert known.is_known(url("p0?a=2&b=1"))


def test_visits_count_pages_that_came():
    known, _ = know(["a", "gone"])
    assert [found.url for found in known.visit([url("a"), url("gone"), url("a")])] == [url("a")] * 2
    assert known.visits == 2


def test_only_links_of_the_site_are_to_follow_but_all_make_the_schema():
    known, _ = know()
    sample = known.sample
    assert sample.schema == frozenset(sample.collections)
    assert [urls for urls in sample.collections.values() if urls] == [(url("a"), url("b"))]
    assert len(sample.schema) == 6


def test_an_interruption_is_heard_even_when_there_is_nothing_to_download():
    async def work():
        where, stop = site(PAGES), Stop()
        known = KnownSite(where, await where.fetch(url("p0")), Scope.around(url("")), stop)
        asyncio.get_running_loop().call_soon(stop.interrupted.set)
        with pytest.raises(SearchEndedError, match="interrupted"):
            await known.download([])

    asyncio.run(work())


def test_a_limit_on_pages_ends_no_search_that_needs_no_more_of_them():
    known, _ = know(["a", "b"], ["a"], [], stop=Stop(max_pages=2))
    assert known.downloads == 3
    with pytest.raises(SearchEndedError, match="2 pages fetched"):
        know(["a", "b"], ["gone"], stop=Stop(max_pages=2))
