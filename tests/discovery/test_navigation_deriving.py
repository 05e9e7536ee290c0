"""From what is known of a site to its navigation: all targets, for the fewest downloads."""

from itertools import pairwise, permutations

import pytest

from pagekin.crawl.follower import Follower
from pagekin.discovery import navigation_deriving
from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_draft import DescriptionLength, KnownWays, NavigationDraft
from pagekin.discovery.navigation_shortening import _EDITS
from pagekin.discovery.site_links import SiteLinks
from pagekin.dom import parse_page
from pagekin.navigation import ANY, TARGET
from pagekin.urls import Scope
from shops import (
    article,
    home,
    links,
    listing,
    name,
    product,
    product_paths,
    products,
    surroundings,
    url,
)


def derive(site, is_target, entry, *, has_rule=True):
    """Derive the navigation of a site that is known whole; give it with the number of targets reached."""
    explored = ExploredSite(Scope("shop.test"))
    for path in [entry, *site]:
        number = explored.number(url(path))
        if number not in explored.done:
            explored.add(number, parse_page(url(path), site[path]))
    members = {n for n in explored.pages if is_target(explored.urls[n].removeprefix(url("")))}
    deriving = navigation_deriving.derive(
        explored, LinkClasses(explored, members), [explored.number(url(entry))], has_rule=has_rule
    )
    navigation = deriving.navigation()
    led_from = {ANY, TARGET, *navigation.starts, *(step.to for step in navigation.steps)}
    assert {step.source for step in navigation.steps} <= led_from
    return navigation, deriving.reached


def is_product(path):
    return path.startswith("/p/")


def kinds(navigation):
    """Give what leads to what, without the places of the links."""
    return {(step.source.removeprefix(url("")), step.to) for step in navigation.steps}


PRODUCTS = product_paths(60)


def test_a_list_on_the_start_page_needs_one_step():
    site = surroundings() | {"/": home(links(PRODUCTS))} | products(PRODUCTS)
    navigation, reached = derive(site, is_product, "/")
    assert navigation.starts == (url("/"),)
    assert {step.to for step in navigation.steps} == {TARGET}
    assert len(navigation.steps) == 1
    assert reached == 60


def test_hubs_are_followed_and_other_pages_are_not():
    hubs = [f"/c/{name(n)}" for n in range(6)]
    site = surroundings() | {"/": home(links(hubs, "shelves"))} | products(PRODUCTS)
    site |= {hub: listing(hub, PRODUCTS[n::6]) for n, hub in enumerate(hubs)}
    navigation, reached = derive(site, is_product, "/")
    assert ("/", "/c/…") in kinds(navigation)
    assert not any("news" in to or "help" in to for _, to in kinds(navigation))
    assert reached == 60


def test_next_pages_are_followed_from_any_page():
    site = surroundings() | {"/": home(links(["/all/1"], "shelves"))} | products(PRODUCTS)
    for n in range(1, 13):
        following = links([f"/all/{n + 1}"] * (n < 12), "next")
        site[f"/all/{n}"] = listing("All", PRODUCTS[(n - 1) * 5 : n * 5], following)
    navigation, reached = derive(site, is_product, "/")
    to_next = [step for step in navigation.steps if step.to == "/all/…"]
    assert [(step.source, step.path) for step in to_next] == [(ANY, None)]
    assert reached == 60


def test_targets_that_only_targets_lead_to_are_reached():
    following = dict(pairwise(PRODUCTS))
    chained = products(PRODUCTS, lambda path: links([following.get(path, "/")], "next"))
    navigation, reached = derive(
        surroundings() | {"/": home(links(PRODUCTS[:1]))} | chained, is_product, "/"
    )
    assert {source for source, to in kinds(navigation) if to == TARGET} & {TARGET, ANY}
    assert reached == 60


def test_of_two_ways_the_one_with_fewer_downloads_is_taken():
    """Twenty brands list all products, and so do three pages of an index."""
    brands = [f"/brand/{name(n)}" for n in range(20)]
    index = [f"/index/{n}" for n in range(3)]
    site = surroundings() | products(PRODUCTS)
    site["/"] = home(links(brands, "brands"), links(index, "index"))
    site |= {path: listing(path, PRODUCTS[n::20]) for n, path in enumerate(brands)}
    site |= {path: listing(path, PRODUCTS[n::3]) for n, path in enumerate(index)}
    navigation, reached = derive(site, is_product, "/")
    assert not any("brand" in to for _, to in kinds(navigation))
    assert reached == 60


