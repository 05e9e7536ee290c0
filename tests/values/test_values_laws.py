"""Laws of all types: any text is read or refused, quickly; what is written by the rules is read back."""

import re
from datetime import date
from decimal import Decimal

import pytest
from babel.core import Locale
from babel.dates import format_date
from babel.numbers import format_currency, format_decimal, get_currency_precision
from hypothesis import given, settings
from hypothesis import strategies as st

from cpu_time import soon
from pagekin.values import Misfit, PageContext, Reading, infer_type, read, type_named, type_names
from pagekin.values.locale.countries import COUNTRIES
from pagekin.values.money.currencies import SIGNS

_LANGUAGES = ["", "en", "en-US", "de", "fr-CA", "es", "ja", "ar", "x", "zh-Hant-TW", "tr"]
_URLS = ["", "https://shop.de/x", "https://shop.com/us/", "https://[", "file:///x", "nonsense"]
# Characters that numbers, prices and dates are made of, so that they come together more often than by chance.
_PIECES = st.sampled_from(
    ["1", "0", "12", "299", "2010", "1.299", "1,299", "99", ".", ",", "-", "–", "/", ":", " ", "\u00a0", "$", "¢", "€", "£", "kr", "CHF", "Rs.", "¥", "円",
     "US$", "%", "was ", " now ", "from ", " to ", "/month", " per kg", "May ", " Mai ", "x", "k", "M", "lakh", "★", "☆", "out of", "GB", "h", "min",
     "@", "a.b", "T", "Z", "+", "(", ")", "'", "٣", "½", "\u0130", "ß", "\ud83d\ude00", "\x00", "in stock", "ISBN "]
)  # fmt: skip
_TEXTS = st.one_of(st.text(max_size=60), st.lists(_PIECES, max_size=10).map("".join))
_CONTEXTS = st.builds(
    PageContext,
    st.sampled_from(_URLS),
    st.sampled_from(_LANGUAGES),
    st.sampled_from(["", "EUR", "XYZ"]),
)
_READINGS = st.builds(
    Reading,
    _TEXTS,
    st.sampled_from(["", "a", "img", "meta", "time", "span"]),
    st.dictionaries(st.sampled_from(["href", "src", "alt", "content", "datetime", "itemprop", "srcset", "title"]), _TEXTS, max_size=3),
    _CONTEXTS,
)  # fmt: skip


@settings(max_examples=100)
@given(_READINGS)
def test_any_reading_is_a_value_of_each_type_or_has_a_reason(reading):
    for name in type_names():
        found = type_named(name).read(reading)
        if isinstance(found, Misfit):
            assert found.reason
        else:
            assert set(found) <= set(type_named(name).attributes)
            assert all(isinstance(value, str | int | float | bool) for value in found.values())
            assert all(value == value for value in found.values())  # noqa: PLR0124 - no NaN


@settings(max_examples=40)
@given(st.lists(_READINGS, max_size=8), _TEXTS)
def test_any_readings_have_a_type(readings, name):
    assert infer_type(readings, name) in type_names()


@pytest.mark.parametrize(
    "text",
    ["1" * 100_000, "1 " * 50_000, "1," * 50_000, "$1" * 50_000, "$ " * 50_000, " " * 100_000, "a" * 100_000, "1 May " * 20_000, "★" * 100_000,
     "a." * 50_000, "@a" * 50_000, "-" * 100_000, "1h" * 50_000, "was $1 now " * 10_000, "/1" * 50_000, "PT1H" * 20_000, ("1" * 15 + " ") * 8,
     "$1 - " * 30, "1:" * 40, "May 1 " * 30, "a@" * 140, "1.1" * 26, "in stock " * 8, "½" * 70, "kr " * 50],
    ids=lambda text: f"{text[:12]!r} x {len(text)}",
)  # fmt: skip
@pytest.mark.parametrize("name", type_names())
def test_no_text_takes_long_to_read(name, text):
    reading = Reading(
        text, "a", {"href": text, "src": text, "srcset": text, "datetime": text, "title": text}
    )
    with soon(5):
        type_named(name).read(reading)


_LOCALES = list(
    map(
        Locale.parse,
        re.split(
            r"\s+",
            "de_DE de_AT de_CH en_US en_GB en_IN en_AU en_CA en_NZ en_IE fr_FR fr_CA fr_BE "
            "es_ES es_MX es_AR es_CL es_CO es_PE es_UY it_IT pt_BR pt_PT nl_NL nl_BE sv_SE "
            "nb_NO da_DK is_IS fi_FI et_EE lv_LV lt_LT pl_PL cs_CZ sk_SK sl_SI hr_HR hu_HU "
            "ro_RO bg_BG sr_RS el_GR tr_TR ru_RU uk_UA be_BY he_IL ar_SA ar_EG ar_AE fa_IR "
            "hi_IN bn_BD th_TH vi_VN id_ID ms_MY fil_PH ja_JP zh_CN zh_Hant_TW zh_Hant_HK "
            "ko_KR ka_GE hy_AM az_AZ kk_KZ",
        ),
    )
)
_AMOUNTS = st.integers(1, 99_999_999).map(lambda cents: Decimal(cents) / 100)


@settings(max_examples=250)
@given(st.sampled_from(_LOCALES), _AMOUNTS, st.data())
def test_a_price_written_by_the_rules_of_a_locale_is_read_back(locale, amount, data):
    own = COUNTRIES[locale.territory].currencies[0]
    currency = data.draw(st.sampled_from([own, "EUR", "USD", "CHF"]))
    amount = amount.quantize(Decimal(1).scaleb(-get_currency_precision(currency)))
    text = format_currency(amount, currency, locale=locale)
    value = read("price", Reading(text, context=PageContext("", str(locale).replace("_", "-"))))
    assert value.misfit is None
    assert value.attributes == {"amount": float(amount), "currency": currency}


