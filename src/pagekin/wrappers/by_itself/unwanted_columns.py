"""Unwanted columns: what varies from page to page and still is none that a person would ask for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.column_rating import is_in_opinion, is_of_other_items
from pagekin.wrappers.by_itself.lasting_columns import matters
from pagekin.wrappers.node_readings import text_of

if TYPE_CHECKING:
    from lxml import etree

    from pagekin.wrappers.by_itself.column_sameness import MainColumn
    from pagekin.wrappers.by_itself.nodes import PageNode
    from pagekin.wrappers.by_itself.text_columns import TextColumn

USUAL = 0.5  # the share of pages from which on a column is more than a speciality of some
_CONSTANT = 0.9  # the share of pages that say the same from which on a column says next to nothing
_FEW = 2  # images that many pages share
_ITEMS = frozenset({"price", "availability", "image"})  # that strips of other items show of each
_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
# Elements by which single words of a text look different.
_PHRASES = frozenset({"code", "em", "i", "b", "strong", "tt", "kbd", "var", "q", "cite"})


def is_unwanted(one: MainColumn) -> bool:
    """Return whether a column is none of the main table, whatever the others say."""
    column = one.column
    return (
        column.derived
        or (not column.title and column.is_control)
        or (one.field.type == "image" and _is_decoration(column))
        or _is_own_address(one)
        or _is_page_title(one)
        or _is_nearly_constant(one)
        or _are_headings(column)
        or _are_words_of_a_text(column)
        or _is_notice(column)
        or _is_of_another(one)
    )


def most_common(column: TextColumn) -> float:
    """Return the share of the texts that are the same."""
    [(_, most)] = Counter(column.texts.values()).most_common(1) or [((), 0)]
    return most / max(len(column.texts), 1)


def _is_of_another(one: MainColumn) -> bool:
    """Return whether a column is what one reader thinks, or what another item costs or looks like."""
    place = one.column.place
    if place is None or one.column.title:
        return False
    return is_in_opinion(place) or (one.field.type in _ITEMS and is_of_other_items(place))


def _is_notice(column: TextColumn) -> bool:
    """Return whether a column is what the site tells a visitor of his own doing: added to the cart, not logged in."""
    if column.place is None or column.title:
        return False
    element = column.place.nodes[0].element
    return any(
        one.get("role") in {"alert", "alertdialog"} for one in (element, *element.iterancestors())
    )


def _are_headings(column: TextColumn) -> bool:
    """Return whether a column is the headings in some pages' text, or one that most pages share."""
    if column.title or column.place is None or column.place.nodes[0].tag not in _HEADINGS:
        return False
    return column.coverage < USUAL if column.many else most_common(column) > USUAL


def _are_words_of_a_text(column: TextColumn) -> bool:
    """Return whether a list is only the words that look different in a text, or those between its links."""
    place = column.place
    if not column.many or place is None:
        return False
    if not place.nodes[0].is_text and place.nodes[0].tag not in _PHRASES:
        return False
    if place.nodes[0].is_text and place.above is not None and len(place.above.children) > 1:
        return True
    own = sum(node.size for node in place.nodes)
    return 2 * own < sum(len(text_of(whole)) for whole in set(map(_around, place.nodes)))


def _around(node: PageNode) -> etree._Element:
    """Return the element that a node stands in."""
    parent = node.element.getparent()
    return node.element if node.is_text or parent is None else parent


def _is_own_address(one: MainColumn) -> bool:
    """Return whether structured data only repeats the address of the page, which every row has."""
    is_data = one.column.place is None or "url" in one.column.hints
    return is_data and one.field.type == "link" and "url" in one.field.name.split("_")


def _is_decoration(column: TextColumn) -> bool:
    """Return whether many pages share an image: a logo, or a sign, unless it is declared to be theirs."""
    is_declared = "image" in column.hints and column.distinct > _FEW
    return not is_declared and 2 * column.distinct < len(column.texts)


def _is_nearly_constant(one: MainColumn) -> bool:
    """Return whether nearly all pages say the same, and it does not matter."""
    column = one.column
    if column.title or matters(column) or one.field.type in {"availability", "boolean"}:
        return False
    return most_common(column) > _CONSTANT


def _is_page_title(one: MainColumn) -> bool:
    """Return whether a column is only (a part of) what the browser shows as the title, with no place on the page."""
    return not one.column.title and all(
        locator.path.startswith("//title") for locator in one.field.locators
    )
