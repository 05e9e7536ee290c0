"""Fixed queries: exact answers on made-up sites, on both databases."""

import pytest

from made_crawls import ROOT, away, checked, gone, moved, page, store_crawl, url
from pagekin.errors import NothingFoundError, UsageError
from pagekin.query.answer_table import AnswerTable
from pagekin.query.fixed.fixed_catalogue import fixed_queries, fixed_query, run_fixed
from pagekin.query.parsing import parse
from pagekin.site import FailureKind
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.states import EventKind, Outcome
from pagekin.values.value import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

WRAPPER = Wrapper(
    (Bundle("product", (Field("name", "text", ()), Field("sku", "text", (), key=True))),)
)


def answer(store, name, crawl, **parameters):
    """Run a fixed query and give its rows, with paths instead of URLs."""
    with store.connection() as connection:
        table = run_fixed(connection, name, crawl_numbered(connection, crawl), parameters)
    assert all(len(row) == len(table.columns) for row in table.rows)
    return [
        tuple(cell.removeprefix(ROOT) if isinstance(cell, str) else cell for cell in row)
        for row in table.rows
    ]


def product(name, sku):
    fields = {"name": (Value(name, "text"),), "sku": (Value(sku, "text"),)}
    return page(records=(Record("product", 0, fields),), outcome=Outcome.TARGET)


BEFORE = {
    "/": page("/a", "/b", "/c", "/d", "/old", "/away"),
    "/a": page("/b", text="one"),
    "/b": page(),
    "/c": page(),
    "/d": page(),
    "/e": page(),
    "/old": moved("/a"),
    "/was": moved("/a"),
    "/away": page(),
    "/img.png": checked(),
}
AFTER = {
    "/": page("/a", "/b", "/c", "/d", "/old", "/away"),
    "/a": page("/b", "/x", text="two"),
    "/b": gone(),
    "/c": gone(410),
    "/d": gone(503),
    "/old": moved("/b"),
    "/was": page(),
    "/away": away(),
    "/new": moved("/a"),
    "/img.png": checked(404),
}


@pytest.fixture
def crawls(store):
    store_crawl(store, BEFORE)
    return store, store_crawl(store, AFTER)


def test_missing_pages_are_those_that_are_gone_or_that_nothing_leads_to(crawls):
    assert answer(crawls[0], "missing-pages", crawls[1]) == [
        ("/b", 404, "the server answers 404", "Page /b"),
        ("/c", 410, "the server answers 410", "Page /c"),
        ("/e", None, "nothing leads there any more", "Page /e"),
    ]


def test_what_a_failure_may_hide_or_redirects_is_not_missing(store):
    hub = page("/a", "/b", follows=True)
    around = {"/": page("/hub", "/c", "/d", follows=True), "/d": page()}
    store_crawl(store, {**around, "/hub": hub, "/a": page(), "/b": page(), "/c": page()})
    number = store_crawl(store, {**around, "/hub": gone(503), "/c": moved("/"), "/d": gone()})
    assert [row[0] for row in answer(store, "missing-pages", number)] == ["/d"]


def test_pages_by_their_status(crawls):
    assert [row[:2] for row in answer(crawls[0], "http-404", crawls[1])] == [
        ("/b", 404),
        ("/img.png", 404),
    ]
    assert [row[:2] for row in answer(crawls[0], "http-50x", crawls[1])] == [("/d", 503)]
    assert [row[0] for row in answer(crawls[0], "http-status", crawls[1], status="410")] == ["/c"]


def test_broken_links_with_all_referrers(store):
    for _ in range(2):
        number = store_crawl(
            store, {"/": page(("/x", "here"), "/a"), "/a": page(("/x", "", "img")), "/x": gone()}
        )
    expected = [
        ("/x", "newly broken", 404, "the server answers 404", 1, "/", "here", "a"),
        ("/x", "newly broken", 404, "the server answers 404", 1, "/a", "/x", "img"),
    ]
    assert answer(store, "broken-links", number) == expected
    assert answer(store, "newly-broken-links", number) == expected
    assert answer(store, "still-broken-links", number) == []
    assert answer(store, "failing-links", number) == []
    assert answer(store, "fixed-links", number) == []
    number = store_crawl(store, {"/": page("/x"), "/x": page()})
    assert answer(store, "fixed-links", number) == [
        ("/x", "fixed", None, "it works again", 3, "/", "/x", "a")
    ]


def test_redirects_that_changed_began_or_ceased(crawls):
    assert answer(crawls[0], "changed-redirects", crawls[1]) == [
        ("/old", "/a", "/b"),
        ("/was", "/a", ""),
    ]


def test_redirects_that_were_not_followed_with_where_they_lead(store):
    circle = gone(None, failure=FailureKind.REDIRECT)
    out = gone(None, failure=FailureKind.REDIRECT, to="http://other.test/")
    number = store_crawl(store, {"/": page("/circle", "/out"), "/circle": circle, "/out": out})
    assert [(row[0], row[2]) for row in answer(store, "failed-redirects", number)] == [
        ("/circle", ""),
        ("/out", "http://other.test/"),
    ]


def test_pages_whose_content_changed(crawls):
    assert [row[:2] for row in answer(crawls[0], "changed-content", crawls[1])] == [
        ("/a", "Page /a")
    ]


def test_keys_that_several_pages_have(store):
    site = {"/1": product("Pot", "A"), "/2": product("Cup", "B"), "/3": product("Pan", "A")}
    number = store_crawl(store, site, wrapper=WRAPPER)
    assert answer(store, "duplicate-keys", number) == [
        ("/1", "A", "product", 2),
        ("/3", "A", "product", 2),
    ]


