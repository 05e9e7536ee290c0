"""The demo shop's main table: whether each column is right, and whether lists have all their members."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bench.extraction.scoring import plain
from bench.extraction.shop_pages import Product, products
from bench.tables.main_tables import MainColumn, MainTable, main_table
from pagekin.demo import Shop

LEARNED_FROM = 40
_LOOKED_AT = 300


@dataclass(frozen=True, slots=True)
class DemoColumn:
    """A column, the attribute that it is most often, and on how many of the pages that have either."""

    name: str
    attribute: str
    right: int
    of: int


@dataclass(frozen=True, slots=True)
class DemoTold:
    """What the main table of the demo shop says."""

    pages: int
    columns: tuple[DemoColumn, ...]
    lists: dict[str, tuple[int, int]]  # attribute → its members, and how many of them are missing

    def lines(self) -> Iterator[str]:
        """Say how many columns are right, which are not, and how complete lists are."""
        wrong = [column for column in self.columns if column.right < column.of]
        yield (
            f"demo shop, {self.pages} products: {len(self.columns)} columns, "
            f"{len(self.columns) - len(wrong)} of them right on all pages"
        )
        for column in wrong:
            yield f"    {column.name} is {column.attribute or 'nothing known'} on {column.right} of {column.of}"
        members = sum(all_of for all_of, _ in self.lists.values())
        missing = sum(gone for _, gone in self.lists.values())
        yield f"members of {', '.join(self.lists)}: {missing} of {members} missing"


def demo_told(shop: Shop | None = None) -> DemoTold:
    """Learn the table of the demo shop's products by itself, and hold it against what is true of them."""
    known = products(shop or Shop())[:_LOOKED_AT]
    pages = [product.page() for product in known]
    table = main_table(pages[:LEARNED_FROM], pages)
    attributes = sorted({name for product in known for name in product.columns})
    columns = tuple(_told(column, known, attributes) for column in table.columns)
    return DemoTold(len(known), columns, dict(_lists(table, known, attributes)))


def _told(column: MainColumn, known: Sequence[Product], attributes: Sequence[str]) -> DemoColumn:
    told = [_spellings(column, row) for row in range(len(known))]
    best = DemoColumn(column.name, "", 0, sum(map(bool, told)))
    for attribute in attributes:
        true = [tuple(map(plain, product.values(attribute))) for product in known]
        pairs = [(got, want) for got, want in zip(told, true, strict=True) if got or want]
        right = sum(_is_right(got, want) for got, want in pairs)
        if right * max(best.of, 1) > best.right * len(pairs):
            best = DemoColumn(column.name, attribute, right, len(pairs))
    return best


def _spellings(column: MainColumn, row: int) -> list[set[str]]:
    """Return for each value of a cell its text and what the file has for it."""
    texts, written = column.texts[row], [_within_shop(text) for text in column.written[row]]
    return [{plain(text), *map(plain, written[n : n + 1])} for n, text in enumerate(texts)]


def _within_shop(text: str) -> str:
    """Return an address as the shop's own pages have it, any other text as it is."""
    parts = urlsplit(text)
    return parts.path if parts.scheme in {"http", "https"} else text


def _is_right(got: Sequence[set[str]], want: Sequence[str]) -> bool:
    if len(got) == 1 and " ".join(want) in got[0]:
        return True  # the sentences of a text, told as a whole
    return len(got) == len(want) and all(
        text in spelled for spelled, text in zip(got, want, strict=True)
    )


def _lists(
    table: MainTable, known: Sequence[Product], attributes: Sequence[str]
) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the attributes of which a product has several values, if a column is a list of them."""
    for attribute in attributes:
        true = [Counter(map(plain, product.values(attribute))) for product in known]
        if not any(sum(counts.values()) > 1 for counts in true):
            continue
        missing = [
            sum(
                (want - Counter(text for one in _spellings(column, row) for text in one)).total()
                for row, want in enumerate(true)
            )
            for column in table.columns
            if column.many
        ]
        members = sum(counts.total() for counts in true)
        if missing and min(missing) < members / 2:
            yield attribute, (members, min(missing))
