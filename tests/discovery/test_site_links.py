"""The links of a site, by page, place and shape: what they bring, and which pages may be starts and hubs."""

import pytest

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.site_links import SiteLinks, _fewest
from pagekin.dom import parse_page
from pagekin.urls import Scope
from shops import home, links, listing, name, page, product_paths, products, url

PRODUCTS = product_paths(40)
OTHERS = [f"/q/{name(n)}" for n in range(400)]


class Known:
    """A site of which all pages were seen that it is made of; products are the targets."""

    def __init__(self, site, *, has_rule=True, scope=None, redirects=None):
        self.explored = ExploredSite(scope or Scope("shop.test"))
        for path, body in site.items():
            self.explored.add(self.explored.number(url(path)), parse_page(url(path), body))
        for path, to in (redirects or {}).items():
            number = self.explored.number(url(path))
            self.explored.add(number, parse_page(url(to), site[to]))
        members = {self.number(path) for path in PRODUCTS if path in site}
        classes = LinkClasses(self.explored, members)
        self.links = SiteLinks(self.explored, classes, has_rule=has_rule)

    def number(self, path):
        return self.explored.number(url(path))

    def paths(self, numbers):
        return [self.explored.urls[number].removeprefix("http://shop.test") for number in numbers]

    def shape(self, path):
        return self.links.shapes[self.number(path)]

    def brought(self, path):
        return set(self.paths(self.links.brings[self.number(path)]))


def shelves(count, *, each=4, more=lambda n: ""):
    """Make shelves that list products of their own."""
    return {
        f"/c/{name(n)}": listing("Shelf", PRODUCTS[each * n : each * (n + 1)], more(n))
        for n in range(count)
    }


@pytest.mark.parametrize(("others", "counts"), [(9, True), (10, False)])
def test_a_list_brings_targets_if_a_quarter_of_it_are_targets(others, counts):
    """Three targets, which a page has on its own as well, so that the list is not the only way."""
    mixed = listing("All", PRODUCTS[:3] + [f"/p/{900 + n}-{name(n)}" for n in range(others)])
    known = Known(
        {"/": home(links(PRODUCTS[:3])), "/all": mixed} | products(PRODUCTS[:3])
        | {f"/p/{900 + n}-{name(n)}": page("No", "<p>x</p>") for n in range(others)}
    )  # fmt: skip
    assert known.brought("/") == set(PRODUCTS[:3])
    assert known.brought("/all") == (set(PRODUCTS[:3]) if counts else set())


@pytest.mark.parametrize(("others", "counts"), [(38, True), (39, False)])
def test_the_only_list_of_targets_brings_them_if_one_in_twenty_is_one(others, counts):
    wrong = [f"/p/{900 + n}-{name(n)}" for n in range(others)]
    known = Known(
        {"/": home(links(PRODUCTS[:2] + wrong))} | products(PRODUCTS[:2])
        | {path: page("No", "<p>x</p>") for path in wrong}
    )  # fmt: skip
    assert known.brought("/") == (set(PRODUCTS[:2]) if counts else set())


def test_a_redirect_leads_where_its_page_leads():
    site = {"/": home(links(["/all", "/old"])), "/all": listing("All", PRODUCTS)}
    known = Known(site | products(PRODUCTS), redirects={"/old": "/all"})
    assert known.brought("/old") == known.brought("/all") == set(PRODUCTS)
    collections = known.links.collections
    assert collections[known.number("/old")] == collections[known.number("/all")]


@pytest.mark.parametrize(("wrong", "is_pure"), [(4, True), (5, False)])
def test_a_shape_is_pure_if_nine_in_ten_urls_of_it_are_targets(wrong, is_pure):
    others = [f"/p/{900 + n}-{name(n)}" for n in range(wrong)]
    known = Known(
        {"/": home(links(PRODUCTS + others))} | products(PRODUCTS)
        | {path: page("No", "<p>x</p>") for path in others}
    )  # fmt: skip
    assert known.shape(PRODUCTS[0]) == known.shape(others[0])
    assert (known.shape(PRODUCTS[0]) in known.links.pure_shapes) is is_pure
    assert known.shape("/") not in known.links.pure_shapes


