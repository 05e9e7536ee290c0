"""The texts before a place of a page, and which of them the page's make-up says to be its label."""

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
}  # what labels stand in by their nature, and what that stands in
_MAX_BESIDE = 60


@dataclass(frozen=True, slots=True)
class PrecedingText:
    """A text before a place: the element that says nothing else, or the one it is a part of."""

    text: str
    element: etree._Element
    whole: bool


def row_label(element: etree._Element, suffix: str, common: DocumentFrequency) -> str:
    """Give the label that the make-up of a page gives to a place, "" if it gives none."""
    before = next(preceding_texts(element, suffix), None)
    if before is None or len(before.text) > MAX_LABEL:
        return ""
    return before.text if is_row_label(before, element, common) else ""


def is_row_label(before: PrecedingText, element: etree._Element, common: DocumentFrequency) -> bool:
    """Tell whether the text right before a place is its label, however few pages have it.

    It is if it stands in a th or dt of the same row, or the cell before in rows of two cells, or ends
    with a colon; and if other pages have it, or others like it, too: else it is a value itself.
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
    return near and before.text.endswith((":", "：")) and _recurs(before.text, common)


def _cell(holder: etree._Element, around: set[etree._Element]) -> etree._Element | None:
    """Give the th or dt, or the first of two cells, that holds a text and stands beside the place."""
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
    """Tell whether most of the cells that correspond to one have texts that other pages have too."""
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


def _recurs(text: str, common: DocumentFrequency) -> bool:
    return common.count_of_text(text) >= min(2, common.pages)


def text_number(suffix: str) -> int:
    """Give the number of a text from the step to it: `/text()[normalize-space()][2]`."""
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
    """Yield the texts among the children of an element before one of them, the last first."""
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
    """Yield what an element says: as a whole if it is short, and its last parts."""
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
