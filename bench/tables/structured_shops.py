"""Shops whose pages say in JSON-LD what they sell: pagekin sees them without it, and it is the truth."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from bench.extraction.scoring import plain
from bench.tables.main_tables import MainColumn, MainTable, main_table
from pagekin.dom.page import Page, parse_page
from pagekin.values import Value
from pagekin.wrappers import json_ld

LEARNED_FROM = 40
ATTRIBUTES = ("name", "price", "currency", "sku", "availability", "image")
_CALLED = {
    "name": r"(?:^|_)(?:name|title|product)(?:_|$)",
    "price": r"(?:^|_)(?:price|amount)(?:_|$)",
    "sku": r"(?:^|_)(?:sku|gtin|mpn)(?:_|$)",
    "availability": r"(?:^|_)(?:availability|stock)(?:_|$)",
    "image": r"(?:^|_)(?:image|img|gallery)(?:_|$)",
}
_SCRIPT = re.compile(
    rb"<script[^>]*ld\+json[^>]*>.*?</script>|<meta[^>]*(?:property|itemprop|name)=[^>]*>",
    re.DOTALL | re.IGNORECASE,
)
_ITEMPROP = re.compile(
    rb"\s(?:itemprop|itemtype|itemscope)(?:=(?:\"[^\"]*\"|'[^']*'))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop: its name, and the product pages with their truth."""

    name: str
    files: tuple[Path, ...]


@dataclass(slots=True)
class ShopTold:
    """How many values of each attribute are right, wrong and absent."""

    shop: str
    rows: int
    header: tuple[str, ...]
    unwanted: tuple[str, ...]
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def lines(self, *, faults: bool) -> Iterator[str]:
        """Show the shop; with `faults` also its header and wrong values."""
        parts = (
            f"{name} {told['right']}/{told['wrong']}/{told['absent']}"
            for name, told in self.counts.items()
        )
        yield f"{self.shop[:38]:<40}{self.rows:>4} rows {len(self.header):>3} columns  {'  '.join(parts)}"
        if faults:
            yield f"    header: {' '.join(self.header)}"
            yield from (f"    unwanted: {one}" for one in self.unwanted)
            yield from (f"    {one}" for one in self.wrong[:12])


def shops_in(directory: Path) -> list[Shop]:
    """Return the shops of a directory, a directory of pages each."""
    return [
        Shop(path.name, tuple(sorted(path.glob("*.htm*"))))
        for path in sorted(directory.iterdir())
        if path.is_dir()
    ]


def shop_told(shop: Shop) -> ShopTold:
    """Learn a shop's table from pages without structured data, and hold it against that."""
    known = [(page, truth) for page, truth in map(_page, shop.files) if truth]
    pages = [page for page, _ in known]
    table = main_table(pages[:LEARNED_FROM], pages)
    told = ShopTold(
        shop.name,
        len(pages),
        tuple(column.name for column in table.columns),
        tuple(table.unwanted()),
    )
    for name in ATTRIBUTES:
        told.counts[name] = Counter()
    for number, (page, truth) in enumerate(known):
        for name, wanted in truth.items():
            verdict, got = _verdict(name, wanted, table, number, page.url)
            told.counts[name][verdict] += 1
            if verdict == "wrong":
                told.wrong.append(f"{page.url[-40:]} {name}: {wanted[:3]} but {got}")
    return told


def shop_summary(told: Sequence[ShopTold]) -> Iterator[str]:
    """Summarise each attribute over all shops."""
    for name in ATTRIBUTES:
        all_counts = sum((shop.counts.get(name, Counter()) for shop in told), Counter[str]())
        total = sum(all_counts.values())
        if total:
            fine = all_counts["right"] + all_counts["absent"]
            yield (
                f"{name:<14}{total:>5} values: right {all_counts['right'] / total:.1%}, "
                f"right or absent {fine / total:.2%}, wrong by a factor {all_counts['factor']}"
            )
    columns = sum(len(shop.header) for shop in told)
    yield f"unwanted columns: {sum(len(shop.unwanted) for shop in told)} of {columns}"


