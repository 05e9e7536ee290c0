"""The smaller types: quantity, duration, percentage, rating, availability, boolean, text."""

import pytest

from pagekin.values import PageContext, Reading, read, type_named


def _attributes(kind, text, language="", tag="", **attributes):
    return dict(read(kind, Reading(text, tag, attributes, PageContext("", language))).attributes)


def _misfit(kind, text, language=""):
    value = read(kind, Reading(text, context=PageContext("", language)))
    assert not value.attributes or value.misfit is None
    return value.misfit


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("1 GHz", 1, "GHz"),  # both of paper 004
        ("256 MB", 256, "MB"),
        ("3.5GHz", 3.5, "GHz"),
        ("500 GB", 500, "GB"),
        ("100 mW", 100, "mW"),
        ("10 MW", 10, "MW"),
        ('2.7"', 2.7, "in"),
        ("15.6-inch", 15.6, "in"),
        ("5 1/2 in", 5.5, "in"),
        ("½ cup", 0.5, "cup"),
        ("1½ cups", 1.5, "cup"),
        ("320 pages", 320, "page"),
        ("320 Seiten", 320, "page"),
        ("1,234 reviews", 1234, "review"),
        ("24 mpg", 24, "mpg"),
        ("1,5 kg", 1.5, "kg"),
        ("40 m²", 40, "m²"),
        ("10 sq ft", 10, "ft²"),
        ("12 fl oz", 12, "fl oz"),
        ("-5 °C", -5, "°C"),
        ("1 234 km", 1234, "km"),
        ("Weight: 2 lbs", 2, "lb"),
        ("12.1 Megapixel", 12.1, "MP"),
        ("7 widgets", 7, "widgets"),
    ],
)
def test_a_quantity_is_a_number_and_a_unit(text, number, unit):
    assert _attributes("quantity", text) == {"number": pytest.approx(number), "unit": unit}


@pytest.mark.parametrize(
    "text", ["GHz", "256", "10-12 kg", "5 x 8 in", "22 City / 30 Hwy", "1.234 km", "2 Main Street", "12 €", "$ 5", "1.2.3 kg", "5 3/2 in", "1.5 1/2 in"]
)  # fmt: skip
def test_two_numbers_or_money_are_no_quantity(text):
    assert _misfit("quantity", text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1h 30m", 5400), ("1 hr 30 min", 5400), ("90 min", 5400), ("2 hours 5 minutes", 7500), ("2 hours and 5 minutes", 7500),
        ("1 Std. 30 Min.", 5400), ("PT1H30M", 5400), ("P2DT3H", 183600), ("1:30:00", 5400), ("45 s", 45), ("1.5 hours", 5400),
        ("3 days", 259200), ("2 weeks", 1209600), ("Runtime: 95 min", 5700), ("1時間30分", 5400), ("0:00:30", 30),
    ],
)  # fmt: skip
def test_a_duration_is_given_in_seconds(text, seconds):
    assert _attributes("duration", text) == {"seconds": seconds}


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("15–20 minutes", 900, 1200), ("15 - 20 min.", 900, 1200), ("1 to 2 hours", 3600, 7200), ("45 min – 1 h", 2700, 3600),
        ("1 hr 30 min - 2 hr", 5400, 7200), ("Prep: 1-2 Std.", 3600, 7200), ("2 bis 3 Tage", 172800, 259200),
    ],
)  # fmt: skip
def test_a_range_of_durations_has_both_ends(text, low, high):
    assert _attributes("duration", text) == {"seconds": low, "high": high}


@pytest.mark.parametrize("text", ["20–15 minutes", "15–20", "5-6 m", "10 minutes - crispy"])
def test_what_only_looks_like_a_range_is_no_duration(text):
    assert _misfit("duration", text)


@pytest.mark.parametrize(
    "text",
    [
        "1:30",
        "2 years",
        "6 months",
        "30 min 1 h",
        "P",
        "PT",
        "90",
        "1 h 2 h",
        "5 m",
        "soon",
        "5 m 3 ft",
    ],
)
def test_a_length_that_is_not_fixed_is_no_duration(text):
    assert _misfit("duration", text)


def test_a_duration_may_stand_in_the_attribute():
    assert _attributes("duration", "an hour or so", tag="time", datetime="PT1H") == {
        "seconds": 3600
    }


@pytest.mark.parametrize(
    ("text", "percent"),
    [("50%", 50), ("12.5 %", 12.5), ("12,5 %", 12.5), ("-20%", -20), ("−20 %", -20), ("%15", 15), ("50 percent", 50), ("25% off", 25), ("(34%)", 34), ("٥٠٪", 50), ("Discount: 5%", 5)],
)  # fmt: skip
def test_a_percentage_is_the_number_at_the_sign(text, percent):
    assert _attributes("percentage", text) == {"percent": percent}


@pytest.mark.parametrize("text", ["50", "%", "5% - 10%", "100% cotton", "fifty %"])
def test_more_than_one_number_with_its_sign_is_no_percentage(text):
    assert _misfit("percentage", text)


@pytest.mark.parametrize(
    ("text", "rating", "best"),
    [
        ("4.5 out of 5", 4.5, 5), ("4.5 out of 5 stars", 4.5, 5), ("4,5 von 5 Sternen", 4.5, 5), ("Rated 4.50 out of 5", 4.5, 5), ("8/10", 8, 10),
        ("4.5 / 5", 4.5, 5), ("4.5/5.0", 4.5, 5), ("4 étoiles sur 5", 4, 5), ("★★★★☆", 4, 5), ("★★★☆☆", 3, 5), ("☆☆☆☆☆", 0, 5), ("Rating: 87/100", 87, 100),
        ("4.5 out of 5 (1,234 ratings)", 4.5, 5),
    ],
)  # fmt: skip
def test_a_rating_knows_its_scale(text, rating, best):
    assert _attributes("rating", text) == {"rating": rating, "best": best}


