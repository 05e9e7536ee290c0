"""How much work it is to derive a navigation, counted: on a site of many kinds of pages that are all alike and link to each other."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.discovery import navigation_deriving
from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_draft import KnownWays, NavigationDraft
from pagekin.discovery.navigation_offers import Offers
from pagekin.dom import parse_page
from pagekin.navigation import ANY, TARGET
from pagekin.urls import Scope
from shops import links, name, page, url

PAGES = 6  # of each kind


def everything_is_a_target(kinds):
    """Know a site whole whose pages are all targets, each kind with its own parameter, and linked from the kind before it."""
    paths = [[f"/{name(k)}?{name(k)}={n}" for n in range(PAGES)] for k in range(kinds)]
    explored = ExploredSite(Scope("shop.test"))
    for k, of_kind in enumerate([["/"], *paths]):
        following = [*(paths[k] if k < kinds else ()), *(paths[k + 1][:2] if k + 1 < kinds else ())]
        for n, path in enumerate(of_kind):
            body = page(f"Page {n}", links(following[n % 3 :], f"to{k % 5}"))
            explored.add(explored.number(url(path)), parse_page(url(path), body))
    return explored, LinkClasses(explored, set(explored.pages[1:]))


@pytest.fixture
def work(monkeypatch):
    """Count how often drafts are tried, links grouped and offers extended."""
    counted = Counter()

    def count(owner, method):
        real = getattr(owner, method)

        def counting(*args, **options):
            counted[method] += 1
            return real(*args, **options)

        monkeypatch.setattr(owner, method, counting)

    count(KnownWays, "fetched")
    count(navigation_deriving.SiteLinks, "_grouped")
    count(navigation_deriving, "_covered")
    count(Offers, "_extend")
    return counted


def test_the_work_grows_as_the_site_does(work):
    """With twice the kinds of pages there are twice the links and twice the ways, and each is tried about once."""
    costs = []
    for kinds in (8, 16):
        explored, classes = everything_is_a_target(kinds)
        work.clear()
        derived = navigation_deriving.derive(explored, classes, [0])
        assert derived.reached == kinds * PAGES
        costs.append(Counter(work))
    small, large = costs
    assert large["_covered"] <= 10
    for what in ("fetched", "_extend", "_grouped"):
        assert large[what] <= 2.5 * small[what] + 10, (what, small, large)


SHAPES = "abc"
collections = st.dictionaries(
    st.tuples(st.integers(0, 2), st.sampled_from(SHAPES)), st.sets(st.integers(0, 9)), max_size=4
)
ways = st.tuples(
    st.sampled_from([ANY, TARGET, 0, 1, "a"]),
    st.sampled_from([None, 0, 1, 2]),
    st.sampled_from(SHAPES),
)


@given(
    st.lists(collections, min_size=10, max_size=10),
    st.frozensets(ways, max_size=5),
    st.sets(st.integers(0, 9)),
)
def test_what_depends_on_a_part_is_what_is_not_fetched_without_it(linked, ways, members):
    shapes = [SHAPES[n % 3] for n in range(10)]
    known = KnownWays(dict(enumerate(linked)), shapes, members, members)
    draft = NavigationDraft((0, 1), ways, frozenset("a"))
    fetched = known.fetched(draft)
    for part, depending in known.depending(draft).items():
        starts = tuple(start for start in draft.starts if start != part)
        without = NavigationDraft(starts, draft.ways - {part}, draft.hubs)
        assert depending == fetched - known.fetched(without)
