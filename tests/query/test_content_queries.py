"""Conditions on what is on pages, asked of a small made-up shop on both databases."""

import pytest
from made_shop import ShopPage, failed, found, paths, product, store_day

from pagekin.errors import PagekinError, QueryError
from pagekin.query.asking import QueryLimits, ask

SHOP = {
    "/": ShopPage(title="Welcome"),
    "/x1": product(
        "ThinkPad X1",
        "X1",
        900,
        title="X1 by Lenovo",
        meta=(("description", "Light and black"), ("og:type", "product"), ("robots", "")),
        stock="sold out",
        released="2026-01-31",
        image="/x1.png",
        tags=("laptop", "sale"),
        offers=(
            {"partno": "A", "price": 880, "seller": "Anna"},
            {"partno": "B", "price": 20, "seller": "Bo"},
        ),
        reviews=({"stars": 5, "text": "Good"}, {"stars": 1}),
    ),
    "/cable": product(
        "Cable",
        "C-7",
        10,
        stock="In stock",
        image="/c.png",
        tags=("sale",),
        meta=(("description", "Long"), ("description", "Black")),
    ),
    "/big": product("ThinkCentre", "4711", (700, "USD"), stock="Straße", size=90_000),
    "/gone": failed(404),
    "/bad": failed(500),
}
ALL = ["/big", "/cable", "/x1"]


@pytest.fixture(scope="module")
def asked(shared_store):
    crawl = store_day(shared_store, SHOP, uid="content")
    with shared_store.connection() as connection:
        yield lambda text, **limits: ask(connection, text, crawl, QueryLimits(**limits))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("product.price > 500", ["/big", "/x1"]),
        ("price.value > 500 and price.currency = cad", ["/x1"]),
        ("price > $800", ["/x1"]),  # Canada has dollars, too
        ("price > 'USD 100'", ["/big"]),
        ("price >= 900 or price <= 10", ["/cable", "/x1"]),
        ("product.price = 10", ["/cable"]),
        ("product.price != 10", ["/big", "/x1"]),
        ("sku = 4711", ["/big"]),
        ("sku != 4711", ["/cable", "/x1"]),
        ('stock = "SOLD OUT"', ["/x1"]),
        ("stock = STRASSE", ["/big"]),
        ("stock contains raß", ["/big"]),
        ("stock contains ''", ALL),
        ("product_name starts with think", ["/big", "/x1"]),
        ("productname contains PAD", ["/x1"]),
        ("product_name contains _", []),
        ("product_name contains %", []),
        (r"product_name matches '^Think\w+$'", ["/big"]),
        ("product_name matches '^think'", []),
        ("product_name matches '(?i)^think'", ["/big", "/x1"]),
        ("tags = sale", ["/cable", "/x1"]),
        ("tags != sale", ["/x1"]),
        ("not tags = sale", ["/big"]),
        ("released = 2026-01-31", ["/x1"]),
        ("released > 2026-01-30 and released < 2026-02-01", ["/x1"]),
        ("released > 2026-01-31 or released < 2026-01-31", []),
        ("released = 'Jan 31, 2026'", ["/x1"]),
        ("image is missing", ["/big"]),
        ("image is not missing", ["/cable", "/x1"]),
        ("image contains x1", ["/x1"]),
        ("image.src contains c.png", ["/cable"]),
        ("image.alt is missing", ALL),
        ("image is empty", []),
        ("review.text is missing", ALL),  # a review of it has none, or there are no reviews
        ("seller is missing", ["/big", "/cable"]),
        ("product_name is anything", ALL),
        ("stars = 5 and stars = 1", ["/x1"]),
        ("stars = 5 andwhere stars = 1", []),
        ("stars = 1 andwhere text is missing", ["/x1"]),
        ("stars = 5 andwhere text is missing", []),
        ("offer.price < 100 and seller = Anna", ["/x1"]),
        ("offer.price < 100 andwhere seller = Anna", []),
        ("offer.price < 100 andwhere seller = Bo", ["/x1"]),
        ("seller = Bo andwhere product_name contains think", ["/x1"]),
        ("seller = Bo andwhere not product_name contains think", []),
        ("seller = Bo andwhere title contains lenovo", ["/x1"]),
        ("(seller = Bo or seller = Anna) andwhere not offer.price > 500", ["/x1"]),
        ("not (seller = Bo andwhere offer.price < 100)", ["/big", "/cable"]),
        ("not (product.price > 500 or stock = x)", ["/cable"]),
        ("status >= 400", ["/bad", "/gone"]),
        ("status = 404", ["/gone"]),
        ("status >= 500 or product.price < 20", ["/bad", "/cable"]),
        ("not status >= 400", ["/", *ALL]),
        ("size > 5000", ["/big"]),
        ("depth = 1", ["/"]),
        ("title contains lenovo", ["/x1"]),
        ("page.title is missing", ["/big", "/cable"]),
        ("title is missing and product.price < 100", ["/cable"]),
        ("url contains /c", ["/cable"]),
        ("meta.description contains black", ["/cable", "/x1"]),
        ("META.Description = long and meta.description = black", ["/cable"]),
        ("meta.description is missing", ["/", "/big"]),
        ("meta.description is missing and price > 0", ["/big"]),
        ("meta.robots is empty", ["/x1"]),
        ("meta.og:type = product andwhere seller = Bo", ["/x1"]),
        ("not meta.description contains light", ["/", "/big", "/cable"]),
        ("content type = text/html and depth = 1", ["/"]),
        ("outcome = failed", ["/bad", "/gone"]),
        ("signature matches '^[0-9a-f]{32}$' and depth = 1", ["/"]),
        ("product.price.value > 500 and PRODUCT.Price.Currency != 'CAD'", ["/big"]),
        ("show sku", ALL),
    ],
)
def test_pages_are_found(asked, text, expected):
    assert paths(asked(text.replace("content type", "`content type`"))) == expected


