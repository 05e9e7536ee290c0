"""Locators compiled: find the nodes of a locator on a page, and read them."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from lxml import etree

from pagekin.dom.page import Page
from pagekin.values import PageContext, Reading
from pagekin.wrappers import json_ld
from pagekin.wrappers.compiled_paths import FoundNode, PathError, compiled
from pagekin.wrappers.element_index import ElementIndex
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.node_readings import context_of, reading_of

# The work one page may take, roughly in nodes read; needing more is a mistake, or an attack.
MAX_WORK = 200_000
_FEW = 4  # nodes that are read however much they hold: counting what they hold takes time itself
_descendants = etree.XPath("count(descendant::*)")


class LocatorFinder:
    """A compiled locator."""

    def __init__(self, locator: Locator) -> None:
        self.locator = locator
        self._path = None if locator.anchor is Anchor.DATA else compiled(locator.path)

    def places(
        self, node: etree._Element, index: ElementIndex | None = None
    ) -> Sequence[FoundNode]:
        """Return the nodes that the locator finds; none for a path into JSON-LD."""
        return self._path(node, index) if self._path is not None else ()

    def readings(
        self, page: "PageReader", node: etree._Element, *, many: bool = True
    ) -> list[Reading]:
        """Return what the locator finds, without the template text around it.

        Nodes without text do not count; unless `many`, only the first reading is returned.
        """
        locator, context = self.locator, page.context
        if self._path is None:
            found: Sequence[FoundNode] = json_ld.texts_at(page.data, locator.path)
        else:
            found = self._path(node, page.index)
        page.spend(1 + len(found))
        readings = []
        for place in found:
            if len(found) > _FEW:
                page.begin(place)
            reading = reading_of(place, context)
            page.spend(len(reading.text) >> 2)
            if locator.before or locator.after:
                text = cut_out(reading.text, locator.before, locator.after)
                reading = Reading(text, reading.tag, reading.attributes, context)
            if reading.text:
                readings.append(reading)
                if not many:
                    break
            if page.budget < 0:
                break
        return readings


class PageReader:
    """A page to be read by locators: its context, its JSON-LD (parsed when first needed), a budget."""

    def __init__(self, page: Page, context: PageContext | None = None) -> None:
        self.page = page
        self.context = context_of(page) if context is None else context
        self.budget = MAX_WORK  # the work that is left; below 0 nothing more is read
        self.index = ElementIndex(page.root)
        self._data: tuple[dict[str, Any], ...] | None = None

    @property
    def data(self) -> tuple[dict[str, Any], ...]:
        """The objects of the page's JSON-LD."""
        if self._data is None:
            self._data = json_ld.objects_of(self.page.root)
        return self._data

    def begin(self, place: FoundNode) -> None:
        """Count the work of reading a node: elements inside elements take long, texts or not."""
        if not isinstance(place, str) and len(place):
            self.budget -= size_below(place) >> 2

    def spend(self, work: int) -> None:
        """Count work done."""
        self.budget -= work


def size_below(element: etree._Element) -> int:
    """Return how many elements an element holds."""
    return int(cast("float", _descendants(element)))


def first_readings(
    finders: Iterable[LocatorFinder], page: PageReader, node: etree._Element, *, many: bool
) -> list[Reading]:
    """Return what the first locator that finds anything finds; each has the whole budget of a page."""
    for finder in finders:
        page.budget = MAX_WORK
        found = finder.readings(page, node, many=many)
        if found:
            return found
    return []


def finder_of(locator: Locator) -> LocatorFinder | None:
    """Compile a locator; None if its path is too long, as on pages with hundreds of levels."""
    try:
        return LocatorFinder(locator)
    except PathError:
        return None


def cut_out(text: str, before: str, after: str) -> str:
    """Return the text between two template texts, "" if they are not there.

    `before` is searched from the front. `after` is the end of the whole text if that ends with it,
    else its first occurrence behind `before`.
    """
    start = text.find(before)
    if start < 0:
        return ""
    rest = text[start + len(before) :]
    if not after:
        return rest.strip()
    if rest.endswith(after):
        return rest[: -len(after)].strip()
    end = rest.find(after)
    return rest[:end].strip() if end >= 0 else ""
