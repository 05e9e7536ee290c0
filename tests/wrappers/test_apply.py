"""Extraction: records, what is missing, what does not fit."""

import json
from time import monotonic

from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper, apply, locator_finder
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.record import record_json

URL = "https://shop.example/boots/7"
PAGE = b"""<html lang=en><head>
<script type="application/ld+json">
{"@graph": [{"@type": "WebSite", "name": "Shop"},
  {"@type": ["Thing", "http://schema.org/Product"], "name": "Red boots", "gtin": 12345678,
   "offers": [{"price": 10.5, "priceCurrency": "EUR"}, {"price": "12"}],
   "brand": {"@type": "Brand", "name": "Acme"}, "isNew": true,}]}
</script></head><body>
<h1>Red boots</h1>
<p class="cost">Price: 10.50 EUR incl. tax</p>
<ul class="tags"><li>red</li><li>leather</li><li></li></ul>
<table><tr><th>Size</th><th>Left</th></tr>
<tr class=v><td>41</td><td>3</td><td><i>a</i><i>b</i></td></tr>
<tr class=v><td>42</td><td></td><td><i>c</i></td></tr></table>
</body></html>"""


def position(path, **rest):
    return Locator(path, Anchor.POSITION, **rest)


def extracted(*bundles, body=PAGE):
    return Extractor(Wrapper(bundles)).extract(parse_page(URL, body))


def texts(record):
    return {name: [value.text for value in values] for name, values in record.fields.items()}


def page_bundle(*fields):
    return Bundle("product", fields)


def test_the_first_locator_that_finds_anything_counts():
    field = Field("name", "text", (position("//h2"), position("//h1"), position("//p")))
    result = extracted(page_bundle(field))
    assert texts(result.records[0]) == {"name": ["Red boots"]}
    assert result.url == URL
    assert not result.problems


def test_template_text_around_a_value_is_cut_off_and_must_be_there():
    cut = Locator('//p[@class="cost"]', Anchor.NAME, before="Price:", after="incl. tax")
    fields = (
        Field("price", "text", (cut,)),
        Field("old", "text", (Locator("//p", Anchor.NAME, before="Was:"),), optional=True),
    )
    result = extracted(page_bundle(*fields))
    assert texts(result.records[0]) == {"price": ["10.50 EUR"], "old": []}
    assert not result.problems


def test_a_field_may_have_many_values_and_empty_ones_do_not_count():
    result = extracted(page_bundle(Field("tag", "text", (position("//li"),), many=True)))
    assert texts(result.records[0]) == {"tag": ["red", "leather"]}


def test_what_is_missing_is_a_problem_unless_it_is_optional():
    nowhere = (position("//h6"),)
    result = extracted(
        page_bundle(Field("a", "text", nowhere), Field("b", "text", nowhere, optional=True)),
        Bundle("offer", (), each=(position("//h6"),)),
        Bundle("review", (), each=(position("//h6"),), optional=True),
    )
    assert [(p.bundle, p.field, p.kind) for p in result.problems] == [
        ("product", "a", "missing"),
        ("offer", "", "missing"),
    ]


def test_bundles_have_instances_and_bundles_inside():
    letter = Bundle("letter", (Field("letter", "text", (position("."),)),), (position("td[3]/i"),))
    variant = Bundle(
        "variant",
        (
            Field("size", "text", (position("td[1]"),), key=True),
            Field("left", "text", (position("td[2]"),), optional=True),
        ),
        each=(position("//h6"), position('//tr[@class="v"]')),
        bundles=(letter,),
    )
    records = extracted(variant).records
    assert [(record.index, texts(record)) for record in records] == [
        (0, {"size": ["41"], "left": ["3"]}),
        (1, {"size": ["42"], "left": []}),
    ]
    assert [texts(inner)["letter"] for inner in records[0].nested] == [["a"], ["b"]]


def test_paths_lead_into_json_ld():
    def at(path):
        field = Field("x", "text", (Locator(path, Anchor.DATA),), many=True, optional=True)
        return texts(extracted(page_bundle(field)).records[0])["x"]

    assert at("Product.name") == ["Red boots"]
    assert at("Product.offers.price") == ["10.5", "12"]
    assert at("Product.brand") == ["Acme"]
    assert at("Brand.name") == ["Acme"]
    assert at("Product.gtin") == ["12345678"]
    assert at("Product.isNew") == ["true"]
    assert at("Product.nothing") == []
    assert at("Nothing.name") == []


def test_a_record_as_json_says_page_bundle_index_and_fields():
    record = extracted(
        Bundle(
            "product",
            (
                Field("name", "text", (position("//h1"),)),
                Field("tags", "text", (position("//li"),), many=True),
                Field("old", "text", (position("//h6"),), optional=True),
            ),
            bundles=(
                Bundle(
                    "size",
                    (Field("size", "text", (position("td[1]"),)),),
                    (position('//tr[@class="v"]'),),
                ),
            ),
        )
    ).records[0]
    content = record_json(URL, record)
    assert content["page"] == URL
    assert (content["bundle"], content["index"]) == ("product", 0)
    assert content["fields"]["name"]["text"] == "Red boots"
    assert [tag["text"] for tag in content["fields"]["tags"]] == ["red", "leather"]
    assert content["fields"]["old"] is None
    assert [inner["fields"]["size"]["text"] for inner in content["nested"]] == ["41", "42"]
    json.dumps(content)


@given(st.binary(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_a_page_to_extract_from(body):
    fields = (
        Field("a", "text", (position("//*"),), many=True),
        Field("b", "text", (Locator("Product.name", Anchor.DATA),)),
        Field("c", "text", (position('//td[.="x"]/following-sibling::td[1]/text()'),)),
    )
    result = extracted(page_bundle(*fields), body=body)
    assert len(result.records) == 1


def test_how_much_is_read_of_a_page_does_not_depend_on_the_clock(monkeypatch):
    """Each of these elements holds all those behind it: reading all of each would take very long."""
    names = Bundle("name", (Field("name", "text", (position(".//u"),)),), (position("//b"),))
    monkeypatch.setattr(locator_finder, "MAX_WORK", locator_finder.MAX_WORK // 10)
    nested = b"<b>" * 200 + b"<u>x</u>" * 1000
    found = []
    for clock in (lambda: 0.0, monotonic):
        monkeypatch.setattr(apply, "monotonic", clock)
        found.append(extracted(names, body=nested))
    for one in found:
        assert one.problems[-1].reason.startswith("the page is too large for the wrapper")
        assert 10 < len(one.records) < 200
    assert len(found[0].records) == len(found[1].records)
