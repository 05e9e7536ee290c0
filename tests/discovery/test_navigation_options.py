"""What could be added to a navigation: which links may be followed, which pages may be starts and hubs, and what each brings."""

from itertools import pairwise

import pytest

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_cover import NavigationCover, Option
from pagekin.discovery.navigation_options import options
from pagekin.discovery.site_links import SiteLinks
from pagekin.dom import parse_page
from pagekin.navigation import ANY, TARGET
from pagekin.urls import Scope
from shops import home, links, listing, name, page, product_paths, products, url

PRODUCTS = product_paths(24)
SHELVES = [f"/c/{name(n)}" for n in range(6)]


class Offered:
    """A site of which all pages are known, and what its navigation could have, starting from the home page."""

    def __init__(self, site, *, start="/"):
        self.explored = ExploredSite(Scope("shop.test"))
        for path, body in site.items():
            self.explored.add(self.number(path), parse_page(url(path), body))
        members = {self.number(path) for path in PRODUCTS if path in site}
        self.links = SiteLinks(self.explored, LinkClasses(self.explored, members))
        self.cover = NavigationCover(self.links, [self.number(start)] if start else [])

    def number(self, path):
        return self.explored.number(url(path))

    def paths(self, numbers):
        return {self.explored.urls[number].removeprefix("http://shop.test") for number in numbers}

    def shape(self, path):
        return self.links.shapes[self.number(path)]

    def options(self):
        return list(options(self.cover))

    def ways(self):
        """Give single ways to targets: on which pages, whether at one place, and what they bring and cost."""
        start = self.number("/")
        named = {start: "home", ANY: "any", TARGET: "target"}
        single = [(option, *option.steps) for option in self.options() if len(option.steps) == 1]
        return {
            (named.get(way[0], way[0]), way[1] is not None): (option.gain, option.cost)
            for option, way in single
            if way[2] == self.shape(PRODUCTS[0])
        }

    def take(self, *, hubs=None, start=None):
        """Take the best option with these hubs or this start."""
        chosen = [
            option
            for option in self.options()
            if option.hubs == hubs and option.start == (start and self.number(start))
        ]
        best = max(chosen, key=lambda option: (option.worth, option.order))
        self.cover.take(best)
        return best


def site(*, others=(), menu=()):
    """Make a shop whose home page lists products and others, and names pages in a menu."""
    return {
        "/": home(links([*PRODUCTS, *others]), links(menu, "side")),
        **products(PRODUCTS),
        **{path: page("No", "<p>x</p>", menu=("/",)) for path in others},
    }


def test_links_can_be_followed_at_their_place_anywhere_on_a_page_and_on_any_page():
    ways = Offered(site()).ways()
    assert ways == dict.fromkeys(
        [("home", True), ("home", False), ("any", False), ("any", True)], (24, 0)
    )


@pytest.mark.parametrize(("wrong", "is_pure"), [(2, True), (3, False)])
def test_links_are_followed_wherever_they_stand_only_if_nine_in_ten_lead_to_targets(wrong, is_pure):
    others = [f"/p/{900 + n}-{name(n)}" for n in range(wrong)]
    ways = Offered(site(others=others)).ways()
    at_its_place = {("home", True): (24, wrong), ("any", True): (24, wrong)}
    anywhere = {("home", False): (24, wrong), ("any", False): (24, wrong)}
    assert ways == (at_its_place | anywhere if is_pure else at_its_place)


def test_a_shape_that_much_else_has_elsewhere_may_be_followed_wherever_it_stands_on_one_page_only():
    others = [f"/p/{900 + n}-{name(n)}" for n in range(9)]
    elsewhere = {"/map": page("Map", links(others, "map"), menu=("/",))}
    elsewhere |= {path: page("No", "<p>x</p>", menu=("/",)) for path in others}
    ways = Offered(site() | elsewhere).ways()
    assert set(ways) == {("home", True), ("home", False), ("any", True)}


def test_what_is_followed_on_any_page_is_downloaded_also_where_that_was_offered_before():
    offered = Offered(site())
    shape = offered.shape(PRODUCTS[0])
    offered.cover.take(Option(24, 0, frozenset({(ANY, None, shape)}), set()))
    assert offered.paths(offered.cover.downloaded) == {"/", *PRODUCTS}
    offered = Offered(site())
    offered.cover.take(Option(24, 0, frozenset({(offered.number("/"), None, shape)}), set()))
    assert offered.paths(offered.cover.downloaded) == {"/"}


