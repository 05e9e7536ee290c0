"""What pages declare about themselves, held against what a wrapper reads."""

import json

import pytest

from pagekin.app.induce import FieldExample, induce
from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.declared_values import declared_doubts


def page(i, shown, declared, *, microdata=False):
    data = {
        "@type": "Product",
        "name": f"Thing {i}",
        "offers": {"@type": "Offer", "price": declared},
    }
    script = f"<script type='application/ld+json'>{json.dumps(data)}</script>"
    inside = f"<meta itemprop='price' content='{declared}'>"
    body = f"<h1>Thing {i}</h1><p class='price'>{shown}</p>"
    text = f"<html><body>{inside if microdata else script}{body}</body></html>"
    return parse_page(f"https://shop.example/{i}", text.encode())


PRICE = Wrapper(
    (Bundle("page", (Field("price", "price", (Locator("//p[@class='price']", Anchor.NAME),)),)),)
)


@pytest.mark.parametrize("microdata", [False, True])
def test_a_field_that_differs_from_what_its_page_declares_is_told(microdata):
    pages = [page(i, f"${i + 9}.00", f"{i + 9}.00", microdata=microdata) for i in range(4)]
    pages[2] = page(2, "$5.00", "11.00", microdata=microdata)
    [doubt] = declared_doubts(PRICE, pages)
    assert (doubt.field, doubt.pages, doubt.of) == ("price", 1, 4)
    assert (doubt.shown, doubt.declared) == ("$5.00", "11.00")
    assert doubt.url == "https://shop.example/2"


@pytest.mark.parametrize(
    ("shown", "declared"),
    [
        ("$1,299.00", "1299.00"),
        ("1.299,00 €", "1299"),
        ("$12.00 – $20.00", "12.00"),
        ("$ 7", "7.0"),
    ],
)
def test_the_same_amount_is_the_same_however_it_is_written(shown, declared):
    assert not declared_doubts(PRICE, [page(1, shown, declared)])


def test_what_is_shown_by_example_is_held_against_the_data_of_the_page():
    pages = [page(i, f"${i + 9}.00", f"{i + 8}.50") for i in range(6)]
    told = []
    induce(pages[1:], pages[:1], [FieldExample("price", "$9.00")], tell=told.append)
    [text] = [one for one in told if "structured data" in one]
    assert text.startswith(
        "price: the page reads '$9.00' where its structured data says '8.50', on 6 of 6 pages"
    )
    assert "https://shop.example/0" in text


def test_pages_without_structured_data_leave_no_doubt():
    bare = [parse_page(f"https://a.example/{i}", b"<p class='price'>$3</p>") for i in range(3)]
    assert not declared_doubts(PRICE, bare)
