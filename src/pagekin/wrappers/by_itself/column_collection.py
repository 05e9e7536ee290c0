"""Column collection: from the places of a template to columns and repeats."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.column_headings import heading_of
from pagekin.wrappers.by_itself.lasting_columns import leads_out, matters
from pagekin.wrappers.by_itself.text_columns import Repeat, TextColumn, Texts
from pagekin.wrappers.locator_finder import cut_out
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.node_readings import single_spaced, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.wrappers.by_itself.nodes import PageNode
    from pagekin.wrappers.by_itself.template_places import TemplatePlace

_MAX_MIXED = 500  # characters; a longer text is not a single value
_MAX_LABELLED = 4  # values that one label may name
_MAX_NESTED = 4  # bundles inside bundles


@dataclass(slots=True)
class ColumnsFound:
    """The columns and repeats of one bundle."""

    columns: list[TextColumn] = field(default_factory=list)
    repeats: list[Repeat] = field(default_factory=list)


def columns_of(
    roots: Sequence[TemplatePlace],
    sizes: Sequence[int],
    urls: Sequence[str] = (),
    hosts: frozenset[str] = frozenset(),
) -> ColumnsFound:
    """Return the columns of the template's places; `sizes` are the numbers of nodes of the pages.

    `hosts` are those of the pages' site.
    """
    found = ColumnsFound()
    scope = _Scope(None, len(sizes), sizes, urls=urls or [""] * len(sizes), hosts=hosts)
    for root in roots:
        scope.collect(root, found)
    return found


def anchor_of(path: str) -> Anchor:
    """Return what a path from a landmark, or from the top, is anchored to."""
    if "@itemprop=" in path:
        return Anchor.MARKUP
    return Anchor.NAME if "[@" in path or "(@" in path else Anchor.POSITION


class _Scope:
    """The owner of columns: the page, or the instances of a repeat."""

    def __init__(
        self,
        start: TemplatePlace | None,
        units: int,
        sizes: Sequence[int],
        depth: int = 0,
        *,
        urls: Sequence[str] = (),
        hosts: frozenset[str] = frozenset(),
    ) -> None:
        self._urls = urls
        self._hosts = hosts
        self._start = start
        self._units = units
        self._sizes = sizes
        self._depth = depth
        self._owners = _owners(start) if start is not None else {}

    def collect(self, top: TemplatePlace, found: ColumnsFound) -> None:
        """Add the columns and repeats below a place."""
        for leaf in _leaves(top):
            column = self._column(leaf)
            if self._start is None and column.is_constant and leaf.nodes[0].tag == "a":
                found.columns.extend(self._way_out(column, leaf))
            if not column.is_constant or self._start is not None or matters(column):
                found.columns.append(column)
                if leaf.nodes[0].tag == "time":
                    found.columns.append(self._machine_time(column, leaf))
        if self._start is not None:
            found.columns.extend(self._links(top))
        if self._depth < _MAX_NESTED:
            for inner in _inner_repeats(top):
                self._collect_repeat(inner, found)

    def _collect_repeat(self, place: TemplatePlace, found: ColumnsFound) -> None:
        inside = ColumnsFound()
        _Scope(place, len(place.nodes), self._sizes, self._depth + 1).collect(place, inside)
        telling = [column for column in inside.columns if not column.is_constant]
        if not inside.repeats and len(telling) == 1 and telling[0].coverage > 0.5:
            leaf = telling[0].place
            if leaf is not None:
                found.columns.append(self._column(leaf, many=True))
        elif (telling or inside.repeats) and not _is_fixed(place):
            pages = len({node.page for node in place.nodes})
            order = self._order(place.nodes)
            found.repeats.append(Repeat(place, tuple(telling), tuple(inside.repeats), order, pages))

    def _column(self, leaf: TemplatePlace, *, many: bool = False) -> TextColumn:
        texts: dict[int, list[str]] = {}
        lead = _own_label(leaf)
        for node in leaf.nodes:
            text = cut_out(_value_of(node), lead, "")
            if text:
                texts.setdefault(self._unit(node), []).append(text)
        return TextColumn(
            {unit: tuple(said if many else said[:1]) for unit, said in sorted(texts.items())},
            tuple(replace(one, before=lead) for one in self._locators(leaf, many=many)),
            self._units,
            leaf,
            many=many,
            label=self._label(leaf),
            order=self._order(leaf.nodes),
            image=leaf.nodes[0].tag == "img",
        )

    def _unit(self, node: PageNode) -> int:
        return node.page if self._start is None else self._owners[id(node)]

    def _links(self, top: TemplatePlace) -> Iterator[TextColumn]:
        """Yield the columns of links around several values, such as the target of a card in a list."""
        stack = [top]
        while stack:
            place = stack.pop()
            if not place.leaf:
                if place.nodes[0].tag == "a" and place.children and not _holds_picture(place):
                    yield replace(self._column(place), hints=("link",))
                stack.extend(child for child in place.children if not child.many)

    def _way_out(self, column: TextColumn, leaf: TemplatePlace) -> Iterator[TextColumn]:
        """Yield the column of links that say the same on all pages and lead out of the site or to a file.

        "Download", "buy" and "video" do; what leads to other pages of the site is navigation.
        """
        texts: dict[int, Texts] = {}
        for node in leaf.nodes:
            address = node.element.get("href", "").strip()
            if leads_out(address, self._urls[node.page], self._hosts):
                texts[node.page] = (address,)
        if 2 * len(texts) > len(leaf.nodes):
            label = next(iter(column.texts.values()), ("",))[0]
            yield replace(column, texts=texts, label=label, link=True)

    def _machine_time(self, column: TextColumn, leaf: TemplatePlace) -> TextColumn:
        """Return the column of dates for machines that goes with a column of dates for people."""
        texts: dict[int, Texts] = {}
        for node in leaf.nodes:
            text = single_spaced(node.element.get("datetime", ""))
            if text:
                texts[self._unit(node)] = (text,)
        locators = tuple(
            replace(place, path=f"{place.path}/@datetime") for place in column.locators
        )
        label = f"{column.label} datetime" if column.label else ""
        return replace(column, texts=texts, locators=locators, label=label)

    def _label(self, leaf: TemplatePlace) -> str:
        place: TemplatePlace | None = leaf
        while place is not None and place is not self._start:
            if place.label is not None:
                return place.label.words if _is_about_one_thing(place) else ""
            place = place.above
        return heading_of(leaf.nodes)

    def _locators(self, leaf: TemplatePlace, *, many: bool) -> tuple[Locator, ...]:
        path = leaf.path(self._start)
        short = leaf.short_path(many=many) if self._start is None else ""
        whole = Locator(path, anchor_of(path))
        return (Locator(short, Anchor.LABEL), whole) if short and short != path else (whole,)

    def _order(self, nodes: Sequence[PageNode]) -> float:
        shares = [node.order / max(self._sizes[node.page], 1) for node in nodes]
        return sum(shares) / max(len(shares), 1)


def _holds_picture(place: TemplatePlace) -> bool:
    """Return whether a place holds a picture and nothing else: a link around it leads to the same one, larger."""
    while not place.leaf and len(place.children) == 1:
        place = place.children[0]
    return place.nodes[0].tag == "img"


def _is_about_one_thing(place: TemplatePlace) -> bool:
    """Return whether a label names one value, rather than a part of the page with many values."""
    seen, stack = 0, [place]
    while stack and seen <= _MAX_LABELLED:
        current = stack.pop()
        seen += current.leaf
        stack.extend(current.children)
    return seen <= _MAX_LABELLED


def _leaves(place: TemplatePlace) -> Iterator[TemplatePlace]:
    """Yield the places below a place that hold values, outside of further repeats."""
    stack = [place]
    while stack:
        current = stack.pop()
        is_leaf = current.leaf
        if is_leaf or _is_mixed(current):
            current.leaf = True
            yield current
        if is_leaf:
            stack.extend(current.children)  # the headings of running text
        elif not current.leaf:
            stack.extend(reversed([child for child in current.children if not child.many]))


def _is_mixed(place: TemplatePlace) -> bool:
    """Return whether what a labelled place holds varies in structure: then its whole text is the value."""
    if place.label is None or not place.children or place.many:
        return False
    if any(node.size > _MAX_MIXED for node in place.nodes):
        return False
    if any(_is_list_in(child, len(place.nodes)) for child in place.children):
        return False
    return max(map(_reach, place.children)) < 0.95 * len(place.nodes)


def _own_label(place: TemplatePlace) -> str:
    """Return the label that stands in an element of its own at the beginning of a value, "" if there is none."""
    label = place.label.words if place.label is not None else ""
    is_lead = bool(label) and all(node.pieces > 1 and node.lead == label for node in place.nodes)
    return label if is_lead else ""


def _is_list_in(place: TemplatePlace, instances: int) -> bool:
    """Return whether a place is, or only holds, a list that at least half of the instances have."""
    while not place.many and len(place.children) == 1 and not place.leaf:
        place = place.children[0]
    is_list = place.many and not place.nodes[0].is_text
    return is_list and 2 * len({node.page for node in place.nodes}) >= instances


def _reach(place: TemplatePlace) -> int:
    """Count the instances of the place above that have this place."""
    if not place.many:
        return len(place.nodes)
    return len({node.element.getparent() for node in place.nodes})


def _inner_repeats(place: TemplatePlace) -> Iterator[TemplatePlace]:
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


def _is_fixed(place: TemplatePlace) -> bool:
    """Return whether all pages have the very same items: then they belong to the template."""
    said: dict[int, list[tuple[str, int]]] = {}
    for node in place.nodes:
        said.setdefault(node.page, []).append((node.words, node.size))
    return len(said) > 1 and len({tuple(items) for items in said.values()}) == 1


def _owners(start: TemplatePlace) -> dict[int, int]:
    """Return the number of the repeat's instance around each node, by the id() of the node."""
    owners: dict[int, int] = {}
    for number, node in enumerate(start.nodes):
        stack = [node]
        while stack:
            current = stack.pop()
            owners[id(current)] = number
            stack.extend(current.children)
    return owners


def _value_of(node: PageNode) -> str:
    """Return the whole text of a node, or the address of an image."""
    if node.is_text:
        return node.words
    return node.element.get("src", "") if node.tag == "img" else text_of(node.element)
