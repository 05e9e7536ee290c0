"""Link classes: what links of one path to URLs of one shape have yielded, and what that promises of others."""

from dataclasses import replace

import pytest

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import TRIES, LinkClass, LinkClasses
from pagekin.dom import parse_page
from pagekin.urls import Scope, url_shapes
from pagekin.urls.url_variables import without_numbers
from shops import home, links, name, product_paths, url

PATHS = product_paths(30)


def explored(content, pages=()):
    """Give a site of which the home page is known, and some others."""
    site = ExploredSite(Scope("shop.test"))
    site.add(site.number(url("/")), parse_page(url("/"), home(content)))
    for path, page in dict(pages).items():
        site.add(site.number(url(path)), parse_page(url(path), page))
    return site


def test_a_url_is_analysed_once_however_often_links_are_sorted(monkeypatch):
    analysed = []
    found = url_shapes.variables
    monkeypatch.setattr(url_shapes, "variables", lambda url: analysed.append(url) or found(url))
    site = explored(links(PATHS))
    for _ in range(3):
        LinkClasses(site, set())
    assert sorted(analysed) == sorted(map(without_numbers, site.urls))


def searches(word, count):
    return [f"/{word}?q={number}" for number in range(count)]


def seen(site, paths, *, kin):
    """Note that pages were fetched, and return those that are kin."""
    numbers = [site.number(url(path)) for path in paths]
    site.done.update(numbers)
    site.pages.extend(numbers)
    return set(numbers) if kin else set()


def test_links_of_a_class_are_likely_to_lead_where_enough_others_led():
    site = explored(links(PATHS))
    few = LinkClasses(site, seen(site, PATHS[: TRIES - 1], kin=True))
    assert few.chance[site.number(url(PATHS[-1]))] == 0
    enough = LinkClasses(site, seen(site, PATHS[:TRIES], kin=True))
    assert enough.chance[site.number(url(PATHS[-1]))] == 1
    assert enough.likely_targets() == {site.number(url(path)) for path in PATHS}


def test_what_is_known_of_a_page_counts_more_than_what_others_promise():
    site = explored(links(PATHS))
    members = seen(site, PATHS[:9], kin=True) | seen(site, PATHS[9:10], kin=False)
    classes = LinkClasses(site, members)
    assert [classes.chance[site.number(url(path))] for path in PATHS[8:11]] == [1, 0, 0.9]


def test_where_never_a_target_was_is_none_however_many_of_its_shape_are():
    """Chapters have names as commands have, but stand in a table of contents; one command is named there, too."""
    commands, chapters = PATHS[:18], PATHS[18:]
    site = explored(links(commands) + links([*chapters, commands[-1]], "contents"))
    members = seen(site, commands[:15], kin=True) | seen(site, chapters[:10], kin=False)
    classes = LinkClasses(site, members)
    unseen = (commands[-2], commands[-1], chapters[-1])
    assert [classes.chance[site.number(url(path))] for path in unseen] == [1, 1, 0]


def test_pages_behind_another_endpoint_promise_nothing():
    """They have the same shape, /…?q, and stand in the same list."""
    good, bad = searches("find", 6), searches("ask", 6)
    site = explored(links(good + bad))
    members = seen(site, good[:TRIES], kin=True) | seen(site, bad[:TRIES], kin=False)
    classes = LinkClasses(site, members)
    assert classes.chance[site.number(url(good[-1]))] == 1
    assert classes.chance[site.number(url(bad[-1]))] == 0


def test_the_gain_of_a_class_is_what_its_last_pages_were_the_first_to_name():
    hubs = [f"/c/{number}" for number in range(4)]
    shown = {hub: home(links(PATHS[5 * n : 5 * n + 5])) for n, hub in enumerate(hubs)}
    site = explored(links(hubs, "shelves"), shown)
    classes = LinkClasses(site, seen(site, PATHS[:TRIES], kin=True))
    (shelves,) = [c for c in classes.by_key.values() if site.number(url(hubs[0])) in c.urls]
    assert shelves.gain == 5
    assert (shelves.fetched, shelves.members, shelves.share) == (4, 0, 0)


