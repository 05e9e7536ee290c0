"""A made-up shop for the figures of queries: thirty crawls with about a million values each, 1–2 % change a crawl.

A page has four values of its own and three items with ten each, which a part number tells apart.
"""

import random
from collections.abc import Iterator
from hashlib import blake2b

from pagekin.store.opening import Store
from pagekin.store.page_results import ClassOfPages, Content, KindOfPage, PageLink, PageResult
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_runs import finish, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.record import Record

SITE = "bench.test"
PAGES = 27_650
CRAWLS = 30
ITEMS = 3
LINKS = 33
_TARGET = KindOfPage("target")
_WORDS = ("oak", "steel", "copper", "small", "large", "round", "square", "plain", "fine", "blue")
_LINES = ("ThinkPad", "IdeaPad", "Yoga", "Legion", "Optiplex", "Latitude", "Vostro", "Aspire")
_TEXTS = ("name", "brand", "description", "availability", "material")
WRAPPER = Wrapper(
    (
        Bundle(
            "page",
            (
                Field("heading", "text", ()),
                Field("category", "text", ()),
                Field("crumb", "text", ()),
                Field("sku", "identifier", (), key=True),
            ),
            bundles=(
                Bundle(
                    "item",
                    (
                        Field("partno", "identifier", (), key=True),
                        Field("price", "price", ()),
                        Field("image", "image", ()),
                        Field("rating", "rating", ()),
                        Field("weight", "quantity", ()),
                        *(Field(name, "text", ()) for name in _TEXTS),
                    ),
                    each=(Locator(".//li", Anchor.NAME),),
                ),
            ),
        ),
    )
)


class ShopPrices:
    """The state of the shop on a day: the price of each item."""

    def __init__(self, pages: int) -> None:
        self._dice = random.Random(7)
        self.prices = [
            [round(min(5 * self._dice.paretovariate(0.8), 4000), 2) for _ in range(ITEMS)]
            for _ in range(pages)
        ]

    def next_day(self) -> set[int]:
        """Change some prices; return the pages that they are on."""
        share = self._dice.uniform(0.01, 0.02)
        changed = self._dice.sample(range(len(self.prices)), int(share * len(self.prices)))
        for page in changed:
            item = self._dice.randrange(ITEMS)
            factor = self._dice.choice((0.7, 0.85, 0.95, 1.05, 1.2, 1.5))
            self.prices[page][item] = round(self.prices[page][item] * factor, 2)
        return set(changed)


def fill(store: Store, pages: int = PAGES, crawls: int = CRAWLS) -> Iterator[int]:
    """Write crawls through the store's writer; yield the number of each."""
    shop = ShopPrices(pages)
    changed = set(range(pages))
    versions: dict[str, int] = {}
    for _ in range(crawls):
        opened = open_crawl(store, SITE, (ClassOfPages("shop", "shop", "{}", "", WRAPPER),))
        with CrawlWriter(store, opened) as writer:
            for number in range(pages):
                writer.enqueue(_result(number, shop.prices[number], changed, versions))
            writer.call(lambda connection, crawl=opened: finish(connection, crawl))  # type: ignore[misc]
        with store.connection() as connection:
            versions = dict(
                connection.rows(
                    "SELECT page.url, seen.version_id FROM pagekin_crawl_page seen "
                    "JOIN pagekin_page page ON page.id = seen.page_id WHERE seen.crawl_id = %s",
                    opened.id,
                )
            )
        yield opened.id
        changed = shop.next_day()


def _result(
    number: int, prices: list[float], changed: set[int], versions: dict[str, int]
) -> PageResult:
    url = f"http://{SITE}/p/{number}"
    if number not in changed:
        return PageResult(url, _TARGET, Outcome.TARGET, 304, unchanged=versions[url], depth=2)
    items = tuple(_item(number, place, price) for place, price in enumerate(prices))
    links = [
        PageLink(f"http://{SITE}/p/{(number + step * step) % PAGES}", "Like this")
        for step in range(1, LINKS + 1)
    ]
    digest = blake2b(repr((number, prices)).encode(), digest_size=16).digest()
    content = Content(digest, f"Page {number}", records=[_page(number, items)], links=links)
    return PageResult(url, _TARGET, Outcome.TARGET, 200, content=content, depth=2)


def _page(number: int, items: tuple[Record, ...]) -> Record:
    sku = f"S-{number:06}"
    fields = {
        "heading": (Value(f"Things of kind {number}", "text"),),
        "category": (Value(f"Category {number % 40}", "text"),),
        "crumb": (Value(f"Home / {number % 40}", "text"),),
        "sku": (Value(sku, "identifier", {"id": sku}),),
    }
    return Record("page", 0, fields, items)


def _item(page: int, place: int, price: float) -> Record:
    number = page * ITEMS + place
    word = _WORDS[number % len(_WORDS)]
    partno = f"P-{number:07}"
    texts = {
        "name": f"{_LINES[number // 7 % len(_LINES)]} {word} {number}",
        "brand": f"Brand {number % 50}",
        "description": f"A {word} thing of good quality, number {number}, made to last",
        "availability": "In stock" if number % 9 else "sold out",
        "material": word,
    }
    fields = {name: (Value(text, "text"),) for name, text in texts.items()}
    currency = "CAD" if number % 4 else "USD"
    fields["price"] = (
        Value(f"{currency} {price:.2f}", "price", {"amount": price, "currency": currency}),
    )
    fields["partno"] = (Value(partno, "identifier", {"id": partno}),)
    fields["rating"] = (Value("4.5 of 5", "rating", {"rating": 4.5, "best": 5}),)
    fields["weight"] = (Value("1.2 kg", "quantity", {"number": 1.2, "unit": "kg"}),)
    if number % 60:
        fields["image"] = (Value("", "image", {"src": f"http://{SITE}/i/{number}.png"}),)
    return Record("item", place, fields)