_BEFORE = ["", "Price: ", "Our price ", "Now only ", "Preis: ", "ab ", "UVP ", "Galaxy S24 ", "Pack of 6 ", "2 x 500 g ", "Sale! ", "Hardcover ", "12 Monate ",
           "(", "Nr. 12 ", "Size 42 ", "2023 ", "Was ", "-10% "]  # fmt: skip
_BEHIND = ["", " incl. VAT", " *", " each", " zzgl. Versand", " in stock", " (12 reviews)", " inkl. 19% MwSt.", " pro Stück", " TTC", " 4.5 stars", ")",
           " | 3 left", " 500 g", " 20% off", " x 3", " 12 months warranty", " / 100 g", " (Grundpreis 2,00 € / kg)"]  # fmt: skip


@settings(max_examples=250)
@given(st.sampled_from(_LOCALES), _AMOUNTS, st.sampled_from(_BEFORE), st.sampled_from(_BEHIND))
def test_words_and_numbers_around_a_price_never_make_it_another(locale, amount, before, behind):
    currency = COUNTRIES[locale.territory].currencies[0]
    amount = amount.quantize(Decimal(1).scaleb(-get_currency_precision(currency)))
    text = before + format_currency(amount, currency, locale=locale) + behind
    value = read("price", Reading(text, context=PageContext("", str(locale).replace("_", "-"))))
    if value.misfit is None:
        assert (value.attributes["amount"], value.attributes["currency"]) == (
            float(amount),
            currency,
        )


_OFFERS = ["Was {old} Now {new}", "{new} {old}", "{old} {new}", "{old}{new}", "{new}{old}", "{new} statt {old}", "RRP {old} Price {new}", "-20% {old} {new}",
           "{old} {new} You save {less} (20%)", "{new} Save {less}", "{new} + {less} shipping", "{new}, delivery {less}", "List Price: {old} Our Price: {new}",
           "{new} (was {old}, save {less})", "{new} inc VAT ({less} ex VAT)", "{new} or 4 x {less}", "4 payments of {less}. {new}", "{new} {less}/kg",
           "{new} ({less} / 100 g)", "{less} off {new}", "{new} | {old}", "{old} → {new}"]  # fmt: skip


@settings(max_examples=250)
@given(st.sampled_from(_LOCALES), _AMOUNTS, st.integers(30, 95), st.sampled_from(_OFFERS))
def test_neither_old_price_nor_discount_nor_postage_is_taken_for_the_price(
    locale, old, share, form
):
    currency = COUNTRIES[locale.territory].currencies[0]
    unit = Decimal(1).scaleb(-get_currency_precision(currency))
    old = (old + 1).quantize(unit)
    new = min((old * share / 100).quantize(unit) + unit, old - unit)
    amounts = {"old": old, "new": new, "less": old - new}
    text = form.format(
        **{
            name: format_currency(amount, currency, locale=locale)
            for name, amount in amounts.items()
        }
    )
    value = read("price", Reading(text, context=PageContext("", str(locale).replace("_", "-"))))
    if value.misfit is None and new > 0:
        assert value.attributes["amount"] == float(new)
        assert value.attributes.get("old", float(old)) == float(old)
        assert value.attributes["currency"] == currency


@settings(max_examples=200)
@given(st.sampled_from(_LOCALES), st.integers(-99_999_999, 99_999_999), st.integers(0, 2))
def test_a_number_written_by_the_rules_of_a_locale_is_read_back(locale, digits, places):
    number = Decimal(digits).scaleb(-places)
    text = format_decimal(number, locale=locale, decimal_quantization=False)
    value = read("number", Reading(text, context=PageContext("", str(locale).replace("_", "-"))))
    assert value.attributes == {"value": float(number)}


@settings(max_examples=200)
@given(
    st.sampled_from(_LOCALES),
    st.dates(date(1800, 1, 1), date(2100, 1, 1)),
    st.sampled_from(["full", "long", "medium", "short"]),
)
def test_a_date_written_by_the_rules_of_a_locale_is_read_back_or_refused(locale, day, form):
    text = format_date(day, form, locale=locale)
    value = read("date", Reading(text, context=PageContext("", str(locale).replace("_", "-"))))
    if value.misfit is None:
        assert value.attributes == {"date": day.isoformat()}
    else:  # where the year has two digits, or comes in a way of its own
        assert form == "short" or locale.language in {"lv", "th", "fa", "he", "hi", "kk", "hy"}


@given(
    st.dates(),
    st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d-%b-%Y", "%d.%m.%Y", "%Y/%m/%d"]),
)
def test_a_date_written_in_full_is_read_back(day, form):
    value = read("date", Reading(day.strftime(form)))
    if 1500 <= day.year <= 2199:
        assert value.attributes == {"date": day.isoformat()}
    else:
        assert value.misfit


def test_every_sign_of_a_currency_stands_for_currencies_that_exist():
    codes = set(Locale.parse("en").currencies)
    for sign, meaning in SIGNS.items():
        assert meaning.currencies <= codes, sign
        assert not meaning.usual or meaning.usual in meaning.currencies


def test_every_country_pays_with_currencies_that_exist():
    codes = set(Locale.parse("en").currencies)
    assert all(set(country.currencies) <= codes for country in COUNTRIES.values())
