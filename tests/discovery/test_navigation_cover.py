"""A navigation as it grows: what it downloads by now, what it needs yet, and what is offered."""

import pytest

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_cover import NavigationCover, Option
from pagekin.discovery.site_links import SiteLinks
from pagekin.dom import parse_page
from pagekin.navigation import ANY
from pagekin.urls import Scope
from shops import home, links, product_paths, products, url

PRODUCTS = product_paths(6)


@pytest.fixture
def cover():
    """A home page that names six products, of which all were seen; nothing is followed yet."""
    explored = ExploredSite(Scope("shop.test"))
    for path, body in {"/": home(links(PRODUCTS)), **products(PRODUCTS)}.items():
        explored.add(explored.number(url(path)), parse_page(url(path), body))
    members = {explored.number(url(path)) for path in PRODUCTS}
    site = SiteLinks(explored, LinkClasses(explored, members), has_rule=False)
    return NavigationCover(site, [explored.number(url("/"))])


def test_what_was_downloaded_is_needed_no_more_and_offered_as_nothing_new(cover):
    start = cover.starts[0]
    assert cover.downloaded == {start}
    assert cover.needed == cover.links.targets
    way, offer = max(cover.offers, key=lambda one: (one[1].gain, one[0][0] == ANY))
    assert (way[0], offer.gain) == (ANY, len(PRODUCTS))
    cover.take(Option(offer.gain, offer.cost, frozenset({way}), offer.urls))
    assert cover.downloaded == {start, *offer.urls}
    assert (cover.needed, offer.gain, offer.cost) == (set(), 0, 0)
    assert cover.draft.ways == {way}
