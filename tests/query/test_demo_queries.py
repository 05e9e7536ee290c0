"""The questions of the eShopmonitor's section 6, asked of crawls of the demo shop, whose truth is known.

The expected answers are worked out from the truth, with no help from the query language.
"""

import contextlib
import os
import re
from dataclasses import replace
from datetime import UTC
from functools import cache
from itertools import pairwise
from unittest import mock

import pytest

from demo_crawlers import WRAPPER, field, write_demo_crawler
from pagekin.app.path import find_path
from pagekin.app.query import as_table
from pagekin.cli import _run
from pagekin.demo import Shop, ShopPageKind, serve, truth
from pagekin.demo.messages import Request
from pagekin.query.asking import ask
from pagekin.query.fixed.fixed_catalogue import run_fixed
from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store
from pagekin.store.parquet.connection import ParquetConnection
from pagekin.store.parquet.export import export
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.upkeep.backup import backup, restore
from pagekin.wrappers import Bundle, Wrapper
from pagekin.wrappers.model import Anchor, Locator

DAYS = (1, 5, 16, 30)
FIRST = 1_767_258_000.0  # 2026-01-01, 9:00 in UTC: the shop's first day
FAST = {"DELAY": "0", "RETRIES": "0", "AUTOTHROTTLE": "no", "CONCURRENCY": "8"}
VARIANTS = Bundle(
    "variant",
    (
        field("option", "./td[1]"),
        field("partno", "./td[2]", "identifier", key=True),
        field("variant_price", "./td[3]", "price"),
        field("variant_stock", "./td[4]"),
    ),
    each=(Locator(".//tr[@class='pdp-variant']", Anchor.NAME),),
)
RICH = Wrapper(
    (
        replace(
            WRAPPER.bundles[0],
            fields=(
                *(
                    replace(one, name="product_name") if one.name == "name" else one
                    for one in WRAPPER.bundles[0].fields
                ),
                field("brand", ".//a[@class='pdp-brand__link']"),
                field("availability", ".//span[@class='pdp-stock__text']"),
                field("image", ".//img[@id='main-image']", "image"),
                field("old_price", ".//span[@class='pdp-price__was']", "price"),
            ),
            bundles=(VARIANTS,),
        ),
    )
)


@pytest.fixture(scope="session")
def crawled(tmp_path_factory):
    """A store with a crawl on each of the days, and where the shop was."""
    folder = tmp_path_factory.mktemp("demo-queries")
    place = {"PAGEKIN_DATA": str(folder / "data")} | {f"PAGEKIN_{k}": v for k, v in FAST.items()}
    with mock.patch.dict(os.environ, place), serve(Shop(products=100)) as server:
        file = write_demo_crawler(server, folder, wrapper=RICH)
        for day in DAYS:
            server.day = day
            assert _run(["crawl", str(file), "-o", str(folder / f"{day}.jsonl")]) == 0
        home = server.url.rstrip("/")
    store = open_store(folder / "data")
    with store.connection() as connection:
        for number, day in enumerate(DAYS, 1):
            connection.execute(
                "UPDATE pagekin_crawl SET began_at = %s WHERE number = %s",
                FIRST + 86_400 * (day - 1),
                number,
            )
    return store, home


@pytest.fixture(scope="session", params=["sqlite", "postgresql", "parquet"])
def demo(request, crawled, tmp_path_factory):
    store, home = crawled
    if request.param == "postgresql":
        server = request.getfixturevalue("postgres_server")
        if server is None:
            pytest.skip("no PostgreSQL")
        folder = tmp_path_factory.mktemp("demo-copy")
        backup(store, folder / "copy")
        location = StoreLocation(folder / "data", server.database())
        restore(location, folder / "copy")
        store = open_store(location)
    connected = store.connection()
    if request.param == "parquet":
        folder = tmp_path_factory.mktemp("demo-parquet")
        export(store, folder)
        connected = contextlib.closing(ParquetConnection(folder))
    with connected as connection:
        crawls = [row[0] for row in connection.rows("SELECT id FROM pagekin_crawl ORDER BY id")]

        def asked(text, day=DAYS[-1]):
            for other, crawl in zip(DAYS, crawls, strict=True):
                text = text.replace(f"crawl of day {other}", f"crawl {crawl}")
            return ask(connection, text, crawls[DAYS.index(day)], zone=UTC)

        asked.home = home
        asked.connection = connection
        asked.crawls = dict(zip(DAYS, crawls, strict=True))
        yield asked