def test_two_ways_are_taken_where_neither_leads_to_all():
    site = surroundings() | products(PRODUCTS)
    site["/"] = home(links(["/a/1", "/a/2", "/a/3"], "a"), links(["/b/1", "/b/2", "/b/3"], "b"))
    site |= {f"/a/{n + 1}": listing("a", PRODUCTS[:40][n::3]) for n in range(3)}
    site |= {f"/b/{n + 1}": listing("b", PRODUCTS[30:][n::3]) for n in range(3)}
    _, reached = derive(site, is_product, "/")
    assert reached == 60


def test_links_of_a_form_that_only_targets_have_are_followed_from_any_page():
    """So that a product is found wherever tomorrow's pages link to it."""
    site = surroundings() | {"/": home(links(PRODUCTS))} | products(PRODUCTS)
    navigation, _ = derive(site, is_product, "/")
    (step,) = navigation.steps
    assert (step.source, step.path) == (ANY, None)


def test_where_the_form_says_nothing_the_place_of_the_links_does():
    """All pages are /number.html; products stand in one list, stories in another."""
    goods = [f"/{n}.html" for n in range(100, 140)]
    stories = [f"/{n}.html" for n in range(200, 240)]
    site = {"/": home(links(goods, "goods"), links(stories, "stories"))}
    site |= {path: article(n) for n, path in enumerate(stories)}
    site |= products([f"/p/{n}-x" for n in range(1, 41)])
    site |= {path: site.pop(f"/p/{n}-x") for n, path in enumerate(goods, 1)}
    navigation, reached = derive(site, goods.__contains__, "/")
    (step,) = navigation.steps
    assert "ul.goods" in step.path
    assert reached == 40


def test_a_page_that_lists_much_is_a_start_of_its_own_if_nothing_leads_there():
    site = surroundings() | {"/": home(), "/sitemap": listing("Map", PRODUCTS)} | products(PRODUCTS)
    navigation, reached = derive(site, is_product, "/")
    assert url("/sitemap") in navigation.starts
    assert reached == 60


@pytest.mark.parametrize("entry", ["/about", "/news/"])
def test_without_targets_there_are_no_steps(entry):
    site = surroundings() | {"/": home()}
    navigation, reached = derive(site, lambda path: False, entry)
    assert navigation.steps == ()
    assert navigation.starts == (url(entry),)
    assert reached == 0


def test_lists_of_hubs_lead_on_together():
    """Speakers stand behind talks, and three lists name the talks: what is said of one holds for all."""
    talks = [f"/talk/{name(n)}" for n in range(30)]
    lists = ["/schedule/talks/", "/schedule/tutorials/", "/schedule/posters/"]
    site = surroundings() | {"/": home(links(lists, "schedule"))} | products(PRODUCTS)
    site |= {path: listing(path, talks[n::3]) for n, path in enumerate(lists)}
    site |= {path: article(n, links(PRODUCTS[2 * n :][:2], "by")) for n, path in enumerate(talks)}
    navigation, reached = derive(site, is_product, "/")
    assert reached == 60
    assert navigation.starts == (url("/"),)
    assert len(navigation.steps) == 3


def test_a_complete_list_is_followed_although_other_ways_lead_to_all():
    """Tomorrow's product will be on the list, but no other product may name it."""
    following = dict(pairwise(PRODUCTS))
    site = surroundings() | products(PRODUCTS, lambda p: links([following.get(p, "/")], "next"))
    site["/"] = home(links(PRODUCTS[:3], "best"), links(["/all"], "shelves"))
    site["/all"] = listing("All", PRODUCTS)
    navigation, reached = derive(site, is_product, "/")
    assert reached == 60
    assert ("/", "/{word}") in kinds(navigation) or url("/all") in navigation.starts


def test_what_others_cover_is_not_said():
    """Each shelf has a teaser besides its list, at a place of its own."""
    hubs = [f"/c/{name(n)}" for n in range(6)]
    site = surroundings() | {"/": home(links(hubs, "shelves"))} | products(PRODUCTS)
    for n, hub in enumerate(hubs):
        teaser = links(PRODUCTS[n::6][:2], f"teaser{n}")
        site[hub] = listing(hub, PRODUCTS[n::6], teaser)
    navigation, reached = derive(site, is_product, "/")
    assert reached == 60
    assert len(navigation.steps) == 2


