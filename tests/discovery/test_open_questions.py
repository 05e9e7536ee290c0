"""Which pages a person is asked about: neither those named already nor those with nothing on them."""

import asyncio

import pytest

from pagekin.discovery.adaptive_search import AdaptiveSearch
from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.open_questions import open_questions
from pagekin.similarity.class_readings import ClassReading
from pagekin.similarity.membership import MembershipDecision
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import product, table, url

EMPTY, SHELL = "/p/empty", "/p/shell"
PRODUCTS = [f"/p/{n}" for n in range(6)]
SITE = {path: product(n) for n, path in enumerate(PRODUCTS)}
SITE |= {EMPTY: b"", SHELL: b"<div id=app></div><script src=app.js></script>"}
PATHS = [*PRODUCTS, EMPTY, SHELL]


@pytest.fixture
def search():
    """Have a search that has seen all pages; the first product is the sample."""
    explored = ExploredSite(Scope("shop.test"))
    explored.samples.append(explored.number(url(PRODUCTS[0])))
    fake = FakeSite(table(SITE))
    found = AdaptiveSearch(fake, explored, Stop(), lambda _: None, concurrency=1)
    asyncio.run(found.fetch([explored.number(url(path)) for path in PATHS]))
    return found


def pages(search, *paths):
    """Return pages as bits."""
    wanted = {search.explored.number(url(path)) for path in paths}
    return sum(1 << n for n, number in enumerate(search.explored.pages) if number in wanted)


def asked(search, *paths):
    """Ask whether some pages are kin, beside the rest; give the paths that are shown."""
    all_pages = pages(search, *PATHS)
    kin = all_pages & ~pages(search, *paths)
    search.readings = [ClassReading(kin, (), 2.0), ClassReading(all_pages, (), 1.0)]
    search.decision = MembershipDecision(kin, (), ())
    return [set(one.about) for one in open_questions(search)]


def test_pages_with_nothing_on_them_are_known(search):
    assert search.hollow == {search.explored.number(url(path)) for path in (EMPTY, SHELL)}


def test_two_of_the_pages_are_shown(search):
    [shown] = asked(search, *PRODUCTS[3:])
    assert len(shown) == 2
    assert shown < {url(path) for path in PRODUCTS[3:]}


def test_pages_with_nothing_on_them_are_not_shown(search):
    """They could be no samples, so an answer would be of no use."""
    assert asked(search, PRODUCTS[5], EMPTY, SHELL) == [{url(PRODUCTS[5])}]
    assert asked(search, EMPTY, SHELL) == []


def test_pages_that_were_named_are_not_shown(search):
    search.negatives.add(search.explored.number(url(PRODUCTS[4])))
    assert asked(search, PRODUCTS[4], PRODUCTS[5]) == [{url(PRODUCTS[5])}]
    assert asked(search, PRODUCTS[4]) == []
