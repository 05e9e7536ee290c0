"""Places on a page, and what a reader sees there."""

import html
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import parsel.xpathfuncs  # which makes lxml know has-class()
from lxml import etree

from .found_text import FoundText

parsel.xpathfuncs.setup()
_HIDDEN = frozenset({"script", "style", "template", "noscript", "head", "svg"})
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
        "mark",
        "nobr",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
# Elements that say something without a text, and the attributes that say it.
_SAYING = {
    "img": ("alt", "src"),
    "input": ("value", "alt"),
    "meta": ("content",),
    "link": ("href",),
    "time": ("datetime",),
    "data": ("value",),
    "area": ("alt",),
    "source": ("src",),
    "video": ("src",),
    "audio": ("src",),
    "iframe": ("src",),
}
_WINDOWS = {
    code: bytes([code]).decode("cp1252", errors="replace")
    for code in range(0x80, 0xA0)
    if code != 0x85
}
_COMMENTS = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>)\s*$")
_MARKUP = re.compile(r"</?[a-zA-Z][\w-]*(?:\s[^<>]*)?/?>")
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_CONTROL = re.compile(r"[\x00-\x1f]+")
_MAX_DEPTH = 12  # of objects inside objects in JSON-LD


@dataclass(frozen=True)
class At:
    """A place by its XPath (several: in this order), without constant texts in front of the value and behind it."""

    paths: tuple[str, ...]
    before: str = ""
    after: str = ""

    def __init__(self, *paths: str, before: str = "", after: str = "") -> None:
        object.__setattr__(self, "paths", paths)
        object.__setattr__(self, "before", before)
        object.__setattr__(self, "after", after)

    def nodes(self, node: etree._Element) -> list[Any]:
        """Return the elements and texts at the place, each once."""
        found: dict[int, Any] = {}
        for path in self.paths:
            for one in _found(node, path):
                found.setdefault(len(found) if isinstance(one, str) else -id(one), one)
        return list(found.values())


@dataclass(frozen=True)
class Data:
    """A place in the page's JSON-LD: the first object of a type, then keys ("Product.offers.price")."""

    path: str
    before: str = ""
    after: str = ""

    def nodes(self, node: etree._Element) -> list[Any]:
        """Return the texts at the place."""
        kind, *keys = self.path.split(".")
        for one in _objects(node.getroottree().getroot()):
            if kind in _types(one):
                return [text for value in _at(one, keys) if (text := _said(value))]
        return []


Place = At | Data
Read = Callable[[FoundText], Any]


def first(node: etree._Element, read: Read, *places: Place) -> Any:
    """Return what is read at the first place that has a text; None if none has."""
    return next(iter(_read(node, read, places, many=False)), None)


def every(node: etree._Element, read: Read, *places: Place) -> list[Any]:
    """Return all that is read at the first place that has a text."""
    return _read(node, read, places, many=True)


def elements(node: etree._Element, *places: Place) -> list[etree._Element]:
    """Return the elements at the first place that has any."""
    for place in places:
        found = [one for one in place.nodes(node) if not isinstance(one, str)]
        if found:
            return found
    return []


def _read(node: etree._Element, read: Read, places: tuple[Place, ...], *, many: bool) -> list[Any]:
    url = node.getroottree().docinfo.URL or ""
    for place in places:
        found = []
        for one in place.nodes(node):
            text = _cut_out(_text(one), place.before, place.after)
            if text and isinstance(one, str):
                found.append(read(FoundText(text, url=url)))
            elif text:
                whole = text if place.before or place.after else _lines(one, text) or text
                found.append(read(FoundText(whole, one.tag, dict(one.items()), url)))
            if found and not many:
                return found
        if found:
            return found
    return []


def _found(node: etree._Element, path: str) -> list[Any]:
    found: Any = node.xpath(path, smart_strings=False)
    return list(found)


def single_spaced(text: str) -> str:
    """Return a text with single spaces and none at its ends."""
    return " ".join((text if text.isascii() else text.translate(_WINDOWS)).split())


def _text(found: Any) -> str:
    """Return what a reader sees of an element; of an image, input … what it stands for."""
    if isinstance(found, str):
        return single_spaced(found)
    if len(found):
        text = single_spaced("".join(_pieces(found)))
    else:
        text = single_spaced(found.text or "") if found.tag not in _HIDDEN else ""
    if text:
        return text
    if found.tag == "a":
        image = found.find(".//img[@alt]")
        return single_spaced(image.get("alt", "")) if image is not None else ""
    said = (single_spaced(found.get(name, "")) for name in _SAYING.get(found.tag, ()))
    return next(filter(None, said), "")


