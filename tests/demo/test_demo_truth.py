"""The truth is what stands on the pages: read back with XPath, value by value, in every template."""

import json

import pytest
from lxml import html

from pagekin.demo import (
    BREAK_DAY,
    DRASTIC_CHANGE_DAY,
    REPAIR_DAY,
    SLIGHT_CHANGE_DAY,
    Request,
    Shop,
    truth,
)


def text(node):
    return " ".join(node.text_content().split())


def texts(tree, path):
    return [text(node) for node in tree.xpath(path)]


def only(tree, path):
    """Give the one value at a path, or None; two would be a mistake of the template."""
    found = texts(tree, path)
    assert len(found) <= 1, (path, found)
    return found[0] if found else None


def classed(tag, name):
    return f"//{tag}[contains(concat(' ', @class, ' '), ' {name} ')]"


def structured_data(tree):
    (script,) = tree.xpath("//script[@type='application/ld+json']/text()")
    data = json.loads(script)
    return data["@graph"][1] if "@graph" in data else data


def read_shared(tree):
    data = structured_data(tree)
    return {
        "gtin": data["gtin13"],
        "amount": tree.xpath("string(//meta[@property='product:price:amount']/@content)"),
        "currency": tree.xpath("string(//meta[@property='product:price:currency']/@content)"),
    }


def read_classic(tree, price_class="pdp-price__current"):
    (article,) = tree.xpath(classed("article", "pdp"))
    count = only(article, ".//span[@class='pdp-rating__count']")
    return read_shared(tree) | {
        "name": only(article, ".//h1"),
        "sku": only(article, ".//*[@itemprop='sku']"),
        "brand": only(article, ".//a[@class='pdp-brand__link']"),
        "price": only(article, "." + classed("span", price_class)),
        "old_price": only(article, ".//span[@class='pdp-price__was']"),
        "discount": only(article, ".//span[@class='badge badge--sale']"),
        "availability": only(article, ".//span[@class='pdp-stock__text']"),
        "stock": only(article, ".//span[@class='pdp-stock__count']/strong"),
        "rating": only(article, ".//span[@class='pdp-rating__value']"),
        "review_count": count and count.strip("()").split()[0],
        "image": next(iter(article.xpath(".//img[@id='main-image']/@src")), None),
        "images": article.xpath(".//li[@class='pdp-gallery__thumb']//img/@src"),
        "breadcrumbs": texts(tree, "//a[@class='breadcrumb__link']"),
        "description": texts(article, ".//section[@id='description']//p"),
        "highlights": texts(article, ".//li[@class='pdp-highlights__item']"),
        "specs": {
            text(row[0]): text(row[1]) for row in article.xpath(".//tr[@class='spec-table__row']")
        },
        "variants": [
            dict(zip(("option", "sku", "price", "availability"), map(text, row), strict=True))
            for row in article.xpath(".//tr[@class='pdp-variant']")
        ],
        "reviews": [
            {
                "author": only(item, ".//span[@class='review__author']"),
                "date": only(item, ".//time"),
                "stars": len(
                    item.xpath(
                        ".//*[contains(@class, 'icon--star ')] | .//*[@class='icon icon--star']"
                    )
                ),
                "title": only(item, ".//h3"),
                "text": only(item, ".//p[@class='review__text']"),
            }
            for item in article.xpath(".//li[@class='review']")
        ],
        "related": tree.xpath("//section[contains(@class, '--related')]//a/@href"),
    }


def read_slightly_changed(tree):
    return read_classic(tree, price_class="pdp-price__now")


def read_redesigned(tree):
    (view,) = tree.xpath("//div[@class='x-product']")
    return read_shared(tree) | {
        "name": only(view, ".//h1"),
        "sku": only(view, ".//code"),
        "brand": only(view, ".//a[@class='x-maker']"),
        "price": only(view, ".//data[@class='x-buy__sum']"),
        "old_price": only(view, ".//s"),
        "discount": only(view, ".//em"),
        "availability": only(view, ".//div[@class='x-buy__state']/b"),
        "stock": only(view, ".//div[@class='x-buy__state']//data"),
        "rating": only(view, ".//b[@class='x-score']"),
        "review_count": only(view, ".//span[@class='x-count']"),
        "image": next(iter(view.xpath(".//div[@id='slide-1']/img/@src")), None),
        "images": view.xpath(".//img[@class='x-media__img']/@src"),
        "breadcrumbs": texts(view, ".//a[@class='x-trail__a']"),
        "description": [" ".join(t.split()) for t in view.xpath(".//div[@class='x-text']/text()")],
        "highlights": texts(view, ".//span[@class='x-point']"),
        "specs": {text(pair[0]): text(pair[1]) for pair in view.xpath(".//dl/div")},
        "variants": [
            {
                key: only(choice, f".//span[@class='x-choice__{name}']")
                for key, name in (
                    ("option", "name"),
                    ("sku", "sku"),
                    ("price", "sum"),
                    ("availability", "state"),
                )
            }
            for choice in view.xpath(".//label[@class='x-choice']")
        ],
        "reviews": [
            {
                "author": only(item, ".//cite"),
                "date": only(item, ".//time"),
                "stars": len(item.xpath(".//*[@class='icon icon--star']")),
                "title": only(item, ".//h4"),
                "text": only(item, ".//blockquote/p"),
            }
            for item in view.xpath(".//li[@class='x-opinion']")
        ],
        "related": view.xpath(".//a[@class='x-tile']/@href"),
    }


