"""Crawls of a made-up shop, one a day, written to a store as a crawl would write them."""

from hashlib import blake2b

from pagekin.site import FailureKind
from pagekin.store.page_results import ClassOfPages, Content, KindOfPage, PageResult
from pagekin.store.states import Outcome
from pagekin.store.writing import crawl_runs
from pagekin.store.writing.crawl_writer import CrawlWriter
from pagekin.values.value import Value
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.record import Record

SITE = "http://shop.example"
KIND = KindOfPage("target")
WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                Field("name", "text", ()),
                Field("price", "price", ()),
                Field("stock", "text", ()),
                Field("source", "link", ()),
                Field("tags", "text", (), many=True),
                Field("sku", "identifier", (), key=True),
            ),
            bundles=(
                Bundle(
                    "offer",
                    (Field("partno", "identifier", (), key=True), Field("cost", "price", ())),
                    each=(Locator(".//tr", Anchor.NAME),),
                    optional=True,
                ),
            ),
        ),
    )
)


def price(text):
    try:
        amount = float(text.lstrip("€ "))
    except ValueError:
        return Value(text, "price", {}, "not a price")
    return Value(text, "price", {"amount": amount, "currency": "EUR"})


def record(**values):
    """Make the record of a product; offers are rows of part number and cost."""
    made = {
        "name": [Value(values.get("name", ""), "text")],
        "price": [price(values.get("price", ""))] if values.get("price") else [],
        "stock": [Value(values.get("stock", ""), "text")],
        "source": [Value("Source", "link", {"href": values.get("source", "")})],
        "tags": [Value(tag, "text") for tag in values.get("tags", ())],
        "sku": [Value(values.get("sku", ""), "identifier", {"id": values.get("sku", "")})],
    }
    fields = {name: tuple(v for v in some if v.text) for name, some in made.items()}
    if not values.get("source"):
        fields["source"] = ()
    offers = tuple(
        Record(
            "offer",
            number,
            {"partno": (Value(part, "identifier", {"id": part}),), "cost": (price(cost),)},
        )
        for number, (part, cost) in enumerate(values.get("offers", ()))
    )
    return Record("product", 0, fields, offers, frozenset({"tags"}))


def product(path, **values):
    """Make the result of a page; its content is another if its values are."""
    digest = blake2b(repr(sorted(values.items())).encode(), digest_size=16).digest()
    content = Content(digest, records=[record(**values)])
    return PageResult(f"{SITE}/{path}", KIND, Outcome.TARGET, 200, content=content)


def turned_away(path, mark=""):
    """Make the result of a page that came and is no target."""
    content = Content(blake2b(f"{path} {mark}".encode(), digest_size=16).digest())
    return PageResult(f"{SITE}/{path}", KIND, Outcome.NOT_KIN, 200, content=content)


def failed(path, status=503):
    """Make the result of a page that did not come."""
    return PageResult(
        f"{SITE}/{path}", KIND, Outcome.FAILED, status, FailureKind.STATUS, f"status {status}"
    )


def crawl(store, *results, wrapper=WRAPPER, content="{}", finding="f"):
    """Store a crawl of these pages, finish it, and return its number."""
    classes = (ClassOfPages("shop", "shop", content, finding, wrapper),)
    opened = crawl_runs.open_crawl(store, SITE, classes)
    with CrawlWriter(store, opened) as writer:
        for result in results:
            writer.enqueue(result)
        writer.call(lambda connection: crawl_runs.finish(connection, opened))
    return opened.id