def shop_on(day):
    """Give what is true of the products that lists lead to, by their path."""
    return {
        known.path: known.values
        for known in truth(Shop(products=100, day=day))
        if known.kind is ShopPageKind.PRODUCT and known.path.startswith("/p/")
    }


TRUTH = {day: shop_on(day) for day in DAYS}
NOW, BEFORE, FIRST_SEEN = TRUTH[30], TRUTH[16], TRUTH[1]


def paths(asked, answer):
    return {row.url.removeprefix(asked.home) for row in answer.rows}


def amount(values):
    return float(values["amount"])


def where(test, now=NOW):
    return {path for path, values in now.items() if test(values)}


def changed(test, before=BEFORE, now=NOW):
    """Give the products on sale on both days whose values a test accepts, old and new."""
    return {path for path in now.keys() & before.keys() if test(before[path], now[path])}


def percent(old, new):
    return 100 * abs(amount(new) - amount(old)) / amount(old)


def test_content(demo):
    for text, expected in {
        "price > 100": where(lambda one: amount(one) > 100),
        "price.value <= 20": where(lambda one: amount(one) <= 20),
        "price.currency = EUR and price < 30": where(lambda one: amount(one) < 30),
        "price.currency = CAD": set(),
        'availability = "In stock"': where(lambda one: one["availability"] == "In stock"),
        "availability != 'in stock'": where(lambda one: one["availability"] != "In stock"),
        "image is missing": where(lambda one: one["image"] is None),
        "brand is missing": where(lambda one: one["brand"] is None),
        "product_name contains kettle": where(lambda one: "kettle" in one["name"].lower()),
        "product_name contains KETTLE and price < 40": where(
            lambda one: "kettle" in one["name"].lower() and amount(one) < 40
        ),
        "price < 20 or image is missing": where(
            lambda one: amount(one) < 20 or one["image"] is None
        ),
        "brand is anything": set(NOW),
        r"sku matches '-B$'": where(lambda one: one["sku"].endswith("-B")),
        "not price < 100": where(lambda one: amount(one) >= 100),
        "old_price is not missing": where(lambda one: one["old_price"] is not None),
    }.items():
        assert paths(demo, demo(text)) == expected, text


def test_meta_tags_are_asked_like_fields(demo):
    some = next(iter(NOW.values()))["amount"]
    expected = where(lambda one: one["amount"] == some)
    assert paths(demo, demo(f'meta.product:price:amount = "{some}"')) == expected
    expected = changed(lambda old, new: old["amount"] != new["amount"])
    assert paths(demo, demo("meta.product:price:amount has changed")) == expected


def test_change(demo):
    for text, expected in {
        "price has changed": changed(lambda old, new: old["price"] != new["price"]),
        "price changed by more than 10% since crawl of day 1": changed(
            lambda old, new: percent(old, new) > 10, FIRST_SEEN
        ),
        "price changed by 5 EUR": changed(
            lambda old, new: round(abs(amount(new) - amount(old)), 2) >= 5
        ),
        "price fell since last week": changed(lambda old, new: amount(new) < amount(old)),
        "price rose since 2026-01-05": changed(
            lambda old, new: amount(new) > amount(old), TRUTH[5]
        ),
        "price fell below 100 since crawl of day 1": changed(
            lambda old, new: amount(old) >= 100 > amount(new), FIRST_SEEN
        ),
        "availability has changed from 'in stock'": changed(
            lambda old, new: old["availability"] == "In stock" != new["availability"]
        ),
        "old_price appeared": changed(lambda old, new: not old["old_price"] and new["old_price"]),
        "old_price vanished": changed(lambda old, new: old["old_price"] and not new["old_price"]),
        "not price has changed": set(NOW) - changed(lambda old, new: old["price"] != new["price"]),
        "price has changed and price > 100": changed(
            lambda old, new: old["price"] != new["price"] and amount(new) > 100
        ),
    }.items():
        assert paths(demo, demo(text)) == expected, text
        assert expected or "below" in text or "old_price" in text, text


def test_figure_5(demo):
    """Word for word; with the shop's own currency and goods, on every day that can be compared."""
    figure = (
        "(PRICE.VALUE > {} AND PRICE.VALUE has changed AND PRICE.CURRENCY = '{}') "
        "ANDWHERE (PRODUCTNAME contains '{}')"
    )
    assert paths(demo, demo(figure.format(500, "CAD", "ThinkPad"))) == set()
    seen = set()
    for older, newer in pairwise(DAYS):
        expected = changed(
            lambda old, new: (
                old["price"] != new["price"] and amount(new) > 30 and "e" in new["name"].lower()
            ),
            TRUTH[older],
            TRUTH[newer],
        )
        assert paths(demo, demo(figure.format(30, "EUR", "E"), newer)) == expected
        seen |= expected
    assert seen


