"""Queries are parsed as they are meant; what cannot be understood is pointed at."""

import pytest

from pagekin.errors import QueryError
from pagekin.query.conditions import (
    AllOf,
    Amount,
    AnyOf,
    Coming,
    Comparison,
    Direction,
    Extreme,
    FieldName,
    HasChanged,
    HasCome,
    HasCrossed,
    HasMoved,
    HasPresence,
    IsNewExtreme,
    Literal,
    LiteralKind,
    Negation,
    Operator,
    Presence,
    Since,
    TimeUnit,
    Together,
)
from pagekin.query.parsing import LONGEST, parse
from pagekin.query.query_text import query_text

FIGURE_5 = (
    "(PRICE.VALUE > 500 AND PRICE.VALUE has changed AND PRICE.CURRENCY = 'CAD') "
    "ANDWHERE (PRODUCTNAME contains 'ThinkPad')"
)


def name(text):
    return FieldName(tuple(text.split(".")))


def number(text):
    return Literal(text, LiteralKind.NUMBER)


def string(text):
    return Literal(text, LiteralKind.STRING)


def word(text):
    return Literal(text, LiteralKind.WORD)


PRICE = name("price")


def test_figure_5_word_for_word():
    assert parse(FIGURE_5).where == Together(
        (
            AllOf(
                (
                    Comparison(name("PRICE.VALUE"), Operator.MORE, number("500")),
                    HasChanged(name("PRICE.VALUE")),
                    Comparison(name("PRICE.CURRENCY"), Operator.EQUAL, string("CAD")),
                )
            ),
            Comparison(name("PRODUCTNAME"), Operator.CONTAINS, string("ThinkPad")),
        )
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("price<=5", Comparison(PRICE, Operator.AT_MOST, number("5"))),
        ("price <> -1.5", Comparison(PRICE, Operator.OTHER, number("-1.5"))),
        (
            "price = $500",
            Comparison(PRICE, Operator.EQUAL, Literal("$500", LiteralKind.MONEY)),
        ),
        (
            "day > 2026-01-31",
            Comparison(name("day"), Operator.MORE, Literal("2026-01-31", LiteralKind.DATE)),
        ),
        ("stock = or", Comparison(name("stock"), Operator.EQUAL, word("or"))),
        ("size = 500GB", Comparison(name("size"), Operator.EQUAL, word("500GB"))),
        ("name = 'it''s'", Comparison(name("name"), Operator.EQUAL, string("it's"))),
        ("name = “so”", Comparison(name("name"), Operator.EQUAL, string("so"))),
        ("sku STARTS With AB", Comparison(name("sku"), Operator.STARTS_WITH, word("AB"))),
        (r"sku matches '^\d+$'", Comparison(name("sku"), Operator.MATCHES, string(r"^\d+$"))),
        ("`unit price`.low < 5", Comparison(FieldName(("unit price", "low")), Operator.LESS, number("5"))),
        ("meta.og:title is empty", HasPresence(name("meta.og:title"), Presence.EMPTY)),
        ("image is missing", HasPresence(name("image"), Presence.MISSING)),
        ("image is not missing", Negation(HasPresence(name("image"), Presence.MISSING))),
        ("title is anything", HasPresence(name("title"), Presence.ANYTHING)),
        ("price has changed", HasChanged(PRICE)),
        ("price changed from 5 to '6'", HasChanged(PRICE, number("5"), string("6"))),
        ("price changed to 6", HasChanged(PRICE, None, number("6"))),
        (
            "price changed by more than 10% since last week",
            HasMoved(
                PRICE,
                Direction.CHANGED,
                Amount("10", is_percent=True, is_more=True),
                Since(count=1, unit=TimeUnit.WEEK),
            ),
        ),
        ("price rose by 5 EUR", HasMoved(PRICE, Direction.ROSE, Amount("5", unit="EUR"))),
        ("price fell by at least $5", HasMoved(PRICE, Direction.FELL, Amount("$5"))),
        ("rose rose", HasMoved(name("rose"), Direction.ROSE)),
        ("price fell below 100", HasCrossed(PRICE, Direction.FELL, number("100"))),
        ("price rose above €100", HasCrossed(PRICE, Direction.ROSE, Literal("€100", LiteralKind.MONEY))),
        ("price is a new low", IsNewExtreme(PRICE, Extreme.LOW)),
        ("price is new highest", IsNewExtreme(PRICE, Extreme.HIGH)),
        ("page appeared", HasCome(name("page"), Coming.APPEARED)),
        ("page has vanished since crawl 12", HasCome(name("page"), Coming.VANISHED, Since(crawl=12))),
        ("page appeared since yesterday", HasCome(name("page"), Coming.APPEARED, Since(count=1, unit=TimeUnit.DAY))),
        ("page appeared since 3 hours ago", HasCome(name("page"), Coming.APPEARED, Since(count=3, unit=TimeUnit.HOUR))),
        ("page appeared since last crawl", HasCome(name("page"), Coming.APPEARED)),
    ],
)  # fmt: skip
def test_conditions(text, meant):
    query = parse(text)
    assert query.where == meant
    assert parse(query_text(query)) == query


