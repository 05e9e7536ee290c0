"""A made-up shop whose crawls are written to a store day by day: pages as tables of what is on them.

A product's page has the product itself (its key is `sku`), offers in a list (their key is `partno`), and
reviews, which have no key.
"""

from dataclasses import dataclass
from hashlib import blake2b

from pagekin.site import FailureKind
from pagekin.store.page_results import ClassOfPages, Content, KindOfPage, PageResult, Transfer
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_runs import finish, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.record import Record

HOST = "shop.test"
ROOT = f"http://{HOST}"
TARGET, HUB = KindOfPage("target"), KindOfPage("list", hub=True)
EACH = (Locator(".//li", Anchor.NAME),)
FIRST_DAY = 1_767_258_000.0  # 2026-01-01, 9:00 in UTC
DAY = 86_400.0
WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                Field("product_name", "text", ()),
                Field("sku", "identifier", (), key=True),
                Field("price", "price", ()),
                Field("stock", "text", ()),
                Field("released", "date", ()),
                Field("image", "image", ()),
                Field("tags", "text", (), many=True),
            ),
            bundles=(
                Bundle(
                    "offer",
                    (
                        Field("partno", "identifier", (), key=True),
                        Field("price", "price", ()),
                        Field("seller", "text", ()),
                    ),
                    each=EACH,
                ),
                Bundle(
                    "review",
                    (Field("stars", "integer", ()), Field("text", "text", ())),
                    each=EACH,
                ),
            ),
        ),
    )
)
_LISTS = {"tags"}


def value(field_name, given):  # noqa: PLR0911 - one for each kind
    """Make the value of a field from what a table says of it: a number is a price, or stars."""
    if isinstance(given, Value):
        return given
    if field_name == "price":
        amount, currency = given if isinstance(given, tuple) else (given, "CAD")
        return Value(f"{currency} {amount}", "price", {"amount": amount, "currency": currency})
    if field_name == "stars":
        return Value(str(given), "integer", {"value": given})
    if field_name == "released":
        return Value(given, "date", {"date": given})
    if field_name == "image":
        return Value("", "image", {"src": given})
    if field_name in {"sku", "partno"}:
        return Value(given, "identifier", {"id": given})
    return Value(given, "text")


def record(bundle, index, given, nested=()):
    fields = {
        name: tuple(value(name, one) for one in (several if name in _LISTS else (several,)))
        for name, several in given.items()
        if several is not None
    }
    return Record(bundle, index, fields, tuple(nested), frozenset(_LISTS & fields.keys()))


@dataclass(frozen=True)
class ShopPage:
    """What a crawl saw of a page; a page without a product is a list that leads to others."""

    product: dict | None = None
    offers: tuple = ()
    reviews: tuple = ()
    title: str = ""
    status: int = 200
    size: int | None = 1000
    meta: tuple = ()  # of (name, content)

    def records(self):
        inner = [
            record(bundle, index, given)
            for bundle, several in (("offer", self.offers), ("review", self.reviews))
            for index, given in enumerate(several)
        ]
        return [record("product", 0, self.product, inner)]


def product(name=None, sku=None, price=None, **more):
    """Make the page of a product; offers, reviews, title, status, size and meta are the page's."""
    of_page = {n: more.pop(n) for n in ("offers", "reviews", "title", "size", "meta") if n in more}
    return ShopPage({"product_name": name, "sku": sku, "price": price, **more}, **of_page)


def failed(status):
    return ShopPage(status=status)


def store_day(store, pages, *, day=0, wrapper=WRAPPER, uid="products"):
    """Write a crawl of pages, path → ShopPage, on a day; give its number."""
    opened = open_crawl(store, HOST, (ClassOfPages(uid, uid, "{}", "", wrapper),))
    with CrawlWriter(store, opened) as writer:
        for path, page in pages.items():
            writer.enqueue(result(path, page))
        writer.call(lambda connection: finish(connection, opened))
    with store.connection() as connection:
        connection.execute(
            "UPDATE pagekin_crawl SET began_at = %s, ended_at = %s WHERE id = %s",
            FIRST_DAY + day * DAY,
            FIRST_DAY + day * DAY + 60,
            opened.id,
        )
    return opened.id


def result(path, page):
    url = ROOT + path
    if page.status >= 400:
        return PageResult(
            url, TARGET, Outcome.FAILED, page.status, FailureKind.STATUS, str(page.status)
        )
    digest = blake2b(repr((path, page)).encode(), digest_size=16).digest()
    is_product = page.product is not None
    records = page.records() if is_product else None
    content = Content(digest, page.title, records=records, meta_tags=page.meta)
    return PageResult(
        url,
        TARGET if is_product else HUB,
        Outcome.TARGET if is_product else Outcome.HUB,
        page.status,
        depth=2 if is_product else 1,
        content=content,
        transfer=Transfer(page.size, "text/html", FIRST_DAY),
    )


def found(answer):
    """Give the results of an answer: the path of each page, and its values."""
    return sorted((row.url.removeprefix(ROOT), *row.values) for row in answer.rows)


def paths(answer):
    return sorted({row.url.removeprefix(ROOT) for row in answer.rows})