def test_results_carry_the_part_number_and_the_old_value(demo):
    answer = demo("price has changed")
    assert answer.columns == ("price before", "price")
    for row in answer.rows:
        path = row.url.removeprefix(demo.home)
        assert row.key == NOW[path]["sku"]
        assert row.values == (BEFORE[path]["price"], NOW[path]["price"])
        assert row.paired_by == "key"


@pytest.mark.parametrize(
    ("name", "shown"), [("price", "variant_price"), ("availability", "variant_stock")]
)
def test_different_parts_are_never_compared(demo, name, shown):
    """Variants of a product are rows of one page, told apart by their part number."""
    expected = {
        (path, new["sku"], old[name], new[name])
        for path in NOW.keys() & FIRST_SEEN.keys()
        for new in NOW[path]["variants"]
        for old in FIRST_SEEN[path]["variants"]
        if old["sku"] == new["sku"] and old[name] != new[name]
    }
    answer = demo(f"{shown} has changed since crawl of day 1")
    found = {(row.url.removeprefix(demo.home), row.key, *row.values) for row in answer.rows}
    assert found == expected
    assert expected or name == "price"


def test_andwhere_is_about_one_row_and_and_about_the_page(demo):
    def has(one, *tests):
        return all(any(test(variant) for variant in one["variants"]) for test in tests)

    def price(variant):
        return float(variant["price"].removeprefix("€").replace(",", ""))

    prices = sorted(price(variant) for one in NOW.values() for variant in one["variants"])
    middle = prices[len(prices) // 2]
    options = sorted({variant["option"] for one in NOW.values() for variant in one["variants"]})
    for option in options:
        together = where(
            lambda one, option=option: has(
                one, lambda variant: variant["option"] == option and price(variant) > middle
            )
        )
        apart = where(
            lambda one, option=option: has(
                one, lambda variant: variant["option"] == option, lambda v: price(v) > middle
            )
        )
        text = f'option = "{option}" {{}} variant_price > {middle}'
        assert paths(demo, demo(text.format("andwhere"))) == together
        assert paths(demo, demo(text.format("and"))) == apart


def test_pages_that_came_and_went(demo):
    assert paths(demo, demo("page appeared")) == NOW.keys() - BEFORE.keys()
    since = demo("page vanished since crawl of day 1")
    assert paths(demo, since) == FIRST_SEEN.keys() - NOW.keys()
    shown = demo("page vanished since crawl of day 1 show product_name")
    assert {row.values for row in shown.rows} == {
        (FIRST_SEEN[path]["name"],) for path in FIRST_SEEN.keys() - NOW.keys()
    }
    assert NOW.keys() - BEFORE.keys()


def test_server_errors(demo):
    """On day 5 the page of a product is broken: that is a status, and no vanished page."""
    broken = {
        known.path
        for known in truth(Shop(products=100, day=5))
        if known.kind is ShopPageKind.BROKEN
    }
    assert paths(demo, demo("status >= 400", 5)) == broken
    assert paths(demo, demo("status has changed from 200 to 500", 5)) == broken
    gone = FIRST_SEEN.keys() - TRUTH[5].keys() - broken
    assert paths(demo, demo("page vanished", 5)) == gone
    assert broken


def test_new_lows(demo):
    def is_new_low(path):
        before = [amount(TRUTH[day][path]) for day in DAYS[:-1] if path in TRUTH[day]]
        return bool(before) and amount(NOW[path]) < min(before)

    expected = {path for path in NOW if is_new_low(path)}
    assert paths(demo, demo("price is a new low")) == expected
    assert expected


def fixed(asked, query, day, **parameters):
    """Answer a fixed query of a day's crawl; give its rows with paths instead of URLs."""
    crawl = crawl_numbered(asked.connection, asked.crawls[day])
    table = run_fixed(asked.connection, query, crawl, parameters, by_language)
    return [
        tuple(cell.removeprefix(asked.home) if isinstance(cell, str) else cell for cell in row)
        for row in table.rows
    ]


def by_language(connection, text, crawl):
    return as_table(ask(connection, text, crawl, zone=UTC))


def crawled_paths(asked, day):
    rows = asked.connection.rows(
        "SELECT page.url FROM pagekin_crawl_page seen JOIN pagekin_page page "
        "ON page.id = seen.page_id WHERE seen.crawl_id = %s AND seen.version_id IS NOT NULL",
        asked.crawls[day],
    )
    return {url.removeprefix(asked.home) for (url,) in rows}


def true_paths(day):
    return {known.path for known in truth(Shop(products=100, day=day))}


def test_fixed_pages_with_an_error_of_the_server(demo):
    broken = [
        known.path
        for known in truth(Shop(products=100, day=5))
        if known.kind is ShopPageKind.BROKEN
    ]
    assert [row[0] for row in fixed(demo, "http-50x", 5)] == broken
    assert broken
    assert fixed(demo, "http-50x", 16) == []
    failing = fixed(demo, "failing-links", 5)
    assert {row[0] for row in failing} == set(broken)
    assert fixed(demo, "broken-links", 5) == []  # it was seen once
    assert fixed(demo, "fixed-links", 16) == []  # and came back: no news


def test_fixed_missing_urls(demo):
    missing = set()
    for before, day in pairwise(DAYS):
        expected = crawled_paths(demo, before) & true_paths(before) - true_paths(day)
        assert {row[0] for row in fixed(demo, "missing-pages", day)} == expected
        missing |= expected
    assert missing
    assert fixed(demo, "http-404", 30) == []


@pytest.mark.parametrize("demo", ["sqlite", "postgresql"], indirect=True)  # events stay there
def test_fixed_pages_where_any_field_has_changed(demo):
    shown = ("name", "sku", "price", "brand", "availability", "image", "old_price", "variants")
    for before, day in pairwise((16, 30)):
        old, new = TRUTH[before], TRUTH[day]
        expected = {
            path
            for path in old.keys() & new.keys()
            if any(old[path][name] != new[path][name] for name in shown)
        }
        assert {row[0] for row in fixed(demo, "changed-fields", day)} == expected
        contents = {row[0] for row in fixed(demo, "changed-content", day)}
        assert expected <= contents
    assert expected


def test_parameters_price_less_than_x_and_name_and_price(demo):
    cheap = {path for path, values in NOW.items() if float(values["amount"]) < 50}
    assert {row[0] for row in fixed(demo, "price-below", 30, x="50")} == cheap
    path, values = next(iter(NOW.items()))
    given = {"x": values["name"], "name": "product_name"}
    below, above = float(values["amount"]) - 1, float(values["amount"]) + 1
    assert path in {row[0] for row in fixed(demo, "name-and-price", 30, y=f"{above:.2f}", **given)}
    found = {row[0] for row in fixed(demo, "name-and-price", 30, y=f"{below:.2f}", **given)}
    assert path not in found


@cache
def true_links(path):
    """Give where a page of the shop leads, by a plain search for its links."""
    body = Shop(products=100, day=30).respond(Request(path)).body.decode()
    return [link for link in re.findall(r'<a [^>]*href="([^"]+)"', body) if link.startswith("/")]


def test_navigation_pages_that_point_to_a_page_and_where_it_points(demo):
    known = crawled_paths(demo, 30)
    for path in sorted(NOW)[::20]:
        pointing = {row[0] for row in fixed(demo, "points-to", 30, x=demo.home + path)}
        assert pointing == {other for other in known if path in true_links(other)}
        pointed = {row[0] for row in fixed(demo, "pointed-to-by", 30, x=demo.home + path)}
        assert {to for to in pointed if to in known} == set(true_links(path)) & known


def test_navigation_the_best_path_and_what_is_in_reach(demo):
    known = crawled_paths(demo, 30)
    steps, level = {"/": 0}, ["/"]
    for distance in range(1, 9):
        level = sorted({to for path in level for to in true_links(path)} & known - steps.keys())
        steps |= dict.fromkeys(level, distance)
    crawl = demo.crawls[30]
    for path in sorted(NOW)[::16]:
        found = find_path(demo.connection, f"{demo.home}/", demo.home + path, crawl=crawl)
        assert found.links == (steps[path] if steps[path] <= 5 else 0)
        assert found.is_connected == (steps[path] <= 5)
    for reach in (1, 2, 3):
        near = {row[0] for row in fixed(demo, "reachable", 30, x=f"{demo.home}/", y=str(reach))}
        assert near & known == {path for path, distance in steps.items() if 0 < distance <= reach}
