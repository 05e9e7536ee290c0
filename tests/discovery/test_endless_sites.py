"""Traps beside a thousand products: what is learned there is learned in time, and finds the products."""

import pytest

from endless import (
    COUNT,
    REAL,
    calendar,
    facets,
    growing,
    next_pages,
    offers,
    shop,
    soft_404,
    sorts,
)
from shops import Endless, Outcome, links, urls

TRAPS = {
    "an endless calendar": (calendar, "/calendar/24"),
    "offers of every day": (offers, "/offers/1"),
    "six filters": (facets, ""),
    "sort orders": (sorts, ""),
    "endless next pages": (next_pages, ""),
    "paths that grow with every page": (growing, "/more/"),
    "missing pages that are there": (soft_404, "/old/index.html"),
}
TRAP_PAGES = 2000


@pytest.mark.parametrize("name", list(TRAPS))
def test_a_trap_keeps_nobody_from_finding_the_products(name):
    trap, into = TRAPS[name]
    entrance = links([into], "trap") if into else ""
    outcome = Outcome(Endless(shop(lambda path: entrance), trap), sample=REAL[30])
    assert outcome.learned.complete
    assert outcome.learned_by <= 600
    assert len(outcome.found & urls(REAL)) >= 0.99 * COUNT
    assert outcome.crawled_by <= COUNT + TRAP_PAGES
