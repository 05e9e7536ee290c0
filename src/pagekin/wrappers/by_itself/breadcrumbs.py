"""Breadcrumbs: the trail from the home page to this one is a single column, a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.column_collection import anchor_of
from pagekin.wrappers.by_itself.text_columns import TextColumn, Texts
from pagekin.wrappers.model import Locator
from pagekin.wrappers.node_readings import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

    from pagekin.wrappers.by_itself.nodes import PageNode
    from pagekin.wrappers.by_itself.template_places import TemplatePlace

NAME = "breadcrumbs"
_MARKS = ("class", "id", "aria-label", "itemtype", "typeof")
_ITEMS = ("li", "a")


def with_breadcrumbs(columns: Sequence[TextColumn], pages: int) -> list[TextColumn]:
    """Return the columns, those that stand in breadcrumbs replaced by one with the whole trail."""
    trails: dict[int, TemplatePlace] = {}
    others = []
    order = 1.0
    for column in columns:
        trail = _trail(column.place)
        if trail is None:
            others.append(column)
        else:
            trails[id(trail)] = trail
            order = min(order, column.order)
    if trails or any(NAME in column.hints for column in columns):
        others = [column for column in others if not _stands_in_trail(column.place)]
    if not trails:
        return others
    widest = max(trails.values(), key=lambda place: len(place.nodes))
    whole = _column(widest, pages, order)
    return [*others, whole] if whole is not None else list(columns)


def _trail(place: TemplatePlace | None) -> TemplatePlace | None:
    """Return the outermost place around a place that is a trail of breadcrumbs, None if there is none."""
    found = None
    while place is not None:
        if _is_trail(place.nodes[0]):
            found = place
        place = place.above
    return found


def _stands_in_trail(place: TemplatePlace | None) -> bool:
    """Return whether a place that the template knows by a name of its own is a part of a trail."""
    if place is None:
        return False
    around = place.nodes[0].element.iterancestors("nav", "div", "ul", "ol", "p")
    return any(_is_called_trail(element) and element.find(".//h1") is None for element in around)


def _is_trail(node: PageNode) -> bool:
    if node.is_text or node.tag in {"body", "a", "span"}:
        return False
    return _is_called_trail(node.element)


def _is_called_trail(element: etree._Element) -> bool:
    return any("crumb" in element.get(mark, "").casefold() for mark in _MARKS)


def _column(trail: TemplatePlace, pages: int, order: float) -> TextColumn | None:
    """Return the column of a trail's items, None if it has none that can be told apart."""
    for tag in _ITEMS:
        texts: dict[int, Texts] = {}
        for node in trail.nodes:
            said = tuple(filter(None, map(text_of, node.element.iter(tag))))
            if said:
                texts.setdefault(node.page, said)
        if 2 * len(texts) > len(trail.nodes):
            path = f"{trail.path()}//{tag}"
            return TextColumn(
                texts,
                (Locator(path, anchor_of(path)),),
                pages,
                many=True,
                label=NAME,
                order=order,
                hints=(NAME,),
            )
    return None
