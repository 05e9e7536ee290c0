"""A made-up shop, and a crawl of it that fetches nothing: pages are worked out from their URLs."""

import asyncio
from hashlib import blake2b

from pagekin.archive.position import Position
from pagekin.site import FailureKind
from pagekin.store.opening import open_store
from pagekin.store.page_results import (
    ClassOfPages,
    Content,
    KindOfPage,
    PageLink,
    PageResult,
    QueuedPage,
)
from pagekin.store.reading.crawl_pages import links_of, pages_of
from pagekin.store.reading.record_sets import records_of
from pagekin.store.states import Outcome
from pagekin.store.writing import crawl_runs
from pagekin.store.writing.crawl_writer import CrawlWriter, WriterSettings
from pagekin.values.value import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.record import Record

SITE = "http://shop.example"
HUB, TARGET = KindOfPage("list", hub=True), KindOfPage("target")
PER_HUB = 10


WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                Field("name", "text", ()),
                Field("price", "price", ()),
                Field("sku", "identifier", (), key=True),
                Field("images", "image", (), many=True),
            ),
            bundles=(
                Bundle(
                    "review",
                    (Field("stars", "integer", ()),),
                    each=(Locator(".//li", Anchor.NAME),),
                ),
            ),
        ),
    )
)


def open_class(store, name="teapots", content="{}", *, wrapper=None, finding="", **options):
    """Begin or continue a crawl of one crawler."""
    classes = (ClassOfPages(name, name, content, finding, wrapper),)
    return crawl_runs.open_crawl(store, SITE, classes, **options)


def entry():
    return QueuedPage(f"{SITE}/list/0", HUB)


def digest(*parts):
    return blake2b(repr(parts).encode(), digest_size=16).digest()


def product_record(number, day=0):
    price = 100.0 + number + day
    return Record(
        "product",
        0,
        {
            "name": (Value(f"Teapot {number} “Größe {number % 7}”", "text"),),
            "price": (Value(f"€ {price:.2f}", "price", {"amount": price, "currency": "EUR"}),),
            "sku": (Value(f"K-{number:06}", "identifier", {"id": f"K-{number:06}"}),),
            "images": tuple(
                Value("", "image", {"src": f"{SITE}/i/{number}-{n}.png", "alt": ""})
                for n in range(2)
            ),
        },
        (Record("review", 0, {"stars": (Value("4", "integer", {"value": 4}),)}),),
        frozenset({"images"}),
    )


def result(lease, products, day=0, changed=lambda number: False):
    """Give what a crawl would have made of a page, on a certain day."""
    url = lease.entry.url
    common = {"status": 200, "depth": lease.entry.depth, "found_on": lease.entry.found_on}
    kind, number = url.removeprefix(f"{SITE}/").split("/")
    number = int(number)
    if kind == "list":
        links = [
            PageLink(f"{SITE}/product/{n}", f"Teapot {n}", TARGET)
            for n in range(number * PER_HUB, min(products, (number + 1) * PER_HUB))
        ]
        if (number + 1) * PER_HUB < products:
            links.append(PageLink(f"{SITE}/list/{number + 1}", "next", HUB))
        content = Content(digest(url), f"List {number}", links=links, position=position(number))
        return PageResult(url, HUB, Outcome.HUB, content=content, **common)
    if number % 97 == 13:
        failed = {**common, "status": 404}
        return PageResult(
            url,
            TARGET,
            Outcome.FAILED,
            failure=FailureKind.STATUS,
            detail="404 Not Found",
            **failed,
        )
    of_day = day if changed(number) else 0
    content = Content(
        digest(url, of_day),
        f"Teapot {number}",
        etag=f'"{number}-{of_day}"',
        position=position(number),
        records=[product_record(number, of_day)],
        links=[PageLink(f"{SITE}/list/0", "all teapots"), PageLink(f"{SITE}/about", "about us")],
    )
    marks = [int.from_bytes(digest("mark", number)[:8], "big", signed=True)]
    return PageResult(
        url, TARGET, Outcome.TARGET, score=0.9, content=content, marks=marks, **common
    )


def position(number):
    return Position(
        "pagekin-20260101000000000-00000.warc.gz", 1000 * number, 1000, f"sha1:{number:032}"
    )


async def crawl(store, products, *, day=0, changed=lambda number: False, each=None, settings=None):
    """Crawl the shop, or go on with a crawl that was interrupted; give the crawl."""
    opened = open_class(store)
    async with CrawlWriter(store, opened, settings) as writer:
        await writer.add([entry()])
        while leases := await writer.lease(25):
            for lease in leases:
                if each:
                    await each(lease)
                await writer.put(result(lease, products, day, changed))
        await writer.finish()
    return opened


def snapshot(store, crawl_id):
    """Give all that a crawl has stored, in a form that two crawls can be compared by."""
    with store.connection() as connection:
        pages = sorted(pages_of(connection, crawl_id), key=lambda page: page.url)
        records = {
            page.url: records_of(connection, page.records)
            for page in pages
            if page.version is not None
        }
        links = sorted(
            (link.page, link.to, link.anchor, link.kind) for link in links_of(connection, crawl_id)
        )
        rows = connection.rows("SELECT count(*) FROM pagekin_value")[0][0]
    shown = [(page.url, page.kind, page.status, page.why, page.score, page.title) for page in pages]
    return shown, records, links, rows


def run(location, products, told):
    """Crawl the shop or go on with a crawl of it, in a process of its own; tell when it has begun."""
    store = open_store(location)

    async def each(_lease):
        if not told.closed:
            told.send("started")
            told.close()

    settings = WriterSettings(most_at_once=7, most_waiting=20)
    asyncio.run(crawl(store, products, each=each, settings=settings))