def test_results_show_the_instance_with_its_key_and_what_is_around_it(asked):
    answer = asked("seller = Bo andwhere product_name contains think show stock, url")
    [row] = answer.rows
    assert answer.columns == ("seller", "product_name", "stock", "url")
    assert (row.key, row.values) == ("B", ("Bo", "ThinkPad X1", "sold out", row.url))


def test_each_instance_that_satisfies_a_condition_is_a_result(asked):
    assert found(asked("offer.price > 0 show seller")) == [
        ("/x1", "CAD 20", "Bo"),
        ("/x1", "CAD 880", "Anna"),
    ]


def test_without_a_condition_on_them_all_instances_are_shown(asked):
    assert found(asked("product.price > 800 and seller is anything")) == [
        ("/x1", "CAD 900", "Anna, Bo")
    ]
    assert found(asked("show seller")) == [
        ("/big", None),
        ("/cable", None),
        ("/x1", "Anna"),
        ("/x1", "Bo"),
    ]


def test_and_between_fields_of_a_repeating_bundle_gets_a_hint(asked):
    [note] = asked("offer.price < 100 and seller = Anna").notes
    assert note.startswith("different instances of offer on a page may satisfy what “and” joins")
    assert asked("offer.price < 100 andwhere seller = Anna").notes == ()
    assert asked("product.price < 100 and stock = x").notes == ()
    assert asked("offer.price < 100 and stock = x").notes == ()
    assert asked("offer.price < 100 and seller is anything").notes == ()


def test_a_wildcard_shows_a_field_and_asks_for_nothing(asked):
    assert found(asked("product.price < 800 and image is anything")) == [
        ("/big", "USD 700", None),
        ("/cable", "CAD 10", "/c.png"),
    ]


@pytest.mark.parametrize(
    ("text", "column", "told"),
    [
        ("prize > 5", 1, "there is no field prize: did you mean price"),
        ("price > 5 and stock.amount = 3", 15, "there is no field stock.amount: did you mean"),
        ("price > abc", 9, "“abc” is no number and no date"),
        ("stock matches '('", 15, "this is no RE2 expression"),
        ("title > 5", 9, "this has no number that is less or more"),
        ("stars = 5 andwhere seller = Bo", 1, "never in one instance of a bundle"),
        (
            "meta.descripton = x",
            1,
            "there is no field meta.descripton: did you mean meta.description",
        ),
        ("price > 5 show sellr", 16, "there is no field sellr: did you mean seller"),
    ],
)
def test_what_cannot_be_asked_is_pointed_at(asked, text, column, told):
    with pytest.raises(QueryError, match="column") as caught:
        asked(text)
    assert caught.value.column == column
    assert told in str(caught.value)


def test_an_answer_has_no_more_rows_than_allowed(asked):
    answer = asked("show sku", rows=2)
    assert (len(answer.rows), answer.is_cut) == (2, True)
    assert not asked("show sku", rows=3).is_cut


def test_a_query_that_takes_too_long_is_given_up(asked):
    with pytest.raises(PagekinError, match="took longer than 1e-09 seconds"):
        asked(" or ".join(["product_name contains a"] * 50), seconds=1e-9)


def test_a_result_is_known_again_by_its_digest(asked, shared_store):
    first = {row.url: row.digest for row in asked("price > 500").rows}
    assert len(set(first.values())) == len(first)
    again = store_day(shared_store, SHOP | {"/": ShopPage(title="Sale")}, day=1, uid="content")
    with shared_store.connection() as connection:
        answer = ask(connection, "PRICE > 500", again)
        other = ask(connection, "price > 501", again)
    assert {row.url: row.digest for row in answer.rows} == first
    assert {row.digest for row in other.rows}.isdisjoint(first.values())
