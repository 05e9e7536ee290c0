"""Where each type ends: the longest text it reads, the last day of a month, the smallest coin, the greatest word."""

import pytest

from pagekin.values import PageContext, Reading, infer_type, read, type_named
from pagekin.values.locale.page_locale import locale_of
from pagekin.values.plain import lower_case, shown
from pagekin.values.times.moments import dates_in


def _value(kind, text, language="", url="", **attributes):
    return read(kind, Reading(text, "", attributes, PageContext(url, language)))


def _padded(value, length, word="x"):
    """Write words before a value until the whole text is so long."""
    return (word * length)[: length - len(value) - 1] + " " + value


@pytest.mark.parametrize(
    ("kind", "longest"),
    [
        ("quantity", "12 " + "x" * 57),
        ("date", "12 May 2010, " + "." * 78),
        ("availability", "in stock " + "." * 71),
        ("rating", "4 out of 5 " + "." * 69),
        ("email", "." * 39 + " a@b.example"),
        ("link", "https://a.example/" + "x" * 7982),
        ("identifier", "A1" + "x" * 38),
    ],
)
def test_a_text_is_read_up_to_a_length_and_no_further(kind, longest):
    assert _value(kind, longest).misfit is None
    middle = len(longest) // 2
    assert _value(kind, longest[:middle] + longest[middle - 1] + longest[middle:]).misfit


@pytest.mark.parametrize(
    ("month", "days"),
    list(enumerate((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), start=1)),
)
def test_each_month_has_its_days(month, days):
    assert _value("date", f"2011-{month:02}-{days}").attributes == {
        "date": f"2011-{month:02}-{days}"
    }
    assert _value("date", f"2011-{month:02}-{days + 1}").misfit
    assert _value("date", f"2011-{month:02}-00").misfit


@pytest.mark.parametrize(
    ("text", "order"),
    [("25/12/2010", "dmy"), ("12/25/2010", "mdy"), ("05/05/2010", ""), ("03/04/2010", "")],
)
def test_a_date_shows_the_order_of_day_and_month_if_only_one_is_possible(text, order):
    [date] = dates_in(text)
    assert date.shows == order
    assert bool(date.other) == (text == "03/04/2010")


@pytest.mark.parametrize(
    ("year", "leaps"), [(2012, True), (2011, False), (2000, True), (1900, False)]
)
def test_a_leap_year_is_every_fourth_but_not_every_hundredth(year, leaps):
    assert (_value("date", f"{year}-02-29").misfit is None) == leaps


@pytest.mark.parametrize(
    ("sign", "part"),
    [("½", 1 / 2), ("¼", 1 / 4), ("¾", 3 / 4), ("⅓", 1 / 3), ("⅔", 2 / 3), ("⅛", 1 / 8), ("⅜", 3 / 8), ("⅝", 5 / 8), ("⅞", 7 / 8)],
)  # fmt: skip
def test_a_fraction_is_added_to_the_number_before_it(sign, part):
    assert _value("quantity", f"2{sign} cups").attributes["number"] == pytest.approx(2 + part)
    assert _value("quantity", f"{sign} cup").attributes["number"] == pytest.approx(part)


@pytest.mark.parametrize(
    ("words", "times"),
    [
        ("k K tsd Tsd тыс тис rb ribu mil", 1000),
        ("M m mn mio Mio million millions Million Millionen млн mln jt juta triệu", 1_000_000),
        ("B bn billion Billion млрд tỷ tỉ", 1_000_000_000),
        ("lakh lakhs Lakh Lakhs lac Lac Lacs L", 100_000),
        ("crore crores Crore Cr cr", 10_000_000),
        ("万 萬 만", 10_000),
        ("亿 億 억", 100_000_000),
    ],
)
def test_a_word_behind_a_number_says_how_many_times_it_is_meant(words, times):
    found = {
        word: _value("price", f"EUR 5{word}").attributes.get("amount") for word in words.split()
    }
    assert found == dict.fromkeys(words.split(), 5.0 * times)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("P1W", 604800), ("P1D", 86400), ("PT1H", 3600), ("PT1M", 60), ("PT1S", 1), ("1 week", 604800), ("1 day", 86400),
        ("2:03:04", 7384), ("1.5 s", 1.5), ("0.123 s", 0.123), ("1 day 1 s", 86401),
    ],
)  # fmt: skip
def test_each_unit_of_time_has_its_seconds(text, seconds):
    assert _value("duration", text).attributes == {"seconds": pytest.approx(seconds)}


@pytest.mark.parametrize("text", ["1 min 1 min", "5 min 1 h", "P", "PT", "", "1:60:00", "5 m"])
def test_units_of_time_go_from_larger_to_smaller_and_never_twice(text):
    assert _value("duration", text).misfit


def test_the_date_of_a_time_element_counts_only_if_it_begins_with_it_and_is_one():
    text, other = "12 May 2010", "2011-01-02"
    assert _value("date", text, datetime=f"since {other}").attributes == {"date": "2010-05-12"}
    assert _value("date", text, datetime=f"{other}/2011-03-04").attributes == {"date": "2010-05-12"}
    assert _value("date", text, datetime="03/04/2011").attributes == {"date": "2010-05-12"}


@pytest.mark.parametrize(
    ("text", "time"),
    [("12 pm", "12:00"), ("1 am", "01:00"), ("12:59 am", "00:59"), ("0:00", "00:00"), ("23:59", "23:59"), ("9:05 +0200", "09:05+02:00"), ("9:05 -03:30", "09:05-03:30"), ("9:05 UTC", "09:05Z"), ("9 Uhr", "09:00")],
)  # fmt: skip
def test_a_day_has_two_halves_of_twelve_hours_that_begin_at_twelve(text, time):
    assert _value("time", text).attributes == {"time": time}


