"""The demo shop's product pages of a day with their true values, as columns that can be compared."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pagekin.demo import Request, Shop, ShopPageKind, truth
from pagekin.dom.page import Page, parse_page
from pagekin.wrappers.apply import Extraction
from pagekin.wrappers.record import Record

ORIGIN = "https://shop.example"
Texts = tuple[str, ...]
Spelled = tuple[frozenset[str], ...]  # of each value its text and what its type made of it
_ROWS = ("variants", "reviews")
_LEFT_OUT = frozenset({"amount", "currency", "specs", *_ROWS})  # other forms of the same


@dataclass(frozen=True, slots=True)
class Product:
    """A product's page of a day, and what is true of it."""

    url: str
    body: bytes
    columns: Mapping[str, Texts]  # for each attribute the values

    def values(self, attribute: str) -> Texts:
        """Return the values of an attribute, none where the product has none."""
        return self.columns.get(attribute, ())

    def page(self) -> Page:
        """Parse the page."""
        return parse_page(self.url, self.body)


def products(shop: Shop) -> list[Product]:
    """Return all product pages of the shop's day that answer."""
    return [
        Product(ORIGIN + known.path, _body(shop, known.path), _columns(values))
        for known in truth(shop)
        if known.kind is ShopPageKind.PRODUCT and (values := known.values)
    ]


def extracted(extraction: Extraction) -> dict[str, Spelled]:
    """Return the values of each field, `bundle.field`, of all instances in their order."""
    found: dict[str, list[frozenset[str]]] = {}
    for record in extraction.records:
        for name, spelled in _values(record, ""):
            found.setdefault(name, []).extend(spelled)
    return {name: tuple(values) for name, values in found.items()}


def is_right(got: Spelled, true: Texts) -> bool:
    """Return whether exactly the true values were extracted, in their order."""
    return len(got) == len(true) and all(
        text in spellings for spellings, text in zip(got, true, strict=True)
    )


def _body(shop: Shop, path: str) -> bytes:
    return shop.respond(Request(path, origin=ORIGIN)).body


def _columns(values: Mapping[str, Any]) -> dict[str, Texts]:
    columns: dict[str, Texts] = {}
    for name, value in values.items():
        if name in _LEFT_OUT:
            continue
        if isinstance(value, list):
            columns[name] = tuple(map(str, value))
        else:
            columns[name] = () if value is None else (str(value),)
    for name in _ROWS:
        for row in values[name]:
            for part, value in row.items():
                key = f"{name}.{part}"
                columns[key] = (*columns.get(key, ()), str(value))
    for label, value in values["specs"].items():
        columns[f"specs.{label}"] = (value,)
    return columns


def _values(record: Record, around: str) -> Iterator[tuple[str, list[frozenset[str]]]]:
    name = f"{around}{record.bundle}"
    for field, values in record.fields.items():
        yield (
            f"{name}.{field}",
            [
                frozenset(_spellings(value.text, value.attributes.values()))
                for value in values
                if value.misfit is None
            ],
        )
    for inner in record.nested:
        yield from _values(inner, f"{name}.")


def _spellings(text: str, attributes: Any) -> Iterator[str]:
    for value in (text, *attributes):
        yield str(value).removeprefix(ORIGIN)
        if isinstance(value, float) and not isinstance(value, bool):
            yield f"{value:g}"
