"""The texts before a place, and which of them the layout of the page makes its label."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from pagekin.wrappers.document_frequency import DocumentFrequency, short_text
from pagekin.wrappers.node_readings import HIDDEN, single_spaced, text_of
from pagekin.wrappers.xpath_steps import text_steps

MAX_LABEL = 60
_MAX_CLIMB = 2
_HEADING = {
    "th": "table",
    "dt": "dl",
}  # elements made for labels, and the elements they belong to
_MAX_BESIDE = 60


@dataclass(frozen=True, slots=True)
class PrecedingText:
    """A text before a place, with the element that it is the whole text, or a part, of."""

    text: str
    element: etree._Element
    whole: bool


def row_label(element: etree._Element, suffix: str, common: DocumentFrequency) -> str:
    """Return the label that the layout of a page gives to a place, "" if none."""
    before = next(preceding_texts(element, suffix), None)
    if before is None or len(before.text) > MAX_LABEL:
        return ""
    return before.text if is_row_label(before, element, common) else ""


def is_row_label(before: PrecedingText, element: etree._Element, common: DocumentFrequency) -> bool:
    """Return whether the text right before a place is its label, however few pages have it.

    It must be in a th or dt of the same row, or in the first of two cells, or end with a colon; and
    other pages must have it, or the cells or elements like its own: else it is a value itself.
    """
    if not any(map(str.isalpha, before.text)):
        return False
    around = {element, *element.iterancestors()}
    if before.whole:
        cell = _cell(before.element, around)
        if cell is not None:
            return _recurs(before.text, common) or _is_among_labels(cell, common)
    parents = islice((before.element, *before.element.iterancestors()), _MAX_CLIMB + before.whole)
    near = any(parent in around for parent in parents)
    if not near or not before.text.endswith((":", "：")):
        return False
    return _recurs(before.text, common) or (before.whole and _is_beside_labels(before, common))


def _cell(holder: etree._Element, around: set[etree._Element]) -> etree._Element | None:
    """Return the th or dt, or first of two cells, beside the place that holds a text."""
    node: etree._Element | None = holder
    for _ in range(_MAX_CLIMB + 1):
        parent = node.getparent() if node is not None else None
        if node is None or parent is None:
            return None
        if parent in around:
            is_first = node.tag == "td" and parent.tag == "tr" and len(parent) == 2
            return node if is_first or node.tag in _HEADING else None
        node = parent
    return None


def _is_among_labels(cell: etree._Element, common: DocumentFrequency) -> bool:
    """Return whether most cells that correspond to this one have texts that other pages share."""
    home = next(cell.iterancestors(_HEADING.get(str(cell.tag), "table")), None)
    if home is None:
        return False
    others = [
        other
        for other in islice(home.iter(str(cell.tag)), _MAX_BESIDE)
        if other is not cell
        and other.get("class") == cell.get("class")
        and (cell.tag != "td" or other.getprevious() is None)
    ]
    recurring = sum(_recurs(short_text(other), common) for other in others)
    return bool(others) and recurring * 2 >= len(others)


def _is_beside_labels(before: PrecedingText, common: DocumentFrequency) -> bool:
    """Return whether most elements beside this one that look like it have texts that other pages share."""
    parent = before.element.getparent()
    if parent is None:
        return False
    look = before.element.tag, before.element.get("class")
    others = [
        other
        for other in islice(parent, _MAX_BESIDE)
        if other is not before.element and (other.tag, other.get("class")) == look
    ]
    recurring = sum(_recurs(short_text(other), common) for other in others)
    return bool(others) and recurring * 2 >= len(others)


def _recurs(text: str, common: DocumentFrequency) -> bool:
    return common.count_of_text(text) >= min(2, common.pages)


def text_number(suffix: str) -> int:
    """Return the number of a text from the step to it: 2 for `/text()[normalize-space()][2]`."""
    return int(suffix.rpartition("[")[2].rstrip("]"))


def preceding_texts(element: etree._Element, suffix: str) -> Iterator[PrecedingText]:
    """Yield the texts before a place, the nearest first."""
    if suffix.startswith("/text()"):
        child = text_steps(element)[text_number(suffix) - 1][0]
        if child is not None:
            yield from _backwards(child, element, inclusive=True)
    node = element
    while (parent := node.getparent()) is not None:
        yield from _backwards(node, parent, inclusive=False)
        node = parent


def _backwards(
    node: etree._Element, parent: etree._Element, *, inclusive: bool
) -> Iterator[PrecedingText]:
    """Yield the texts among an element's children that precede one of them, the last first."""
    children = [node, *node.itersiblings(preceding=True)] if inclusive else []
    if not inclusive:
        children = list(node.itersiblings(preceding=True))
    for number, child in enumerate(children):
        if (number or not inclusive) and child.tail and child.tail.strip():
            yield PrecedingText(single_spaced(child.tail), parent, whole=False)
        yield from _last_texts(child)
    if parent.text and parent.text.strip():
        yield PrecedingText(single_spaced(parent.text), parent, whole=False)


def _last_texts(element: etree._Element) -> Iterator[PrecedingText]:
    """Yield the text of an element if it is short, else its parts, the last first."""
    if element.tag in HIDDEN:
        return
    whole = short_text(element)
    if whole:
        inner = element
        while len(inner) == 1 and text_of(inner[0]) == whole:
            inner = inner[0]
        yield PrecedingText(whole, inner, whole=True)
        return
    for child in element.iterchildren("*", reversed=True):
        if child.tail and child.tail.strip():
            yield PrecedingText(single_spaced(child.tail), element, whole=False)
        yield from _last_texts(child)
    if element.text and element.text.strip():
        yield PrecedingText(single_spaced(element.text), element, whole=False)
