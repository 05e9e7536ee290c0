"""Collecting: from the places of a template to columns and repeats."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.readings import single_spaced, text_of
from pagekin.wrappers.template.columns import Column, Repeat, Texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.wrappers.template.places import Place
    from pagekin.wrappers.template.spots import Spot

_MAX_MIXED = 500  # characters; what is longer is no single value
_MAX_NESTED = 4  # bundles inside bundles


@dataclass(slots=True)
class Found:
    """All columns and repeats of one bundle."""

    columns: list[Column] = field(default_factory=list)
    repeats: list[Repeat] = field(default_factory=list)


def columns_of(roots: Sequence[Place], pages: int, sizes: Sequence[int]) -> Found:
    """Collect the columns of the template's places; sizes: the number of spots of each page."""
    found = Found()
    for root in roots:
        _collect(root, None, found, pages, sizes)
    return found


def leaves(place: Place) -> Iterator[Place]:
    """Yield the places below a place that hold values and are inside no further repeat."""
    stack = [place]
    while stack:
        current = stack.pop()
        if current.leaf or _is_mixed(current):
            current.leaf = True
            yield current
            continue
        stack.extend(reversed([child for child in current.children if not child.many]))


def _is_mixed(place: Place) -> bool:
    """Tell whether a place with a label holds now this and now that: then its whole text is the value."""
    if place.label is None or not place.children or place.many:
        return False
    if not all(spot.size <= _MAX_MIXED for spot in place.spots):
        return False
    most = max(_reach(child) for child in place.children)
    return most < 0.95 * len(place.spots)


def _reach(place: Place) -> int:
    """Count the instances of the place above that have this place, labels and all."""
    if not place.many:
        return len(place.spots)
    return len({spot.element.getparent() for spot in place.spots})


def inner_repeats(place: Place) -> Iterator[Place]:
    """Yield the nearest places below a place that repeat."""
    stack = [place]
    while stack:
        current = stack.pop()
        if current.leaf:
            continue
        for child in reversed(current.children):
            if child.many:
                yield child
            else:
                stack.append(child)


def _collect(
    top: Place, start: Place | None, found: Found, units: int, sizes: Sequence[int], depth: int = 0
) -> None:
    owner = _owners(start)
    for leaf in leaves(top):
        column = _column(leaf, start, owner, units, sizes)
        if not column.is_constant or start is not None:
            found.columns.append(column)
            if leaf.spots[0].tag == "time":
                found.columns.append(_machine_time(column, leaf, owner))
    if start is not None:
        found.columns.extend(_links(top, start, owner, units, sizes))
    if depth < _MAX_NESTED:
        for inner in inner_repeats(top):
            _collect_repeat(inner, start, found, units, sizes, depth)


def _links(
    top: Place, start: Place, owners: dict[int, int] | None, units: int, sizes: Sequence[int]
) -> Iterator[Column]:
    """Yield the columns of links around several values: where a card in a list leads to."""
    stack = [top]
    while stack:
        place = stack.pop()
        if not place.leaf:
            if place.spots[0].tag == "a" and place.children:
                yield replace(_column(place, start, owners, units, sizes), hints=("link",))
            stack.extend(child for child in place.children if not child.many)


def _machine_time(column: Column, leaf: Place, owners: dict[int, int] | None) -> Column:
    """Give the column of the dates as machines read them, beside that of the dates as people do."""
    texts: dict[int, Texts] = {}
    for spot in leaf.spots:
        text = single_spaced(spot.element.get("datetime", ""))
        if text:
            texts[spot.page if owners is None else owners[id(spot)]] = (text,)
    locators = tuple(replace(place, path=f"{place.path}/@datetime") for place in column.locators)
    return replace(column, texts=texts, locators=locators, label=f"{column.label} datetime".strip())


def _collect_repeat(
    place: Place, start: Place | None, found: Found, units: int, sizes: Sequence[int], depth: int
) -> None:
    inside = Found()
    _collect(place, place, inside, len(place.spots), sizes, depth + 1)
    informative = [column for column in inside.columns if not column.is_constant]
    if not inside.repeats and len(informative) == 1 and informative[0].coverage > 0.5:
        leaf = informative[0].place
        column = _column(leaf, start, _owners(start), units, sizes, many=True) if leaf else None
        if column is not None:
            found.columns.append(column)
    elif (informative or inside.repeats) and not _is_fixed(place):
        order = _order(place.spots, sizes)
        pages = len({spot.page for spot in place.spots})
        found.repeats.append(Repeat(place, tuple(informative), tuple(inside.repeats), order, pages))


def _is_fixed(place: Place) -> bool:
    """Tell whether all pages have the very same items: then they belong to the template."""
    said: dict[int, list[tuple[str, int]]] = {}
    for spot in place.spots:
        said.setdefault(spot.page, []).append((spot.words, spot.size))
    return len(said) > 1 and len({tuple(items) for items in said.values()}) == 1


def _owners(start: Place | None) -> dict[int, int] | None:
    """Give the numbers of a repeat's instances by what stands in them; of the page: none needed."""
    if start is None:
        return None
    owners: dict[int, int] = {}
    for number, spot in enumerate(start.spots):
        stack = [spot]
        while stack:
            current = stack.pop()
            owners[id(current)] = number
            stack.extend(current.children)
    return owners


def _column(
    leaf: Place,
    start: Place | None,
    owners: dict[int, int] | None,
    units: int,
    sizes: Sequence[int],
    *,
    many: bool = False,
) -> Column:
    texts: dict[int, list[str]] = {}
    for spot in leaf.spots:
        unit = spot.page if owners is None else owners[id(spot)]
        text = value_of(spot)
        if text:
            texts.setdefault(unit, []).append(text)
    chosen = {unit: tuple(found if many else found[:1]) for unit, found in sorted(texts.items())}
    label = _label(leaf, start)
    return Column(
        chosen,
        _locators(leaf, start),
        units,
        leaf,
        many,
        label,
        _order(leaf.spots, sizes),
        image=leaf.spots[0].tag == "img",
    )


def value_of(spot: Spot) -> str:
    """Give the whole text of a spot."""
    if spot.is_text:
        return spot.words
    return spot.element.get("src", "") if spot.tag == "img" else text_of(spot.element)


def _label(leaf: Place, start: Place | None) -> str:
    place: Place | None = leaf
    while place is not None and place is not start:
        if place.label is not None:
            return place.label.words
        place = place.above
    return ""


def _locators(leaf: Place, start: Place | None) -> tuple[Locator, ...]:
    found = []
    if start is None:
        short = leaf.short_path()
        if short:
            found.append(Locator(short, Anchor.LABEL))
        path = leaf.path()
    else:
        path = leaf.path(start)
    found.append(Locator(path, anchor_of(path)))
    return tuple(dict.fromkeys(found))


def anchor_of(path: str) -> Anchor:
    """Say what a path from a landmark, or from the top, holds on to."""
    if "@itemprop=" in path:
        return Anchor.MARKUP
    return Anchor.NAME if "[@" in path or "(@" in path else Anchor.POSITION


def _order(spots: Sequence[Spot], sizes: Sequence[int]) -> float:
    return sum(spot.order / max(sizes[spot.page], 1) for spot in spots) / max(len(spots), 1)