def test_a_target_that_nothing_leads_to_is_a_start():
    site = surroundings() | {"/": home(links(PRODUCTS[1:]))} | products(PRODUCTS)
    navigation, reached = derive(site, is_product, "/")
    assert navigation.starts == (url("/"), url(PRODUCTS[0]))
    assert reached == 60


def test_dead_links_are_not_promised():
    """Of sixty likely targets a tenth turned out to be gone, as far as they were tried."""
    gone = product_paths(60, first=1000)
    site = surroundings() | {"/": home(links([*PRODUCTS, *gone]))} | products(PRODUCTS)
    explored = ExploredSite(Scope("shop.test"))
    for path in ["/", *site][:-30]:
        number = explored.number(url(path))
        if number not in explored.done:
            explored.add(number, parse_page(url(path), site[path]))
    for path in gone[:6]:
        explored.fail(explored.number(url(path)))
    members = {n for n in explored.pages if "/p/" in explored.urls[n]}
    deriving = navigation_deriving.derive(explored, LinkClasses(explored, members), [0])
    tried = len(members) + 6
    waiting = 120 - tried
    assert deriving.reached == len(members) + round(waiting * len(members) / tried)


def test_one_form_stands_for_many_where_little_else_has_it():
    """Commands of a manual begin with one of eight words; nearly all its pages are commands."""
    words = ("bond", "fix", "pair", "dump", "run", "set", "unfix", "read")
    commands = [f"/{words[n % 8]}_{name(n)}.html" for n in range(80)]
    others = [f"/intro_{name(n)}.html" for n in range(6)]
    site = {"/": home(links(commands), links(others, "guide"))}
    site |= {path: article(n) for n, path in enumerate(others)}
    site |= dict(zip(commands, products(product_paths(80)).values(), strict=True))
    navigation, reached = derive(site, commands.__contains__, "/")
    assert reached == 80
    assert len(navigation.steps) == 1


def test_one_form_stands_for_many_hubs():
    """An archive of letters: for each month a folder with its letters and four indices of them, ten letters a month."""
    months = [f"/{year}-{month}" for year in (2003, 2004) for month in ("may", "june", "july")]
    indices = [f"{month}/{by}.html" for month in months for by in ("thread", "author", "date")]
    letters = [f"{month}/{n:06}.html" for month in months for n in range(10)]
    others = [f"/{name(n)}/about.html" for n in range(3)]
    site = {"/": home(links(indices, "months"), links(others, "more"))}
    site |= {path: article(n) for n, path in enumerate(others)}
    for path in indices:
        folder = path.rpartition("/")[0] + "/"
        site[path] = listing(path, [one for one in letters if one.startswith(folder)])
    site |= dict(zip(letters, products(product_paths(60)).values(), strict=True))
    navigation, reached = derive(site, letters.__contains__, "/")
    assert reached == 60
    assert len(navigation.steps) <= 2


def test_folders_that_all_targets_share_are_spelled():
    navigation, _ = derive(
        surroundings() | {"/": home(links(PRODUCTS))} | products(PRODUCTS), is_product, "/"
    )
    assert [step.shape for step in navigation.steps] == ["/p/…"]


def test_one_form_stands_for_any_number_of_folders():
    """Classes of an API lie one to five folders deep, beside summaries of their packages."""
    folders = ["/".join(["org", "api", *map(name, range(n, n + n % 5))]) for n in range(15)]
    classes = [f"/{folder}/{name(7 * n).title()}.html" for n, folder in enumerate(folders * 8)]
    summaries = [f"/{folder}/package-summary.html" for folder in dict.fromkeys(folders)]
    uses = [path.replace("/org/", "/uses/") for path in classes]
    site = {"/": home(links(summaries, "packages"), links(uses, "uses"))}
    site |= {path: article(n) for n, path in enumerate(uses)}
    for path in summaries:
        folder = path.rpartition("/")[0]
        site[path] = listing(path, [c for c in classes if c.rpartition("/")[0] == folder])
    made = products(product_paths(len(classes))).values()
    site |= dict(zip(classes, made, strict=True))
    navigation, reached = derive(site, set(classes).__contains__, "/")
    assert reached == len(set(classes))
    assert len(navigation.steps) <= 4
    followed = {step.shape for step in navigation.steps}
    follower = Follower(navigation, Scope("shop.test"))
    assert {follower.shape(url(path)) for path in classes} <= followed
    assert not {follower.shape(url(path)) for path in uses} & followed


