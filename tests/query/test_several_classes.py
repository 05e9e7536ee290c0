"""One query may span all classes of a site's pages, in one crawl or in a crawl for each."""

from dataclasses import replace

import pytest
from made_shop import HOST, ROOT, TARGET, WRAPPER, product, result

from pagekin.app.query import query
from pagekin.errors import QueryError
from pagekin.query.asking import ask
from pagekin.store.page_results import ClassOfPages, Content, KindOfPage, PageResult
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_runs import finish, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

ARTICLES = Wrapper(
    (
        Bundle(
            "article",
            (
                Field("headline", "text", ()),
                Field("author", "text", ()),
                Field("stock", "text", ()),
            ),
        ),
    )
)
PRODUCTS = {"/p/1": product("Pot", "P-1", 10, stock="here"), "/p/2": product("Cup", "P-2", 20)}
TEXTS = {
    "/a/1": {"headline": "Pots are here", "author": "Anna", "stock": "here"},
    "/a/2": {"headline": "Cups"},
}


def article(path, fields):
    values = {name: (Value(text, "text"),) for name, text in fields.items()}
    content = Content(path.encode(), records=[Record("article", 0, values)])
    return PageResult(ROOT + path, TARGET, Outcome.TARGET, 200, content=content)


def made_crawl(store, wrappers, results, host=HOST):
    """Write a crawl of one class or of several, name → wrapper; results are (name, result)."""
    classes = tuple(ClassOfPages(name, name, "{}", "", one) for name, one in wrappers.items())
    opened = open_crawl(store, host, classes)
    numbers = dict(zip(wrappers, (one.crawler for one in opened.classes), strict=True))
    with CrawlWriter(store, opened) as writer:
        for name, one in results:
            kind = KindOfPage("target", crawler=numbers[name] if len(classes) > 1 else 0)
            writer.enqueue(replace(one, kind=kind))
        writer.call(lambda connection: finish(connection, opened))
    return opened.id


def results_of(name):
    if name == "goods":
        return [(name, result(path, page)) for path, page in PRODUCTS.items()]
    return [(name, article(path, fields)) for path, fields in TEXTS.items()]


def paths(answer):
    return sorted({row.url.removeprefix(ROOT) for row in answer.rows})


CASES = [
    ("stock = here", ["/a/1", "/p/1"]),
    ("product.stock = here", ["/p/1"]),
    ("article.stock = here", ["/a/1"]),
    ("stock is missing", ["/a/2", "/p/2"]),
    ("author is missing", ["/a/2"]),
    ("not author = Bo", ["/a/1", "/a/2"]),
    ("image is missing", ["/p/1", "/p/2"]),
    ("not price > 15", ["/p/1"]),
    ("price < 15 or headline contains cups", ["/a/2", "/p/1"]),
    ("stock = here andwhere author = Anna", ["/a/1"]),
    ("url contains /2", ["/a/2", "/p/2"]),
]


@pytest.fixture(scope="module")
def joint(shared_store):
    wrappers = {"goods": WRAPPER, "texts": ARTICLES}
    return made_crawl(shared_store, wrappers, [*results_of("goods"), *results_of("texts")])


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_in_one_crawl_of_several_classes(shared_store, joint, text, expected):
    with shared_store.connection() as connection:
        assert paths(ask(connection, text, joint)) == expected


@pytest.fixture(scope="module")
def separate(shared_store):
    for name, wrapper in (("goods", WRAPPER), ("texts", ARTICLES)):
        made_crawl(shared_store, {name: wrapper}, results_of(name), "apart.test")


@pytest.mark.usefixtures("separate")
@pytest.mark.parametrize(("text", "expected"), CASES)
def test_in_the_last_crawl_of_each_crawler_of_a_site(shared_store, text, expected):
    with shared_store.connection() as connection:
        assert paths(query(connection, text, site="apart.test")) == expected


@pytest.mark.usefixtures("separate")
def test_columns_of_several_crawls_stand_beside_each_other(shared_store):
    with shared_store.connection() as connection:
        answer = query(connection, "stock = here show author, sku", site="apart.test")
        assert answer.columns == ("stock", "author", "sku")
        assert {row.values for row in answer.rows} == {
            ("here", None, "P-1"),
            ("here", "Anna", None),
        }
        with pytest.raises(QueryError, match="there is no field nothing"):
            query(connection, "nothing = 1", site="apart.test")
