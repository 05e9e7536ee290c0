"""Places of a value on a page: the elements, texts, attributes and JSON-LD that hold it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers import json_ld
from pagekin.wrappers.node_readings import HIDDEN, single_spaced, text_of
from pagekin.wrappers.xpath_steps import text_steps

MAX_PLACES = 24
_MAX_WHOLE = 2_000  # an element with more text around the value does not count as its place
_ATTRIBUTES = ("content", "value", "datetime", "title", "alt", "href", "src", "data-value")

_PARAMETERS = re.compile(r"\S*\w=\S*&\S*\w=\S*")  # page=List&ean=9780307474711
_UNSEEN = frozenset({"script", "style", "template", "noscript"})
_ADDRESSES = frozenset({"href", "src"})


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """A place that holds a value: `suffix` leads from the element to its text or attribute.

    `text` is the whole text there, of which the value may be a part. A place in JSON-LD has a path,
    and no element.
    """

    element: etree._Element | None
    suffix: str  # "", "/text()[normalize-space()][2]", "/@content"
    text: str
    data_path: str = ""

    @property
    def is_text(self) -> bool:
        """Whether the place is one of several texts in its element."""
        return self.suffix.startswith("/text()")


def find_places(page: Page, value: str) -> list[ValuePlace]:
    """Return the places of a value on a page, those that hold nothing else first."""
    wanted = single_spaced(value)
    if not wanted:
        return []
    found = [*_in_tree(page.root, wanted), *_in_data(page.root, wanted)]
    shown = [target for target in found if not _is_hidden(target, wanted)] or found
    shown.sort(key=lambda target: len(target.text))  # stable: in the order of the page
    return shown[:MAX_PLACES]


def place_at(element: etree._Element) -> ValuePlace:
    """Return an element as a place, whatever its text."""
    return ValuePlace(element, "", text_of(element))


def holds(text: str, value: str) -> bool:
    """Return whether a text contains a value as whole words."""
    at = text.find(value)
    while at >= 0:
        end = at + len(value)
        before, behind = text[at - 1 : at], text[end : end + 1]
        if not (_joined(before, value[0]) or _joined(value[-1], behind)):
            return True
        at = text.find(value, at + 1)
    return False


def _is_hidden(target: ValuePlace, value: str) -> bool:
    """Return whether no reader sees a place: in what browsers leave out, or among parameters for a program."""
    if target.text != value and _PARAMETERS.fullmatch(target.text):
        return True
    return target.element is not None and any(
        ancestor.tag in {"noscript", "template"} for ancestor in target.element.iterancestors()
    )


def _joined(left: str, right: str) -> bool:
    return left.isalnum() and right.isalnum()


def _in_tree(root: etree._Element, value: str) -> Iterator[ValuePlace]:
    """Yield the places in document order; the search goes backwards, inner elements before outer ones."""
    first = value.split(" ", 1)[0]
    around: set[etree._Element] = set()  # elements around an element that holds the value
    found: list[list[ValuePlace]] = []
    for element in reversed(list(root.iter("*"))):
        if element.tag in _UNSEEN:
            continue
        own = list(_in_texts(element, value, first))
        if not own and len(element) and element not in around:
            own = list(_across(element, value))
        if own:
            for ancestor in element.iterancestors():
                if ancestor in around:
                    break
                around.add(ancestor)
        found.append([*own, *_in_attributes(element, value, first)])
    for targets in reversed(found):
        yield from targets


def _in_texts(element: etree._Element, value: str, first: str) -> Iterator[ValuePlace]:
    texts = text_steps(element)
    alone = len(texts) == 1 and not len(element)
    for number, (_, raw) in enumerate(texts, 1):
        if first in raw and holds(text := single_spaced(raw), value):
            suffix = "" if alone else f"/text()[normalize-space()][{number}]"
            yield ValuePlace(element, suffix, text)


def _in_attributes(element: etree._Element, value: str, first: str) -> Iterator[ValuePlace]:
    for name in _ATTRIBUTES:
        said = element.get(name)
        if not said or first not in said:
            continue
        text = single_spaced(said)
        if text == value or (name not in _ADDRESSES and holds(text, value)):
            yield ValuePlace(element, f"/@{name}", text)


def _across(element: etree._Element, value: str) -> Iterator[ValuePlace]:
    """Yield an element that holds the value across several of its texts."""
    if element.tag in HIDDEN | {"html", "body"}:
        return
    pieces: list[str] = []
    length = 0
    for piece in element.itertext():
        pieces.append(str(piece))
        length += len(piece)
        if length > _MAX_WHOLE + 10 * len(value):
            return
    joined = "".join(pieces)
    # Unless something hidden splits a word, a missing word shows without reading the whole text.
    if (
        all(word in joined for word in value.split())
        or next(element.iter(*HIDDEN), None) is not None
    ):
        text = text_of(element)
        if holds(text, value):
            yield ValuePlace(element, "", text)


def _in_data(root: etree._Element, value: str) -> Iterator[ValuePlace]:
    seen: set[str] = set()
    for content in json_ld.objects_of(root):
        for kind in json_ld.types_of(content)[:1]:
            for keys, text in json_ld.leaves_of(content):
                path = f"{kind}.{keys}"
                if text == value and path not in seen:
                    seen.add(path)
                    yield ValuePlace(None, "", text, path)
