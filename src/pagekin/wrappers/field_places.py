"""Where the values of a field stand on a page: the elements, for those who want to show them."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.compiled_paths import PathError
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader
from pagekin.wrappers.model import Bundle, Field, Locator, Wrapper
from pagekin.wrappers.xpath_steps import alternatives

_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type
# The last step of a path that leads to a text or to an attribute, and the number of the text.
_INSIDE = re.compile(
    r"(.*?)/(?:text\(\)(?:\[normalize-space\(\)\])?(?:\[(\d+)\])?|@[\w.:-]+)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """An element with a value: in all of it, in one of its texts (from 1), or in an attribute."""

    element: _Element
    text: int = 0


def places_of(page: Page, wrapper: Wrapper) -> dict[tuple[str, str], list[ShownPlace]]:
    """Return where the values of all fields stand, by the ids of the bundle and the field.

    What stands in JSON-LD has no place.
    """
    found: dict[tuple[str, str], list[ShownPlace]] = {}
    for bundle in wrapper.bundles:
        _collect(bundle, page.root, found)
    return found


def _collect(
    bundle: Bundle, node: _Element, found: dict[tuple[str, str], list[ShownPlace]]
) -> None:
    for element in _elements(bundle.each, node) if bundle.each else [node]:
        for field in bundle.fields:
            found.setdefault((bundle.id, field.id), []).extend(_shown(field, element))
        for inner in bundle.bundles:
            _collect(inner, element, found)


def _shown(field: Field, node: _Element) -> list[ShownPlace]:
    """Return the places of a field below an element, by the first locator that finds any."""
    for locator in field.locators:
        places = list(_all_shown(locator, node))
        if places:
            return places if field.many else places[:1]
    return []


def _all_shown(locator: Locator, node: _Element) -> Iterator[ShownPlace]:
    for path in alternatives(locator.path):
        inside = _INSIDE.fullmatch(path)
        with suppress(PathError):
            finder = LocatorFinder(Locator(inside[1] if inside else path, locator.anchor))
            for place in finder.places(node):
                if not isinstance(place, str):
                    yield ShownPlace(place, int(inside[2] or 0) if inside else 0)


def field_places(page: Page, wrapper: Wrapper, field: str, key: str = "") -> list[_Element]:
    """Return the elements with the values of a field, by its id or name.

    With a key, only those of the instance that has it, if there is one. Values that stand in no element of their
    own (in JSON-LD, in an attribute) have no place.
    """
    reader = PageReader(page)
    found = [
        (keys, places)
        for bundle in wrapper.bundles
        for keys, places in _instances(reader, bundle, field, page.root, ())
    ]
    wanted = [places for keys, places in found if key and key in keys]
    return [place for places in wanted or (places for _, places in found) for place in places]


def _instances(
    reader: PageReader, bundle: Bundle, field: str, node: _Element, outer: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], list[_Element]]]:
    """Yield the keys of each instance of a bundle and of those around it, and its places of the field."""
    for element in _elements(bundle.each, node) if bundle.each else [node]:
        own = [_text(reader, one, element) for one in bundle.fields if one.key]
        keys = (*outer, *filter(None, own))
        for one in bundle.fields:
            if field in {one.id, one.name}:
                yield keys, _places(one, element)
        for inner in bundle.bundles:
            yield from _instances(reader, inner, field, element, keys)


def _places(field: Field, node: _Element) -> list[_Element]:
    found = _elements(field.locators, node)
    return found if field.many else found[:1]


def _elements(locators: Sequence[Locator], node: _Element) -> list[_Element]:
    """Return the elements that the first locator finds which finds any."""
    for locator in locators:
        with suppress(PathError):
            found = LocatorFinder(locator).places(node)
            elements = [place for place in found if not isinstance(place, str)]
            if elements:
                return elements
    return []


def _text(reader: PageReader, field: Field, node: _Element) -> str:
    for locator in field.locators:
        with suppress(PathError):
            readings = LocatorFinder(locator).readings(reader, node, many=False)
            if readings:
                return readings[0].text
    return ""
