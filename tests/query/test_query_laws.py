"""Laws of the query language: printing and parsing undo each other, SQL means what a naive reading means.

PAGEKIN_QUERY_EXAMPLES says how many queries are made up for each law, store and database (`make soak`).
"""

import contextlib
import os
import random
import re
import string
from datetime import date

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from made_shop import ROOT, ShopPage, failed, product, store_day
from naive_queries import FIELDS, Naive

from pagekin.errors import QueryError
from pagekin.query.asking import QueryLimits, ask, compile_query
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
    Query,
    Since,
    TimeUnit,
    Together,
)
from pagekin.query.parsing import parse
from pagekin.query.query_form import form_of, text_of
from pagekin.query.query_text import query_text
from pagekin.store.opening import open_store
from pagekin.store.parquet.connection import ParquetConnection
from pagekin.store.parquet.export import export

EXAMPLES = int(os.environ.get("PAGEKIN_QUERY_EXAMPLES", "60"))
LAW = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
NEVER_TOGETHER = "never in one instance of a bundle"


def joined(conditions):
    """Make expressions out of conditions."""
    return st.recursive(
        conditions,
        lambda inner: st.one_of(
            st.builds(Negation, inner),
            *(
                st.builds(how, st.lists(inner, min_size=2, max_size=3).map(tuple))
                for how in (AllOf, AnyOf, Together)
            ),
        ),
        max_leaves=6,
    )


# Any query at all, to be printed and parsed.

WORDS = st.text(string.ascii_letters + "äß_", min_size=1, max_size=8)
ANY_TEXT = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="`"), min_size=1, max_size=12
)
NAMES = st.builds(
    FieldName,
    st.lists(
        st.one_of(WORDS, ANY_TEXT.map(str.strip).filter(bool), st.sampled_from(["not", "or", "rose", "og:title"])),
        min_size=1,
        max_size=3,
    ).map(tuple),
)  # fmt: skip
NUMBERS = st.one_of(st.integers(-(10**6), 10**6).map(str), st.decimals(0, 1000, places=2).map(str))
LITERALS = st.one_of(
    st.builds(Literal, NUMBERS, st.just(LiteralKind.NUMBER)),
    st.builds(Literal, ANY_TEXT, st.just(LiteralKind.STRING)),
    st.builds(Literal, WORDS, st.just(LiteralKind.WORD)),
    st.builds(Literal, st.dates().map(date.isoformat), st.just(LiteralKind.DATE)),
    st.builds(Literal, st.integers(0, 999).map("€{}".format), st.just(LiteralKind.MONEY)),
)
SINCE = st.one_of(
    st.just(Since()),
    st.builds(Since, crawl=st.integers(1, 99)),
    st.builds(Since, day=st.dates()),
    st.builds(Since, count=st.integers(1, 40), unit=st.sampled_from(TimeUnit)),
)
AMOUNTS = st.one_of(
    st.builds(
        Amount, st.integers(0, 500).map(str), is_percent=st.booleans(), is_more=st.booleans()
    ),
    st.builds(Amount, st.just("5"), unit=st.sampled_from(["EUR", "kg"]), is_more=st.booleans()),
    st.builds(Amount, st.just("$400"), is_more=st.booleans()),
)
MOVES = st.sampled_from([Direction.ROSE, Direction.FELL])
ANY_CONDITION = st.one_of(
    st.builds(Comparison, NAMES, st.sampled_from(Operator), LITERALS),
    st.builds(HasPresence, NAMES, st.sampled_from(Presence)),
    st.builds(HasChanged, NAMES, st.none() | LITERALS, st.none() | LITERALS, SINCE),
    st.builds(HasMoved, NAMES, st.sampled_from(Direction), AMOUNTS, SINCE),
    st.builds(HasMoved, NAMES, MOVES, st.none(), SINCE),
    st.builds(HasCrossed, NAMES, MOVES, LITERALS, SINCE),
    st.builds(IsNewExtreme, NAMES, st.sampled_from(Extreme), st.none() | SINCE),
    st.builds(HasCome, NAMES, st.sampled_from(Coming), SINCE),
)
ANY_QUERY = st.builds(
    Query, joined(ANY_CONDITION), st.lists(NAMES, max_size=3).map(tuple)
)  # fmt: skip


@given(ANY_QUERY)
@settings(max_examples=4 * EXAMPLES)
def test_what_is_printed_is_parsed_to_the_same(query):
    assert parse(query_text(query)) == query


@given(ANY_QUERY, st.booleans())
@LAW
def test_what_a_form_shows_is_the_same_query(query, ends_in_attribute):
    form = form_of(query, lambda name: ends_in_attribute)
    assume(form is not None)
    text, mistakes = text_of(form)
    assert not mistakes
    assert parse(text) == query


