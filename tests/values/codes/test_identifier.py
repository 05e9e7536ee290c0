"""Identifiers: a wrong check digit is noticed, and a kind is never claimed by chance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import ean, isbn, issn

from pagekin.values import Reading, read
from pagekin.values.codes.identifier import gtin_is_valid, isbn10_is_valid, issn_is_valid


@pytest.mark.parametrize(
    ("text", "code", "kind"),
    [
        ("9780393041576", "9780393041576", "isbn13"),
        ("978-0-393-04157-6", "9780393041576", "isbn13"),
        ("978-0393041576", "9780393041576", "isbn13"),
        ("ISBN 978-0-393-04157-6", "9780393041576", "isbn13"),
        ("ISBN-13: 9780393041576", "9780393041576", "isbn13"),
        (": 9780393041576", "9780393041576", "isbn13"),
        ("0-393-04157-3", "0393041573", "isbn10"),
        ("ISBN-10: 080442957X", "080442957X", "isbn10"),
        ("4006381333931", "4006381333931", "gtin13"),
        ("EAN: 4006381333931", "4006381333931", "gtin13"),
        ("UPC 036000291452", "036000291452", "gtin12"),
        ("10614141000415", "10614141000415", "gtin14"),
        ("EAN 96385074", "96385074", "gtin8"),
        ("ISSN 0378-5955", "03785955", "issn"),
        ("SKU: AB-1234/x", "AB-1234/x", "sku"),
        ("Model: DSC-W350", "DSC-W350", "sku"),
        ("Item # 12345", "12345", "sku"),
        ("RUSTSEC-2020-0105", "RUSTSEC-2020-0105", "sku"),
        (
            "96385074",
            "96385074",
            "sku",
        ),  # eight digits pass by chance too often to be called a GTIN
        ("B000123XYZ", "B000123XYZ", "sku"),
    ],
)
def test_an_identifier_has_a_kind(text, code, kind):
    assert read("identifier", Reading(text)).attributes == {"id": code, "kind": kind}


def test_the_markup_may_say_what_it_is():
    assert (
        read("identifier", Reading("96385074", "span", {"itemprop": "gtin8"})).attributes["kind"]
        == "gtin8"
    )
    assert (
        read("identifier", Reading("9780393041576", "span", {"itemprop": "sku"})).attributes["kind"]
        == "sku"
    )


@pytest.mark.parametrize(
    "text",
    ["9780393041577", "ISBN 0-393-04157-7", "EAN: 4006381333932", "036000291453", "ISSN 0378-5954"],
)
def test_a_wrong_check_digit_is_noticed(text):
    assert "check digit" in (read("identifier", Reading(text)).misfit or "")


@pytest.mark.parametrize(
    "text",
    ["", "Penguin Books", "no digits", "ISBN", "ISBN: unknown", "AB 12 CD 34", "x" * 60 + "1"],
)
def test_words_are_no_identifier(text):
    assert read("identifier", Reading(text)).misfit


@given(st.text("0123456789", min_size=12, max_size=14))
def test_a_gtin_is_checked_as_python_stdnum_does(digits):
    assert gtin_is_valid(digits) == ean.is_valid(digits)


@given(st.from_regex(r"[0-9]{9}[0-9X]", fullmatch=True))
def test_an_isbn_is_checked_as_python_stdnum_does(code):
    assert isbn10_is_valid(code) == isbn.is_valid(code)


@given(st.from_regex(r"[0-9]{7}[0-9X]", fullmatch=True))
def test_an_issn_is_checked_as_python_stdnum_does(code):
    assert issn_is_valid(code) == issn.is_valid(code)
