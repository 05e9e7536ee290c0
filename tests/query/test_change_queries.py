"""Conditions on changes, asked of a made-up shop over some days on both databases."""

from datetime import UTC

import pytest
from made_shop import FIRST_DAY, ShopPage, failed, found, paths, product, store_day

from pagekin.errors import QueryError
from pagekin.query.asking import ask

FIGURE_5 = (
    "(PRICE.VALUE > 500 AND PRICE.VALUE has changed AND PRICE.CURRENCY = 'CAD') "
    "ANDWHERE (PRODUCTNAME contains 'ThinkPad')"
)


def offers(*several):
    return tuple({"partno": part, "price": price, "seller": who} for part, price, who in several)


def reviews(*several):
    return tuple({"stars": stars, "text": text} for stars, text in several)


# Day by day: what each page has. What is not said of a day is as it was on the day before.
DAYS = [
    {
        "/": ShopPage(title="Shop"),
        "/thinkpad": product("ThinkPad", "TP", 600, stock="here", offers=offers(("A", 400, "Anna"), ("B", 410, "Bo"))),
        "/pad": product("Pad", "PAD", 700, tags=("red", "blue")),
        "/cable": product("Cable", "CAB", 10, image="/cable.png", title="A cable", meta=(("description", "Old"), ("author", "A"))),
        "/old": product("Old", "OLD", 100, reviews=reviews((5, "fine"), (1, "bad"))),
        "/euro": product("Euro", "EUR", (100, "EUR")),
        "/flaky": product("Flaky", "FLA", 50),
        "/leaving": product("Leaving", "LEA", 999),
    },
    {  # offers in another order, a price rises, one falls a little, a currency changes
        "/thinkpad": product("ThinkPad", "TP", 650, stock="here", offers=offers(("B", 410, "Bo"), ("A", 395, "Anna"))),
        "/pad": product("Pad", "PAD", 693, tags=("blue", "red")),
        "/euro": product("Euro", "EUR", (100, "CHF")),
        "/flaky": failed(503),
    },
    {  # new and gone pages, a value that comes and one that goes, a list that changes
        "/thinkpad": product("ThinkPad", "TP", 650, offers=offers(("B", 300, "Bo"), ("C", 1, "Cy"))),
        "/pad": product("Pad", "PAD", 500, tags=("blue", "green")),
        "/cable": product("Cable", "CAB", 9, stock="here", title="The cable", meta=(("description", "New"), ("robots", "all"))),
        "/old": product("Old", "OLD", 99, reviews=reviews((1, "bad"), (5, "fine, I think"))),
        "/new": product("New", "NEW", 5),
        "/flaky": product("Flaky", "FLA", 40),
        "/leaving": None,
    },
]  # fmt: skip


def pages_by_day():
    pages = {}
    for day in DAYS:
        pages = {path: page for path, page in (pages | day).items() if page is not None}
        yield pages


@pytest.fixture(scope="module")
def days(shared_store):
    """The crawls' numbers: of the 1st, the 2nd and the 9th of January 2026."""
    return [
        store_day(shared_store, pages, day=day, uid="changes")
        for pages, day in zip(pages_by_day(), (0, 1, 8), strict=True)
    ]


