"""Field naming: what a person would call a column, by the evidence for it, the strongest first.

First what the page says for machines (itemprop, keys of structured data), then what it says for readers (the
label beside a value, the heading of its column), then words of classes and ids that are no matter of style,
then the role on the page. No name comes from a value, and none is given twice.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from pagekin.values import infer_type
from pagekin.wrappers.by_itself.class_spread import ClassSpread
from pagekin.wrappers.by_itself.name_words import (
    FIELD_WORDS,
    class_name,
    first_word,
    key_name,
    label_name,
)
from pagekin.wrappers.by_itself.said_names import common_name, kind_name, link_name
from pagekin.wrappers.unused_names import unused_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lxml import etree

    from pagekin.wrappers.by_itself.nodes import PageNode
    from pagekin.wrappers.by_itself.template_places import TemplatePlace
    from pagekin.wrappers.by_itself.text_columns import TextColumn

_NEARLY_ALL = 0.8  # the share of elements whose mark is that of a column
_FEW = 2  # classes that begin with a word that may still be a field's own
_LEVELS = 4  # of elements around a value whose names may be its own
_MORE_TEXT = 2  # times as long as a value an element may be whose name may still be the value's
_LABEL = 20  # characters of a label beside it
_READ = 60  # readings from which a type is inferred, to name what nothing else names
_TAGS = {
    "h1": "title",
    "h2": "subtitle",
    "h3": "subtitle",
    "title": "page_title",
    "time": "time",
    "address": "address",
    "pre": "code",
}
_STATES = frozenset(
    {"in_stock", "instock", "out_of_stock", "outofstock", "available", "unavailable", "sold_out"}
)  # values, though classes have them
_STRUCK = frozenset({"del", "s", "strike"})
_TITLES = ("name", "headline", "title")
# Keys of structured data that say less than a label: what the value is of, they leave open.
_VAGUE = frozenset({"url", "id", "item", "value", "text", "content", "page_title", "position"})
_NAMELESS = frozenset({"text", "meta", "boolean"})  # types that are no name
_WHOSE = frozenset({"tag", "tags", "type", "code", "number", "name", "status", "label"})  # of what?
_CALLED = {"datetime": "date", "integer": "number", "quantity": "number"}  # types in plain words
_BADGE = re.compile(r"(?:^|[-_\s])(?:badge|pill|chip)(?:$|[-_\s])", re.IGNORECASE)
_VOCABULARY = 4  # times as many texts as different ones: these are sorts of something
_LONG = "description"  # of the page, or of what something else on it names
# Types that say more than a word in all values would: of prices that is a currency, of dates a zone.
_CODES = frozenset({"number", "no", "part", "sku", "isbn", "upc", "ean", "id", "code", "model"})
_SPEAKING = frozenset({"price", "date", "datetime", "duration", "email", "phone", "link", "image"})


def named(
    columns: Sequence[TextColumn], taken: Iterable[str] = (), spread: ClassSpread | None = None
) -> list[str]:
    """Return a unique name for each column; the first with a name keeps it, another one says more."""
    used = set(taken)
    namer = _Namer(spread or ClassSpread(()), _common_prefixes(columns), _first_orders(columns))
    names: dict[int, str] = {}
    below = _below_title(columns)
    told: set[tuple[str, ...]] = set()
    for number, column in sorted(enumerate(columns), key=lambda one: _is_long_of(one[1], columns)):
        options = list(dict.fromkeys(filter(None, namer.options(column))))
        if len(options) > 1 and tuple(options) in told:
            options = options[:1]  # the second of its kind is no other thing
        told.add(tuple(options))
        if not options:
            fallback = _fallback(column)
            options = (
                ["subtitle", fallback] if column is below and fallback == "text" else [fallback]
            )
        free = next((name for name in options if name not in used), None)
        if free is None and _kind(column) == "long_text" and options[0] != _LONG:
            options = [f"{options[0]}_text"]  # what is said at length of what has the name
        names[number] = free or unused_name(options[0], used)
        used.add(names[number])
    return [names[number] for number in range(len(columns))]


def _is_long_of(column: TextColumn, columns: Sequence[TextColumn]) -> bool:
    """Return whether a column says at length what is to be said of another with its label: that one has the name."""
    if not column.label or column.title or _kind(column) != "long_text":
        return False
    return any(
        other.label == column.label and _kind(other) != "long_text"
        for other in columns
        if other is not column
    )


def _below_title(columns: Sequence[TextColumn]) -> TextColumn | None:
    """Return the column of the text that follows the title, None if there is no title."""
    title = next((column for column in columns if column.title and column.place), None)
    if title is None:
        return None
    after = [column for column in columns if column.place and column.order > title.order]
    return min(after, key=lambda column: column.order, default=None)


def _first_orders(columns: Sequence[TextColumn]) -> dict[str, float]:
    """Return where on the page the first column of each label stands."""
    first: dict[str, float] = {}
    for column in columns:
        if column.place is not None and column.label:
            label = label_name(column.label)
            first[label] = min(first.get(label, column.order), column.order)
    return first


def place_names(place: TemplatePlace, spread: ClassSpread) -> Iterator[str]:
    """Yield names for a repeat, the best first: after its class, its heading, or those around it."""
    around: TemplatePlace | None = place
    while around is not None:
        for node in around.nodes[:1]:
            for mark in (*spread.names(node.tokens), node.element.get("id", "")):
                yield class_name(mark)
        if around.label is not None:
            yield label_name(around.label.words)
        around = around.above


def element_name(
    element: etree._Element, label: str = "", prefixes: frozenset[str] = frozenset()
) -> str:
    """Return a name for what stands in an element: after its label, its classes, or those around it.

    `prefixes` are words that name parts of the site: see `part_names`.
    """
    name = label_name(label)
    if name:
        return name
    for level, around in enumerate(islice((element, *element.iterancestors()), _LEVELS)):
        marks = (around.get("itemprop", ""), around.get("id", ""), *around.get("class", "").split())
        for mark in filter(None, marks):
            name = class_name(mark, prefixes)
            if name:
                return name
        if around.tag == "img":
            return "image"
        if around.tag in _TAGS and level < 2:
            return _TAGS[str(around.tag)]
    return ""


def part_names(root: etree._Element) -> frozenset[str]:
    """Return the first words that many different classes of a page share: `review` of `review__author`."""
    classes = {mark for element in root.iter("*") for mark in element.get("class", "").split()}
    firsts = Counter(map(first_word, classes))
    return frozenset(word for word, count in firsts.items() if count > _FEW)


class _Namer:
    """Knows the classes of the site, and the words that many of them begin with."""

    def __init__(
        self, spread: ClassSpread, prefixes: frozenset[str], first: Mapping[str, float]
    ) -> None:
        self._spread = spread
        self._prefixes = prefixes
        self._first = first

    def options(self, column: TextColumn) -> Iterator[str]:
        """Yield the names that a column may have, the best first."""
        keys = [key_name(hint) for hint in column.hints]
        if column.title:
            yield next((name for name in _TITLES if name in keys), "title")
            return
        place = column.place
        if place is not None and _is_struck(place):
            yield "old_price"
        own = list(self._structural(place)) if place is not None else []
        yield from (name for name, level in own if level is None)
        yield from (key for key in keys if key and key not in _VAGUE and not _has_digit(key))
        label, said, leads = self._label(column), _said(column), link_name(column)
        telling = leads in FIELD_WORDS
        if column.order > self._first.get(label, column.order):
            yield said  # the label has another value before this one
        if telling and FIELD_WORDS.isdisjoint(label.split("_")):
            yield leads
        yield label
        others = [(name, level) for name, level in own if level is not None]
        if label:
            yield from (
                f"{label}_{name}" for name, level in others if level == 0 and name in _WHOSE
            )
        yield from (name for name, level in others if level == 0 and _fits(name, column))
        if said in FIELD_WORDS and not column.many:
            yield said
        yield from (name for name, _ in others if _fits(name, column))
        if label and _kind(column) == "link":
            yield f"{label}_link"
        yield leads if telling else ""
        if not any(name in FIELD_WORDS for name, _ in others):
            yield said  # what values share names them only where nothing better does
        yield from (key for key in keys if key in _VAGUE and key != "page_title")
        yield leads
        if label:
            yield from (f"{label}_{name}" for name, _ in own if name and name not in label)

    def _label(self, column: TextColumn) -> str:
        """Return the name that the label beside a column gives; one of a code is not that of a price."""
        label = label_name(column.label)
        if label and not _CODES.isdisjoint(label.split("_")) and _kind(column) == "price":
            return ""
        return label

    def _structural(self, place: TemplatePlace) -> Iterator[tuple[str, int | None]]:
        """Yield names by attributes of the elements around a value, and how far around; None: it is declared."""
        around: TemplatePlace | None = place
        longer = []
        for level in range(_LEVELS):
            if around is None or (level and not _is_about(around, place)):
                break
            node = around.nodes[0]
            if not node.is_text:
                declared = node.element.get("itemprop", "").split()
                yield from ((key_name(key), None) for key in declared)
                marks = (*self._spread.names(node.tokens), node.element.get("id", ""))
                for mark in filter(_lasting_marks(around).__contains__, marks):
                    name = class_name(mark, self._prefixes)
                    yield "availability" if name in _STATES else name, level
                    longer.append(class_name(mark))
                if node.tag in _TAGS and level < 2:
                    yield _TAGS[node.tag], level
            if around.many and around is not place:
                break
            around = around.above
        yield from ((name, _LEVELS) for name in longer)


def _lasting_marks(place: TemplatePlace) -> set[str]:
    """Return the classes and ids that nearly all elements of a place have: those of some tell their values apart."""
    marks = Counter(
        mark
        for node in place.nodes
        for mark in {*node.tokens, node.element.get("id", "")}
        if not node.is_text
    )
    return {mark for mark, count in marks.items() if count >= _NEARLY_ALL * len(place.nodes)}


def _fits(name: str, column: TextColumn) -> bool:
    return name in FIELD_WORDS or not column.image


def _kind(column: TextColumn) -> str:
    """Return the type of a column's values, whatever it is called."""
    readings = [reading for found in column.readings for reading in found][:_READ]
    return infer_type(readings) if readings else "text"


