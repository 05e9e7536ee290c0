"""Where the values of a field stand on a page: the elements, for those who want to show them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.compiled_paths import PathError
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader
from pagekin.wrappers.model import Bundle, Field, Locator, Wrapper

_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type


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
