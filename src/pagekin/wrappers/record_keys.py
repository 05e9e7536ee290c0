"""Keys: the fields that identify a page under another URL, or a bundle's record in another row."""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.dom import Page
from pagekin.wrappers.identity import BundlePath, bundles_of
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader, first_readings
from pagekin.wrappers.model import Bundle, Field, Wrapper

_TYPE = "identifier"
_ENOUGH = 0.5  # the share of pages that must have a key


def key_of(wrapper: Wrapper | None) -> str:
    """Return the name of the field that identifies pages, "" if there is none."""
    bundle = _of_page(wrapper) if wrapper else None
    return bundle.key.name if bundle and bundle.key else ""


def row_keys(wrapper: Wrapper) -> dict[BundlePath, str]:
    """Return the ids of the fields that tell the records of a page apart, by bundle.

    The page's own record is not among them: there is one of it, whatever its key.
    """
    return {
        path: bundle.key.id
        for path, bundle in bundles_of(wrapper)
        if bundle.each and bundle.key is not None
    }


def with_key(wrapper: Wrapper, pages: Sequence[Page]) -> Wrapper:
    """Mark as key the identifier that most pages have, each a different one, if there is one."""
    bundle = _of_page(wrapper)
    if bundle is None or key_of(wrapper) or len(pages) == 1:
        return wrapper
    readers = [PageReader(page) for page in pages]
    named = tuple(field for field in bundle.fields if field.type == _TYPE and not field.many)
    found = {field: _texts(field, readers) for field in named}
    unique = [field for field in named if len(set(found[field])) == len(found[field])]
    key = max(unique, key=lambda field: len(found[field]), default=None)
    if key is None or len(found[key]) <= _ENOUGH * len(pages):
        return wrapper
    return _marked(wrapper, bundle, key.name)


def _of_page(wrapper: Wrapper) -> Bundle | None:
    """Return the bundle whose one instance is the page itself."""
    return next((bundle for bundle in wrapper.bundles if not bundle.each), None)


def _texts(field: Field, readers: Sequence[PageReader]) -> list[str]:
    """Return the texts of a field of the page on the pages that have it."""
    finders = [LocatorFinder(locator) for locator in field.locators]
    found = (first_readings(finders, page, page.page.root, many=False) for page in readers)
    return [reading.text for readings in found for reading in readings]


def _marked(wrapper: Wrapper, bundle: Bundle, key: str) -> Wrapper:
    fields = tuple(replace(field, key=field.name == key) for field in bundle.fields)
    marked = replace(bundle, fields=fields)
    return replace(
        wrapper, bundles=tuple(marked if one is bundle else one for one in wrapper.bundles)
    )