def test_those_who_watch_hear_of_the_kinds_with_targets_first():
    site = explored(links(PATHS) + links([f"/blog/{n}/" for n in range(40)], "posts"))
    classes = LinkClasses(site, seen(site, PATHS[:TRIES], kin=True))
    kin, others = classes.largest_kinds(2)
    assert (kin.known, kin.looked_at, kin.targets) == (30, TRIES, TRIES)
    assert (others.known, others.targets) == (40, 0)


def test_words_in_queries_tell_links_apart_as_folders_do():
    """One program shows everything; a word says what: ?kind=user&id=7. What was searched for is no such word."""
    users, items = (
        [f"/index.php?id={n}&kind={kind}" for n in range(8)] for kind in ("user", "item")
    )
    asked = [f"/find?q={word}" for word in ("ash", "oak", "elm", "fir", "yew")]
    site = explored(links(users + items + asked))
    classes = LinkClasses(site, seen(site, users[:4], kin=True) | seen(site, items[:4], kin=False))
    assert [classes.chance[site.number(url(path))] for path in (users[-1], items[-1])] == [1, 0]
    assert {classes.shape[site.number(url(path))] for path in asked} == {"/{word}?q"}


BRANDS = [
    [f"/p/{brand}-{name(10 * n + m)}" for m in range(6)]
    for n, brand in enumerate(f"{a}{b}" for a in ("abel", "bude", "cora", "dima") for b in "xyz")
]


def brands_known(tried, *, kin=True):
    """Know three products each of some brands, whose names begin their addresses; give the site and its link classes."""
    site = explored(links([path for paths in BRANDS for path in paths]))
    members = set().union(*(seen(site, paths[:TRIES], kin=True) for paths in BRANDS[: tried - 1]))
    members |= seen(site, BRANDS[tried - 1][:TRIES], kin=kin)
    return site, LinkClasses(site, members)


def test_brands_need_not_be_tried_each_once_all_of_many_are_kin():
    site, classes = brands_known(10)
    last = {site.number(url(path)) for path in BRANDS[-1]}
    assert len({classes.shape[number] for number in last}) == 1
    assert last <= classes.told
    assert all(classes.chance[number] == 1 for number in last)


@pytest.mark.parametrize(("tried", "kin"), [(9, True), (11, False)])
def test_brands_are_tried_each_while_few_are_known_or_one_is_another_kind(tried, kin):
    site, classes = brands_known(tried, kin=kin)
    assert not classes.told
    assert classes.chance[site.number(url(BRANDS[-1][0]))] == 0


def test_what_a_class_promises_is_what_its_pages_brought_for_each_that_is_left():
    some = LinkClass(list(range(30)), fetched=10, members=4, steady_gain=0.4, alone=2)
    assert some.rate == 2 / 10  # which came of late, and were not met again
    assert some.promise == some.rate * 20
    assert some.share == 4 / 10
    assert replace(some, alone=9).rate == some.steady_gain
    untried = replace(some, fetched=0)
    assert (untried.rate, untried.promise, untried.share) == (0, 0, 0)


def test_a_class_tells_the_more_the_more_its_pages_agree():
    def told(members, fetched):
        return LinkClass(fetched=fetched, members=members).decisiveness

    assert told(5, 10) == 0
    assert told(10, 10) == told(0, 10) > told(9, 10) > told(6, 10) > 0
    assert told(20, 20) > told(10, 10)


@pytest.mark.parametrize("shelves", [40, 39])
def test_what_one_page_alone_names_tells_whether_it_goes_on_if_many_pages_were_seen(shelves):
    """Each shelf names a product of its own, and ten of these are on a map as well."""
    hubs, paths = [f"/c/{name(number)}" for number in range(shelves)], product_paths(shelves)
    shown = {hub: home(links([path])) for hub, path in zip(hubs, paths, strict=True)}
    site = explored(links(hubs, "shelves"), shown | {"/map": home(links(paths[:10]))})
    classes = LinkClasses(site, seen(site, paths, kin=True))
    (some,) = [c for c in classes.by_key.values() if site.number(url(hubs[0])) in c.urls]
    assert some.gain == 1
    assert (some.alone, some.steady_gain) == ((30, 1) if shelves == 40 else (0, 0))
    assert some.rate == (30 / 40 if shelves == 40 else 0)
