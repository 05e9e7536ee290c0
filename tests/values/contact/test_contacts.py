"""Telephone numbers and e-mail addresses."""

import pytest

from pagekin.values import PageContext, Reading, read


@pytest.mark.parametrize(
    ("text", "language", "url", "number"),
    [
        ("+49 30 123456", "", "", "+4930123456"),
        ("030 / 12 34 56", "de", "https://laden.de/", "+4930123456"),
        ("Tel. 030-123456", "", "https://laden.de/", "+4930123456"),
        ("(212) 555-2368", "en-US", "", "+12125552368"),
        ("Phone: 020 7946 0018", "en-GB", "", "+442079460018"),
        ("+1 (212) 555-2368", "", "", "+12125552368"),
    ],
)
def test_a_telephone_number_is_given_in_international_form(text, language, url, number):
    assert read("phone", Reading(text, context=PageContext(url, language))).attributes == {
        "number": number
    }


def test_a_telephone_number_may_have_an_extension():
    value = read("phone", Reading("+1 212 555 2368 ext. 12"))
    assert value.attributes == {"number": "+12125552368", "extension": "12"}


def test_a_link_that_dials_counts_before_its_text():
    reading = Reading("Call us", "a", {"href": "tel:+4930123456"})
    assert read("phone", reading).attributes == {"number": "+4930123456"}


def test_a_number_without_country_is_no_telephone_number():
    assert "does not say of which country" in (read("phone", Reading("030 123456")).misfit or "")


@pytest.mark.parametrize(
    "text",
    ["", "12", "2010-05-12", "+49", "+1 555 123", "9780393041576", "call me", "+" + "9" * 30],
)
def test_other_numbers_are_no_telephone_numbers(text):
    assert read("phone", Reading(text, context=PageContext("", "de-DE"))).misfit


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("jane@Example.COM", "jane@example.com"),
        ("E-mail: jane.doe+x@mail.example.co.uk", "jane.doe+x@mail.example.co.uk"),
        ("Jane Doe <jane@example.com>", "jane@example.com"),
    ],
)
def test_an_email_address_is_found_in_a_short_text(text, address):
    assert read("email", Reading(text)).attributes == {"address": address}


def test_a_mailto_link_gives_its_address():
    reading = Reading("Write to us", "a", {"href": "mailto:jane@example.com?subject=Hi"})
    assert read("email", reading).attributes == {"address": "jane@example.com"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jane",
        "jane@",
        "@example.com",
        "jane at example.com",
        "a@b.com, c@d.com",
        "a@b",
        "jane@example.com " + "x" * 50,
    ],
)
def test_none_or_several_addresses_are_no_email(text):
    assert read("email", Reading(text)).misfit
