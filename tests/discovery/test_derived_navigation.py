"""What a derived navigation tells of itself: what it fetches, reaches and misses, and which URLs lead to which kind of page."""

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_deriving import derive
from pagekin.dom import parse_page
from pagekin.navigation import TARGET
from pagekin.urls import Scope
from shops import home, links, listing, name, product_paths, products, surroundings, url

PRODUCTS = product_paths(30)
SHELVES = [f"/c/{name(n)}" for n in range(3)]


def derived(site, *, seen=None, scope=None):
    """Derive the navigation of a site from its home page; of its products only some were looked at."""
    explored = ExploredSite(scope or Scope("shop.test"))
    for path in site:
        if path not in PRODUCTS or seen is None or path in seen:
            explored.add(explored.number(url(path)), parse_page(url(path), site[path]))
    members = {n for n in explored.pages if explored.urls[n].removeprefix(url("")) in PRODUCTS}
    return explored, derive(explored, LinkClasses(explored, members), [explored.number(url("/"))])


def shelved():
    shelves = {path: listing(path, PRODUCTS[n::3]) for n, path in enumerate(SHELVES)}
    return {"/": home(links(SHELVES, "shelves"))} | shelves | surroundings() | products(PRODUCTS)


def test_all_that_is_fetched_counts_and_targets_are_told_in_order():
    _, deriving = derived(shelved())
    assert deriving.downloads == 1 + len(SHELVES) + len(PRODUCTS)
    assert deriving.reached == len(PRODUCTS)
    assert deriving.target_urls == tuple(sorted(map(url, PRODUCTS)))
    assert deriving.missed == ()


def test_targets_that_were_not_looked_at_are_reached_by_their_chance():
    _, deriving = derived(shelved(), seen=PRODUCTS[:12])
    assert deriving.reached == len(PRODUCTS)
    assert len(deriving.target_urls) == len(PRODUCTS)


def test_the_urls_that_it_leads_to_are_sorted_by_the_kind_of_page_that_is_there():
    explored, deriving = derived(shelved())
    kinds = deriving.kinds()
    assert {explored.urls[number] for number in kinds[TARGET]} == set(map(url, PRODUCTS))
    (shelves,) = [
        shape for shape, urls in kinds.items() if explored.number(url(SHELVES[0])) in urls
    ]
    assert {explored.urls[number] for number in kinds[shelves]} == set(map(url, SHELVES))
    found = [number for urls in kinds.values() for number in urls]
    assert len(found) == deriving.downloads  # each once, and nothing that it does not lead to


def test_what_nothing_leads_to_is_named_unless_it_may_be_no_start():
    alone = {path: body for path, body in shelved().items() if path not in SHELVES[1:]}
    alone["/"] = home(links(SHELVES[:1], "shelves"))
    _, deriving = derived(alone)
    assert deriving.missed == ()
    strays = set(map(url, PRODUCTS)) - set(map(url, PRODUCTS[::3]))
    assert strays <= set(deriving.navigation().starts)
    limited = Scope("other.test", domains=(("shop.test", 4),))
    _, deriving = derived(alone, scope=limited)
    assert deriving.missed == tuple(sorted(strays))
    assert deriving.reached == len(PRODUCTS[::3])