def test_without_a_rule_no_hub_looks_like_a_target():
    site = {"/": home(links(PRODUCTS))} | products(PRODUCTS)
    assert Known(site).links.never_hubs == frozenset()
    known = Known(site, has_rule=False)
    assert known.links.never_hubs == {known.shape(PRODUCTS[0])}
    same = known.links.with_shapes(known.links.url_shapes)
    assert same.never_hubs == known.links.never_hubs


def test_lists_with_most_targets_come_first_and_those_with_one_are_none():
    site = {
        "/": home(links(["/one", "/two", "/many"])),
        "/one": listing("One", PRODUCTS[:1]),
        "/two": listing("Two", PRODUCTS[:2]),
        "/many": listing("Many", PRODUCTS[:20]),
    }
    known = Known(site | products(PRODUCTS[:20]))
    assert known.paths(known.links.lists) == ["/many", "/two"]


def test_pages_that_only_a_form_leads_to_are_no_starts():
    site = {"/": home(links(["/all"])), "/all": listing("All", PRODUCTS)} | products(PRODUCTS)
    known = Known(site)
    found = known.number("/search?q=a")
    form, anchor = len(known.explored.paths), len(known.explored.paths) + 1
    known.explored.paths += ["html/body/form.search", "html/body/a"]
    known.explored.inlink_paths[found] = {form}
    assert not known.links.may_start(found)
    known.explored.inlink_paths[found] = {form, anchor}
    assert known.links.may_start(found)
    assert known.links.may_start(known.number("/all"))
    assert known.links.may_start(known.number("/"))  # to which nothing leads


def test_each_parameter_of_a_start_is_counted():
    known = Known({"/": home(links(["/a", "/a?x=1", "/a?x=1&y=2"]))})
    counted = [known.links.parameters(known.number(f"/a{query}")) for query in ("", "?x=1", "?x=1&y=2")]  # fmt: skip
    assert counted == [0, 1, 2]


def test_links_between_hubs_of_a_shape_are_followed_to_the_end_but_not_to_targets():
    def more(n):
        return links([f"/c/{name(n + 1)}"], "next") if n < 4 else links(["/about"], "next")

    known = Known(
        {"/": home(links([f"/c/{name(0)}"]))} | shelves(5, more=more) | products(PRODUCTS)
    )
    first, shape = known.number(f"/c/{name(0)}"), known.shape(f"/c/{name(0)}")
    pages, loops = known.links.closure({first}, shape)
    assert sorted(known.paths(pages)) == sorted(f"/c/{name(n)}" for n in range(5))
    assert len(loops) == 1
    assert {(kind, to) for kind, _, to in loops} == {(shape, shape)}
    assert set(known.paths(known.links.brought_by(pages))) == set(PRODUCTS[:20])


def test_hubs_are_linked_by_the_fewest_ways_that_reach_all_of_them():
    known = Known({"/": home(links(list(shelves(4))))} | shelves(4) | products(PRODUCTS))
    numbers = [known.number(path) for path in shelves(4)]
    shape, start = known.shape(f"/c/{name(0)}"), known.number("/")
    ways = {
        (start, 1, shape): set(numbers[:3]),
        (start, 2, shape): set(numbers[:2]),  # nothing that the first does not reach
        (start, 3, shape): set(numbers[2:]),
    }
    assert _fewest(ways, set(numbers)) == {(start, 1, shape), (start, 3, shape)}
    assert _fewest(ways, set(numbers[:3])) == {(start, 1, shape)}


@pytest.mark.parametrize(("count", "is_index"), [(3, True), (2, False)])
def test_a_page_that_lists_three_hubs_is_an_index(count, is_index):
    site = {"/": home(links(["/map"])), "/map": page("Map", links(list(shelves(count)), "map"))}
    known = Known(site | shelves(count) | products(PRODUCTS))
    listed = known.links.hubs_listed(known.number("/map"))
    shape = known.shape(next(iter(shelves(1))))
    assert [to for _, to in listed] == ([shape] if is_index else [])
    assert known.links.hubs_listed(known.number("/map")) is listed


