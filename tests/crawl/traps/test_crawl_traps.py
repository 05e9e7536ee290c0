"""A crawler whose navigation leads into a trap comes out of it again, with all the real pages.

The learned navigations lead into hardly any (see the tests of discovery): these here follow whatever link
has one of the trap's forms, on every page.
"""

import asyncio
from functools import cache
from itertools import combinations

import pytest

from endless import (
    COUNT,
    FACETS,
    REAL,
    calendar,
    facets,
    next_pages,
    offers,
    offers_of_the_past,
    repeated_last_page,
    shelf,
    shop,
    sorts,
)
from pagekin.crawl import StructureDrivenCrawl
from pagekin.navigation import ANY, TARGET, Crawler, LearningSummary, Navigation, Step
from pagekin.navigation.whole_site import whole_site
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import ROOT, Endless, links, url, urls

PARTS = tuple(("folder 1", folder) for folder in ("c", "p", "calendar", "offers"))
HUBS = ("/c/…", "/c/…?page")
REAL_PAGES = 1 + 100 + COUNT  # the start, the pages of the shelves, the products
TRAP_PAGES = 2000


def with_queries(path, names):
    """Give the forms of a path with every combination of parameters."""
    every = (
        chosen for size in range(len(names) + 1) for chosen in combinations(sorted(names), size)
    )
    return [f"{path}?{'&'.join(chosen)}" if chosen else path for chosen in every]


def crawler(*hubs, targets="/p/…"):
    """Make a crawler that follows links to hubs and targets of these forms from any page."""
    steps = [*(Step(ANY, form, shape=form) for form in hubs), Step(ANY, TARGET, shape=targets)]
    learned = LearningSummary("auto", "now", 1, 0, COUNT, COUNT, complete=True, ended="")
    navigation = Navigation((url("/"),), tuple(steps), PARTS)
    return Crawler(
        samples=(url(REAL[0]),),
        entry=url("/"),
        scope=Scope.around(ROOT),
        navigation=navigation,
        learned=learned,
        map=(),
    )


class Crawled:
    """What a crawl came to; it is stopped if it does not stop."""

    def __init__(self, crawler, site):
        self.site = FakeSite(site)
        self.run = StructureDrivenCrawl(self.site, crawler, Stop(max_pages=30_000))
        self.found = set(asyncio.run(self._targets()))
        self.trap_pages = len(self.site.requests) - REAL_PAGES
        assert not self.run.stopped

    async def _targets(self):
        return [target.page.url async for target in self.run.targets()]


def beside(trap, into=""):
    entrance = links([into], "trap") if into else ""
    return Endless(shop(lambda path: entrance), trap)


TRAPS = {
    "none": (beside(shelf), HUBS),
    "an endless calendar": (
        beside(calendar, "/calendar/24"),
        (*HUBS, "/calendar/…", "/calendar/*/…"),
    ),
    "offers of every day, of products that are known": (
        beside(offers, "/offers/1"),
        (*HUBS, "/offers/…"),
    ),
    "six filters": (beside(facets), with_queries("/c/…", [*FACETS, "page"])),
    "sort orders": (
        beside(sorts),
        with_queries("/c/…", ["sort", "dir", "view", "per", "page"]),
    ),
    "endless next pages": (beside(next_pages), HUBS),
    "the last page again and again": (beside(repeated_last_page), HUBS),
    "offers of every day, of products that are gone": (
        beside(offers_of_the_past, "/offers/1"),
        (*HUBS, "/offers/…"),
    ),
}


@cache
def crawled_beside(name):
    """Crawl beside a trap, once for all tests."""
    site, hubs = TRAPS[name]
    return Crawled(crawler(*hubs), site)


@pytest.mark.parametrize("name", list(TRAPS))
def test_a_trap_beside_a_thousand_products_is_left_in_time(name):
    crawled = crawled_beside(name)
    assert len(crawled.found & urls(REAL)) >= 0.99 * COUNT
    assert crawled.trap_pages <= TRAP_PAGES


