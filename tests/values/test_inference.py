"""Inference: the most specific type that nearly all readings of a field fit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.values import PageContext, Reading, infer_type


def _infer(texts, name="", language="", url=""):
    return infer_type([Reading(text, context=PageContext(url, language)) for text in texts], name)


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["$19.99", "$5.00", "$1,299.00"], "price"),
        (["From £9.99", "£10 - £20", "£15.00 £20.00"], "price"),
        (["12,99 €", "ab 9,99 €", "kostenlos"], "price"),
        (["free", "kostenlos"], "text"),
        (["$12.99/month", "$9.99/month", "$5.00"], "unit_price"),
        (["2,49 €/kg", "1,99 €/kg"], "unit_price"),
        (["List 1", "List 2", "List 3"], "text"),
        (["Now 3", "Was 4"], "text"),
        (["Was $4", "List 5 EUR", "Now 3.99"], "price"),
        (["42", "7", "1234"], "integer"),
        (["2010", "1995", "2008"], "integer"),
        (["3.5", "42", "7.25"], "number"),
        (["1 GHz", "2.4 GHz", "800 MHz"], "quantity"),
        (["320 pages", "96 pages"], "quantity"),
        (["12 widgets", "3 widgets"], "quantity"),
        (["12 Monkeys", "7 Samurai"], "text"),
        (["2010-05-12", "2010-06-01"], "date"),
        (["12 May 2010", "May 13, 2010", "1. Mai 2010"], "date"),
        (["May 2010", "June 1982"], "date"),
        (["2010-03-04 04:47:11", "2010-05-03 00:19:10"], "datetime"),
        (["14:30", "9:05"], "time"),
        (["1h 30m", "2h 05m"], "duration"),
        (["PT1H30M", "PT45M"], "duration"),
        (["50%", "12.5 %"], "percentage"),
        (["4.5 out of 5", "3 out of 5"], "rating"),
        (["★★★★☆", "★★☆☆☆"], "rating"),
        (["In stock", "Out of stock", "In stock"], "availability"),
        (["Yes", "No"], "boolean"),
        (["jane@example.com", "joe@example.org"], "email"),
        (["+49 30 123456", "+1 212 555 2368"], "phone"),
        (["9780393041576", "9780887307287", "9781594201363"], "identifier"),
        (["978-0385528757", "978-0141439518", "978-0767905923"], "identifier"),
        (["Jane Austen", "J.K. Rowling"], "text"),
        (["2010 Kia Rio", "2011 BMW X6 M"], "text"),
        (["25/32", "15/19"], "text"),
        (["00123", "00456"], "text"),
        (["1.2.3", "1.2.4"], "text"),
        (["https://example.com/a", "https://example.com/b"], "link"),
        (["A long paragraph. " * 20, "Another long paragraph. " * 20], "long_text"),
        ([], "text"),
        (["", "N/A", "-"], "text"),
    ],
)
def test_the_type_of_a_field_follows_from_its_readings(texts, kind):
    assert _infer(texts) == kind


@pytest.mark.parametrize(
    ("name", "texts", "kind"),
    [
        ("price", ["19.99", "5", "free"], "price"),
        ("", ["19.99", "5.00"], "number"),
        ("list_price", ["19.99", "1299"], "price"),
        ("price", ["List 20", "Now 15"], "price"),
        ("ratingValue", ["4.5", "3"], "rating"),
        ("sku", ["AB-12", "CD-34"], "identifier"),
        ("", ["AB-12", "CD-34"], "text"),
        ("Model number", ["DSC-W350", "WH-1000XM4"], "identifier"),
        ("zip code", ["94110", "10115"], "text"),
        ("version", ["1.2", "1.3"], "text"),
        (
            "publication_date",
            ["Penguin Books (December 31, 2002)", "Broadway; 1 edition (February 16, 2010)"],
            "date",
        ),
        (
            "publisher",
            ["Penguin Books (December 31, 2002)", "Broadway; 1 edition (February 16, 2010)"],
            "text",
        ),
        ("datePublished", ["Posted on the blog: May 12, 2010"], "date"),
        ("runtime", ["95 min", "120 min"], "duration"),
        ("", ["95 min", "120 min"], "quantity"),
        ("stock", ["Plenty of these are available at your nearest shop"], "availability"),
        ("price", ["Call for price", "On request"], "text"),
        ("price", ["$5", "$6", "$7", "Call for price"], "price"),
        ("", ["$5", "$6", "$7", "Call for price"], "text"),
        ("ratingCount", ["12", "57"], "integer"),
        ("length", ["5 m", "7 m"], "quantity"),
    ],
)
def test_the_name_of_a_field_is_a_hint_only(name, texts, kind):
    assert _infer(texts, name) == kind


def test_one_in_ten_may_not_fit():
    fitting = [f"${number}.99" for number in range(1, 19)]
    assert _infer([*fitting, "Call for price", "Sold"]) == "price"
    assert _infer([*fitting[:16], "Call for price", "Sold", "Gone"]) == "text"


def test_a_few_readings_must_all_fit():
    assert _infer(["42", "43", "many"]) == "text"


def test_missing_values_say_nothing():
    assert _infer(["42", "N/A", "-", "7"]) == "integer"


def test_check_digits_count_only_where_nearly_all_are_right():
    assert _infer(["9780393041577", "9780887307281", "9781594201363"]) == "integer"
    assert _infer(["4006381333931"]) == "integer"  # one may be right by chance
    assert _infer(["4006381333931"], "ean") == "identifier"


def test_one_date_shows_the_order_of_all():
    assert _infer(["03/04/2020", "12/25/2020", "01/02/2020"]) == "date_mdy"
    assert _infer(["03/04/2020", "25/12/2020", "01/02/2020"]) == "date_dmy"
    assert _infer(["03/04/2020", "01/02/2020"]) == "text"
    assert _infer(["03/04/2020", "01/02/2020"], language="en-GB") == "date"


def test_dates_outweigh_what_the_language_says_of_their_order():
    assert _infer(["03/04/2020", "25/12/2020", "26/12/2020"], language="en-US") == "date_dmy"
    assert _infer(["03/04/2020", "25/12/2020"], language="en-GB") == "date"


def test_numbers_show_each_other_which_sign_is_decimal():
    assert _infer(["1,234", "12.5", "7"]) == "number_point"
    assert _infer(["1.234", "12,5"]) == "number_comma"
    assert _infer(["1,234", "987", "12,345", "2,345"]) == "number_point"
    assert _infer(["1,234", "2,345"]) == "text"
    assert _infer(["1,234", "2,345"], language="en") == "integer"


def test_addresses_of_pictures_and_pages_are_known_as_such():
    assert _infer(["/img/a.jpg", "/img/b.svg?v=2"], url="https://shop.com/") == "image"
    assert _infer(["/p/1", "/p/2"], "url", url="https://shop.com/") == "link"
    assert _infer(["/month", "/year"], url="https://shop.com/") == "text"


def test_elements_say_what_they_are():
    image = Reading("", "img", {"src": "/a.jpg"}, PageContext("https://shop.com/"))
    link = Reading("Jane Austen", "a", {"href": "/jane"}, PageContext("https://shop.com/"))
    price = Reading("$19.99", "a", {"href": "/buy"}, PageContext("https://shop.com/"))
    meta = Reading("A shop", "meta", {"name": "description", "content": "A shop"})
    time = Reading("3 days ago", "time", {"datetime": "2010-05-12"})
    assert infer_type([image]) == "image"
    assert infer_type([link]) == "link"
    assert infer_type([price]) == "price"
    assert infer_type([meta]) == "meta"
    assert infer_type([time]) == "date"


_TEXTS = st.sampled_from(
    ["$5", "12 €", "42", "1,234", "3.5", "03/04/2020", "25/12/2020", "12/25/2020", "In stock", "Yes", "9780393041576", "x", "", "N/A", "50%"]
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(_TEXTS, max_size=12), st.randoms())
def test_the_order_of_readings_does_not_matter(texts, random):
    shuffled = random.sample(texts, len(texts))
    assert _infer(texts) == _infer(shuffled)