@pytest.mark.parametrize("text", ["0 pm", "13 am", "24:00", "9.05"])
def test_what_no_clock_shows_is_no_time(text):
    assert _value("time", text).misfit


@pytest.mark.parametrize(
    ("text", "amount"),
    [("＄１２．５０", 12.5), ("－５", None), ("￥１，２００", 1200)],
)
def test_full_width_signs_and_digits_are_read_like_plain_ones(text, amount):
    found = _value("price", text, "ja").attributes.get("amount")
    assert found == amount
    assert _value("number", "－５").attributes == {"value": -5.0}


@pytest.mark.parametrize(
    ("text", "url", "language", "amount"),
    [
        ("$1,234.567", "", "", None),  # thousandths of a dollar, or a slip: nobody charges them
        ("$1,234.56", "", "", 1234.56),
        ("12.345 KWD", "", "", 12.345),  # a dinar has a thousand parts
        ("1,234.567 KWD", "", "", 1234.567),
        ("1,234.5678 KWD", "", "", None),
        ("€ 1.234,567", "", "de", None),
    ],
)
def test_a_price_has_as_many_decimals_as_its_money_has_coins(text, url, language, amount):
    value = _value("price", text, language, url)
    assert value.attributes.get("amount") == amount
    assert (value.misfit is None) == (amount is not None)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("$3.4599/gal", 3.4599), ("€0.123456/kWh", 0.123456), ("€0.1234567/kWh", None)],
)
def test_a_price_for_a_unit_may_have_more_decimals(text, amount):
    assert _value("unit_price", text).attributes.get("amount") == amount


@pytest.mark.parametrize(
    ("text", "url", "language", "amount"),
    [
        ("1,299 zł", "https://shop.pl/", "en", None),  # an English page of a country with commas
        ("1.299 zł", "https://shop.pl/", "en", 1299),
        ("1,299 zł", "https://shop.pl/", "pl", None),
        ("R$ 1,299", "", "", None),
        ("R$ 1.299", "", "", 1299),
    ],
)
def test_the_money_tells_which_sign_is_decimal_where_the_page_does_not(text, url, language, amount):
    assert _value("price", text, language, url).attributes.get("amount") == amount


@pytest.mark.parametrize("text", ["4K", "4k", "8 GB", "12345678", "Phone 12"])
def test_a_number_without_a_sign_of_money_is_no_price(text):
    assert _value("price", text).misfit


def test_a_bare_number_of_seven_digits_may_be_a_price():
    assert _value("price", "1234567").attributes == {"amount": 1234567.0}
    assert _value("price", "12345678", "ja").attributes == {"amount": 12345678.0, "currency": "JPY"}


@pytest.mark.parametrize(
    ("text", "per"),
    [
        ("per 100 g: 2,49 €", "100 g"),
        ("1 kg = 5,00 €", "kg"),
        ("2,49 €/100 g", "100 g"),
        ("2,49 € / 1 kg", "kg"),
        ("$5 each", "each"),
        ("$5 per widget", "widget"),
        ("月額500円", "month"),
        ("年額500円", "year"),
    ],
)
def test_the_unit_of_a_price_stands_behind_or_before_it(text, per):
    assert _value("unit_price", text).attributes.get("per") == per


@pytest.mark.parametrize(
    ("stars", "rating"),
    [("★★½", {"rating": 2.5}), ("★★★★½", {"rating": 4.5, "best": 5.0}), ("★★½☆☆", {"rating": 2.5, "best": 5.0}), ("☆☆☆☆☆", {"rating": 0.0, "best": 5.0})],
)  # fmt: skip
def test_half_a_star_is_half_a_point(stars, rating):
    assert _value("rating", stars).attributes == rating


def test_a_rating_ends_at_the_best_and_without_one_at_a_hundred():
    assert _value("rating", "5 out of 5").misfit is None
    assert _value("rating", "100").attributes == {"rating": 100.0}
    assert _value("rating", "101").misfit


def test_a_message_shows_sixty_characters_or_the_first_of_them():
    assert shown("x" * 60) == repr("x" * 60)
    assert shown("x" * 61) == repr("x" * 57 + "…")


def test_lower_case_keeps_every_letter_at_its_place():
    assert lower_case("ABC") == "abc"
    assert lower_case("İstanbul A") == "İstanbul a"


@pytest.mark.parametrize(("url", "language", "order"), [("https://shop.de/", "fr", "dmy"), ("https://shop.de/", "en", ""), ("https://shop.de/", "de", "dmy"), ("", "fr", "dmy"), ("", "en", "")])  # fmt: skip
def test_a_page_in_a_foreign_language_has_the_order_of_dates_that_both_agree_on(
    url, language, order
):
    assert locale_of(PageContext(url, language)).date_order == order


def test_money_is_inferred_where_few_words_stand_beside_it():
    few, many = "The price of the whole thing is $19.99", "The price of this whole thing is $19.99"
    assert infer_type([Reading(few)] * 3) == "price"
    assert infer_type([Reading(many)] * 3) == "text"
    assert infer_type([Reading(many)] * 3, "price") == "price"


def test_types_say_whether_fitting_them_tells_anything():
    assert type_named("price").is_strict
    assert not type_named("text").is_strict


def test_one_odd_reading_in_ten_is_left_out_of_account():
    assert infer_type([Reading("$5.00")] * 9 + [Reading("odd")]) == "price"
    assert infer_type([Reading("$5.00")] * 8 + [Reading("odd")]) == "text"
    assert infer_type([Reading("$5.00")] * 3 + [Reading("odd")], "price") == "price"
    assert infer_type([Reading("$5.00")] * 2 + [Reading("odd")], "price") == "text"
