"""Records as a table: sorted, filtered and paged as a plain list of them would be."""

import pytest

from pagekin.monitor.crawl_figures import measure_crawl, write_figures
from pagekin.store.reading.crawls import find_crawler
from pagekin.store.reading.record_table import (
    CellComparison,
    RecordCondition,
    RowRange,
    rows_of,
    tables_of,
)
from query.made_shop import HOST, product, store_day

PRICES = (30, 9, None, 100, 25, 12)
PAGES = {
    f"/{number}": product(
        f"{'Cup' if number % 2 else 'pot'} {number}_%",
        f"S-{number}",
        price,
        image=f"/{number}.png",
        tags=("a", f"tag {number}"),
        offers=({"partno": f"{number}-A", "price": 5}, {"partno": f"{number}-B", "price": 6}),
    )
    for number, price in enumerate(PRICES)
}


@pytest.fixture
def tables(store):
    crawl = store_day(store, PAGES)
    with store.connection() as connection:
        write_figures(connection, measure_crawl(connection, crawl))
        crawler = find_crawler(connection, HOST, "products")
        yield connection, {one.name: one for one in tables_of(connection, crawl, crawler)}


def field(table, name):
    return next(one.number for one in table.fields if one.name == name)


def keys(connection, table, wanted, *conditions):
    return [row.key for row in rows_of(connection, table, wanted, conditions)]


def test_every_bundle_is_a_table_that_knows_how_many_records_it_has(tables):
    _, found = tables
    assert list(found) == ["product", "offer", "review"]
    assert (found["product"].records, found["offer"].records) == (6, 12)
    price = next(one for one in found["product"].fields if one.name == "price")
    assert price.coverage == 5 / 6


def test_rows_are_in_the_order_of_pages_and_come_in_portions(tables):
    connection, found = tables
    offers = found["offer"]
    everything = keys(connection, offers, RowRange(0, 100))
    pages = connection.rows("SELECT url FROM pagekin_page ORDER BY id")
    numbers = [url.rpartition("/")[2] for (url,) in pages]
    assert everything == [f"{number}-{letter}" for number in numbers for letter in "AB"]
    assert keys(connection, offers, RowRange(3, 4)) == everything[3:7]
    assert keys(connection, offers, RowRange(12, 4)) == []


def test_a_row_has_its_page_and_all_values_of_each_field(tables):
    connection, found = tables
    rows = rows_of(connection, found["product"], RowRange(0, 10))
    row = next(one for one in rows if one.key == "S-3")
    assert row.page == f"http://{HOST}/3"
    cells = dict(zip((one.name for one in found["product"].fields), row.cells, strict=True))
    assert [value.text for value in cells["tags"]] == ["a", "tag 3"]
    assert cells["image"][0].address == "/3.png"
    assert cells["stock"] == ()


@pytest.mark.parametrize("descending", [False, True])
def test_rows_without_a_value_come_last_whichever_way_they_are_sorted(tables, descending):
    connection, found = tables
    table = found["product"]
    by = field(table, "price")
    ways = ["S-1", "S-5", "S-4", "S-0", "S-3"]
    expected = [*(["S-3", "S-0", "S-4", "S-5", "S-1"] if descending else ways), "S-2"]
    assert keys(connection, table, RowRange(0, 10, by, descending)) == expected
    for first in range(7):
        part = keys(connection, table, RowRange(first, 2, by, descending))
        assert part == expected[first : first + 2]


def test_texts_are_sorted_whether_capital_or_not(tables):
    connection, found = tables
    table = found["product"]
    by = field(table, "product_name")
    assert keys(connection, table, RowRange(0, 10, by))[:3] == ["S-1", "S-3", "S-5"]


@pytest.mark.parametrize(
    ("name", "comparison", "text", "number", "expected"),
    [
        ("product_name", CellComparison.CONTAINS, "CUP", None, ["S-1", "S-3", "S-5"]),
        ("product_name", CellComparison.CONTAINS, "3_%", None, ["S-3"]),
        ("product_name", CellComparison.CONTAINS, "3!", None, []),
        ("product_name", CellComparison.IS, "POT 0_%", None, ["S-0"]),
        ("price", CellComparison.LEAST, "30", 30.0, ["S-0", "S-3"]),
        ("price", CellComparison.MOST, "12", 12.0, ["S-1", "S-5"]),
        ("price", CellComparison.MISSING, "", None, ["S-2"]),
        ("tags", CellComparison.IS, "tag 4", None, ["S-4"]),
        ("product_name", CellComparison.CONTAINS, "\x00' OR 1=1 --", None, []),
    ],
)
def test_rows_are_filtered(tables, name, comparison, text, number, expected):
    connection, found = tables
    table = found["product"]
    condition = RecordCondition(field(table, name), comparison, text, number)
    assert sorted(keys(connection, table, RowRange(0, 10), condition)) == expected
    by = RowRange(0, 10, field(table, "sku"))
    assert keys(connection, table, by, condition) == expected


def test_several_conditions_have_to_hold_at_once(tables):
    connection, found = tables
    table = found["product"]
    cheap = RecordCondition(field(table, "price"), CellComparison.MOST, "30", 30.0)
    pots = RecordCondition(field(table, "product_name"), CellComparison.CONTAINS, "pot")
    assert keys(connection, table, RowRange(0, 10, field(table, "price")), cheap, pots) == [
        "S-4",
        "S-0",
    ]
