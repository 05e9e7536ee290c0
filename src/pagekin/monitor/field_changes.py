"""Field events: each difference between records as what happened to a field on a page, alike ones together.

What happened on many pages in the same way is one event with all its pages. If it is, moreover, the
doing of one hand, the event is *wide*: a text that no page had before and that many have at once, or one
that many pages had and none has any more, is a change of the site's, not of each page's.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pagekin.monitor.event_groups import EventGroup, EventPlace
from pagekin.monitor.substitutions import contains, substitution
from pagekin.store.database import Connection
from pagekin.store.reading.comparison import PageDifference
from pagekin.store.states import EventKind
from pagekin.wrappers import Bundle, Wrapper
from pagekin.wrappers.identity import BundlePath, bundles_of
from pagekin.wrappers.record import Record
from pagekin.wrappers.record_differences import FieldDifference, RecordDifference
from pagekin.wrappers.record_keys import row_keys
from pagekin.wrappers.repair.drift import CERTAIN

_Likeness = tuple[str, ...]  # what alike changes have in common


@dataclass(frozen=True, slots=True)
class FieldChange:
    """What happened to a field, or to a row, on one page."""

    kind: EventKind
    bundle: BundlePath
    field: str  # "" of a row
    attribute: str
    place: EventPlace

    @property
    def likenesses(self) -> tuple[_Likeness, ...]:
        """What other changes may have in common with it: the substitution, or the new value."""
        old, new = self.place.old or "", self.place.new or ""
        where = (*self.bundle, "", self.field, self.attribute)
        if not self.field:
            return ((*where, self.kind.value, old, new),)
        made = substitution(old, new)
        swapped = (*where, "swap", made.removed, made.added)
        return (swapped, (*where, "to", "", new)) if new else (swapped,)


class FieldNames:
    """What people call the bundles and fields of a wrapper, by their ids."""

    def __init__(self, wrapper: Wrapper) -> None:
        self._bundles = dict(bundles_of(wrapper))
        self.keys = row_keys(wrapper)

    def bundle(self, path: BundlePath) -> Bundle | None:
        """Return a bundle, None if the wrapper does not have it."""
        return self._bundles.get(path)

    def is_repeated(self, path: BundlePath) -> bool:
        """Return whether a page may have several records of a bundle."""
        bundle = self._bundles.get(path)
        return bundle is None or bool(bundle.each)

    def name(self, path: BundlePath, field: str) -> str:
        """Return the name of a field, with its bundle's where there are several records of it."""
        bundle = self._bundles.get(path)
        if bundle is None:
            return field or path[-1]
        called = next((one.name for one in bundle.fields if one.id == field), field)
        return f"{bundle.name}.{called}" if bundle.each and called else called or bundle.name


def field_changes_of(page: PageDifference, names: FieldNames) -> Iterator[FieldChange]:
    """Yield what happened to the fields of a page."""
    for one in page.changes:
        if one.old is None or one.new is None:
            yield _row_change(page, one, names)
            continue
        texts = {(part.field, part.old, part.new) for part in one.fields if not part.attribute}
        for part in one.fields:
            # An attribute that says what the text says, as that of a link does, is told once.
            if not part.attribute or (part.field, part.old, part.new) not in texts:
                yield _field_change(page, one, part, names)


def _row_change(page: PageDifference, one: RecordDifference, names: FieldNames) -> FieldChange:
    record = one.new or one.old
    assert record is not None  # noqa: S101 - one of both is there
    kind = EventKind.ROW_REMOVED if one.new is None else EventKind.ROW_ADDED
    text = row_text(record)
    place = EventPlace(
        page.page,
        page.url,
        _key(one, names),
        old=text if one.new is None else None,
        new=None if one.new is None else text,
    )
    return FieldChange(kind, one.bundle, "", "", place)


def row_text(record: Record) -> str:
    """Return the texts of a row, for people."""
    return " · ".join(
        ", ".join(value.text for value in values) for values in record.fields.values() if values
    )


def _field_change(
    page: PageDifference, one: RecordDifference, part: FieldDifference, names: FieldNames
) -> FieldChange:
    place = EventPlace(
        page.page,
        page.url,
        _key(one, names),
        one.by or "",
        part.old or None,
        part.new or None,
    )
    return FieldChange(_kind(one, part), one.bundle, part.field, part.attribute, place)


