"""Where a page is from: the URL's path counts before its domain, and both before the language."""

import pytest

from pagekin.values import PageContext
from pagekin.values.locale.page_locale import locale_of


@pytest.mark.parametrize(
    ("url", "language", "country"),
    [
        ("https://www.ibm.com/us/thinkpad", "", "US"),  # paper 004
        ("https://shop.de/", "", "DE"),
        ("https://shop.co.uk/", "", "GB"),
        ("https://shop.com.au/", "en-US", "AU"),
        ("https://shop.com/de-at/x", "", "AT"),
        ("https://shop.com/fr_ca/x", "", "CA"),
        ("https://shop.com/ca-fr/x", "", "CA"),
        ("https://shop.com/us-en/x", "", "US"),
        ("https://shop.com/en-de/x", "", "DE"),  # in English for Germany
        ("https://shop.com/pl-de/x", "", ""),  # no language of Germany: something else
        ("https://shop.com/en-xx/x", "", ""),
        ("https://shop.com/ca/fr/x", "fr", "CA"),
        ("https://shop.ca/us/x", "", "US"),
        ("https://uk.shop.com/", "", "GB"),
        ("https://shop.com/uk/x", "en", "GB"),
        ("https://shop.com/uk/x", "uk", ""),  # Ukrainian
        ("https://shop.com/sv/x", "", ""),  # Swedish, not El Salvador
        ("https://shop.com/en/x", "", ""),
        ("https://shop.io/", "", ""),
        ("https://shop.co/", "", ""),
        ("https://shop.com.co/", "", "CO"),
        ("https://shop.com/", "fr-CA", "CA"),
        ("https://shop.com/", "zh-Hant-TW", "TW"),
        ("https://shop.com/", "de_CH", "CH"),
        ("https://user@shop.com:8080/de-ch/", "", "CH"),
        ("https://shop.com/", "en", ""),
        ("https://192.168.0.1/x", "", ""),
        ("file:///de/page.html", "", ""),
        ("", "", ""),
        ("nonsense", "nonsense", ""),
    ],
)
def test_the_country_of_a_page(url, language, country):
    assert locale_of(PageContext(url, language)).country == country


@pytest.mark.parametrize(
    ("url", "language", "decimal"),
    [
        ("", "de", ","), ("", "en", "."), ("", "es", ""), ("", "es-MX", "."), ("", "es-ES", ","), ("", "de-CH", "."),
        ("https://shop.de/", "en", ""),  # English pages of a German shop write both
        ("https://shop.co.za/", "en", ""), ("", "fr-CA", ","), ("", "en-CA", "."), ("https://shop.ca/", "", ""), ("", "", ""),
    ],
)  # fmt: skip
def test_the_decimal_sign_of_a_page_is_known_only_where_all_agree(url, language, decimal):
    assert locale_of(PageContext(url, language)).decimal == decimal


@pytest.mark.parametrize(
    ("language", "currencies"),
    [("pl", ("PLN",)), ("ja", ("JPY",)), ("fr-CA", ("CAD",)), ("en", ()), ("fr", ()), ("es", ()), ("sv", ("SEK",)), ("de-CH", ("CHF",))],
)  # fmt: skip
def test_a_language_of_one_country_tells_the_currency(language, currencies):
    assert locale_of(PageContext("", language)).currencies == currencies
