"""Field naming: what a person would call a column, by labels, structured data, classes and ids."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from pagekin.wrappers.unused_names import unused_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml import etree

    from pagekin.wrappers.by_itself.nodes import PageNode
    from pagekin.wrappers.by_itself.template_places import TemplatePlace
    from pagekin.wrappers.by_itself.text_columns import TextColumn

_MAX_WORDS = 5
_MAX_NAME = 40
_FEW = 2  # classes that begin with a word that may still be a field's own
_LEVELS = 4  # of elements around a value whose names may be its own
_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")
# Words in class names that say how something looks or is built, not what it is.
_BUILDING = frozenset(
    {
        *("wrapper", "wrap", "container", "content", "contents", "text", "block", "item", "inner"),
        *("outer", "value", "val", "label", "field", "box", "div", "span", "col", "column", "row"),
        *(
            "main",
            "left",
            "right",
            "top",
            "bottom",
            "lbl",
            "txt",
            "ctl",
            "link",
            "lnk",
            "hyperlink",
        ),
        *("literal", "lit", "placeholder", "panel", "pnl", "section", "area", "cell", "td", "tr"),
        *("li", "ul", "small", "large", "big", "bold", "normal", "medium", "tiny", "font", "size"),
        *(
            "color",
            "black",
            "white",
            "red",
            "blue",
            "green",
            "gray",
            "grey",
            "dark",
            "light",
            "flex",
        ),
        *(
            "grid",
            "clear",
            "clearfix",
            "fix",
            "float",
            "pull",
            "css",
            "style",
            "list",
            "table",
            "tbl",
        ),
        *("first", "last", "odd", "even", "info", "data", "body", "page", "view", "module", "mod"),
        *(
            "widget",
            "component",
            "hd",
            "bd",
            "ft",
            "holder",
            "line",
            "group",
            "element",
            "el",
            "id",
        ),
        *("img", "h1", "h2", "h3", "h4", "p", "a", "b", "sr", "only", "hidden", "js", "px", "md"),
        *("nopadding", "seo", "wrappable", "hi", "clr", "align", "aligned", "justify", "nowrap"),
        *("center", "middle", "new", "old", "bg", "margin", "padding", "m", "t", "l", "r", "s"),
    }
)
_GENERATED = re.compile(r"(?:^|[_$])ctl\d+[_$]")  # ids that a framework assembles from parts
_PREFIXES = re.compile(r"^(?:lbl|txt|lnk|hyp|lit|pnl|hl|div|span|td|tbl)(?=[A-Z])")
_TAGS = {"h1": "title", "title": "page_title", "time": "time", "address": "address", "img": "image"}


def snake_case(text: str) -> str:
    """Return a label as a name: `Item no.:` is `item_no`, `ISBN-13` is `isbn_13`."""
    plain = unicodedata.normalize("NFKC", text).lower()
    words = (_WORD.findall(_BRACKETS.sub(" ", plain)) or _WORD.findall(plain))[:_MAX_WORDS]
    return "_".join(words)[:_MAX_NAME].strip("_")


def named(columns: Sequence[TextColumn], taken: Iterable[str] = ()) -> list[str]:
    """Return a unique name for each column, in their order."""
    used = set(taken)
    prefixes = _common_prefixes(columns)
    names = []
    for number, column in enumerate(columns, 1):
        name = _name(column, prefixes) or f"{'image' if column.image else 'text'}_{number}"
        names.append(unused_name(name, used))
        used.add(names[-1])
    return names


def place_name(place: TemplatePlace) -> str:
    """Return a name for a repeat: after its class, that of the list around it, or its heading."""
    around: TemplatePlace | None = place
    while around is not None:
        for node in around.nodes[:1]:
            for mark in (*node.tokens, node.element.get("id", "")):
                name = class_name(mark)
                if name:
                    return name
        if around.label is not None and snake_case(around.label.words):
            return snake_case(around.label.words)
        around = around.above
    return ""


def element_name(
    element: etree._Element, label: str = "", prefixes: frozenset[str] = frozenset()
) -> str:
    """Return a name for what stands in an element: after its label, its classes, or those around it.

    `prefixes` are words that name parts of the site: see `part_names`.
    """
    name = snake_case(label)
    if _is_name(name):
        return name
    for level, around in enumerate(islice((element, *element.iterancestors()), _LEVELS)):
        marks = (around.get("itemprop", ""), around.get("id", ""), *around.get("class", "").split())
        for mark in filter(None, marks):
            name = class_name(mark, prefixes)
            if name:
                return name
        if around.tag in _TAGS and level < 2:
            return _TAGS[str(around.tag)]
    return ""


def part_names(root: etree._Element) -> frozenset[str]:
    """Return the first words that many different classes of a page share: `review` of `review__author`."""
    classes = {mark for element in root.iter("*") for mark in element.get("class", "").split()}
    firsts = Counter(re.split(r"[-_]", mark)[0].casefold() for mark in classes)
    return frozenset(word for word, count in firsts.items() if count > _FEW)


def class_name(mark: str, prefixes: frozenset[str] = frozenset()) -> str:
    """Return the meaningful words of a class or id: `pdp-price__current` is `price_current`."""
    if re.search(r"[0-9a-f]{6,}|\d{4,}", mark):
        return ""
    name = mark.rpartition("_")[2] if _GENERATED.search(mark) else mark
    words: list[str] = []
    for part in re.split(r"[-_\s]+", name):
        plain = _PREFIXES.sub("", part)
        words.extend(word.casefold() for word in _HUMPS.split(plain) if word)
    telling = [w for w in words if w not in _BUILDING and w.isalpha() and len(w) > 1]
    if len(telling) > 1 and telling[0] in prefixes:
        telling = telling[1:]
    return "_".join(telling[-3:])[:_MAX_NAME]


def _name(column: TextColumn, prefixes: frozenset[str]) -> str:
    label = snake_case(column.label)
    if _is_name(label):
        return label
    for hint in column.hints:
        name = snake_case(_HUMPS.sub(" ", hint))
        if name and name != "page_title":
            return name
    place = column.place
    name = _structural_name(place, prefixes) if place is not None else ""
    if name:
        return name
    if column.title:
        return "title"
    return snake_case(column.hints[0]) if column.hints else ""


def _is_name(label: str) -> bool:
    """Return whether a label says what something is; dates and scores above a value do not."""
    words = label.split("_")
    return bool(label) and 2 * sum(map(str.isdigit, words)) <= len(words)


def _structural_name(place: TemplatePlace, prefixes: frozenset[str]) -> str:
    around: TemplatePlace | None = place
    for level in range(_LEVELS):
        if around is None:
            return ""
        node = around.nodes[0]
        for mark in _marks(node):
            name = class_name(mark, prefixes)
            if name:
                return name
        if node.tag in _TAGS and level < 2:
            return _TAGS[node.tag]
        if around.many:
            return ""
        around = around.above
    return ""


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
            node = column.place.nodes[0]
            firsts = {re.split(r"[-_]", mark)[0].casefold() for mark in _marks(node)}
            counts.update(firsts)
    return frozenset(word for word, count in counts.items() if count > _FEW)
