"""Words that stand for a thousand and more, as people in different countries write prices."""

import pytest

from pagekin.values import Reading, read


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$5k", 5_000),
        ("5 тыс. ₽", 5_000),
        ("5 тис. ₴", 5_000),
        ("Rp 5 ribu", 5_000),
        ("Rp 5rb", 5_000),
        ("5 Tsd. €", 5_000),
        ("$5M", 5_000_000),
        ("$5 million", 5_000_000),
        ("5 Mio. €", 5_000_000),
        ("5 Millionen €", 5_000_000),
        ("5 млн ₽", 5_000_000),
        ("5 mln zł", 5_000_000),
        ("Rp 5 juta", 5_000_000),
        ("Rp 5jt", 5_000_000),
        ("5 triệu ₫", 5_000_000),
        ("$5bn", 5_000_000_000),
        ("$5 billion", 5_000_000_000),
        ("5 млрд ₽", 5_000_000_000),
        ("5tỷ ₫", 5_000_000_000),
        ("₹5 lakh", 500_000),
        ("₹5 Lakhs", 500_000),
        ("₹5 Lac", 500_000),
        ("₹5 L", 500_000),
        ("₹5 crore", 50_000_000),
        ("₹5 Cr", 50_000_000),
        ("5万円", 50_000),
        ("5萬元", 50_000),
        ("5만원", 50_000),
        ("5亿元", 500_000_000),
        ("5億円", 500_000_000),
        ("5억원", 500_000_000),
    ],
)
def test_a_magnitude_multiplies_its_number(text, amount):
    value = read("price", Reading(text))
    assert value.misfit is None
    assert value.attributes["amount"] == amount