@pytest.mark.parametrize(
    ("text", "rating"),
    [("4.5", 4.5), ("4.5 stars", 4.5), ("★★★", 3), ("4.5 (123)", 4.5), ("Rating: 4.5", 4.5)],
)
def test_a_rating_without_scale_has_none(text, rating):
    assert _attributes("rating", text) == {"rating": rating}


def test_drawn_stars_are_read_from_what_describes_them():
    assert _attributes("rating", "", tag="span", **{"aria-label": "4.5 out of 5 stars"}) == {
        "rating": 4.5,
        "best": 5,
    }
    assert _attributes("rating", "", tag="i", title="Rated 3 out of 5") == {"rating": 3, "best": 5}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "good",
        "6 out of 5",
        "12/05/2010",
        "25/32",
        "1/2/10",
        "3 reviews",
        "24/7",
        "4 out of 5, 3 out of 5",
    ],
)
def test_what_is_off_the_scale_is_no_rating(text):
    assert _misfit("rating", text)


@pytest.mark.parametrize(
    ("text", "status", "available"),
    [
        ("In stock", "InStock", True), ("in-stock", "InStock", True), ("InStock", "InStock", True), ("Available", "InStock", True),
        ("https://schema.org/InStock", "InStock", True), ("http://schema.org/OutOfStock", "OutOfStock", False),
        ("Out of stock", "OutOfStock", False), ("Currently unavailable", "OutOfStock", False), ("Not available", "OutOfStock", False),
        ("Sold out", "SoldOut", False), ("Pre-order", "PreOrder", False), ("On backorder", "BackOrder", False), ("Discontinued", "Discontinued", False),
        ("No longer available", "Discontinued", False), ("Auf Lager", "InStock", True), ("Nicht auf Lager", "OutOfStock", False),
        ("sofort lieferbar", "InStock", True), ("Nicht mehr lieferbar", "Discontinued", False), ("Ausverkauft", "SoldOut", False), ("En stock", "InStock", True),
        ("Rupture de stock", "OutOfStock", False), ("Agotado", "SoldOut", False), ("Op voorraad", "InStock", True), ("Niet op voorraad", "OutOfStock", False),
        ("Skladem", "InStock", True), ("Není skladem", "OutOfStock", False), ("В наличии", "InStock", True), ("Нет в наличии", "OutOfStock", False),
        ("在庫あり", "InStock", True), ("在庫切れ", "OutOfStock", False), ("품절", "SoldOut", False), ("Hết hàng", "OutOfStock", False), ("Còn hàng", "InStock", True), ("Tidak tersedia", "OutOfStock", False), ("Low stock", "LimitedAvailability", True),
    ],
)  # fmt: skip
def test_an_availability_is_told_in_the_words_of_schema_org(text, status, available):
    assert _attributes("availability", text) == {"status": status, "available": available}


@pytest.mark.parametrize(
    ("text", "left"), [("In stock (22 available)", 22), ("còn 1 hàng", 1), ("Only 3 left in stock", 3), ("5 in stock", 5), ("Nur noch 2 auf Lager", 2)]
)  # fmt: skip
def test_an_availability_may_say_how_many_are_left(text, left):
    found = _attributes("availability", text)
    assert found["available"] is True
    assert found["left"] == left


@pytest.mark.parametrize(
    "text", ["", "Red", "Ships from Paris", "Usually ships within 24 hours", "Stockholm", "x" * 100]
)
def test_other_words_say_nothing_about_availability(text):
    assert _misfit("availability", text)


@pytest.mark.parametrize(("text", "value"), [("Yes", True), ("no", False), ("TRUE", True), ("Nein", False), ("✓", True), ("✔️", True), ("✗", False), ("Sí", True), ("нет", False), ("Washable: yes", True)])  # fmt: skip
def test_a_boolean_is_yes_or_no(text, value):
    assert _attributes("boolean", text) == {"value": value}


@pytest.mark.parametrize("text", ["", "maybe", "1", "yes and no", "none"])
def test_anything_else_is_no_boolean(text):
    assert _misfit("boolean", text)


def test_any_text_is_text_but_no_text_is_none():
    assert read("text", Reading("Hello")).misfit is None
    assert read("long_text", Reading("Hello " * 100)).misfit is None
    assert read("text", Reading("  ")).misfit == "no text"


@pytest.mark.parametrize(
    ("text", "status"),
    [("50 in stock (can be backordered)", "InStock"), ("Ask us (out of stock)", "OutOfStock")],
)
def test_a_remark_in_brackets_says_whether_it_can_be_had_only_if_nothing_else_does(text, status):
    assert read("availability", Reading(text)).attributes["status"] == status


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Out of stock, 3 available in May", None),
        ("Sold out (0 available)", None),
        ("In stock (3 available)", 3),
    ],
)
def test_only_of_what_can_be_had_some_are_left(text, left):
    assert _attributes("availability", text).get("left") == left


@pytest.mark.parametrize(("length", "is_long"), [(160, False), (161, True)])
def test_a_long_text_is_longer_than_two_lines(length, is_long):
    kind = type_named("long_text")
    long, short = Reading("x" * length), Reading("x")
    assert kind.suits([long, long, short], named=False) is is_long
    assert not kind.suits([long, short], named=False)
