"""The demo shop by example: one product page is shown, all fields of all products are right."""

import pytest

from pagekin.demo import Request, Shop, ShopPageKind, truth
from pagekin.dom.page import parse_page
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, induce

LEARNED = 20
FIELDS = (
    *("name", "sku", "gtin", "brand", "price", "old_price", "discount", "availability", "stock"),
    *("rating", "review_count", "image", "images", "breadcrumbs", "highlights"),
)


def listed(value):
    values = value if isinstance(value, list) else [value]
    return [text for text in values if text]


@pytest.fixture(scope="module")
def products():
    """What is true of each product, and its page."""
    shop = Shop(products=100)
    entries = [entry for entry in truth(shop) if entry.kind is ShopPageKind.PRODUCT][:50]
    return entries, [
        parse_page(f"https://shop.example{entry.path}", shop.respond(Request(entry.path)).body)
        for entry in entries
    ]


def test_every_field_of_every_product_is_right(products):
    entries, pages = products
    # A page that shows every field, and lists as lists.
    shown = max(
        range(LEARNED),
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
    extractor = Extractor(induce(pages[:LEARNED], examples))
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


def test_every_row_of_every_product_is_right(products):
    """Specifications that few products have, each by one example; variants by those of one product."""
    entries, pages = products
    learned = range(LEARNED)
    examples = []
    for label in dict.fromkeys(label for i in learned for label in entries[i].values["specs"]):
        first = next(i for i in learned if label in entries[i].values["specs"])
        examples.append(Example(first, label, entries[first].values["specs"][label]))
    several = max(learned, key=lambda i: len(entries[i].values["variants"]))
    examples += [
        Example(several, f"variant {part}", text)
        for row in entries[several].values["variants"]
        for part, text in row.items()
    ]
    extractor = Extractor(induce([pages[i] for i in learned], examples))
    for entry, page in zip(entries, pages, strict=True):
        own, *rows = (
            {name: [value.text for value in values] for name, values in record.fields.items()}
            for record in extractor.extract(page).records
        )
        specs = {label: [text] for label, text in entry.values["specs"].items()}
        assert {label: texts for label, texts in own.items() if texts} == {
            label: texts for label, texts in specs.items() if label in own
        }
        assert rows == [
            {f"variant {part}": [text] for part, text in row.items()}
            for row in entry.values["variants"]
        ]
