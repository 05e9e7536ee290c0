"""Declared values: what pages say for machines, held against what a wrapper reads for people.

JSON-LD and microdata name their values. Where a field has such a name, both must agree, or one of them is wrong: an
old price in the data of a page, the price of another product on it, a point read as a comma.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.values import Reading, Value, comparable, read
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_itself.duplicate_columns import plain
from pagekin.wrappers.by_itself.name_words import key_name
from pagekin.wrappers.by_itself.structured_data import json_ld_texts, name_in
from pagekin.wrappers.main_table import main_bundle, main_fields
from pagekin.wrappers.model import Anchor, Field, Wrapper
from pagekin.wrappers.node_readings import context_of, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.dom.page import Page

# What pages declare in other words than they show: their address, a text for search engines, a smaller picture.
_OTHERWISE = frozenset(
    {"url", "id", "image", "logo", "description", "breadcrumbs", "type", "keywords"}
)
_NUMBERED = re.compile(r"_\d+$")
_MAX_TEXT = 120  # characters: longer texts are cut off and edited

Declared = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class DeclaredDoubt:
    """A field that reads something else on some pages than they declare under its name."""

    field: str
    pages: int  # where both differ
    of: int  # where both are
    url: str  # of the first such page
    shown: str
    declared: str


def declared_doubts(wrapper: Wrapper, pages: Sequence[Page]) -> list[DeclaredDoubt]:
    """Return the fields of the main table that differ from what the pages declare, with the first such page."""
    bundle = main_bundle(wrapper)
    if bundle is None or bundle.each:
        return []
    fields = [field for field in main_fields(bundle) if _can_be_held(field)]
    names = {_key(field) for field in fields}
    found: dict[str, list[tuple[Page, Value, Declared]]] = defaultdict(list)
    extractor = Extractor(Wrapper((bundle,)))
    for page in pages:
        declared = declared_by(page)
        if names.isdisjoint(declared):
            continue
        records = extractor.extract(page).records
        for field in fields:
            values = records[0].fields.get(field.name, ()) if records else ()
            if values and _key(field) in declared:
                found[field.name].append((page, values[0], declared))
    return [doubt for field in fields if (doubt := _doubt(field, found[field.name])) is not None]


def declared_by(page: Page) -> Declared:
    """Return the values that a page declares in JSON-LD and microdata, by their names."""
    declared: Declared = defaultdict(list)
    for path, text in json_ld_texts(page):
        declared[key_name(name_in(path))].append(text)
    for element in page.root.iter("*"):
        for name in element.get("itemprop", "").split():
            text = element.get("content") or text_of(element)
            if text:
                declared[key_name(name)].append(text)
    return {name: texts for name, texts in declared.items() if name not in _OTHERWISE}


def _can_be_held(field: Field) -> bool:
    is_declared = field.locators[0].anchor in {Anchor.DATA, Anchor.MARKUP}
    return not field.many and not is_declared and field.type not in {"image", "link", "long_text"}


def _key(field: Field) -> str:
    """Return the name under which a page would declare a field: a title is its name."""
    return _NUMBERED.sub("", field.name)


def _doubt(field: Field, found: Sequence[tuple[Page, Value, Declared]]) -> DeclaredDoubt | None:
    key = _key(field)
    differ = [
        (page, value, declared[key])
        for page, value, declared in found
        if not any(_agree(value, text, page) for text in declared[key])
    ]
    if not differ:
        return None
    if field.name != key and 2 * len(differ) > len(found):
        return None  # a second price is mostly another one
    page, value, texts = differ[0]
    return DeclaredDoubt(field.name, len(differ), len(found), page.url, value.text, texts[0])


def _agree(value: Value, declared: str, page: Page) -> bool:
    """Return whether a value means what a page declares, however both are written."""
    other = read(value.type, Reading(declared, context=context_of(page)))
    if value.misfit is None and other.misfit is None:
        one, two = comparable(value)[0], comparable(other)[0]
        if one is not None and two is not None:
            return one == two or declared in _amounts(value)
        if value.attributes and value.attributes == other.attributes:
            return True
    if max(len(value.text), len(declared)) > _MAX_TEXT:
        return True
    here, there = plain(value.text), plain(declared)
    return here in there or there in here


def _amounts(value: Value) -> set[str]:
    """Return the numbers of a value with several, such as a range or an old and a new price."""
    numbers = (one for one in value.attributes.values() if isinstance(one, int | float))
    return {text for number in numbers for text in (f"{number:g}", f"{number:.2f}", str(number))}