@pytest.fixture(scope="module")
def asked(shared_store, days):
    with shared_store.connection() as connection:

        def asked(text, crawl=-1):
            for number, crawl_number in enumerate(days, 1):
                text = text.replace(f"crawl #{number}", f"crawl {crawl_number}")
            return ask(connection, text, days[crawl], zone=UTC)

        yield asked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("product.price has changed", ["/euro", "/pad", "/thinkpad"]),
        ("offer.price has changed", ["/thinkpad"]),
        ("price has changed", ["/euro", "/pad", "/thinkpad"]),
        ("product.price rose", ["/thinkpad"]),
        ("product.price fell", ["/pad"]),
        ("product.price rose by 50", ["/thinkpad"]),
        ("product.price rose by more than 50", []),
        ("product.price changed by 1%", ["/pad", "/thinkpad"]),
        ("product.price changed by more than 1%", ["/thinkpad"]),
        ("product.price fell by $7", ["/pad"]),
        ("product.price fell by 7 EUR", []),
        ("product.price has changed from 600 to 650", ["/thinkpad"]),
        ("product.price has changed from 600 to 651", []),
        ("product.price has changed from 'cad 700'", ["/pad"]),
        ("product.price rose above 600", ["/thinkpad"]),
        ("product.price rose above 650", []),
        ("offer.price fell below 400", ["/thinkpad"]),
        ("offer.price fell below 395", []),
        ("price.currency has changed", ["/euro"]),
        ("price.currency has changed from EUR to chf", ["/euro"]),
        ("tags has changed", []),
        ("status has changed", ["/flaky"]),
        ("status rose by 300", ["/flaky"]),
        ("status = 503 and status has changed from 200", ["/flaky"]),
        ("page appeared or page vanished", []),
        ("page has changed", ["/euro", "/pad", "/thinkpad"]),
        ("signature has changed", ["/euro", "/pad", "/thinkpad"]),
        ("title has changed", []),
        (FIGURE_5, ["/thinkpad"]),
        ("product.price has changed andwhere not product_name contains Pad", ["/euro"]),
        ("offer.price has changed andwhere seller = Bo", []),
        ("offer.price has changed andwhere seller = Anna", ["/thinkpad"]),
        ("not price has changed", ["/cable", "/leaving", "/old"]),
        ("not price has changed and product.price < 50", ["/cable"]),
        ("product.price is a new low", ["/pad"]),
        ("price is a new high", ["/thinkpad"]),
    ],
)  # fmt: skip
def test_from_the_first_day_to_the_second(asked, text, expected):
    assert paths(asked(text, 1)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("product.price has changed", ["/cable", "/flaky", "/old", "/pad"]),
        ("product.price has changed since crawl #1", ["/cable", "/euro", "/flaky", "/old", "/pad", "/thinkpad"]),
        ("product.price changed by more than 10% since last week", ["/flaky", "/pad"]),
        ("product.price changed by more than 10% since 2026-01-02", ["/flaky", "/pad"]),
        ("product.price changed by more than 10% since 2026-01-01", ["/flaky", "/pad"]),
        ("product.price fell by 10% since yesterday", ["/cable", "/flaky", "/pad"]),
        ("product.price fell by 10% since 8 days ago", ["/cable", "/flaky", "/pad"]),
        ("product.price fell by 10% since 1 month ago", ["/cable", "/flaky", "/pad"]),
        ("product.price fell below 100 since crawl #1", ["/old"]),
        ("stock appeared", ["/cable"]),
        ("stock vanished", ["/thinkpad"]),
        ("image vanished", ["/cable"]),
        ("image is missing and image vanished", ["/cable"]),
        ("seller appeared", ["/thinkpad"]),
        ("seller vanished", ["/thinkpad"]),
        ("tags has changed", ["/pad"]),
        ("tags has changed from red", ["/pad"]),
        ("tags has changed from blue", []),
        ("tags has changed to green", ["/pad"]),
        ("text has changed", ["/old"]),
        ("stars has changed", []),
        ("title has changed", ["/cable"]),
        ("title has changed from 'a cable' to 'the cable'", ["/cable"]),
        ("meta.description has changed", ["/cable"]),
        ("meta.description has changed from old to new", ["/cable"]),
        ("meta.description has changed to old", []),
        ("meta.author vanished", ["/cable"]),
        ("meta.robots appeared", ["/cable"]),
        ("meta.robots vanished or meta.description appeared", []),
        ("page appeared", ["/new"]),
        ("page appeared since crawl #1", ["/new"]),
        ("page vanished", ["/leaving"]),
        ("page vanished since crawl #1", ["/leaving"]),
        ("page vanished and price > 900", ["/leaving"]),
        ("page vanished and price > 1000", []),
        ("price > 900 and page vanished", ["/leaving"]),
        ("page vanished and url contains leav", ["/leaving"]),
        ("not page vanished and product.price > 600", ["/thinkpad"]),
        ("page vanished or page appeared", ["/leaving", "/new"]),
        ("page vanished or status >= 400", ["/leaving"]),
        ("page appeared and price < 10", ["/new"]),
        ("product.price is a new low", ["/cable", "/flaky", "/old", "/pad"]),
        ("product.price is a new low since last crawl", ["/cable", "/old", "/pad"]),
        ("offer.price is a new low", ["/thinkpad"]),
        ("product.price is a new high", []),
        ("product.price has changed andwhere not stock is missing", ["/cable"]),
        ("seller = Cy andwhere offer.price appeared", ["/thinkpad"]),
        ("seller = Bo andwhere offer.price appeared", []),
        ("seller = Bo andwhere offer.price fell by more than 20%", ["/thinkpad"]),
        ("not (offer.price fell andwhere seller = Bo) and seller is not missing", []),
        ("seller = Bo andwhere title has changed", []),
    ],
)  # fmt: skip
def test_from_the_second_day_to_the_ninth(asked, text, expected):
    assert paths(asked(text)) == expected


