"""Whole texts: template text in a value's own node is kept, unless a type needs it removed.

A value is its text as on the page, plus what its type reads from it: `Price: $12.99` has the amount
12.99. A label in the value's own text node is therefore cut off only where its type could not read
the text with it; a label in a node of its own is never a part of the value.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pagekin.values import infer_type, read, type_named
from pagekin.wrappers.by_itself.landmarks import xpath_text
from pagekin.wrappers.by_itself.validate_locators import readings_of
from pagekin.wrappers.model import Anchor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pagekin.values import Reading
    from pagekin.wrappers.by_itself.nodes import PageNode
    from pagekin.wrappers.by_itself.text_columns import TextColumn
    from pagekin.wrappers.by_itself.validate_locators import Start
    from pagekin.wrappers.model import Locator

_AGREED = 0.9
_WINDOW = "//title"
_READ = 60  # readings that are compared


def as_it_stands(column: TextColumn, starts: Sequence[Start]) -> TextColumn:
    """Return a validated column with the texts of whole nodes, if its values mean the same that way.

    A part of a headline stays a part. Where a locator needs no cutting, the value is alone somewhere,
    and that is its text.
    """
    is_window = all(place.path == _WINDOW for place in column.locators)  # the rest is the site's
    is_cut = all(place.before or place.after for place in column.locators)
    if column.part or is_window or not is_cut:
        return column
    own_head, own_tail = _is_apart(column, _first), _is_apart(column, _last)
    if own_head and own_tail:
        return column
    locators = tuple(
        _guarded(place, own_head=own_head, own_tail=own_tail) for place in column.locators
    )
    if locators == column.locators:
        return column
    readings = [readings_of(locators, start, many=column.many) for start in starts]
    if [len(found) for found in readings] != [len(found) for found in column.readings]:
        return column
    if not _mean_the_same(column, readings):
        return column
    locators = tuple(
        place for place in locators if _agrees(place, column, starts=starts, readings=readings)
    )
    lead = "" if own_head else _common_lead(column.locators)
    return replace(column, locators=locators, readings=tuple(readings), lead=lead)


def _common_lead(locators: Sequence[Locator]) -> str:
    """Return the text in front of the values, if it is the same whatever locator finds them."""
    leads = {place.before.strip() for place in locators}
    lead = leads.pop() if len(leads) == 1 else ""
    return lead if not _is_sign(lead) else ""


def _agrees(
    place: Locator,
    column: TextColumn,
    *,
    starts: Sequence[Start],
    readings: Sequence[Sequence[Reading]],
) -> bool:
    """Return whether a locator finds the whole text, too: a title may say more than the headline."""
    own = [readings_of((place,), start, many=column.many) for start in starts]
    there = [(found, wanted) for found, wanted in zip(own, readings, strict=True) if found]
    same = sum(
        [one.text for one in found] == [one.text for one in wanted] for found, wanted in there
    )
    return same >= _AGREED * len(there)


def _guarded(place: Locator, *, own_head: bool, own_tail: bool) -> Locator:
    """Return a locator that cuts off only what is in a node of its own.

    It still requires the text in front of the value.
    """
    label = place.before.strip()
    after = place.after if own_tail or _is_sign(place.after) else ""
    if own_head or (label and _is_sign(label)):
        return replace(place, after=after)
    if not label or place.anchor is Anchor.DATA or xpath_text(label) in place.path:
        return replace(place, before="", after=after)
    begins = f"[starts-with(normalize-space(), {xpath_text(label)})]"
    return replace(place, path=place.path + begins, before="", after=after)


def _is_sign(text: str) -> bool:
    """Return whether a text is no more than a sign beside a value, such as a colon or a dot."""
    return not any(letter.isalnum() for letter in text)


def _is_apart(column: TextColumn, piece: Callable[[PageNode], str]) -> bool:
    """Return whether the first or last text in most nodes is no more than what is cut off there."""
    if column.place is None:
        return False
    first = column.locators[0]
    cut = (first.before if piece is _first else first.after).strip()
    nodes = column.place.nodes
    return bool(cut) and 2 * sum(piece(node) in cut for node in nodes) > len(nodes)


def _first(node: PageNode) -> str:
    return node.lead


def _last(node: PageNode) -> str:
    while not node.is_text:
        inner = [child for child in node.children if child.has_text]
        if not inner:
            return ""
        node = inner[-1]
    return node.words


def _mean_the_same(column: TextColumn, readings: Sequence[Sequence[Reading]]) -> bool:
    """Return whether the whole texts have the type of the bare ones, and the same attributes."""
    bare = list(chain.from_iterable(column.readings))[:_READ]
    whole = list(chain.from_iterable(readings))[:_READ]
    kind = infer_type(bare, column.label)
    if not type_named(kind).attributes:
        return True
    if infer_type(whole, column.label) != kind:
        return False
    return all(
        read(kind, one).attributes == read(kind, other).attributes
        for one, other in zip(bare, whole, strict=True)
    )