def page(shop, path):
    response = shop.respond(Request(path))
    assert response.status == 200, path
    return html.fromstring(response.body.decode())


def products(shop):
    return (entry for entry in truth(shop) if entry.kind == "product")


@pytest.mark.parametrize(
    ("day", "read"),
    [
        (1, read_classic),
        (SLIGHT_CHANGE_DAY - 1, read_classic),
        (SLIGHT_CHANGE_DAY, read_slightly_changed),
        (DRASTIC_CHANGE_DAY - 1, read_slightly_changed),
        (DRASTIC_CHANGE_DAY, read_redesigned),
    ],
)
def test_every_value_of_every_product_stands_on_its_page(day, read):
    shop = Shop(products=150, day=day)
    seen = []
    for entry in products(shop):
        assert read(page(shop, entry.path)) == entry.values, entry.path
        seen.append(entry.values)
    assert len(seen) > 130
    assert all(any(values[key] for values in seen) for key in seen[0])
    optional = ("brand", "old_price", "stock", "rating", "image", "variants", "reviews")
    assert all(any(not values[key] for values in seen) for key in optional)


def test_structured_data_says_the_same_as_the_page():
    shop = Shop(products=100)
    for entry in products(shop):
        data = structured_data(page(shop, entry.path))
        assert data["name"] == entry.values["name"]
        assert data["sku"] == entry.values["sku"]
        assert data["offers"]["price"] == entry.values["amount"]
        assert data.get("brand", {}).get("name") == entry.values["brand"]
        assert data.get("aggregateRating", {}).get("ratingValue") == entry.values["rating"]


def test_a_page_changes_exactly_when_its_values_do():
    shop = Shop(products=250)
    before = {entry.path: entry.values for entry in products(shop)}
    after = {entry.path: entry.values for entry in products(shop.on(12))}
    changed = 0
    for path in before.keys() & after.keys():
        bodies = {s.respond(Request(path)).body for s in (shop, shop.on(12))}
        assert (len(bodies) == 1) == (before[path] == after[path]), path
        changed += len(bodies) - 1
    assert changed > 12


def test_the_truth_is_the_same_every_time_and_another_with_another_seed():
    first, second = ([e.as_json() for e in truth(Shop(products=120))] for _ in range(2))
    other = [e.as_json() for e in truth(Shop(products=120, seed=2))]
    assert first == second
    assert first != other
    assert json.loads(json.dumps(first)) == first


def test_the_truth_knows_each_url_once_and_by_its_class():
    shop = Shop(products=300, day=20)
    entries = list(truth(shop))
    assert len({entry.path for entry in entries}) == len(entries)
    assert all(shop.classify(entry.path) == entry.kind for entry in entries)
    assert sum(entry.kind == "product" for entry in entries) == sum(
        1 for _ in shop.catalogue.all_slots()
    )


def test_the_truth_of_a_large_shop_begins_at_once():
    first = next(truth(Shop(products=1_000_000)))
    assert first.as_json() == {"url": "/", "class": "home", "values": {}}


def test_one_product_page_breaks_and_is_repaired():
    broken = {
        day: [e.path for e in truth(Shop(products=200, day=day)) if e.kind == "broken"]
        for day in (BREAK_DAY - 1, BREAK_DAY, REPAIR_DAY - 1, REPAIR_DAY)
    }
    assert not broken[BREAK_DAY - 1]
    assert not broken[REPAIR_DAY]
    (path,) = broken[BREAK_DAY]
    assert broken[REPAIR_DAY - 1] == [path]
    statuses = [Shop(products=200, day=day).respond(Request(path)).status for day in broken]
    assert statuses == [200, 500, 500, 200]