def test_the_defining_entity_is_compared_and_shown(asked, days):
    """The paper's PARTNO: the price of A is never compared with that of B."""
    answer = asked("offer.price has changed", 1)
    [row] = answer.rows
    assert answer.columns == ("offer.price before", "offer.price")
    assert (row.key, row.values, row.paired_by) == ("A", ("CAD 400", "CAD 395"), "key")
    assert answer.older == (days[0],)


def test_rows_without_a_key_are_paired_by_content_then_by_position(asked):
    answer = asked("text has changed show stars")
    [row] = answer.rows
    assert row.values == ("fine", "fine, I think", "5")
    assert row.paired_by == "position"


def test_old_values_stand_beside_new_ones(asked):
    assert found(asked("product.price fell and title is anything")) == [
        ("/cable", "CAD 10", "CAD 9", "The cable"),
        ("/flaky", "CAD 50", "CAD 40", None),
        ("/old", "CAD 100", "CAD 99", None),
        ("/pad", "CAD 693", "CAD 500", None),
    ]
    assert found(asked("title has changed")) == [("/cable", "A cable", "The cable")]
    two = asked("product.price fell since crawl #1 and product.price fell")
    assert [name.split(" in ")[0] for name in two.columns] == ["product.price"] * 3
    assert found(two) == [
        ("/cable", "CAD 10", "CAD 10", "CAD 9"),
        ("/flaky", "CAD 50", "CAD 50", "CAD 40"),
        ("/old", "CAD 100", "CAD 100", "CAD 99"),
        ("/pad", "CAD 700", "CAD 693", "CAD 500"),
    ]


def test_of_a_vanished_page_the_last_sight_is_shown(asked):
    assert found(asked("page vanished show product_name, status")) == [
        ("/leaving", "Leaving", "200")
    ]


def test_nothing_has_changed_in_the_first_crawl_which_is_said(asked):
    answer = asked("price has changed or product.price > 900", 0)
    assert paths(answer) == ["/leaving"]
    assert answer.notes[0].endswith("is the first: nothing can have changed")
    assert paths(asked("price is a new low", 0)) == []
    assert paths(asked("page vanished", 0)) == []


def test_a_day_before_all_crawls_means_the_first_which_is_said(asked, days):
    answer = asked("price fell since 2020-01-01", 1)
    assert answer.older == (days[0],)
    assert f"compared with crawl {days[0]} of 2026-01-01" in answer.notes[0]


@pytest.mark.parametrize(
    ("text", "column", "told"),
    [
        ("price fell since crawl 4711", 12, "crawl 4711 is no earlier crawl of the same crawler"),
        ("title fell", 1, "this has no number that rises or falls"),
        ("title is a new low", 1, "only fields have a new low or high"),
        ("page > 5", 1, "a page can have changed, appeared or vanished"),
        ("page fell", 1, "a page can have changed, appeared or vanished"),
        ("page has changed from 5", 1, "a page can have changed, appeared or vanished"),
        ("price fell below abc", 18, "“abc” is no number and no date"),
    ],
)
def test_what_cannot_be_asked_is_pointed_at(asked, text, column, told):
    with pytest.raises(QueryError) as caught:
        asked(text)
    assert caught.value.column == column
    assert told in str(caught.value)


def test_days_are_those_of_the_first_crawl(days):
    assert FIRST_DAY == 1_767_258_000
    assert len(set(days)) == 3