def test_targets_and_pages_whose_hubs_bring_nothing_are_no_indices():
    empty = {path: page("Shelf", "<p>sold out</p>") for path in OTHERS[:5]}
    site = {"/": home(links(PRODUCTS)), "/map": page("Map", links(list(empty), "map"))}
    site |= products(PRODUCTS, lambda path: links(list(shelves(4)), "see"))
    known = Known(site | empty | shelves(4))
    assert known.links.hubs_listed(known.number("/map")) == {}
    assert known.links.hubs_listed(known.number(PRODUCTS[0])) == {}


def test_where_a_domain_is_limited_in_depth_nothing_is_a_start_or_an_index():
    scope = Scope("other.test", domains=(("shop.test", 3),))
    site = {"/": home(links(["/map"])), "/map": page("Map", links(list(shelves(4)), "map"))}
    known = Known(site | shelves(4) | products(PRODUCTS), scope=scope)
    assert known.links.hubs_listed(known.number("/map")) == {}
    assert not known.links.may_start(known.number("/map"))
    assert known.links.lists == []


def test_indices_are_looked_for_next_to_the_starts_or_where_most_hubs_are_linked():
    site = {
        "/": home(links(["/map"])),
        "/map": page("Map", links(list(shelves(4)), "map"), menu=("/",)),
        "/few": page("Few", links(list(shelves(2)), "map"), menu=("/",)),
    }
    known = Known(site | shelves(4) | products(PRODUCTS))
    near = known.paths(known.links.possible_indices([known.number("/map")]))
    assert set(near) == {"/", *shelves(4)}
    first = known.paths(known.links.possible_indices([]))[:2]
    assert first == ["/map", "/few"]


def test_places_are_those_with_most_targets_where_most_links_lead_to_some():
    both = links(PRODUCTS[:5], "some") + links(PRODUCTS[:4] + OTHERS[:5], "mixed")
    site = {"/": page("Shop", links(PRODUCTS[:20], "many") + both)}
    known = Known(site | products(PRODUCTS[:20]) | {path: page("x", "") for path in OTHERS[:5]})
    places = [known.explored.paths[path] for path, _ in known.links.places]
    assert ["many" in places[0], "some" in places[1]] == [True, True]
    shapes = {shape for _, shape in known.links.places}
    assert shapes == {known.shape(PRODUCTS[0])}


def test_other_shapes_can_be_tried_and_only_some_of_them():
    known = Known({"/": home(links(PRODUCTS))} | products(PRODUCTS))
    one = ["all"] * len(known.links.shapes)
    ways = known.links.known_ways(set(), one)
    home_page = known.number("/")
    assert {shape for _, shape in ways.collections[home_page]} == {"all"}
    none = known.links.known_ways(set(), one, {"nothing"})
    assert none.collections[home_page] == {}
    same = known.links.known_ways(set())
    assert same.collections is known.links.collections


def test_hubs_and_other_pages_have_shapes_of_their_own():
    """Only what they lead to tells shelves from stories."""
    stories = {f"/x/story-{name(n)}": page("Story", "<p>x</p>", menu=("/",)) for n in range(30, 60)}
    listed = {
        f"/x/shelf-{name(n)}": page("Shelf", links(PRODUCTS[n : n + 3]), menu=("/",))
        for n in range(30)
    }
    known = Known({"/": home(links([*stories, *listed]))} | stories | listed | products(PRODUCTS))
    hubs = {known.shape(path) for path in listed}
    others = {known.shape(path) for path in stories}
    assert hubs.isdisjoint(others)
    alike = dict.fromkeys([*stories, *listed], page("x", "", menu=("/",)))
    known = Known({"/": home(links(list(alike)))} | alike)
    assert len({known.shape(path) for path in alike}) == 1