def _said(column: TextColumn) -> str:
    """Return the words that all values share, of which the type is no better name."""
    if column.image or column.link or column.place is None or _kind(column) in _SPEAKING:
        return ""
    texts = [text for texts in column.texts.values() for text in texts]
    kind = kind_name(column)
    if kind in FIELD_WORDS:
        return kind
    common = common_name(texts)
    is_sort = bool(common) and _VOCABULARY * len(set(texts)) <= len(texts)
    return f"{common}_type" if is_sort else common or kind  # `Long Paper`, `Short Paper`


def _fallback(column: TextColumn) -> str:
    """Return the name of what nothing names: its type, its look, or that it is a text."""
    if column.image:
        return "images" if column.many else "image"
    marks = " ".join(column.place.nodes[0].tokens) if column.place is not None else ""
    if _BADGE.search(marks):
        return "badge"
    kind = _kind(column)
    if kind == "long_text":
        return _LONG
    return "text" if kind in _NAMELESS else _CALLED.get(kind, kind)


def _is_struck(place: TemplatePlace) -> bool:
    """Return whether a value is crossed out: what something cost before."""
    around: TemplatePlace | None = place
    for _ in range(_LEVELS):
        if around is None or around.many:
            return False
        if around.nodes[0].tag in _STRUCK:
            return True
        around = around.above
    return False


def _is_about(around: TemplatePlace, place: TemplatePlace) -> bool:
    """Return whether an element holds little more than a value in it, so that its name is the value's."""
    lists = len(around.nodes) if place.many else len(place.nodes)  # a list is all of its members
    own = sum(node.size for node in place.nodes) / lists
    whole = sum(node.size for node in around.nodes) / len(around.nodes)
    return whole <= _MORE_TEXT * own + _LABEL


def _has_digit(name: str) -> bool:
    return any(word.isdigit() or word[-1:].isdigit() for word in name.split("_"))


def _marks(node: PageNode) -> list[str]:
    if node.is_text:
        return []
    element = node.element
    marks = [element.get("itemprop", ""), element.get("id", ""), *node.tokens]
    return [mark for mark in marks if mark]


def _common_prefixes(columns: Sequence[TextColumn]) -> frozenset[str]:
    """Return the first words that many classes share: they name parts of the site, not fields."""
    counts: Counter[str] = Counter()
    for column in columns:
        if column.place is not None:
            counts.update(set(map(first_word, _marks(column.place.nodes[0]))))
    return frozenset(word for word, count in counts.items() if count > _FEW)
