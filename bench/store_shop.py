"""A made-up shop for the store's figures: realistic records and links, 1–2 % of the products change a day."""

import asyncio
import random
from collections.abc import Iterator
from hashlib import blake2b

from pagekin.archive.position import Position
from pagekin.store.opening import Store
from pagekin.store.page_results import (
    ClassOfPages,
    Content,
    KindOfPage,
    Lease,
    PageLink,
    PageResult,
    QueuedPage,
)
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_runs import open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter
from pagekin.values.value import Value
from pagekin.wrappers.record import Record

SITE = "http://127.0.0.1:8000"
PER_PAGE = 24
CLASSES = (ClassOfPages("products", content="{}"),)
TARGET, HUB = KindOfPage("target"), KindOfPage("/c/*", hub=True)
_WORDS = (
    *("oak", "walnut", "steel", "copper", "small", "large", "round"),
    *("square", "classic", "modern", "plain", "fine", "blue"),
)


class Prices:
    """The state of the shop on a day: which products have changed, and how often."""

    def __init__(self, products: int, menu: int = 0, branches: int = 1) -> None:
        self.menu = menu  # links that every product page has
        self.branches = branches  # lists that every list leads to
        self.changes = [0] * products
        self._dice = random.Random(7)

    def next_day(self) -> None:
        """Change some prices."""
        share = self._dice.uniform(0.01, 0.02)
        for number in self._dice.sample(range(len(self.changes)), int(share * len(self.changes))):
            self.changes[number] += 1

    def price(self, number: int) -> float:
        """Give a product's price today."""
        return round(5 + number % 300 * (1 + 0.15 * self.changes[number]), 2)


def product_record(number: int, price: float) -> Record:
    name = " ".join(_WORDS[number // 13**place % 13] for place in range(3))
    texts = {
        "name": name.title(),
        "brand": f"Brand {number % 50}",
        "description": f"A {name} thing of good quality, number {number}, made to last. " * 2,
        "availability": "In stock",
        "category": f"Category {number % 40}",
        "material": _WORDS[number % 13],
    }
    fields = {field: (Value(text, "text"),) for field, text in texts.items()}
    fields["price"] = (Value(f"€ {price:.2f}", "price", {"amount": price, "currency": "EUR"}),)
    fields["sku"] = (Value(f"SKU-{number:07}", "identifier", {"id": f"SKU-{number:07}"}),)
    fields["rating"] = (Value("4.5 of 5", "rating", {"rating": 4.5, "best": 5}),)
    fields["weight"] = (Value("1.2 kg", "quantity", {"number": 1.2, "unit": "kg"}),)
    return Record("product", 0, fields)


def digest(*parts: object) -> bytes:
    return blake2b(repr(parts).encode(), digest_size=32).digest()


def product(number: int, prices: Prices, **more: object) -> PageResult:
    price = prices.price(number)
    links = [
        *(PageLink(f"{SITE}/c/{n}", f"Category {n}") for n in range(prices.menu)),
        PageLink(f"{SITE}/", "Home"),
        PageLink(f"{SITE}/c/{number // PER_PAGE}", f"Category {number // PER_PAGE}"),
        *(
            PageLink(f"{SITE}/p/{(number + n) % len(prices.changes)}", "Like this")
            for n in (1, 2, 3)
        ),
    ]
    content = Content(
        digest(number, price),
        title=f"Product {number}",
        etag=f'"{number}-{price}"',
        position=Position("part-00001.warc.gz", 5000 * number, 4800, "sha1:" + "A" * 32),
        records=[product_record(number, price)],
        links=links,
    )
    return PageResult(
        f"{SITE}/p/{number}", TARGET, Outcome.TARGET, 200, content=content, score=0.93, **more
    )


def hub(number: int, prices: Prices, **more: object) -> PageResult:
    """Make a list with prices: it changes whenever one of its products does."""
    products = range(number * PER_PAGE, min(len(prices.changes), (number + 1) * PER_PAGE))
    links = [PageLink(f"{SITE}/p/{n}", f"Product {n}", TARGET) for n in products]
    lists, first = -(-len(prices.changes) // PER_PAGE), number * prices.branches + 1
    others = range(first, min(lists, first + prices.branches))
    links += [PageLink(f"{SITE}/c/{other}", "next", HUB) for other in others]
    position = Position("part-00001.warc.gz", 9000 * number, 9000, "sha1:" + "B" * 32)
    content = Content(
        digest("hub", number, [prices.price(n) for n in products]),
        title=f"Category {number}",
        etag=f'"{number}"',
        position=position,
        links=links,
    )
    return PageResult(f"{SITE}/c/{number}", HUB, Outcome.HUB, 200, content=content, **more)


def visit(lease: Lease, prices: Prices) -> PageResult:
    """Fetch, as it were, with a conditional request."""
    kind, number = lease.entry.url.removeprefix(f"{SITE}/").split("/")
    seen = {"depth": lease.entry.depth, "found_on": lease.entry.found_on}
    made = (hub if kind == "c" else product)(int(number), prices, **seen)
    if lease.known and made.content and lease.known.digest == made.content.digest:
        return PageResult(
            made.url,
            made.kind,
            made.outcome,
            304,
            unchanged=lease.known.version,
            score=made.score,
            **seen,
        )
    return made


def crawl_days(store: Store, products: int, days: int) -> Iterator[int]:
    """Crawl the shop day by day; yield the size of the store's file after each."""
    prices = Prices(products, menu=50)  # on the demo shop it is about as many
    for _ in range(days):
        asyncio.run(_crawl(store, prices))
        with store.connection() as connection:
            connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        yield store.location.file.stat().st_size
        prices.next_day()


async def _crawl(store: Store, prices: Prices) -> None:
    async with CrawlWriter(store, open_crawl(store, SITE, CLASSES)) as writer:
        await writer.add([QueuedPage(f"{SITE}/c/0", HUB)])
        while leases := await writer.lease(500):
            for lease in leases:
                await writer.put(visit(lease, prices))
        await writer.finish()


def batches(values: int) -> Iterator[PageResult]:
    """Give product pages with so many values in all."""
    prices = Prices(values // 10)
    for number in range(values // 10):
        yield product(number, prices)


def made_records(page: PageResult) -> int:
    records = page.content.records if page.content else None
    return sum(len(values) for record in records or () for values in record.fields.values())