def _kind(one: RecordDifference, part: FieldDifference) -> EventKind:
    if not part.old:
        return EventKind.APPEARED
    if not part.new:
        return EventKind.MISSING
    if not part.attribute and _misfits(one.new, part) and not _misfits(one.old, part):
        return EventKind.TYPE_BROKEN
    return EventKind.CHANGED


def _misfits(record: Record | None, part: FieldDifference) -> bool:
    values = record.fields.get(part.field, ()) if record else ()
    return any(value.misfit is not None for value in values)


def _key(one: RecordDifference, names: FieldNames) -> str | None:
    """Return what tells a row apart; the page's own record needs nothing."""
    bundle, record = names.bundle(one.bundle), one.new or one.old
    if record is None or bundle is None or not bundle.each:
        return None
    key = names.keys.get(one.bundle)
    return (record.first_text(key) if key else "") or str(record.index + 1)


@dataclass(frozen=True, slots=True)
class ValueTexts:
    """All texts that a field has in the pages of two crawls; read when many pages changed alike."""

    connection: Connection
    older: int
    newer: int

    def before(self, number: int, attribute: str) -> set[str]:
        """Return the texts in the older crawl."""
        return self._texts(self.older, number, attribute)

    def after(self, number: int, attribute: str) -> set[str]:
        """Return the texts in the newer crawl."""
        return self._texts(self.newer, number, attribute)

    def _texts(self, crawl: int, number: int, attribute: str) -> set[str]:
        table, named = (
            ("pagekin_attribute", " AND found.name = %s") if attribute else ("pagekin_value", "")
        )
        rows = self.connection.rows(
            f"SELECT DISTINCT found.text FROM {table} found "  # noqa: S608 - one of two tables
            "JOIN pagekin_crawl_page seen ON seen.records_id = found.set_id "
            f"WHERE seen.crawl_id = %s AND found.field_id = %s{named}",
            crawl,
            number,
            *((attribute,) if attribute else ()),
        )
        return {text for (text,) in rows if text is not None}


def grouped(
    changes: Iterable[FieldChange],
    names: FieldNames,
    numbers: Mapping[tuple[BundlePath, str], int],
    texts: ValueTexts,
) -> list[EventGroup]:
    """Put changes that are alike together, each in the largest group that it can be in."""
    found = list(changes)
    pages: defaultdict[_Likeness, set[int]] = defaultdict(set)
    for change in found:
        for likeness in change.likenesses:
            pages[likeness].add(change.place.page)
    groups: defaultdict[tuple[EventKind, _Likeness], list[FieldChange]] = defaultdict(list)
    for change in found:
        best = max(change.likenesses, key=lambda one: len(pages[one]))
        groups[change.kind, best].append(change)
    wide = {
        likeness
        for _, likeness in groups
        if len(pages[likeness]) >= CERTAIN and _is_one_act(likeness, numbers, texts)
    }
    return [
        event
        for (_, likeness), some in groups.items()
        for event in _events(some, likeness, names, wide=likeness in wide)
    ]


def _events(
    changes: Sequence[FieldChange], likeness: _Likeness, names: FieldNames, *, wide: bool
) -> Iterator[EventGroup]:
    """Yield one event for several pages; rows of a single page that changed alike are events each."""
    first = changes[0]
    if len({change.place.page for change in changes}) == 1:
        parts: list[Sequence[FieldChange]] = [[change] for change in changes]
    else:
        parts = [changes]
    for some in parts:
        values = {(change.place.old, change.place.new) for change in some}
        old, new = (
            values.pop() if len(values) == 1 else (likeness[-2] or None, likeness[-1] or None)
        )
        yield EventGroup(
            first.kind,
            tuple(change.place for change in some),
            first.bundle,
            first.field,
            names.name(first.bundle, first.field),
            first.attribute,
            old,
            new,
            wide=wide,
        )


def _is_one_act(
    likeness: _Likeness, numbers: Mapping[tuple[BundlePath, str], int], texts: ValueTexts
) -> bool:
    """Return whether no page had the new text before, or no page has the old one any more."""
    *bundle, _, field, attribute, how, removed, added = likeness
    if not field:
        return True  # a row that so many pages have in common is none of their own
    number = numbers.get((tuple(bundle), field))
    if number is None:
        return False
    before = texts.before(number, attribute)
    if how == "to":
        return added not in before
    if added and not any(contains(text, added) for text in before):
        return True
    return bool(removed) and not any(
        contains(text, removed) for text in texts.after(number, attribute)
    )