def _page(file: Path) -> tuple[Page, dict[str, list[str]]]:
    body = file.read_bytes()
    url = f"https://{file.parent.name.partition('+')[2].casefold()}.example/{file.name}"
    truth = _truth(parse_page(url, body))
    bare = _ITEMPROP.sub(b"", _SCRIPT.sub(b"", body))
    return parse_page(url, bare), truth


def _truth(page: Page) -> dict[str, list[str]]:
    """Return what the JSON-LD of a product's page says; nothing if it is about several products, or none."""
    objects = json_ld.objects_of(page.root)
    products = [one for one in objects if "Product" in json_ld.types_of(one)]
    if len(products) != 1 or "offers" not in products[0]:
        return {}
    product = (products[0],)
    truth = {
        "name": json_ld.texts_at(product, "Product.name"),
        "sku": json_ld.texts_at(product, "Product.sku"),
        "image": _images(products[0].get("image")),
        "price": [
            text
            for path in ("price", "lowPrice", "priceSpecification.price")
            for text in json_ld.texts_at(product, f"Product.offers.{path}")
        ],
        "currency": [
            text
            for path in ("priceCurrency", "priceSpecification.priceCurrency")
            for text in json_ld.texts_at(product, f"Product.offers.{path}")
        ],
        "availability": json_ld.texts_at(product, "Product.offers.availability"),
    }
    return {name: values for name, values in truth.items() if values}


def _images(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    if isinstance(content, list):
        return [text for part in content for text in _images(part)]
    if isinstance(content, dict):
        return _images(content.get("url") or content.get("contentUrl"))
    return []


def _verdict(name: str, wanted: list[str], table: MainTable, row: int, url: str) -> tuple[str, str]:
    """Judge a value by the first column with the attribute's name."""
    called = _CALLED["price" if name == "currency" else name]
    column = _column(name, called, table)
    values = column.rows[row] if column else ()
    value = next((value for value in values if not value.misfit), None)
    if value is None:
        return "absent", ""
    if name == "price":
        return _price_verdict(value, wanted)
    if name == "currency":
        got = str(value.attributes.get("currency", ""))
        return ("absent" if not got else "right" if got in wanted else "wrong"), got
    if name == "availability":
        got = _state(str(value.attributes.get("state", value.text)))
        return ("right" if got in {_state(text) for text in wanted} else "wrong"), value.text
    if name == "image":
        got = str(value.attributes.get("src", value.text))
        return (
            "right" if _picture(got, url) in {_picture(text, url) for text in wanted} else "wrong"
        ), got
    spelled = {_spelled(text) for text in wanted}
    return ("right" if _spelled(value.text) in spelled else "wrong"), value.text


def _column(name: str, called: str, table: MainTable) -> MainColumn | None:
    kinds = {"price": {"price"}, "currency": {"price"}, "image": {"image"}}.get(name)
    for column in table.columns:
        if re.search(called, column.name) and (kinds is None or column.type in kinds):
            return column
    return None


def _price_verdict(value: Value, wanted: list[str]) -> tuple[str, str]:
    got = value.attributes.get("amount", value.attributes.get("low"))
    if not isinstance(got, int | float):
        return "absent", value.text
    right = [float(text) for text in wanted if re.fullmatch(r"[\d.]+", text)]
    if any(abs(got - one) <= 0.006 * max(1.0, 0.01 * one) for one in right):
        return "right", str(got)
    factors = {10.0**n for n in (-3, -2, -1, 1, 2, 3)}
    is_factor = any(one and abs(got / one / f - 1) < 1e-6 for one in right for f in factors)
    return ("factor" if is_factor else "wrong"), f"{got} ({value.text})"


def _state(text: str) -> str:
    return re.sub(r"[^a-z]", "", text.rpartition("/")[2].casefold())


def _picture(address: str, url: str) -> str:
    """Return the name of a picture without the size that shops append."""
    name = unquote(urlsplit(urljoin(url, address)).path).rpartition("/")[2]
    return re.sub(r"(?:-\d+x\d+|-scaled)?\.\w+$", "", name)


def _spelled(text: str) -> str:
    text = plain(re.sub(r"<[^>]+>", "", text))
    return re.sub(r"[\W_]+", "", text.translate({0x2019: "'", 0x2013: "-"})).casefold()
