"""Names of fields: what a person would call them."""

import pytest

from pagekin.dom.page import parse_page
from pagekin.wrappers.by_itself.class_spread import ClassSpread
from pagekin.wrappers.by_itself.field_naming import named
from pagekin.wrappers.by_itself.name_words import class_name, label_name, snake_case
from pagekin.wrappers.by_itself.nodes import nodes_of
from pagekin.wrappers.by_itself.structured_data import name_in
from pagekin.wrappers.by_itself.text_columns import TextColumn
from pagekin.wrappers.model import Anchor, Locator


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Item no.:", "item_no"),
        ("ISBN-13", "isbn_13"),
        ("Weight (net)", "weight"),
        ("Größe", "größe"),
        ("Posted on:", "posted_on"),
        ("(none)", "none"),
        ("–", ""),
        ("रेड अंक", "रेड_अंक"),  # vowels are marks on letters
        ("ชื่อหนังสือ", "ชื่อหนังสือ"),
    ],
)
def test_labels_become_names(label, expected):
    assert snake_case(label) == expected


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("sc-kPJD", ""),  # as programs make them up
        ("bWvP", ""),
        ("css-1ab2c3", ""),
        ("xqzt", ""),
        ("isbn-nr", "isbn"),
        ("pdp-price__current", "price_current"),
        ("ctl00_ContentPlaceHolder1_lblTitle", "title"),
        ("productTitle", "product_title"),
        ("css-8dh3ka", ""),  # made by a machine
        ("text-2xl", ""),  # says how it looks
        ("col-left", ""),
        ("mb-4", ""),
        ("rounded-xl", ""),
        ("md:flex", ""),
        ("isbn-13", "isbn"),
    ],
)
def test_classes_and_ids_give_their_telling_words(mark, expected):
    assert class_name(mark) == expected


def test_a_word_that_all_classes_of_a_site_begin_with_is_left_out():
    assert class_name("shop-price__current", frozenset({"shop"})) == "price_current"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("Product.brand.name", "brand"),
        ("Product.name", "name"),
        ("Product.offers.price", "price"),
        ("//meta[@property='og:title']/@content", "title"),
        ("//meta[@property='product:price:amount']/@content", "price"),
        ("//title", "page title"),
    ],
)
def test_structured_data_has_names_of_its_own(path, expected):
    assert name_in(path) == expected


TAGS = ("p", "div", "section", "article", "main", "td", "li", "dd", "ul")


def column(label="", hints=()):
    return TextColumn({0: ("a",)}, (Locator("//p", Anchor.POSITION),), 1, label=label, hints=hints)


def test_what_the_page_says_for_machines_goes_before_labels_and_no_name_is_given_twice():
    columns = [
        column("Price:"),
        column("Price", ("sku",)),
        column("Price"),
        column(hints=("reviewCount",)),
        column(),
    ]
    assert named(columns) == ["price", "sku", "price_2", "review_count", "text"]


def test_a_key_that_leaves_open_what_a_value_is_of_says_less_than_a_label():
    assert named([column("Depth", ("value",)), column(hints=("value",))]) == ["depth", "value"]


def test_dates_and_scores_above_a_value_are_no_names_for_it():
    columns = [column("7 December 2010, 1:30"), column("5 of 5"), column("5 stars")]
    assert named(columns) == ["text", "text_2", "5_stars"]


@pytest.mark.parametrize("label", ["SKU: N/A", "SKU : 12", "SKU:"])
def test_no_name_has_words_of_a_value(label):
    assert label_name(label) == "sku"


def test_a_class_that_stands_at_many_places_is_a_style_and_no_name():
    places = "".join(f"<{tag}><b class='blue-note x{tag}'>a</b></{tag}>" for tag in TAGS)
    home = nodes_of(parse_page("https://a.example/", f"<body>{places}</body>".encode()), 0)
    spread = ClassSpread([home])
    assert spread.names(("blue-note", "xdiv")) == ["xdiv"]


def test_a_word_that_pages_use_for_what_they_say_is_a_name_wherever_it_stands():
    places = "".join(f"<{tag}><b class='price'>a</b></{tag}>" for tag in TAGS)
    home = nodes_of(parse_page("https://a.example/", f"<body>{places}</body>".encode()), 0)
    assert ClassSpread([home]).names(("price",)) == ["price"]
