"""A query as a form: what rows show, what they become, what only a text can say, and mistakes."""

import pytest

from pagekin.query.parsing import parse
from pagekin.query.query_form import OPERATORS, FormRow, QueryForm, Takes, form_of, text_of


def is_attribute(name):
    return name.parts[-1].lower() in {"currency", "value"}


def rows_of(text):
    form = form_of(parse(text), is_attribute)
    return None if form is None else list(form.rows)


def test_the_query_of_the_papers_figure_is_four_rows():
    text = (
        "(PRICE.VALUE > 500 AND PRICE.VALUE has changed AND PRICE.CURRENCY = 'CAD') "
        "ANDWHERE (PRODUCTNAME contains 'ThinkPad')"
    )
    assert rows_of(text) == [
        FormRow("PRICE", "VALUE", ">", "500"),
        FormRow("PRICE", "VALUE", "has changed"),
        FormRow("PRICE", "CURRENCY", "=", '"CAD"'),
        FormRow("PRODUCTNAME", "", "contains", '"ThinkPad"', joint="andwhere"),
    ]
    again, mistakes = text_of(form_of(parse(text), is_attribute))
    assert not mistakes
    assert parse(again) == parse(text)


def test_rows_are_joined_as_a_text_without_parentheses():
    rows = (
        FormRow("a", value="1"),
        FormRow("b", value="2", joint="or"),
        FormRow("c", value="3", joint="andwhere"),
        FormRow("d", value="4", joint="and"),
    )
    text, _ = text_of(QueryForm(rows))
    assert text == "a = 1 or b = 2 andwhere c = 3 and d = 4"
    assert rows_of(text) == list(rows)


@pytest.mark.parametrize(
    "text",
    [
        "not price = 5",
        "a = 1 and (b = 2 or c = 3)",
        "(a = 1 andwhere b = 2) and c = 3",
        "stock has changed from 1 to 2",
        "not (image is missing or a = 1)",
    ],
)
def test_what_needs_parentheses_not_or_two_values_is_only_for_the_text(text):
    assert rows_of(text) is None


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (FormRow("product name", value="ThinkPad X1"), '`product name` = "ThinkPad X1"'),
        (FormRow("price", "currency", "=", "CAD"), "price.currency = CAD"),
        (FormRow("offer.price", operator="<", value="$500"), "offer.price < $500"),
        (FormRow("a", value='say "hi"'), 'a = "say ""hi"""'),
        (FormRow("a", value='"500"'), 'a = "500"'),
        (FormRow("a", value="5 or b = 6"), 'a = "5 or b = 6"'),
        (FormRow("a", value="5 show b"), 'a = "5 show b"'),
        (FormRow("image", operator="is not missing", value="left over"), "not image is missing"),
        (
            FormRow("price", operator="fell by more than", value="10%", since="last week"),
            "price fell by more than 10% since 1 week ago",
        ),
        (FormRow("price", operator="is a new low"), "price is a new low"),
        (FormRow("price", operator="<", value="5", since="yesterday"), "price < 5"),
        (FormRow("page", operator="vanished", since="crawl 12"), "page vanished since crawl 12"),
    ],
)
def test_a_row_is_written_as_it_is_meant(row, text):
    assert text_of(QueryForm((row,))) == (text, ())


@pytest.mark.parametrize(
    ("row", "part"),
    [
        (FormRow("", value="5"), "field"),
        (FormRow("a`b", value="5"), "field"),
        (FormRow("a.b.c.d", value="5"), "field"),
        (FormRow("a", operator="is like", value="5"), "operator"),
        (FormRow("a"), "value"),
        (FormRow("a", operator="fell by", value="much"), "value"),
        (FormRow("a", operator="fell by", value="5 and b = 3"), "value"),
        (FormRow("a", operator="has changed", since="the flood"), "since"),
        (FormRow("a", operator="has changed", since="yesterday or b = 3"), "since"),
        (FormRow("a", operator="has changed", since="yesterday show b"), "since"),
    ],
)
def test_a_mistake_is_told_at_its_row_and_part(row, part):
    text, [mistake] = text_of(QueryForm((FormRow("ok", value="1"), row)))
    assert text == ""
    assert (mistake.row, mistake.part) == (1, part)
    assert mistake.message.endswith(".")


def test_blank_rows_are_left_out_and_the_next_one_begins():
    rows = (FormRow(), FormRow("a", value="1", joint="or"), FormRow(joint="or"))
    assert text_of(QueryForm(rows)) == ("a = 1", ())
    assert text_of(QueryForm((FormRow(),))) == ("", ())


def test_what_is_shown_besides_is_a_list():
    text, _ = text_of(QueryForm((FormRow("a", value="1"),), "b, product name"))
    assert text == "a = 1 show b, `product name`"
    assert form_of(parse(text), is_attribute).show == "b, `product name`"
    assert text_of(QueryForm((), "b")) == ("show b", ())
    _, [mistake] = text_of(QueryForm((), "b, `"))
    assert (mistake.row, mistake.part) == (None, "show")


def test_each_operator_can_be_chosen_and_is_shown_again():
    given = {Takes.NOTHING: "", Takes.VALUE: "5", Takes.AMOUNT: "5"}
    for operator in (one for several in OPERATORS.values() for one in several):
        row = FormRow("a", operator=operator.words, value=given[operator.takes])
        text, mistakes = text_of(QueryForm((row,)))
        assert not mistakes
        assert rows_of(text) == [row]
        assert (row.takes, row.compares) == (operator.takes, operator.compares)
