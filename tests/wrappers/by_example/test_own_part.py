"""A value that stands in several places: the page's own one is taken, and that there are others is said."""

import pytest

from pagekin.app.induce import FieldExample, induce
from pagekin.dom.page import parse_page
from pagekin.errors import UsageError
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, learn


def product(number, price, others):
    cards = "".join(
        f"<li class=card><a href='/p/{100 + k}'>Other {k}</a> <span class=price>{cost}</span></li>"
        for k, cost in enumerate(others)
    )
    body = (
        f"<main><ul class=strip>{cards}</ul><div class=detail><h1>Cup {number}</h1>"
        f"<span class=price>{price}</span></div></main><aside><span class=price>$1.00</span></aside>"
    )
    return parse_page(f"http://h/p/{number}", f"<html><body>{body}</body></html>".encode())


PAGES = [
    product(0, "$35.00", ("$35.00", "$7.00", "$35.00")),
    product(1, "$12.00", ("$3.00", "$9.00", "$8.00")),
    product(2, "$99.00", ("$5.00", "$4.00", "$6.00")),
    product(3, "$45.00", ("$2.00", "$1.50", "$9.50")),
]


def prices(wrapper):
    extractor = Extractor(wrapper)
    return [extractor.extract(page).records[0].first_text("price") for page in PAGES]


def test_the_price_of_the_page_is_taken_and_not_that_of_a_related_product():
    learned = learn(PAGES, [Example(0, "price", "$35.00")])
    assert prices(learned.wrapper) == ["$35.00", "$12.00", "$99.00", "$45.00"]
    for locator in learned.wrapper.bundles[0].fields[0].locators:
        assert not locator.path.startswith("("), "it counts over the whole document"


def test_it_says_in_how_many_places_a_value_stands_and_how_to_take_another():
    told = []
    wanted = [FieldExample("price", "$35.00")]
    induce(PAGES[1:], PAGES[:1], wanted, tell=told.append)
    [words] = told
    head, *choices, how = words.splitlines()
    assert head == "price: the value shown stands in 3 places; took choice 1:"
    assert choices[0].startswith(" *1  4 found: $35.00, $12.00, $99.00, $45.00")
    assert how == "  another: --choose price=2"
    second = induce(PAGES[1:], PAGES[:1], wanted, choose={"price": 2}, tell=told.append)
    assert prices(second) != ["$35.00", "$12.00", "$99.00", "$45.00"]
    assert "took choice 2" in told[1]


def test_a_choice_of_a_field_that_nobody_shows_is_bad_usage():
    with pytest.raises(UsageError, match="--choose prise: there is no example of it"):
        induce(PAGES, PAGES[:1], [FieldExample("price", "$35.00")], choose={"prise": 2})
    with pytest.raises(UsageError, match="there is no choice 9; there are"):
        induce(PAGES, PAGES[:1], [FieldExample("price", "$35.00")], choose={"price": 9})


def test_where_all_places_say_the_same_nobody_is_bothered():
    pages = [
        parse_page(f"http://h/{n}", f"<h1>Cup {n}</h1><p>Cup {n}</p><b>x</b>".encode())
        for n in range(4)
    ]
    assert not learn(pages, [Example(0, "name", "Cup 0")]).doubts
