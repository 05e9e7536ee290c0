"""The JSON-LD of a page, read leniently, with lookup by paths such as `Product.offers.price`."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any, cast

from lxml import etree

_scripts = etree.XPath('//script[contains(@type, "ld+json")]/text()', smart_strings=False)
_MAX_DEPTH = 12
_MAX_OBJECTS = 2_000
_CONTROL = re.compile(r"[\x00-\x1f]+")
_COMMENTS = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>)\s*$")
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_ESCAPED = 2  # times: `&amp;amp;`
# A tag; a sign such as in "a < b" is none.
_MARKUP = re.compile(r"</?[a-zA-Z][\w-]*(?:\s[^<>]*)?/?>")
# The keys whose value stands for an object where a text is needed.
_NAMING = ("@value", "name", "url", "@id", "contentUrl")

Json = Any


def objects_of(root: etree._Element) -> tuple[dict[str, Json], ...]:
    """Return the objects in a page's JSON-LD that have a type, outermost first, in document order."""
    found: list[dict[str, Json]] = []
    for script in cast("list[str]", _scripts(root)):
        content = _content(script)
        if content is not None:
            found.extend(_typed(content))
        if len(found) > _MAX_OBJECTS:
            break
    return tuple(found[:_MAX_OBJECTS])


def texts_at(objects: tuple[dict[str, Json], ...], path: str) -> list[str]:
    """Return the texts at a path: the first object of a type, then keys; lists are searched through."""
    kind, *keys = path.split(".")
    for candidate in objects:
        if kind in types_of(candidate):
            return list(_texts(_at(candidate, keys)))
    return []


def types_of(content: dict[str, Json]) -> list[str]:
    """Return the names of an object's types without their namespaces."""
    types = content.get("@type")
    names = types if isinstance(types, list) else [types]
    return [re.split(r"[/#:]", name)[-1] for name in names if isinstance(name, str)]


def leaves_of(content: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield the path (keys only) and text of each leaf of an object."""
    stack: list[tuple[str, Json, int]] = [("", content, 0)]
    while stack:
        path, value, depth = stack.pop()
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            stack.extend(
                (f"{path}.{key}" if path else key, part, depth + 1)
                for key, part in reversed(value.items())
                if "." not in key
            )
        elif isinstance(value, list) and depth < _MAX_DEPTH:
            stack.extend((path, part, depth + 1) for part in reversed(value))
        elif path and (text := _text(value)) is not None:
            yield path, text


def _content(script: str) -> Json:
    text = _COMMENTS.sub("", script).strip().rstrip(";")
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", _CONTROL.sub(" ", text))):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _typed(content: Json) -> Iterator[dict[str, Json]]:
    """Yield the objects with a type, breadth first: those of lists and graphs before their contents."""
    level, depth = [content], 0
    while level and depth < _MAX_DEPTH:
        below: list[Json] = []
        for item in level:
            if isinstance(item, dict):
                if "@type" in item:
                    yield item
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        level, depth = below, depth + 1


def _at(content: Json, keys: list[str]) -> list[Json]:
    level = [content]
    for key in keys:
        level = [item[key] for item in _flat(level) if isinstance(item, dict) and key in item]
    return list(_flat(level))


def _flat(items: list[Json]) -> Iterator[Json]:
    for item in items:
        if isinstance(item, list):
            yield from (part for part in item if not isinstance(part, list))
        else:
            yield item


def _texts(values: list[Json]) -> Iterator[str]:
    for value in values:
        text = _text(value)
        if text is not None:
            yield text


def _text(value: Json) -> str | None:
    if isinstance(value, dict):
        value = next((value[key] for key in _NAMING if isinstance(value.get(key), str)), None)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _plain(value) or None
    return str(value) if isinstance(value, int | float) else None


def _plain(text: str) -> str:
    """Return a text as a reader would see it: sites put the HTML of a value into their JSON-LD, escaped or not."""
    for _ in range(_ESCAPED):
        if "&" in text:
            text = html.unescape(text)
    if "<" in text:
        text = _MARKUP.sub(" ", text)
    return " ".join(text.split())
