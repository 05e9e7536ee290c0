"""The demo shop's template changes: followed where slight, proposed where drastic, never a wrong value."""

import pytest

from pagekin.demo import DRASTIC_CHANGE_DAY, SLIGHT_CHANGE_DAY, Request, Shop, ShopPageKind, truth
from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.repair import DriftSign, DriftVerdict, DriftWatch, RepairOutcome, repair

SHOP = Shop(100)
PRODUCTS = 16


def field(name, kind, path, **rest):
    return Field(name, kind, (Locator(path, Anchor.NAME),), **rest)


# As a person may write it: one path a field.
WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                field("name", "text", "//h1"),
                field("sku", "identifier", '//div[@class="pdp-meta"]/span[@itemprop]'),
                field("price", "price", '//span[contains(@class, "pdp-price__current")]'),
                field("old_price", "price", '//span[@class="pdp-price__was"]', optional=True),
                field("availability", "availability", '//span[@class="pdp-stock__text"]'),
                field("gtin", "identifier", '//th[.="EAN"]/following-sibling::td[1]'),
                field("description", "text", '//section[@id="description"]//p', many=True),
            ),
        ),
        Bundle(
            "reviews",
            (
                field("author", "text", './/span[@class="review__author"]'),
                field("title", "text", ".//h3"),
            ),
            (Locator('//li[@class="review"]', Anchor.NAME),),
            optional=True,
        ),
    )
)


def products(day):
    """Give the pages of some products on a day, and what is true of them."""
    shop = SHOP.on(day)
    lasting = {entry.path for entry in truth(SHOP.on(DRASTIC_CHANGE_DAY))}
    known = [
        entry
        for entry in truth(shop)
        if entry.kind is ShopPageKind.PRODUCT and entry.path in lasting
    ][:PRODUCTS]
    return [
        (
            parse_page(f"http://shop{entry.path}", shop.respond(Request(entry.path)).body),
            entry.values,
        )
        for entry in known
    ]


def wrong_values(wrapper, shown):
    """Name the fields with any value that is not the true one, or missing."""
    wrong = set()
    extractor = Extractor(wrapper)
    for page, values in shown:
        records = extractor.extract(page).records
        for name, found in records[0].fields.items():
            true = values[name]
            wanted = true if isinstance(true, list) else [true] if true else []
            if [value.text for value in found] != wanted:
                wrong.add(name)
        reviews = [
            {name: values[0].text for name, values in record.fields.items() if values}
            for record in records[1:]
        ]
        wanted = [{key: review[key] for key in ("author", "title")} for review in values["reviews"]]
        if reviews != wanted:
            wrong.add("reviews")
    return wrong


def watched(shown):
    watch, extractor = DriftWatch(WRAPPER), Extractor(WRAPPER)
    for page, _ in shown:
        watch.add(extractor.extract(page))
        watch.look(page)
    return watch.drift()


def known(day):
    return {page.url: Extractor(WRAPPER).extract(page).records for page, _ in products(day)}


@pytest.mark.parametrize("day", [1, 2, SLIGHT_CHANGE_DAY - 1])
def test_ordinary_days_have_no_event_and_no_wrong_value(day):
    shown = products(day)
    assert watched(shown).event is None
    assert wrong_values(WRAPPER, shown) == set()
    assert not repair(WRAPPER, known(1), [page for page, _ in shown]).has_changed


def test_the_slight_change_is_one_event_and_is_healed_without_a_wrong_value():
    shown = products(SLIGHT_CHANGE_DAY)
    drift = watched(shown)
    assert drift.verdict is DriftVerdict.TEMPLATE_CHANGED
    assert {part.name: part.sign for part in drift.event.fields} == {
        "product.price": DriftSign.MISSING,
        "product.sku": DriftSign.MISSING,
    }
    assert wrong_values(WRAPPER, shown) == {"price", "sku"}
    result = repair(WRAPPER, known(SLIGHT_CHANGE_DAY - 1), [page for page, _ in shown])
    assert not result.is_drastic
    assert {part.name for part in result.of(RepairOutcome.HEALED)} == {
        "product.price",
        "product.sku",
    }
    assert wrong_values(result.wrapper, shown) == set()


def test_the_drastic_change_is_one_event_and_its_proposal_is_right():
    shown = products(DRASTIC_CHANGE_DAY)
    drift = watched(shown)
    assert drift.event.drastic
    result = repair(WRAPPER, known(SLIGHT_CHANGE_DAY - 1), [page for page, _ in shown])
    assert result.is_drastic
    assert wrong_values(result.wrapper, shown) == set()
