"""How records become items of Scrapy: the fields of the page itself, and a list for each bundle that repeats."""

import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.unused_names import unused_name

PAGE = "page"  # the field with the page's own URL
# Names that page objects of web-poet have themselves.
_TAKEN = (
    "response", "html", "xpath", "css", "selector", "urljoin", "base_url", "jmespath", "to_item",
    "validate_input", "item_cls", "root", "links", "is_wanted", "address", PAGE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ItemField:
    """A field of an item, and the key under which it stands there."""

    key: str
    field: Field


@dataclass(frozen=True, slots=True)
class ItemList:
    """A bundle that repeats: a list of dicts under a key."""

    key: str
    bundle: Bundle
    fields: tuple[ItemField, ...]
    lists: tuple["ItemList", ...]


@dataclass(frozen=True, slots=True)
class ItemLayout:
    """What an item has: fields and lists."""

    fields: tuple[ItemField, ...]
    lists: tuple[ItemList, ...]

    def all_fields(self) -> Iterator[tuple[str, ItemField]]:
        """Yield all fields with the names of the lists around them: `review.author`."""
        yield from ((one.key, one) for one in self.fields)
        for inner in self.lists:
            yield from _inner_fields(inner, "")


def item_layout(wrapper: Wrapper) -> ItemLayout:
    """Return how the records of a page become one item."""
    taken = list(_TAKEN)
    fields: list[ItemField] = []
    lists: list[ItemList] = []
    for bundle in wrapper.bundles:
        if bundle.each:
            lists.append(_list(bundle, taken))
        else:
            fields += _fields(bundle, taken)
            lists += [_list(inner, taken) for inner in bundle.bundles]
    return ItemLayout(tuple(fields), tuple(lists))


def identifier(name: str) -> str:
    """Return a name that Python accepts: `1_stars` becomes field_1_stars."""
    plain = re.sub(r"\W+", "_", name).strip("_") or "field"
    if not plain.isidentifier():
        plain = f"field_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def _list(bundle: Bundle, taken: list[str]) -> ItemList:
    key = _new(bundle.name, taken)
    own: list[str] = []
    fields = tuple(_fields(bundle, own))
    return ItemList(key, bundle, fields, tuple(_list(inner, own) for inner in bundle.bundles))


def _fields(bundle: Bundle, taken: list[str]) -> Iterable[ItemField]:
    return [ItemField(_new(field.name, taken), field) for field in bundle.fields]


def _new(name: str, taken: list[str]) -> str:
    key = unused_name(identifier(name), taken)
    taken.append(key)
    return key


def _inner_fields(inner: ItemList, around: str) -> Iterator[tuple[str, ItemField]]:
    yield from ((f"{around}{inner.key}.{one.key}", one) for one in inner.fields)
    for further in inner.lists:
        yield from _inner_fields(further, f"{around}{inner.key}.")