def test_pages_of_a_kind_are_hubs_where_else_many_lists_would_be_starts():
    """Each class has a page on its use, which it links to; lists of uses, one a package, name most of them."""
    folders = [f"/org/{name(n)}" for n in range(12)]
    classes = [
        f"{folder}/{name(100 * n + k)}.html" for n, folder in enumerate(folders) for k in range(8)
    ]
    uses = {path: path.replace("/org/", "/uses/") for path in classes}
    site = {"/": home(links(["/all.html"], "menu")), "/all.html": listing("All", classes)}
    for n, path in enumerate(classes):
        package = f"{path.rpartition('/')[0]}/package-use.html"
        site[path] = article(n, links([uses[path]], "use") + links([package], "package"))
        site[uses[path]] = product(n)
        here = [
            uses[other] for other in classes if other.rpartition("/")[0] == path.rpartition("/")[0]
        ]
        site[package] = listing(package, here[:6])
    navigation, reached = derive(site, lambda path: path.startswith("/uses/"), "/")
    assert reached == len(classes)
    assert navigation.starts == (url("/"),)
    assert len(navigation.steps) <= 3


def test_whatever_is_said_with_less_ways_lead_from_starts_and_hubs():
    """Two lists name each other: where one is reached from the other, it is a start no more."""
    collections = {
        0: {(0, "list"): {1}},
        1: {(1, "list"): {2}, (2, "item"): {10, 11, 12}},
        2: {(1, "list"): {1}, (2, "item"): {12, 13, 14}},
    }
    shapes = ["home", "list", "list", *["item"] * 12]
    known = KnownWays(collections, shapes, set(range(10, 15)), set(range(10, 15)), {0})
    draft = NavigationDraft((0, 1, 2), frozenset({(1, 2, "item"), (2, 2, "item")}))
    edits = [
        edit for some in _EDITS for edit in some(draft, known, DescriptionLength(known, 15, 3))
    ]
    for first, second in permutations(edits, 2):
        made = second(first(draft))
        assert {kind for kind, _, _ in made.ways if isinstance(kind, int)} <= set(made.starts)


def test_a_menu_that_stands_on_every_page_is_followed_on_any():
    """All addresses are alike; each page of a manual names classes at its side, and functions in its text."""
    classes = [f"/{name(n)}.html" for n in range(60)]
    functions = [f"/{name(n)}.html" for n in range(200, 320)]
    modules = [f"/{name(n)}.html" for n in range(400, 412)]
    site = {"/": home(links(modules, "modules"))}
    for n, path in enumerate(modules):
        site[path] = article(
            n, links(classes[n * 3 : n * 3 + 3], "side") + links(functions[n::12], "text")
        )
    for n, path in enumerate(classes):
        inner = classes[36 + n * 2 : 38 + n * 2] if n < 12 else []
        site[path] = product(n, links(inner, "side") + links(functions[n::60], "text"))
    site |= {path: article(n) for n, path in enumerate(functions)}
    navigation, reached = derive(site, set(classes).__contains__, "/")
    assert reached == len(classes)
    assert navigation.starts == (url("/"),)
    assert len(navigation.steps) == 2
    (from_any,) = (step for step in navigation.steps if step.source == ANY)
    assert "ul.side" in from_any.path


def test_without_a_rule_no_form_of_addresses_leads_to_hubs_and_targets():
    """Lists have addresses as commands have. What is followed to one that is like both is said to be a target, or is none."""
    commands = [f"/{name(n)}.html" for n in range(60)]
    lists = [f"/{name(n)}.html" for n in range(100, 104)]
    site = {"/": home(links(lists, "lists"))} | dict(
        zip(commands, products(product_paths(60)).values(), strict=True)
    )
    site |= {path: listing(path, commands[n::4]) for n, path in enumerate(lists)}
    navigation, reached = derive(site, commands.__contains__, "/", has_rule=False)
    assert reached == 60
    assert {step.to for step in navigation.steps} == {TARGET}
    ruled, _ = derive(site, commands.__contains__, "/")
    assert {step.to for step in ruled.steps} != {TARGET}


def test_a_way_that_fetches_much_beside_them_is_better_than_none():
    """Four products stand in a list of two hundred pages whose addresses are like theirs."""
    stories = product_paths(200, first=1000)
    site = {"/": home(links([*stories, *PRODUCTS[:4]]))} | products(PRODUCTS[:4])
    site |= {path: article(n) for n, path in enumerate(stories)}
    navigation, reached = derive(site, set(PRODUCTS[:4]).__contains__, "/")
    assert len(navigation.steps) == 1
    assert reached == 4


