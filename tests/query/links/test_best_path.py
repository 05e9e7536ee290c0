"""The best path: fewest links, the first among equals, the same on both databases as by plain search."""

import random
from itertools import pairwise

import pytest

from made_crawls import ROOT, gone, moved, page, store_crawl, url
from pagekin.app.path import find_path
from pagekin.errors import UsageError


def path_in(store, site, start, end, **options):
    store_crawl(store, site)
    with store.connection() as connection:
        found = find_path(connection, url(start), url(end), **options)
    return [one.url.removeprefix(ROOT) for one in found.pages]


SITE = {
    "/": page("/b", "/a", ("/logo.png", "logo", "img")),
    "/a": page("/", "/a1", "/deep"),
    "/b": page("/", "/b1", "/a1"),
    "/a1": page("/end"),
    "/b1": page("/end"),
    "/end": page(),
    "/deep": page("/1"),
    **{f"/{n}": page(f"/{n + 1}") for n in range(1, 9)},
    "/9": page(),
    "/island": page("/"),
}


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("/", "/", ["/"]),
        ("/", "/a", ["/", "/a"]),
        ("/", "/end", ["/", "/b", "/b1", "/end"]),
        ("/a", "/end", ["/a", "/a1", "/end"]),
        ("/", "/3", ["/", "/a", "/deep", "/1", "/2", "/3"]),
        ("/", "/4", []),  # six links
        ("/", "/island", []),
        ("/end", "/", []),
        ("/", "/logo.png", []),  # shown, not led to
    ],
)
def test_the_path_has_the_fewest_links_and_at_most_five(store, start, end, expected):
    assert path_in(store, SITE, start, end) == expected


def test_among_equals_the_links_that_stand_first_decide_page_by_page(store):
    site = {
        "/": page("/1", "/2", "/3"),
        "/1": page("/dead"),
        "/dead": page(),
        "/2": page("/x", "/y"),
        "/3": page("/x"),
        "/x": page("/other", "/end"),
        "/y": page("/end"),
        "/other": page(),
        "/end": page(),
    }
    assert path_in(store, site, "/", "/end") == ["/", "/2", "/x", "/end"]


def test_a_limit_may_be_set(store):
    assert path_in(store, SITE, "/", "/4", limit=6)[-1] == "/4"
    with store.connection() as connection:
        assert not find_path(connection, url("/"), url("/end"), limit=2).is_connected
        assert find_path(connection, url("/"), url("/"), limit=0).links == 0


def test_a_link_to_a_page_that_redirects_leads_to_where_that_went(store):
    site = {
        "/": page("/old"),
        "/old": moved("/older"),
        "/older": moved("/new"),
        "/new": page("/end"),
        "/end": page(),
        "/round": moved("/circle"),
        "/circle": moved("/round"),
    }
    assert path_in(store, site, "/", "/end") == ["/", "/new", "/end"]
    assert path_in(store, site, "/old", "/end") == ["/new", "/end"]
    assert path_in(store, site, "/", "/old") == ["/", "/new"]
    assert path_in(store, site, "/", "/round") == []


def test_a_path_tells_by_which_links_it_leads(store):
    store_crawl(store, {"/": page(("/b", "Best pots"), ("/b", "again")), "/b": page()})
    with store.connection() as connection:
        table = find_path(connection, url("/"), url("/b")).as_table()
    assert table.as_dicts() == [
        {"page": f"{ROOT}/", "step": 0, "anchor": "", "tag": ""},
        {"page": f"{ROOT}/b", "step": 1, "anchor": "Best pots", "tag": "a"},
    ]


def test_sub_sites_are_connected_by_the_best_path_between_any_of_their_pages(store):
    site = {
        "/": page("/pots/", "/help/"),
        "/pots/": page("/pots/1", "/pots/2"),
        "/pots/1": page("/"),
        "/pots/2": page("/care"),
        "/care": page("/help/care"),
        "/help/": page(),
        "/help/care": page(),
        "/help_not/1": page(),
        "/POTS/3": page("/help/"),
    }
    assert path_in(store, site, "/pots/*", "/help/*") == ["/pots/1", "/", "/help/"]
    assert path_in(store, site, "/pots/*", "/help/c*re") == ["/pots/2", "/care", "/help/care"]
    assert path_in(store, site, "/help/*", "/pots/*") == []
    assert path_in(store, site, "/pots/*", "/pots/2*") == ["/pots/2"]


def test_a_sub_site_is_looked_for_in_the_last_crawl_that_saw_any_of_it(store):
    whole = store_crawl(store, {"/": page("/pots/1"), "/pots/1": page("/")})
    store_crawl(store, {"/": page()})
    with store.connection() as connection:
        assert find_path(connection, url("/pots/*"), url("/")).crawl == whole
        with pytest.raises(UsageError, match=r"no crawl that came to its end has seen .*/pans/\*"):
            find_path(connection, url("/pans/*"), url("/"))


def test_pages_that_failed_can_be_led_to_but_lead_nowhere(store):
    assert path_in(store, {"/": page("/gone"), "/gone": gone()}, "/", "/gone") == ["/", "/gone"]


def test_what_no_crawl_knows_is_said(store):
    store_crawl(store, SITE)
    with store.connection() as connection:
        with pytest.raises(UsageError, match="no crawl that came to its end has seen"):
            find_path(connection, url("/nowhere"), url("/"))
        with pytest.raises(UsageError, match=r"crawl 1 knows no page .*/nowhere"):
            find_path(connection, url("/"), url("/nowhere"))
        with pytest.raises(UsageError, match=r"knows no page like .*/x/\*"):
            find_path(connection, url("/"), url("/x/*"))
        with pytest.raises(UsageError, match="there is no crawl 7"):
            find_path(connection, url("/"), url("/a"), crawl=7)
        with pytest.raises(UsageError, match="is no URL"):
            find_path(connection, "ftp://x", url("/"))


def test_links_are_those_of_the_crawl_that_is_asked(store):
    first = store_crawl(store, {"/": page("/a"), "/a": page("/b"), "/b": page()})
    store_crawl(store, {"/": page("/a", "/b"), "/a": page(), "/b": page()})
    with store.connection() as connection:
        assert find_path(connection, url("/"), url("/b")).links == 1
        assert find_path(connection, url("/"), url("/b"), crawl=first).links == 2
        assert not find_path(connection, url("/a"), url("/b")).is_connected


def test_search_from_both_ends_finds_what_plain_search_finds(sqlite_store):
    dice = random.Random(7)
    names = [f"/{n}" for n in range(60)]
    site = {name: page(*dice.choices(names, k=dice.randrange(4))) for name in names}
    for name in dice.sample(names, 8):
        site[name] = moved(dice.choice(names))
    store_crawl(sqlite_store, site)
    with sqlite_store.connection() as connection:
        for start, end in dice.choices(list(pairwise(dice.sample(names, 60))), k=150):
            found = find_path(connection, url(start), url(end))
            pages = [one.url.removeprefix(ROOT) for one in found.pages]
            assert pages == plain_search(site, start, end), (start, end)


def plain_search(site, start, end, limit=5):
    """Search breadth first in the order of the links: each page is found by the first path that there is."""

    def led(name, passed=()):
        to = site[name].to
        return led(to, (*passed, name)) if to and to not in (*passed, name) else name

    paths, known = [[led(start)]], {led(start)}
    for _ in range(limit + 1):
        for path in paths:
            if path[-1] == led(end):
                return path
        further = []
        for path in paths:
            for link in site[path[-1]].links:
                if led(link) not in known:
                    known.add(led(link))
                    further.append([*path, led(link)])
        paths = further
    return []
