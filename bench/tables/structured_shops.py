"""Shops whose pages say in JSON-LD what they sell: pagekin sees them without it, and it is the truth.

Beside it stands what there is with it: pagekin on the pages as they are, and extruct.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from lxml.etree import _Element as Element

from bench.extraction.rivals import RivalError, answer
from bench.extraction.scoring import plain
from bench.tables.main_tables import MainColumn, MainTable, main_table
from pagekin.dom.page import Page, parse_page
from pagekin.values import Reading, Value, read
from pagekin.wrappers import json_ld
from pagekin.wrappers.node_readings import text_of

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
_MARKS = {"sku": "sku", "availability": "stock"}  # classes by which shops mark what not all show
_SITE = re.compile(r"\s[-–—|]\s[^-–—|]+$")  # the shop's own name behind those of its products
_NEARLY_ALL = 0.9
_ITEMPROP = re.compile(
    rb"\s(?:itemprop|itemtype|itemscope)(?:=(?:\"[^\"]*\"|'[^']*'))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop: its name, and the product pages with their truth."""

    name: str
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """A page as it is, without its structured data, and what that says."""

    page: Page
    bare: Page
    truth: dict[str, list[str]]

    def shows(self, name: str) -> bool:
        """Return whether readers see an attribute, by the class that shops have for it."""
        return any(
            _MARKS[name] in element.get("class", "").split() and text_of(element)
            for element in self.bare.root.iter("*")
            if not _is_of_others(element)
        )


@dataclass(slots=True)
class ShopTold:
    """How many values of each attribute are right, wrong and absent."""

    shop: str
    rows: int
    header: tuple[str, ...]
    unwanted: tuple[str, ...]
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    whole: dict[str, Counter[str]] = field(default_factory=dict)  # on the pages as they are
    extruct: dict[str, Counter[str]] = field(default_factory=dict)
    shown: dict[str, Counter[str]] = field(default_factory=dict)  # on the pages that show it

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
    known = _without_site([one for one in map(_page, shop.files) if one.truth])
    table = _table([one.bare for one in known])
    told = ShopTold(
        shop.name,
        len(known),
        tuple(column.name for column in table.columns),
        tuple(table.unwanted()),
    )
    told.counts = _counted(known, partial(_of_table, table), told.wrong)
    for name in _MARKS:
        shows = [n for n, one in enumerate(known) if name in one.truth and one.shows(name)]
        verdicts = (_judged(known[n], name, _of_table(table, name, n))[0] for n in shows)
        told.shown[name] = Counter(verdicts)
    told.whole = _counted(known, partial(_of_table, _table([one.page for one in known])), [])
    told.extruct = _extruct_counts(known)
    return told


def _table(pages: Sequence[Page]) -> MainTable:
    return main_table(pages[:LEARNED_FROM], pages)


def _counted(
    known: Sequence[_Known], value_of: Callable[[str, int], Value | None], wrong: list[str]
) -> dict[str, Counter[str]]:
    """Count the verdicts on each attribute of a shop, and note what is wrong."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ATTRIBUTES}
    for number, one in enumerate(known):
        for name, wanted in one.truth.items():
            verdict, got = _judged(one, name, value_of(name, number))
            counts[name][verdict] += 1
            if verdict == "wrong":
                wrong.append(f"{one.page.url[-40:]} {name}: {wanted[:3]} but {got}")
    return counts


def _judged(one: _Known, name: str, value: Value | None) -> tuple[str, str]:
    return _verdict(name, one.truth[name], value, one.page.url)


def _is_of_others(element: Element) -> bool:
    """Return whether an element stands among other products."""
    return any("related" in above.get("class", "") for above in element.iterancestors())


def _extruct_counts(known: Sequence[_Known]) -> dict[str, Counter[str]]:
    """Count the verdicts on what extruct reads; none if it is not there."""
    pages = [one.page.body.decode("utf-8", errors="replace") for one in known]
    try:
        (run,) = answer({"rival": "extruct", "learn": [], "apply": pages})["runs"]
    except RivalError:
        return {}

    def value_of(name: str, number: int) -> Value | None:
        kind = "price" if name == "price" else "text"
        texts = run[name][number] if name in run else []
        if not texts or name != "currency":
            return read(kind, Reading(texts[0])) if texts else None
        return Value(texts[0], "price", {"currency": texts[0]})

    return _counted(known, value_of, [])


def shop_summary(told: Sequence[ShopTold]) -> Iterator[str]:
    """Summarise each attribute over all shops."""
    ways = {
        "pagekin, without the structured data": [shop.counts for shop in told],
        "pagekin, with it": [shop.whole for shop in told],
        "extruct": [shop.extruct for shop in told],
    }
    for way, counts in ways.items():
        yield f"{way}:"
        for name in ATTRIBUTES:
            of_all = sum((shop.get(name, Counter()) for shop in counts), Counter[str]())
            total = of_all.total()
            if total:
                fine = of_all["right"] + of_all["absent"]
                yield (
                    f"  {name:<14}{total:>5} values: right {of_all['right'] / total:.1%}, "
                    f"right or absent {fine / total:.2%}, wrong by a factor {of_all['factor']}"
                )
    for name in _MARKS:
        seen = sum((shop.shown[name] for shop in told), Counter[str]())
        yield f"{name}: shown on {seen.total()} pages without structured data, right on {seen['right']} of them"
    columns = sum(len(shop.header) for shop in told)
    yield f"unwanted columns: {sum(len(shop.unwanted) for shop in told)} of {columns}"


def _page(file: Path) -> _Known:
    body = file.read_bytes()
    url = f"https://{file.parent.name.partition('+')[2].casefold()}.example/{file.name}"
    page = parse_page(url, body)
    bare = _ITEMPROP.sub(b"", _SCRIPT.sub(b"", body))
    return _Known(page, parse_page(url, bare), _truth(page))


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


def _without_site(known: list[_Known]) -> list[_Known]:
    """Return pages with the names of their products alone: some shops append their own to all of them."""
    names = [text for one in known for text in one.truth.get("name", ())]
    ends = Counter(match[0] for name in names if (match := _SITE.search(name)))
    end, count = ends.most_common(1)[0] if ends else ("", 0)
    if count < _NEARLY_ALL * len(names):
        return known
    return [
        replace(one, truth=one.truth | {"name": [t.removesuffix(end) for t in one.truth["name"]]})
        for one in known
    ]


def _images(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    if isinstance(content, list):
        return [text for part in content for text in _images(part)]
    if isinstance(content, dict):
        return _images(content.get("url") or content.get("contentUrl"))
    return []


def _of_table(table: MainTable, name: str, row: int) -> Value | None:
    """Return the value of an attribute: that of the first column with its name."""
    called = _CALLED["price" if name == "currency" else name]
    column = _column(name, called, table)
    values = column.rows[row] if column else ()
    return next((value for value in values if not value.misfit), None)


def _verdict(name: str, wanted: list[str], value: Value | None, url: str) -> tuple[str, str]:
    """Judge a value."""
    if value is None:
        return "absent", ""
    if name == "price":
        return _price_verdict(value, wanted)
    if name == "currency":
        got = str(value.attributes.get("currency", ""))
        return ("absent" if not got else "right" if got in wanted else "wrong"), got
    if name == "availability":
        got = _state(str(value.attributes.get("status", value.text)))
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