def test_copies_of_a_page_are_expected_once():
    """Ten of sixty products are linked with a parameter as well, which changes nothing."""
    copies = [f"{path}?from=home" for path in PRODUCTS[:10]]
    site = surroundings() | {"/": home(links([*PRODUCTS, *copies]))} | products(PRODUCTS)
    site |= {copy: site[copy.partition("?")[0]] for copy in copies}
    _, reached = derive(site, is_product, "/")
    assert reached == 60


def one_form(path):
    """Return the address of a page on a site on which all addresses are alike."""
    return f"/view?id={path}"


def alike(count, others):
    """Make a site of addresses alike and one place for all links: two lists of targets among lists of other pages."""
    goods = [one_form(1000 + n) for n in range(count)]
    lists = [one_form(n) for n in range(10, 12 + others)]
    site = {path: product(n) for n, path in enumerate(goods)}
    for n, path in enumerate(lists[2:]):
        below = [one_form(5000 + 100 * n + m) for m in range(20)]
        site |= {other: article(m) for m, other in enumerate(below)}
        site[path] = listing("Other", [*below, *lists])
    site[lists[0]] = listing("Most", [*goods[: count * 4 // 5], *lists])
    site[lists[1]] = listing("Few", [*goods[count * 4 // 5 :], *lists])
    return site | {"/": listing("All", lists)}, set(goods)


def test_a_list_that_is_fetched_as_any_other_link_may_be_a_start():
    """Otherwise the pages of all lists would be fetched to find those of one."""
    site, goods = alike(60, 10)
    navigation, reached = derive(site, goods.__contains__, "/")
    assert reached == len(goods)
    assert set(navigation.starts) >= {url(one_form(10)), url(one_form(11))}


def test_hubs_of_one_place_are_followed_without_all_that_they_lead_to():
    """Targets stand behind another class; that every page links to the menu makes no hubs of the whole site."""
    parents = [one_form(100 + n) for n in range(12)]
    goods = [one_form(1000 + n) for n in range(96)]
    menu = [one_form(n) for n in range(1, 9)]
    site = {path: product(n, links(menu, "menu")) for n, path in enumerate(goods)}
    for n, path in enumerate(parents):
        site[path] = listing("Team", goods[n::12], links(menu, "menu"))
    for n, path in enumerate(menu):
        below = [one_form(5000 + 100 * n + m) for m in range(15)]
        site |= {other: article(m, links(menu, "menu")) for m, other in enumerate(below)}
        site[path] = listing("Other", below, links(menu, "menu"))
    site[menu[0]] = listing("Teams", parents, links(menu, "menu"))
    site["/"] = home(links(menu, "menu"))
    navigation, reached = derive(site, set(goods).__contains__, "/")
    assert reached == len(goods)
    assert len(navigation.steps) + len(navigation.starts) <= 4


def test_what_redirects_to_a_target_leads_where_targets_lead():
    """A crawler takes the page there for a target; it follows from it what it follows from targets, not from hubs."""
    explored = ExploredSite(Scope("shop.test"))
    old, target, other = (explored.number(url(path)) for path in ("/old", "/p/1", "/about"))
    explored.add(old, parse_page(url("/p/1"), product(1)))
    explored.add(other, parse_page(url("/about"), article(1)))
    links_known = SiteLinks(explored, LinkClasses(explored, {target}))
    assert links_known.members == {old, target}


def test_targets_are_not_named_where_a_way_of_some_more_downloads_leads_to_all():
    """Twelve short lists behind an index, all addresses alike: their pages are found, also those of tomorrow."""
    goods = [one_form(1000 + n) for n in range(36)]
    lists = [one_form(n) for n in range(10, 22)]
    site = {path: product(n) for n, path in enumerate(goods)}
    for n, path in enumerate(lists):
        gone = [one_form(9000 + 10 * n + m) for m in range(2)]
        site |= {other: article(m) for m, other in enumerate(gone)}
        site[path] = listing("Team", [*goods[n::12], *gone])
    site["/"] = listing("All", lists)
    navigation, reached = derive(site, set(goods).__contains__, "/")
    assert reached == len(goods)
    assert not set(navigation.starts) & {url(path) for path in goods}
