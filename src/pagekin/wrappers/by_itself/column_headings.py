"""Column headings: the cell at the top of a table that names what stands below it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.label_detection import may_be_label
from pagekin.wrappers.node_readings import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

    from pagekin.wrappers.by_itself.nodes import PageNode

_TRIED = 20  # nodes whose headings are compared
_AGREED = 0.8
_CELLS = ("td", "th")


def heading_of(nodes: Sequence[PageNode]) -> str:
    """Return the heading that nearly all nodes stand under, "" if there is none."""
    tried = nodes[:: max(1, len(nodes) // _TRIED)]
    found = Counter(_heading(node.element) for node in tried)
    text, count = found.most_common(1)[0]
    return text if count >= _AGREED * len(tried) and may_be_label(text) else ""


def _heading(element: etree._Element) -> str:
    cell = next((one for one in (element, *element.iterancestors()) if one.tag == "td"), None)
    row = cell.getparent() if cell is not None else None
    table = next(row.iterancestors("table"), None) if row is not None else None
    if cell is None or row is None or table is None:
        return ""
    head = next(iter(table.iter("tr")), None)
    if head is None or head is row or any(one.tag == "td" and text_of(one) for one in head):
        return ""
    place = sum(_width(one) for one in cell.itersiblings(*_CELLS, preceding=True))
    for heading in head.iterchildren(*_CELLS):
        width = _width(heading)
        if place < width:
            return text_of(heading) if width == 1 else ""
        place -= width
    return ""


def _width(cell: etree._Element) -> int:
    width = cell.get("colspan", "1")
    return int(width) if width.isdecimal() and width.isascii() and 0 < int(width) < 1000 else 1