def test_what_was_left_out_is_told_with_the_reason():
    run = crawled_beside("sort orders").run
    reasons = {failure.detail for failure in run.failures}
    assert "left out as a trap: pages like /c/…?dir&sort bring nothing new" in reasons
    assert run.numbers["left out"] > len(reasons)
    assert run.counts.failed == 0


def test_hubs_that_bring_nothing_new_for_a_while_are_followed_all_the_same():
    """The first two hundred pages of the list of everything are known; the rest is nowhere else."""
    known, rest = REAL[:400], REAL[400:]
    everything = known + rest
    site = shop()

    def listed(path):
        number = int(path.removeprefix("/offers/")) if path.startswith("/offers/") else None
        if number is None or number * 2 >= len(everything):
            return None
        some = everything[2 * number : 2 * number + 2]
        return f"<p>{number}</p>{links(some)}{links([f'/offers/{number + 1}'], 'next')}".encode()

    site["/"] = (links(known) + links(["/offers/0"], "all")).encode()
    crawled = Crawled(crawler("/offers/…"), Endless(site, listed))
    assert crawled.found == urls(REAL)


def test_many_indices_that_name_hubs_and_no_product_are_followed_all_the_same():
    """Five hundred letters of an index, each with two shelves of a product each."""
    site = {path: body for path, body in shop().items() if path.startswith("/p/")}
    site["/"] = links([f"/calendar/{n}" for n in range(500)], "letters").encode()
    for n in range(500):
        site[f"/calendar/{n}"] = links([f"/offers/{2 * n}", f"/offers/{2 * n + 1}"]).encode()
    site |= {f"/offers/{n}": links([REAL[n]]).encode() for n in range(COUNT)}
    crawled = Crawled(crawler("/calendar/…", "/offers/…"), Endless(site, lambda _: None))
    assert crawled.found == urls(REAL)


DEAD = 3 * TRAP_PAGES


def with_dead_links(shape):
    """Return a shop whose first page names very many more pages, which are all dead."""
    site = shop(lambda _: "")
    dead = [shape.format(number) for number in range(DEAD)]
    site["/"] += links(dead, "dead").encode()
    return Endless(site, lambda path: None if "/x" in path else shelf(path))


@pytest.mark.parametrize("shape", ["/p/x{}", "/c/x{}", "/offers/x{}"])
def test_one_page_of_dead_links_costs_no_more_than_any_trap(shape):
    crawled = Crawled(crawler(*HUBS, "/offers/…"), with_dead_links(shape))
    assert len(crawled.found & urls(REAL)) >= 0.99 * COUNT
    assert crawled.trap_pages <= TRAP_PAGES


def test_dead_links_of_every_shape_are_told_by_the_page_that_names_them():
    site = {path: body for path, body in shop().items() if not path.startswith("/c/")}
    dead = [f"/d{number}/x{number}" for number in range(DEAD)]
    site["/"] = (links(REAL[:500], "real") + links(dead, "dead")).encode()
    whole = whole_site(Scope.around(ROOT), url("/"), "now")
    crawled = Crawled(whole, Endless(site, lambda _: None))
    assert len(crawled.site.requests) <= 501 + TRAP_PAGES
    assert crawled.run.numbers["left out"] > DEAD - TRAP_PAGES


def test_a_page_whose_links_are_gone_now_and_then_is_followed_to_its_end():
    site = {path: body for path, body in shop().items() if path.startswith("/p/")}
    places = [p for n, real in enumerate(REAL) for p in (f"/p/gone{n}", f"/p/past{n}", real)]
    site["/"] = links(places).encode()
    crawled = Crawled(crawler(*HUBS), Endless(site, lambda _: None))
    assert crawled.found == urls(REAL)


def test_products_looked_at_before_their_turn_are_visited_in_their_turn():
    asked = crawled_beside("none").site.requests
    early = {page for page in asked if asked.count(page) > 1}
    assert early
    assert len(early) <= 0.02 * COUNT
    assert early < urls(REAL)
    in_turn = [page for number, page in enumerate(asked) if page not in asked[number + 1 :]]
    first_product = min(map(in_turn.index, urls(REAL)))
    assert not set(in_turn[first_product:]) - urls(REAL)
