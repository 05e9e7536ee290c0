"""Names of fields: what a person would call them."""

import pytest

from pagekin.wrappers.by_itself.field_naming import class_name, named, snake_case
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
    ],
)
def test_labels_become_names(label, expected):
    assert snake_case(label) == expected


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("pdp-price__current", "pdp_price_current"),
        ("ctl00_ContentPlaceHolder1_lblTitle", "title"),
        ("productTitle", "product_title"),
        ("css-8dh3ka", ""),  # made by a machine
        ("text-2xl", ""),  # says how it looks
        ("col-left", ""),
    ],
)
def test_classes_and_ids_give_their_telling_words(mark, expected):
    assert class_name(mark) == expected


def test_a_word_that_all_classes_of_a_site_begin_with_is_left_out():
    assert class_name("pdp-price__current", frozenset({"pdp"})) == "price_current"


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


def column(label="", hints=()):
    return TextColumn({0: ("a",)}, (Locator("//p", Anchor.POSITION),), 1, label=label, hints=hints)


def test_labels_go_before_structured_data_and_names_are_never_given_twice():
    columns = [
        column("Price:"),
        column("Price", ("sku",)),
        column(hints=("reviewCount",)),
        column(),
    ]
    assert named(columns) == ["price", "price_2", "review_count", "text_4"]


def test_dates_and_scores_above_a_value_are_no_names_for_it():
    columns = [column("7 December 2010, 1:30"), column("5 of 5"), column("5 stars")]
    assert named(columns) == ["text_1", "text_2", "5_stars"]
