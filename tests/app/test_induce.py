"""Which pages a wrapper is learned from, and what an example says."""

import pytest

from pagekin.app.induce import FieldExample, induce
from pagekin.dom import parse_page
from pagekin.errors import NothingFoundError, UsageError


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("price=€ 12.50", FieldExample("price", text="€ 12.50")),
        ("price = a=b ", FieldExample("price", text="a=b")),
        ("e-mail=a@b.test", FieldExample("e-mail", text="a@b.test")),
        ("list price=5", FieldExample("list price", text="5")),
        ("name@//h1[@id='x=y']", FieldExample("name", xpath="//h1[@id='x=y']")),
    ],
)
def test_an_example_is_a_name_and_a_value_or_a_place(typed, wanted):
    assert FieldExample.parse(typed) == wanted


@pytest.mark.parametrize("typed", ["", "name", "=value", "name=", "@//h1", "name@", " = "])
def test_anything_else_is_no_example(typed):
    with pytest.raises(UsageError, match="neither NAME=VALUE nor NAME@XPATH"):
        FieldExample.parse(typed)


def test_without_any_content_there_is_nothing_to_learn_from():
    with pytest.raises(NothingFoundError, match="all are empty"):
        induce([parse_page("a", b""), parse_page("b", b"<html></html>")])


def test_a_value_that_spans_elements_or_stands_in_an_attribute_is_found():
    page = parse_page("a", b"<p>12<sup>,50</sup> EUR</p><img alt='a teapot' src='/t.png'>")
    other = parse_page("b", b"<p>13<sup>,50</sup> EUR</p><img alt='a cup' src='/c.png'>")
    wrapper = induce(
        [other],
        [page],
        [FieldExample("price", text="12,50 EUR"), FieldExample("picture", text="/t.png")],
    )
    assert {field.name for bundle in wrapper.bundles for field in bundle.fields} == {
        "price",
        "picture",
    }