def test_and_binds_tighter_than_andwhere_and_that_tighter_than_or():
    a, b, c, d = (Comparison(name(n), Operator.EQUAL, number("1")) for n in "abcd")
    assert parse("a=1 and b=1 andwhere c=1 or not d=1").where == AnyOf(
        (Together((AllOf((a, b)), c)), Negation(d))
    )
    assert parse("a=1 and (b=1 andwhere (c=1 or d=1))").where == AllOf(
        (a, Together((b, AnyOf((c, d)))))
    )


def test_fields_to_show_follow_and_need_no_condition():
    assert parse("a=1 show b, `c d`.e").show == (name("b"), FieldName(("c d", "e")))
    assert parse("SHOW b").where is None


@pytest.mark.parametrize(
    ("text", "column", "told"),
    [
        ("price >", 8, "the query ends here; expected a value"),
        ("price >   ", 8, "the query ends here"),
        ("price 500", 7, "“500” cannot stand here; expected ., = != < <= > >=, appeared, changed,"),
        ("price = 5 foo", 11, "“foo” cannot stand here; expected and, andwhere, or, show or the end"),
        ("(a=1", 5, "expected ), and, andwhere or or"),
        ("a=1)", 4, "expected and, andwhere, or, show or the end"),
        ("price is", 9, "expected a, anything, empty, missing, new or not"),
        ("price ^ 5", 7, "“^” cannot stand here"),
        ("a.b.c.d = 1", 6, "“.d” cannot stand here"),
        ("price has changed since crawl 1.5", 31, "1.5 should be a whole number"),
        ("price has changed since crawl 0", 31, "0 should be a whole number"),
        ("day > 2026-02-30", 7, "there is no day 2026-02-30"),
        ("price changed by -5", 18, "an amount is a number from 0 up"),
        ('x = "abc', 5, "expected a value"),
        ("price < 5 and", 14, "the query ends here; expected (, not or the name of a field"),
    ],
)  # fmt: skip
def test_errors_point_at_the_column_and_say_what_was_expected(text, column, told):
    with pytest.raises(QueryError) as caught:
        parse(text)
    assert caught.value.column == column
    assert told in str(caught.value)
    line, caret = caught.value.pointer.split("\n")
    assert line == text
    assert caret == " " * (column - 1) + "^"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (" \n", "the query is empty"),
        ("a=1 or " * LONGEST, "at most 10,000 characters"),
        ("(a=1 and " * 200 + "a=1" + ")" * 200, "100 conditions"),
        ("not " * 200 + "a=1", "100 conditions"),
    ],
)
def test_what_nobody_types_is_refused(text, told):
    with pytest.raises(QueryError, match=told):
        parse(text)
