"""The history of a value, on both databases."""

import pytest
from made_shop import ROOT, product, store_day

from pagekin.query.value_history import value_history


@pytest.fixture(scope="module")
def crawls(shared_store):
    days = [
        {"/h": product("Pot", "HIS-1", 10, image="/1.png"), "/i": product("Cup", "HIS-2", 1)},
        {"/h": product("Pot", "HIS-1", 10, image="/1.png")},
        {"/h": product("Pot", "HIS-1", (11, "USD"), image="/2.png", offers=({"partno": "O"},))},
    ]
    return [
        store_day(shared_store, pages, day=day, uid="history") for day, pages in enumerate(days)
    ]


@pytest.mark.parametrize(
    ("field", "key", "expected"),
    [
        ("product.price", "HIS-1", [(0, "CAD 10", 10.0), (1, "CAD 10", 10.0), (2, "USD 11", 11.0)]),
        ("PRICE", f"{ROOT}/i", [(0, "CAD 1", 1.0)]),
        ("price.currency", "HIS-1", [(0, "CAD", None), (1, "CAD", None), (2, "USD", None)]),
        ("image", "HIS-1", [(0, "/1.png", None), (1, "/1.png", None), (2, "/2.png", None)]),
        ("seller", "O", [(2, None, None)]),
        ("price", "his-1'; --", []),
    ],
)
def test_each_crawl_that_saw_the_record_has_a_value(shared_store, crawls, field, key, expected):
    with shared_store.connection() as connection:
        found = value_history(connection, field, key, crawls[-1])
    numbers = {crawl: place for place, crawl in enumerate(crawls)}
    assert [(numbers[one.crawl], one.text, one.number) for one in found.points] == expected


def test_it_ends_with_the_crawl_that_is_asked(shared_store, crawls):
    with shared_store.connection() as connection:
        found = value_history(connection, "product.price", "HIS-1", crawls[1])
    assert [one.crawl for one in found.points] == crawls[:2]
