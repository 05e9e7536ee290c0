"""Pages that could only be reached through something that failed."""

import asyncio

import pytest

from pagekin.crawl.behind_failures import behind_failures
from pagekin.crawl.decider import Decider
from pagekin.crawl.frontier import InMemoryFrontier, starts_of
from pagekin.crawl.traversal import Traversal
from pagekin.navigation import whole_site
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope

WAYS = [
    *(("home", "list 1"), ("home", "list 2"), ("list 1", "a"), ("list 1", "b"), ("list 2", "b")),
    *(("list 2", "c"), ("a", "a/reviews"), ("a/reviews", "a"), ("c", "home")),
]


@pytest.mark.parametrize(
    ("missing", "failed", "behind"),
    [
        pytest.param({"a"}, {"list 1"}, {"a"}, id="its only list failed"),
        pytest.param({"a"}, {"list 2"}, set(), id="its list came without it"),
        pytest.param({"b"}, {"list 1"}, {"b"}, id="one of its lists may still name it"),
        pytest.param(
            {"a", "a/reviews"}, {"list 1"}, {"a", "a/reviews"}, id="further down, in a circle"
        ),
        pytest.param({"a/reviews"}, {"list 1"}, set(), id="its own page came without it"),
        pytest.param(
            {"list 2", "c"}, {"home"}, {"list 2", "c"}, id="through a page that is missing too"
        ),
        pytest.param({"a"}, set(), set(), id="nothing failed"),
        pytest.param({"unheard of"}, {"home"}, set(), id="nobody linked to it"),
    ],
)
def test_a_missing_page_is_behind_a_failure_if_a_way_leads_there(missing, failed, behind):
    assert behind_failures(missing, failed, WAYS) == behind


def crawled(site):
    crawler = whole_site(Scope("h.test"), "http://h.test/", "2026-01-02T03:04:05+00:00")

    async def run():
        frontier = InMemoryFrontier(starts_of([crawler]))
        traversal = Traversal(FakeSite(site).visit, frontier, Decider([crawler]), Stop(), ahead=4)
        return [outcome async for outcome in traversal.run()]

    return asyncio.run(run())


def test_pages_of_a_hub_that_fails_are_told_from_pages_that_vanish():
    def page(*paths):
        return "".join(f"<a href={path}>{path}</a>" for path in paths).encode()

    first = {
        "http://h.test/": page("/c/1", "/c/2"),
        "http://h.test/c/1": page("/p/1", "/p/2"),
        "http://h.test/c/2": page("/p/3", "/p/4"),
        **{f"http://h.test/p/{n}": f"<h1>{n}</h1>".encode() for n in range(1, 5)},
    }
    second = {url: body for url, body in first.items() if url != "http://h.test/c/1"}
    second["http://h.test/c/2"] = page("/p/3")
    before, after = crawled(first), crawled(second)
    ways = [(one.url, link.url) for one in before for link in one.links if link.kind]
    came = {one.url for one in after if not one.failure}
    failed = {one.url for one in after if one.failure}
    missing = {one.url for one in before} - came - failed
    assert missing == {f"http://h.test/p/{n}" for n in (1, 2, 4)}
    assert behind_failures(missing, failed, ways) == {f"http://h.test/p/{n}" for n in (1, 2)}