def test_fields_that_are_filled_more_seldom(store):
    for _ in range(2):
        number = store_crawl(store, {"/1": product("Pot", "A")}, wrapper=WRAPPER)
    with store.connection() as connection:
        fields = dict(connection.rows("SELECT name, id FROM pagekin_field"))
        for crawl, name, filled in (
            *((1, "name", 100), (1, "sku", 100)),
            *((2, "name", 60), (2, "sku", 95)),
        ):
            connection.execute(
                "INSERT INTO pagekin_field_figures (crawl_id, field_id, instances, filled, typed) "
                "VALUES (%s, %s, 100, %s, %s)",
                crawl,
                fields[name],
                filled,
                filled,
            )
    assert answer(store, "coverage-drops", number) == [("c", "product", "name", 100.0, 60.0)]
    assert len(answer(store, "coverage-drops", number, points="1")) == 2


def test_events_that_are_told_are_listed_page_by_page(store):
    number = store_crawl(store, {"/1": product("Pot", "A"), "/2": page()}, wrapper=WRAPPER)
    with store.connection() as connection:
        [(field,)] = connection.rows("SELECT id FROM pagekin_field WHERE name = 'name'")
        pages = [row[0] for row in connection.rows("SELECT id FROM pagekin_page ORDER BY url")]
        for kind, state, of_field in (
            (EventKind.CHANGED, "told", field),
            (EventKind.CHANGED, "explained", field),
            (EventKind.TEMPLATE, "told", None),
        ):
            put_event(connection, number, kind, state, of_field, pages)
    assert answer(store, "changed-fields", number) == [
        ("/1", "changed", "product", "name", "A", "Pan", "Pot", "why", "d"),
        ("/2", "changed", "product", "name", "A", "Pan", "Pot", "why", "d"),
    ]
    assert [row[1] for row in answer(store, "template-changes", number)] == ["template"] * 2
    assert answer(store, "anomalies", number) == []


def put_event(connection, crawl, kind, state, field, pages):
    [number] = connection.next_ids("pagekin_event", 1)
    values = {
        "id": number,
        "crawl_id": crawl,
        "kind": kind.value,
        "state": state,
        "field_id": field,
        "name": "",
        "attribute": "",
        "old": "Pan",
        "pages": len(pages),
        "wide": False,
        "detail": "why",
        "digest": "d",
    }
    connection.insert("pagekin_event", tuple(values), [tuple(values.values())])
    rows = [(number, place, page, "A", "key", None, "Pot") for place, page in enumerate(pages)]
    columns = ("event_id", "number", "page_id", "key", "by", "old", "new")
    connection.insert("pagekin_event_page", columns, rows)


def test_links_to_a_page_from_it_and_in_reach(crawls):
    store, number = crawls
    to = answer(store, "points-to", number, x=url("/b"))
    assert [row[0] for row in to] == ["/", "/", "/a"]  # from / directly and by way of /old
    assert answer(store, "pointed-to-by", number, x=url("/a")) == [
        ("/b", "/b", "a"),
        ("/x", "/x", "a"),
    ]
    near = answer(store, "reachable", number, x=url("/"), y="2")
    assert [row[:2] for row in near] == [
        *(("/a", 1), ("/b", 1), ("/c", 1), ("/d", 1), ("/away", 1)),
        ("/x", 2),
    ]


def test_what_compares_needs_a_crawl_before(store):
    number = store_crawl(store, BEFORE)
    with pytest.raises(NothingFoundError, match="crawl 1 is the first"):
        answer(store, "missing-pages", number)


def test_parameters_are_checked(sqlite_store):
    number = store_crawl(sqlite_store, BEFORE)
    for name, parameters, message in [
        ("nothing", {}, "there is no fixed query 'nothing': missing-pages, "),
        ("points-to", {}, "points-to needs x, the URL of a page: --set x="),
        ("points-to", {"z": "1"}, "points-to has no parameter 'z': x"),
        ("http-status", {"status": "4O4"}, "status is '4O4', which is no number"),
        ("http-status", {"status": "1e3"}, "no number"),
        ("price-below", {"x": "5"}, "is a text of the query language: `price` < 5"),
    ]:
        with pytest.raises(UsageError, match=message):
            answer(sqlite_store, name, number, **parameters)


def test_texts_of_the_query_language_are_filled_in_and_asked(sqlite_store):
    asked = []

    def ask(_connection, text, crawl):
        asked.append((text, crawl))
        return AnswerTable(("page",), [])

    number = store_crawl(sqlite_store, BEFORE)
    with sqlite_store.connection() as connection:
        crawl = crawl_numbered(connection, number)
        hostile = 'X" or `name` is anything or name = "'
        run_fixed(connection, "name-and-price", crawl, {"x": hostile, "y": "9.5"}, ask)
        run_fixed(connection, "price-below", crawl, {"x": "-3", "price": "offer.price`x"}, ask)
    assert asked == [
        ('`name` = "X"" or `name` is anything or name = """ andwhere `price` < 9.5', number),
        ("`offer`.`pricex` < -3", number),
    ]


def test_every_text_is_one_of_the_query_language():
    samples = {"x": "5", "y": "7"}
    for query in fixed_queries():
        if query.text:
            given = {one.name: samples[one.name] for one in query.parameters if one.name in samples}
            assert parse(query.question(given)).where is not None


def test_every_query_has_a_name_and_a_title_of_its_own():
    queries = fixed_queries()
    assert len({query.name for query in queries}) == len({query.title for query in queries})
    assert all(fixed_query(query.name) is query for query in queries)
    assert all(bool(query.answer) != bool(query.text) for query in queries)