@given(st.text(max_size=60))
@settings(max_examples=4 * EXAMPLES)
def test_any_text_is_a_query_or_refused_with_a_column(text):
    column, query = parsed(text)
    assert 0 <= column <= len(text) + 1
    assert query is None or parse(query_text(query)) == query


def parsed(text):
    """Parse a text: the column of the error, and the query."""
    try:
        return 0, parse(text)
    except QueryError as error:
        return error.column, None


# Shops that are made up, and queries about them.

TEXTS = [
    "here",
    "HERE",
    "sold out",
    "Straße",
    "STRASSE",
    "Kelvin",
    "Kelvin",
    "",
    "ﬁne",
    "fine",
    "1",
    r"5%_off\now",
    r"Élan 5%_OFF\NOW",
]
PATHS = ["/a", "/b", "/c", "/d", "/e"]


def made_days(seed, days=3):
    """Make up a shop over some days; little is the same, and much is missing."""
    dice = random.Random(seed)
    return [{path: page for path in PATHS if (page := made_page(dice, path))} for _ in range(days)]


def made_page(dice, path):
    kind = dice.random()
    if kind < 0.1:
        return None
    if kind < 0.2:
        return failed(404)
    if kind < 0.3:
        return ShopPage(title=dice.choice(TEXTS))

    def maybe(value):
        return value if dice.random() < 0.8 else None

    def price():
        return maybe((dice.choice([5, 10, 11, 20]), dice.choice(["CAD", "CAD", "USD"])))

    return product(
        maybe(dice.choice(TEXTS)),
        maybe(dice.choice([path, "X"])),
        price(),
        stock=maybe(dice.choice(TEXTS)),
        image=maybe(dice.choice(["/1.png", "/2.png"])),
        tags=tuple(dice.choices(["red", "blue", "Red"], k=dice.randrange(4))),
        title=dice.choice(["", "One", "Two"]),
        size=dice.choice([100, 200]),
        offers=tuple(
            {"partno": maybe(dice.choice("AAB")), "price": price(), "seller": maybe("Anna")}
            if dice.random() < 0.5
            else {"partno": part, "price": price(), "seller": maybe(dice.choice(TEXTS))}
            for part in dice.sample("CDE", dice.randrange(4))
        ),
        reviews=tuple(
            {"stars": maybe(dice.randrange(3)), "text": maybe(dice.choice(TEXTS))}
            for _ in range(dice.randrange(4))
        ),
    )


def values(*texts):
    return st.sampled_from(texts).map(
        lambda text: Literal(
            text,
            LiteralKind.NUMBER if text.isdecimal() else LiteralKind.STRING,
        )
    )


SHOP_NAMES = st.sampled_from(
    [(name,) for name in FIELDS]
    + [("price", "currency"), ("price", "amount"), ("price", "value")]
    + [("status",), ("title",), ("size",), ("depth",)]
).map(FieldName)
NUMBER_NAMES = st.sampled_from(
    [("price",), ("stars",), ("price", "amount"), ("size",), ("status",)]
).map(FieldName)
SHOP_VALUES = values(
    *TEXTS, "CAD", "usd", "5", "10", "404", "red", "One", "A", "/a", "s", "strasse"
)
SHOP_NUMBERS = values("0", "1", "5", "10", "11", "100", "404")
SHOP_SINCE = st.one_of(st.just(Since()), st.builds(Since, crawl=st.integers(1, 2)))
SHOP_AMOUNTS = st.builds(
    Amount,
    st.sampled_from(["0", "1", "5", "9", "10", "50", "100"]),
    is_percent=st.booleans(),
    is_more=st.booleans(),
)
PAGE = st.just(FieldName(("page",)))
FIELD_NAMES = st.sampled_from([("price",), ("stars",), ("price", "amount")]).map(FieldName)
SHOP_CONDITION = st.one_of(
    st.builds(
        Comparison,
        SHOP_NAMES,
        st.sampled_from([Operator.EQUAL, Operator.OTHER, Operator.CONTAINS, Operator.STARTS_WITH]),
        SHOP_VALUES,
    ),
    st.builds(
        Comparison,
        NUMBER_NAMES,
        st.sampled_from([Operator.LESS, Operator.AT_MOST, Operator.MORE, Operator.AT_LEAST]),
        SHOP_NUMBERS,
    ),
    st.builds(HasPresence, SHOP_NAMES, st.sampled_from(Presence)),
    st.builds(HasChanged, SHOP_NAMES, st.none() | SHOP_VALUES, st.none() | SHOP_VALUES, SHOP_SINCE),
    st.builds(HasMoved, NUMBER_NAMES, st.sampled_from(Direction), SHOP_AMOUNTS, SHOP_SINCE),
    st.builds(HasMoved, NUMBER_NAMES, MOVES, st.none(), SHOP_SINCE),
    st.builds(HasCrossed, NUMBER_NAMES, MOVES, SHOP_NUMBERS, SHOP_SINCE),
    st.builds(IsNewExtreme, FIELD_NAMES, st.sampled_from(Extreme), st.none() | SHOP_SINCE),
    st.builds(HasCome, SHOP_NAMES, st.sampled_from(Coming), SHOP_SINCE),
    st.builds(HasCome, PAGE, st.sampled_from(Coming), SHOP_SINCE),
    st.builds(HasChanged, PAGE, since=SHOP_SINCE),
)
SEEDS = (1, 2, 3)