def test_links_of_targets_are_offered_once_they_may_be_followed():
    """Each product names the next, and only the first stands on the home page."""
    following = dict(pairwise(PRODUCTS))
    pages = products(PRODUCTS, lambda path: links([following.get(path, "/")], "next"))
    offered = Offered(pages | {"/": home(links(PRODUCTS[:1]))})
    way = offered.number("/"), None, offered.shape(PRODUCTS[0])
    offered.cover.take(Option(1, 0, frozenset({way}), {offered.number(PRODUCTS[0])}))
    assert not [way for way in offered.ways() if way[0] == "target"]
    offered.cover.lead_through_targets()
    assert ("target", True) in offered.ways()


def test_what_is_taken_is_offered_no_more_and_what_is_downloaded_is_no_gain():
    offered = Offered(site())
    best = offered.take()
    assert best.gain == 24
    assert offered.cover.needed == set()
    assert offered.options() == []


def shelved(start="/", **more):
    """Make a shop whose products are on shelves, of which a page has a list."""
    shelves = {path: listing(path, PRODUCTS[4 * n : 4 * n + 4]) for n, path in enumerate(SHELVES)}
    return {"/": home(links(["/map"])), start: page("Map", links(SHELVES, "map"))} | shelves | products(PRODUCTS) | more  # fmt: skip


def test_pages_that_list_targets_are_starts_that_cost_a_download_and_more():
    offered = Offered(shelved("/map"))
    lists = {
        option.start: option for option in offered.options() if option.start and not option.hubs
    }
    assert offered.paths(lists) == set(SHELVES)
    assert {(option.gain, option.cost) for option in lists.values()} == {(4, 2)}


def test_hubs_that_are_linked_bring_what_they_list():
    offered = Offered(shelved())
    shape = offered.shape(SHELVES[0])
    hubs = offered.take(hubs=shape)
    assert (hubs.gain, hubs.cost) == (24, 6)
    assert offered.paths(hubs.pages) == set(SHELVES)
    assert offered.cover.hubs == {shape}
    assert (shape, True) in offered.ways()  # now the shelves' own links are offered


def test_an_index_next_to_the_start_costs_one_download_more_than_its_hubs():
    offered = Offered(shelved("/map"))
    found = [option for option in offered.options() if option.start == offered.number("/map")]
    widest = max(found, key=lambda option: option.gain)
    assert (widest.gain, widest.cost) == (24, 7)
    assert offered.paths(widest.pages) == {"/map", *SHELVES}


def test_further_ways_to_hubs_are_offered_once_some_are_followed():
    """The first shelves are in a menu, the last in a list further below."""
    pages = shelved()
    pages["/"] = home(links(SHELVES[:3], "top"), links(SHELVES[3:], "below"))
    offered = Offered(pages)
    shape = offered.shape(SHELVES[0])
    top, below = sorted(
        (path, len(urls))
        for (path, to), urls in offered.links.collections[offered.number("/")].items()
        if to == shape
    )
    first = (offered.number("/"), top[0], shape)
    offered.cover.take(
        Option(
            12, 3, frozenset({first}), {offered.number(path) for path in SHELVES[:3]}, hubs=shape
        )
    )
    second = (offered.number("/"), below[0], shape)
    (further,) = [option for option in offered.options() if option.steps == {second}]
    assert (further.gain, further.cost) == (12, 3)
    assert offered.paths(further.pages) == set(SHELVES[3:])


def test_what_brings_more_for_each_download_is_worth_more_and_the_broader_breaks_a_tie():
    def option(gain, cost, *way):
        return Option(gain, cost, frozenset({way}), set())

    at_a_place, anywhere = option(4, 1, 0, 1, "/p"), option(4, 1, 0, None, "/p")
    assert option(4, 1, 0, 1, "/p").worth > option(4, 2, 0, 1, "/p").worth > 0
    assert option(5, 1, 0, 1, "/p").worth > at_a_place.worth == anywhere.worth
    assert option(4, 1, ANY, None, "/p").order > anywhere.order > at_a_place.order
