"""A template that changed although no value is lost: seen by comparing pages with what they were."""

import pytest

from pagekin.dom import parse_page
from pagekin.monitor.markup_signs import markup_signs
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper

WRAPPER = Wrapper(
    (
        Bundle(
            "page",
            (
                Field(
                    "price",
                    "price",
                    (Locator("//b[@class='price']", Anchor.NAME), Locator("//b", Anchor.POSITION)),
                ),
            ),
        ),
    )
)


def page(number, markup):
    html = f"<body><h1>Pot {number}</h1>{markup.format(number)}</body>"
    return parse_page(f"https://shop.test/{number}", html.encode())


def signs(old, new, pages=10):
    return markup_signs(WRAPPER, [(page(n, old), page(n, new)) for n in range(pages)])


CLASSIC = "<b class=price>€ {}</b>"


def test_other_values_in_the_same_markup_are_no_sign():
    assert not signs(CLASSIC, "<b class=price>€ 9{}</b>")


def test_a_locator_that_finds_nothing_any_more_is_dead_though_another_still_works():
    found = signs(CLASSIC, "<b>€ {}</b>")
    assert [(name, locator.path) for name, locator in found.dead] == [
        ("page.price", "//b[@class='price']")
    ]
    assert "page.price no longer" in str(found)


def test_markup_around_no_field_is_named():
    found = signs(CLASSIC, f"<div class=banner></div>{CLASSIC}")
    assert not found.dead
    assert str(found) == "new: <div.banner>"


@pytest.mark.parametrize(("pages", "expected"), [(6, False), (7, True)])
def test_few_pages_tell_nothing(pages, expected):
    assert bool(signs(CLASSIC, "<b>€ {}</b>", pages)) is expected


def test_what_some_pages_have_is_not_the_template():
    pairs = [
        (page(n, CLASSIC), page(n, CLASSIC + "<i class=sale></i>" * (n % 2))) for n in range(20)
    ]
    assert not markup_signs(WRAPPER, pairs)