@pytest.fixture(scope="module", params=SEEDS)
def shop(request, shared_store):
    """A made-up shop, naive and in a store: (naive, function that asks)."""
    days = made_days(request.param)
    uid = f"laws {request.param}"
    crawls = [store_day(shared_store, pages, day=n, uid=uid) for n, pages in enumerate(days)]
    with shared_store.connection() as connection:
        yield Naive(days), asker(connection, crawls)


@pytest.fixture(scope="module")
def exported_shop(tmp_path_factory):
    """A made-up shop, naive and in Parquet files."""
    days = made_days(4)
    folder = tmp_path_factory.mktemp("exported")
    store = open_store(folder / "data")
    crawls = []
    for number, pages in enumerate(days):
        crawls.append(store_day(store, pages, day=number, uid="laws"))
        export(store, folder / "parquet")
    with contextlib.closing(ParquetConnection(folder / "parquet")) as connection:
        yield Naive(days), asker(connection, crawls)


def asker(connection, crawls):
    """Return a function that asks the last of some crawls, and returns the paths of the pages found."""

    def asked(where):
        text = re.sub(
            r"since crawl (\d)",  # by their numbers in the store
            lambda found: f"since crawl {crawls[int(found[1]) - 1]}",
            query_text(Query(where)),
        )
        try:
            answer = ask(connection, text, crawls[-1], QueryLimits(seconds=600))
        except QueryError as error:
            if NEVER_TOGETHER not in str(error):
                raise
            return None
        return {row.url.removeprefix(ROOT) for row in answer.rows}

    return asked


@given(where=joined(SHOP_CONDITION))
@LAW
def test_sql_means_what_a_naive_reading_means(shop, where):
    naive, asked = shop
    found = asked(where)
    assume(found is not None)  # refused: it asks for what can never be
    assert found == naive.paths(where), query_text(Query(where))


@given(where=joined(SHOP_CONDITION))
@LAW
def test_exported_crawls_answer_the_same(exported_shop, where):
    test_sql_means_what_a_naive_reading_means.hypothesis.inner_test(exported_shop, where)


PAYLOADS = [
    "'; DROP TABLE pagekin_page; --",
    '" OR 1=1 --',
    "'' UNION SELECT * FROM pagekin_channel",
    "%s %(x)s {} ? :x $1",
    "x' || (SELECT token FROM pagekin_channel) || '",
    "\\'; DELETE FROM pagekin_crawl",
    "\0",
    "\ud800",
    "🙂" * 50,
    "%",
    "_",
]


@given(payload=st.one_of(st.sampled_from(PAYLOADS), st.text(min_size=4, max_size=30)))
@LAW
def test_no_text_of_a_user_becomes_sql(shared_store, payload):
    shown = payload.replace('"', '""')
    name = payload.replace("`", "'").strip() or "x"
    crawl = _payload_crawl(shared_store)
    with shared_store.connection() as connection:
        tables = "SELECT (SELECT count(*) FROM pagekin_page), (SELECT count(*) FROM pagekin_crawl)"
        before = connection.rows(tables)
        for text in (
            'stock = "{0}" or seller contains "{0}" or url starts with "{0}"',
            'stock has changed from "{0}" to "{0}" andwhere product_name = "{0}"',
            'title contains "{0}" and not seller = "{0}" show stock',
        ):
            harmless = {
                compile_query(connection, text.format(word), crawl, 10).statement.text
                for word in ("x", "ä", "7")  # plain, not ASCII, a number
            }
            asked = text.format(shown)
            assert compile_query(connection, asked, crawl, 10).statement.text in harmless
            ask(connection, asked, crawl)
        ask(connection, f'price = "{shown}" or price.currency = "{shown}"', crawl)
        for text in (f"`{name}` = 1", f"meta.`{name}` = 1", f"price.`{name}` has changed"):
            with contextlib.suppress(QueryError):  # “value” is a name, after all
                ask(connection, text, crawl)
        assert connection.rows(tables) == before


_CRAWLS = {}


def _payload_crawl(store):
    if store.location not in _CRAWLS:
        for day in (0, 1):
            pages = {"/p": product("Pot", "P", 5 + day, stock="it's; here", title="a")}
            _CRAWLS[store.location] = store_day(store, pages, day=day, uid="payloads")
    return _CRAWLS[store.location]
