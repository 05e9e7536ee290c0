"""Order: differences between two versions of a page that come from the same things in another order.

Rows are paired and lists are compared without their order already (see `wrappers.pairing`). What is left
are lists that were not learned as lists: items that became fields of their own by their position ("the
link in the second item"), and lists that are written as one text.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pagekin.dom import Page
from pagekin.monitor.substitutions import words
from pagekin.values import type_named
from pagekin.wrappers import Field, Wrapper
from pagekin.wrappers.identity import BundlePath, bundles_of
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader, finder_of
from pagekin.wrappers.record_differences import FieldDifference, RecordDifference

# Fewer words in another order may well say something else: "2 : 1" is not "1 : 2".
_ENOUGH_WORDS = 8
_POSITION = re.compile(r"\[\d+\]")

PageOfVersion = Callable[[int, str], Page | None]
_FieldKey = tuple[BundlePath, str]


class OrderJudge:
    """Finds the differences that are order alone; `page_of` reads a version of a page from the archive."""

    def __init__(self, wrapper: Wrapper, page_of: PageOfVersion | None = None) -> None:
        self._page_of = page_of
        self._fields = {
            (path, field.id): field
            for path, bundle in bundles_of(wrapper)
            for field in bundle.fields
        }
        self._on_page = {path for path, bundle in bundles_of(wrapper) if not bundle.each}
        self._lists: dict[_FieldKey, list[LocatorFinder]] = {}

    def without_order(
        self, changes: Sequence[RecordDifference], versions: "PageVersionsOf"
    ) -> tuple[RecordDifference, ...]:
        """Return the differences of a page that are more than order."""
        quiet = set(self._same_words(changes))
        quiet |= set(self._exchanged(changes, versions, quiet))
        return tuple(_kept(changes, quiet)) if quiet else tuple(changes)

    def _same_words(self, changes: Sequence[RecordDifference]) -> Iterator[_FieldKey]:
        """Yield fields whose words on the page are the same as before."""
        grown = {one.bundle for one in changes if one.old is None or one.new is None}
        texts: defaultdict[_FieldKey, list[FieldDifference]] = defaultdict(list)
        for one in changes:
            for part in one.fields:
                texts[one.bundle, part.field].append(part)
        for key, parts in texts.items():
            field = self._fields.get(key)
            if field is None or type_named(field.type).is_strict or key[0] in grown:
                continue
            before, after = (
                Counter(word for part in parts for word in words(text(part)))
                for text in (_old, _new)
            )
            if before == after and before.total() >= _ENOUGH_WORDS:
                yield key

    def _exchanged(
        self,
        changes: Sequence[RecordDifference],
        versions: "PageVersionsOf",
        quiet: set[_FieldKey],
    ) -> Iterator[_FieldKey]:
        """Yield fields whose place holds another item of a list that has the same items as before."""
        keys = {
            (one.bundle, part.field): None
            for one in changes
            if one.bundle in self._on_page
            for part in one.fields
            if not part.attribute
        }
        lists = {key: self._list_finders(key) for key in keys if key not in quiet}
        if not any(lists.values()) or self._page_of is None:
            return
        old = versions.old and self._page_of(versions.old, versions.old_url)
        new = versions.new and self._page_of(versions.new, versions.url)
        if not old or not new:
            return
        readers = PageReader(old), PageReader(new)
        for key, finders in lists.items():
            if any(_same_items(finder, *readers) for finder in finders):
                yield key

    def _list_finders(self, key: _FieldKey) -> list[LocatorFinder]:
        """Return locators of all items of the lists that a field's place is one item of."""
        if key not in self._lists:
            field = self._fields.get(key)
            self._lists[key] = list(_list_finders(field)) if field else []
        return self._lists[key]


@dataclass(frozen=True, slots=True)
class PageVersionsOf:
    """The two versions of a page that are compared, and its URLs."""

    old: int | None
    new: int | None
    old_url: str
    url: str


def _old(part: FieldDifference) -> str:
    return part.old


def _new(part: FieldDifference) -> str:
    return part.new


def _list_finders(field: Field) -> Iterator[LocatorFinder]:
    for locator in field.locators:
        for place in _POSITION.finditer(locator.path):
            path = locator.path[: place.start()] + locator.path[place.end() :]
            finder = finder_of(replace(locator, path=path))
            if finder is not None:
                yield finder


def _same_items(finder: LocatorFinder, old: PageReader, new: PageReader) -> bool:
    before, after = (
        [reading.text for reading in finder.readings(reader, reader.page.root)]
        for reader in (old, new)
    )
    return bool(before) and Counter(before) == Counter(after)


def _kept(changes: Sequence[RecordDifference], quiet: set[_FieldKey]) -> Iterator[RecordDifference]:
    for one in changes:
        fields = tuple(part for part in one.fields if (one.bundle, part.field) not in quiet)
        if fields or not one.fields:
            yield replace(one, fields=fields)
