"""The demo shop by example: one product page is shown, all fields of all products are right."""

from pagekin.demo import Kind, Request, Shop, truth
from pagekin.dom.page import parse_page
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, induce

FIELDS = (
    *("name", "sku", "gtin", "brand", "price", "old_price", "discount", "availability", "stock"),
    *("rating", "review_count", "image", "images", "breadcrumbs", "highlights"),
)


def listed(value):
    values = value if isinstance(value, list) else [value]
    return [text for text in values if text]


def test_every_field_of_every_product_is_right():
    shop = Shop(products=100)
    entries = [entry for entry in truth(shop) if entry.kind is Kind.PRODUCT]
    pages = [
        parse_page(f"https://shop.example{entry.path}", shop.respond(Request(entry.path)).body)
        for entry in entries
    ]
    # A page that shows every field, and lists as lists.
    shown = max(
        range(30),
        key=lambda i: (
            sum(bool(entries[i].values.get(name)) for name in FIELDS),
            sum(len(listed(entries[i].values.get(name))) for name in FIELDS),
        ),
    )
    examples = [
        Example(shown, name, text)
        for name in FIELDS
        for text in listed(entries[shown].values.get(name))
    ]
    extractor = Extractor(induce(pages[:30], examples))
    names = {example.field for example in examples}
    assert len(names) == len(FIELDS)
    wrong = []
    for entry, page in zip(entries, pages, strict=True):
        (record,) = extractor.extract(page).records
        for name in names:
            found = {value.text for value in record.fields[name] if value.misfit is None}
            if found != set(listed(entry.values.get(name))):
                wrong.append((entry.path, name, found))
    assert not wrong
