"""In-trees, out-trees and reach, on both databases."""

import pytest

from made_crawls import ROOT, moved, page, store_crawl, url
from pagekin.app.links import LinksRequest, links_around, pages_in_reach
from pagekin.errors import UsageError

SITE = {
    "/": page("/list", "/help", ("/logo.png", "logo", "img")),
    "/list": page(("/p1", "Pot one"), ("/p2", "Pot two"), "/", ("/p1", "again")),
    "/help": page("/old"),
    "/old": moved("/p1"),
    "/p1": page(("/list", "back"), "/p2"),
    "/p2": page(),
}


@pytest.fixture
def connection(store):
    store_crawl(store, SITE)
    with store.connection() as connection:
        yield connection


def shown(branches):
    return [(one.depth, one.url.removeprefix(ROOT), one.anchor) for one in branches]


def test_the_in_tree_has_the_paths_that_end_at_a_page(connection):
    found = links_around(connection, LinksRequest(url("/p1"), inwards=2, outwards=0))
    assert found.outwards == ()
    assert shown(found.inwards) == [
        (1, "/help", "/old"),
        (2, "/", "/help"),
        (1, "/list", "Pot one"),
        (2, "/", "/list"),
    ]


def test_the_out_tree_has_the_paths_that_begin_there_in_the_order_of_the_links(connection):
    found = links_around(connection, LinksRequest(url("/"), inwards=0, outwards=3))
    assert shown(found.outwards) == [
        (1, "/list", "/list"),
        (2, "/p1", "Pot one"),
        (3, "/p2", "/p2"),
        (2, "/p2", "Pot two"),
        (1, "/help", "/help"),
        (2, "/p1", "/old"),  # where the old address leads
        (3, "/list", "back"),
        (3, "/p2", "/p2"),
    ]


def test_a_tree_is_cut_where_it_has_too_many_branches_and_says_so(connection):
    request = LinksRequest(url("/"), inwards=0, outwards=3, most=3)
    found = links_around(connection, request)
    assert shown(found.outwards) == [
        (1, "/list", "/list"),
        (2, "/p1", "Pot one"),
        (1, "/help", "/help"),
    ]
    assert found.is_cut
    assert found.as_table().is_cut
    whole = LinksRequest(url("/"), inwards=0, outwards=1, most=2)
    assert not links_around(connection, whole).is_cut


def test_as_a_table_each_branch_names_the_next_page_towards_the_one_asked_for(connection):
    table = links_around(connection, LinksRequest(url("/p1"), 1, 1)).as_table()
    assert [tuple(str(cell).removeprefix(ROOT) for cell in row) for row in table.rows] == [
        ("/help", "in", "1", "/old", "a", "/p1"),
        ("/list", "in", "1", "Pot one", "a", "/p1"),
        ("/list", "out", "1", "back", "a", "/p1"),
        ("/p2", "out", "1", "/p2", "a", "/p1"),
    ]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (1, [("/list", 1), ("/help", 1)]),
        (2, [("/list", 1), ("/help", 1), ("/p1", 2), ("/p2", 2)]),
        (9, [("/list", 1), ("/help", 1), ("/p1", 2), ("/p2", 2)]),
    ],
)
def test_pages_in_reach_are_listed_with_their_fewest_steps(connection, steps, expected):
    table = pages_in_reach(connection, url("/"), steps)
    assert [(row[0].removeprefix(ROOT), row[1]) for row in table.rows] == expected


def test_a_sub_site_has_no_tree(connection):
    with pytest.raises(UsageError, match="links are those of a single one"):
        links_around(connection, LinksRequest(url("/*")))
