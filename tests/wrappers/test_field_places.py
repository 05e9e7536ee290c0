"""Where fields stand on a page, for those who want to point at them."""

import pytest

from pagekin.dom import parse_page
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.field_places import field_places
from pagekin.wrappers.model import Anchor, Locator

PAGE = parse_page(
    "http://x.test/",
    b"<h1>Pots</h1><ul><li><b>A-1</b><i>5</i><u>x</u><u>y</u></li>"
    b"<li><b>A-2</b><i>6</i></li></ul><p title='7'>p</p>",
)


def field(name, *paths, **options):
    return Field(name, "text", tuple(Locator(path, Anchor.NAME) for path in paths), **options)


WRAPPER = Wrapper(
    (
        Bundle("page", (field("title", ".//h1"), field("hint", ".//p/@title"))),
        Bundle(
            "pot",
            (
                field("sku", ".//b", key=True),
                field("price", ".//s", ".//i", id="cost"),
                field("marks", ".//u", many=True),
            ),
            each=(Locator(".//li", Anchor.NAME),),
        ),
    )
)


@pytest.mark.parametrize(
    ("name", "key", "texts"),
    [
        ("title", "", ["Pots"]),
        ("title", "A-2", ["Pots"]),  # the page has no such key, and one title
        ("price", "", ["5", "6"]),
        ("price", "A-2", ["6"]),
        ("cost", "A-1", ["5"]),  # by its id
        ("price", "A-9", ["5", "6"]),
        ("marks", "A-1", ["x", "y"]),
        ("marks", "A-2", []),
        ("hint", "", []),  # in an attribute: no element is it
        ("nothing", "", []),
    ],
)
def test_the_elements_of_a_field_are_found_in_the_instance_with_the_key(name, key, texts):
    assert [element.text for element in field_places(PAGE, WRAPPER, name, key)] == texts
