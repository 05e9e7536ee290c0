"""Fields that are read from other places than before, since a repair or a person has moved them.

A repair follows a field to where its known values stand now. If hardly any page says there what it said
before, what is read is something else: that is no change of these pages.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from pagekin.monitor.field_changes import FieldChange
from pagekin.monitor.markup_signs import NEARLY_ALL
from pagekin.monitor.template_signs import ComparedCrawls, FieldKey
from pagekin.wrappers import Wrapper
from pagekin.wrappers.identity import bundles_of
from pagekin.wrappers.repair.drift import CERTAIN


def moved_fields(
    older: Wrapper, newer: Wrapper, changes: Iterable[FieldChange], compared: ComparedCrawls
) -> frozenset[FieldKey]:
    """Return the fields, and with "" for a field the bundles, that moved and differ on nearly all pages."""
    moved = set(_moved(older, newer))
    pages: defaultdict[FieldKey, set[int]] = defaultdict(set)
    for change in changes if moved else ():
        if (change.bundle, change.field) in moved:
            pages[change.bundle, change.field].add(change.place.page)
    return frozenset(
        key
        for key, some in pages.items()
        if len(some) >= max(CERTAIN, NEARLY_ALL * compared.had(key))
    )


def _moved(older: Wrapper, newer: Wrapper) -> Iterator[FieldKey]:
    """Yield what both wrappers have, and look for at other places."""
    before = dict(bundles_of(older))
    for path, bundle in bundles_of(newer):
        was = before.get(path)
        if was is None:
            continue
        if was.each != bundle.each:
            yield path, ""
        places = {field.id: field.locators for field in was.fields}
        for field in bundle.fields:
            if field.id in places and places[field.id] != field.locators:
                yield path, field.id
