"""Numbers: every style of writing is understood, what can be read both ways only with the page's help."""

import pytest

from pagekin.values import PageContext, Reading, infer_type, read


def _value(kind, text, language="", url=""):
    return read(kind, Reading(text, context=PageContext(url, language)))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("42", 42),
        ("-42", -42),
        ("−42", -42),  # a real minus sign
        ("+42", 42),
        ("0", 0),
        ("3.5", 3.5),
        ("3,5", 3.5),
        ("0.125", 0.125),
        ("0,125", 0.125),
        ("1234.567", 1234.567),
        ("1,234.56", 1234.56),
        ("1.234,56", 1234.56),
        ("1 234,56", 1234.56),
        ("1\u00a0234,56", 1234.56),
        ("1\u202f234,56", 1234.56),
        ("1'234.56", 1234.56),
        ("1’234.56", 1234.56),
        ("1,234,567", 1234567),
        ("1.234.567", 1234567),
        ("1 234 567", 1234567),
        ("1,23,456", 123456),  # India
        ("12,34,56,789.5", 123456789.5),
        ("١٢٫٥", 12.5),  # Arabic digits and decimal sign
        ("۱٬۲۳۴", 1234),  # Persian digits and thousands
        ("१२३", 123),  # Devanagari
        ("１２３", 123),  # full width
        ("Pages: 320", 320),
        (": 320", 320),
        ("6.02e23", 6.02e23),
        ("3·14", 3.14),
    ],
)
def test_a_number_is_read_in_any_style_of_writing(text, number):
    assert _value("number", text).attributes == {"value": pytest.approx(number)}


@pytest.mark.parametrize(
    ("text", "language", "url", "number"),
    [
        ("1.234", "de", "", 1234),
        ("1.234", "en", "", 1.234),
        ("1,234", "en", "", 1234),
        ("1,234", "fr", "", 1.234),
        ("1.234", "", "https://laden.de/", 1234),
        ("1,234", "", "https://shop.co.uk/", 1234),
        ("1.234", "es-MX", "", 1.234),
        ("1.234", "es-ES", "", 1234),
    ],
)
def test_three_digits_behind_a_sign_are_settled_by_language_or_country(text, language, url, number):
    assert _value("number", text, language, url).attributes == {"value": pytest.approx(number)}


@pytest.mark.parametrize("language", ["", "es"])
def test_three_digits_behind_a_sign_are_no_number_where_the_page_does_not_say(language):
    value = _value("number", "1.234", language)
    assert value.misfit == "1234 or 1.234: the page does not say which sign is decimal"
    assert _value("integer", "1,234", language).misfit


@pytest.mark.parametrize(
    "text",
    ["", "abc", "1.2.3", "12.34.56", "1,2,3", "1,23,45", "1.23.456", "007", "0012345", "12 34", "1 2345", "1-2", "12:30",
     "9" * 16, "4K", "1.2M", "A12", "12A", "1,234,56", "1.234,567.8", "½", "∞", "--5", "1e999", "0x10", "①"],
)  # fmt: skip
def test_what_is_no_number_in_any_style_is_none(text):
    value = _value("number", text, "en")
    assert value.misfit
    assert not value.attributes


@pytest.mark.parametrize(
    ("text", "number"), [("2010", 2010), ("1,234,567", 1234567), ("-5", -5), ("Seiten: 320", 320)]
)
def test_an_integer_is_whole(text, number):
    value = _value("integer", text)
    assert value.attributes == {"value": number}
    assert isinstance(value.attributes["value"], int)


@pytest.mark.parametrize("text", ["12.5", "1.234,5", "007", "1e3"])
def test_decimals_and_codes_are_no_integers(text):
    assert _value("integer", text, "en").misfit


def test_a_field_that_showed_its_decimal_sign_needs_no_page_for_it():
    assert _value("number_point", "1,234").attributes == {"value": 1234.0}
    assert _value("number_comma", "1,234").attributes == {"value": 1.234}


@pytest.mark.parametrize(
    ("text", "number"),
    [("10 reviews", 10), ("(24)", 24), ("1,234 ratings", 1234), ("1 customer review", 1)],
)
def test_a_count_is_the_number_in_front_of_the_word_for_it(text, number):
    assert read("count", Reading(text)).attributes == {"value": number}


@pytest.mark.parametrize(
    "text", ["4.5 stars", "reviews", "10 of 12", "two reviews", "5 reviews, 2 new"]
)
def test_what_is_no_number_of_things_has_no_count(text):
    assert read("count", Reading(text)).misfit


def test_a_field_of_counts_is_one_only_where_words_stand_beside_them():
    assert infer_type([Reading("10 reviews"), Reading("1 review")], "rating_count") == "count"
    assert infer_type([Reading("10"), Reading("1")], "rating_count") == "integer"
    assert infer_type([Reading("10 reviews"), Reading("1 review")], "note") != "count"