def _lines(element: etree._Element, text: str) -> str:
    """Return the text of an element with the line breaks of its preformatted parts, "" if it has none."""
    if element.tag == "pre" or next(element.iterancestors("pre"), None) is not None:
        return _verbatim(element)
    parts, rest = [], text
    for inner in element.iter("pre"):
        before, found, after = rest.partition(_text(inner))
        if found:
            parts += [before.strip(), _verbatim(inner) or found]
            rest = after
    return "\n".join(filter(None, (*parts, rest.strip()))) if parts else ""


def _verbatim(element: etree._Element) -> str:
    """Return a preformatted text without what nobody sees of it, "" if it is a single line."""
    pieces = [element.text or ""]
    for node in element.iterdescendants():
        seen = isinstance(node.tag, str) and node.tag not in _HIDDEN
        pieces += ["\n" if node.tag == "br" else (node.text or "") if seen else "", node.tail or ""]
    lines = [line.rstrip() for line in "".join(pieces).splitlines()]
    whole = "\n".join(lines).strip("\n")
    return whole if "\n" in whole else ""


def _pieces(element: etree._Element) -> Iterator[str]:
    """Yield the visible texts below an element, with spaces where lines break."""
    yield element.text or ""
    for node in element:
        tag, tail = node.tag, node.tail or ""
        if tag in _HIDDEN or not isinstance(tag, str):
            yield tail
            continue
        gap = "" if tag in _INLINE and not (tag == "sup" and _are_cents(node)) else " "
        yield gap
        yield from _pieces(node)
        yield gap + tail


def _are_cents(node: etree._Element) -> bool:
    """Whether raised digits follow other digits, as in $19⁹⁹: those are not one number."""
    before, parent = node.getprevious(), node.getparent()
    text = before.tail if before is not None else parent.text if parent is not None else None
    return (text or "")[-1:].isdigit() and (node.text or "")[:1].isdigit()


def _cut_out(text: str, before: str, after: str) -> str:
    """Return the text between two constant texts, "" if they are not there."""
    if not before and not after:
        return text
    start = text.find(before)
    if start < 0:
        return ""
    rest = text[start + len(before) :]
    if not after:
        return rest.strip()
    if rest.endswith(after):
        return rest[: -len(after)].strip()
    end = rest.find(after)
    return rest[:end].strip() if end >= 0 else ""


def _objects(root: etree._Element) -> Iterator[dict[str, Any]]:
    """Yield the objects of a page's JSON-LD that have a type, the outer ones first."""
    for script in _found(root, '//script[contains(@type, "ld+json")]/text()'):
        level = [_json(script)]
        for _ in range(_MAX_DEPTH):
            below: list[Any] = []
            for item in level:
                if isinstance(item, dict):
                    if "@type" in item:
                        yield item
                    below.extend(item.values())
                elif isinstance(item, list):
                    below.extend(item)
            level = below


def _json(script: str) -> Any:
    text = _COMMENTS.sub("", script).strip().rstrip(";")
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", _CONTROL.sub(" ", text))):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _types(content: dict[str, Any]) -> list[str]:
    types = content.get("@type")
    names = types if isinstance(types, list) else [types]
    return [re.split(r"[/#:]", name)[-1] for name in names if isinstance(name, str)]


def _at(content: Any, keys: list[str]) -> list[Any]:
    level = [content]
    for key in keys:
        level = [item[key] for item in _flat(level) if isinstance(item, dict) and key in item]
    return list(_flat(level))


def _flat(items: list[Any]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, list):
            yield from (part for part in item if not isinstance(part, list))
        else:
            yield item


def _said(value: Any) -> str:
    if isinstance(value, dict):
        names = ("@value", "name", "url", "@id", "contentUrl")
        value = next((value[key] for key in names if isinstance(value.get(key), str)), None)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _plain(value)
    return str(value) if isinstance(value, int | float) else ""


def _plain(text: str) -> str:
    """Return a text without the HTML, escaped or not, that sites put into their JSON-LD."""
    for _ in range(2):
        if "&" in text:
            text = html.unescape(text)
    if "<" in text:
        text = _MARKUP.sub(" ", text)
    return " ".join(text.split())
