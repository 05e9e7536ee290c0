"""Signs of a changed template, read from what two crawls found on the same pages.

A page is compared with itself: fields that new pages lack from the start say nothing. What most pages
that had it have lost at once was not lost page by page.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from pagekin.monitor.event_groups import EventGroup
from pagekin.monitor.field_changes import FieldChange, FieldNames
from pagekin.store.database import Connection
from pagekin.store.reading.comparison import PageDifference
from pagekin.store.states import EventKind
from pagekin.store.writing.wrapper_ids import bundle_uid
from pagekin.wrappers import Bundle, Wrapper
from pagekin.wrappers.identity import BundlePath, bundles_of
from pagekin.wrappers.repair import DriftSign
from pagekin.wrappers.repair.drift import CERTAIN
from pagekin.wrappers.repair.drift_events import SHOWN

FieldKey = tuple[BundlePath, str]  # a bundle and a field of it; "": the bundle itself
# Pages of both crawls that had a field before, and how many of them have it nowhere now.
_LOST = """
SELECT count(*), coalesce(sum(CASE WHEN EXISTS (SELECT 1 FROM pagekin_value now
WHERE now.field_id = %s AND now.set_id = newer.records_id) THEN 0 ELSE 1 END), 0)
FROM pagekin_crawl_page older
JOIN pagekin_crawl_page newer ON newer.crawl_id = %s AND newer.page_id = older.page_id
AND newer.records_id IS NOT NULL
WHERE older.crawl_id = %s AND EXISTS (SELECT 1 FROM pagekin_value was
WHERE was.field_id = %s AND was.set_id = older.records_id)
"""
# The same of the records of a bundle.
_ROWS = """
SELECT count(*), coalesce(sum(CASE WHEN EXISTS (SELECT 1 FROM pagekin_record now
WHERE now.set_id = newer.records_id AND now.bundle_id = %s) THEN 0 ELSE 1 END), 0)
FROM pagekin_crawl_page older
JOIN pagekin_crawl_page newer ON newer.crawl_id = %s AND newer.page_id = older.page_id
AND newer.records_id IS NOT NULL
WHERE older.crawl_id = %s AND EXISTS (SELECT 1 FROM pagekin_record was
WHERE was.set_id = older.records_id AND was.bundle_id = %s)
"""


@dataclass(frozen=True, slots=True)
class FieldSign:
    """A field, or with "" for its id a bundle, that most of the pages that had it have lost."""

    bundle: BundlePath
    field: str
    name: str
    sign: DriftSign
    failing: int  # pages
    looked: int

    def __str__(self) -> str:
        return f"{self.name} {self.sign} ({self.failing:,} of {self.looked:,})"


@dataclass(frozen=True, slots=True)
class TemplateSigns:
    """What shows that a template has changed: pages that are no targets any more, fields that are lost."""

    turned_away: frozenset[int] = frozenset()  # pages
    came: int = 0  # pages that were targets and came again, in whatever shape
    fields: tuple[FieldSign, ...] = ()
    moved: frozenset[FieldKey] = frozenset()  # no signs, but explained: read from other places

    def __bool__(self) -> bool:
        return bool(self.turned_away or self.fields)

    def explains(self, event: EventGroup) -> bool:
        """Return whether an event is what a changed template looks like to the old wrapper."""
        if event.kind is EventKind.VANISHED:
            return any(place.page in self.turned_away for place in event.places)
        lost = {(one.bundle, one.field) for one in self.fields}
        return _is_among(event, lost) or self.has_moved(event)

    def has_moved(self, event: EventGroup) -> bool:
        """Return whether an event is about something that is not read where it was."""
        return _is_among(event, self.moved)

    def field_names(self, wrapper: Wrapper | None) -> frozenset[str]:
        """Return the fields as a repair names them: with the names of all bundles around them."""
        lost = {(one.bundle, one.field) for one in self.fields}
        return frozenset(
            f"{'.'.join(called)}.{field.name}"
            for path, called, bundle in _named_bundles(wrapper)
            for field in bundle.fields
            if (path, field.id) in lost
        )

    def __str__(self) -> str:
        told = []
        if self.turned_away:
            told.append(
                f"{len(self.turned_away):,} of {self.came:,} pages are not like the others any more"
            )
        told += map(str, self.fields[:SHOWN])
        more = len(self.fields) - SHOWN
        return "; ".join(told) + (f"; and {more} more" if more > 0 else "")


NO_SIGNS = TemplateSigns()


@dataclass(frozen=True, slots=True)
class ComparedCrawls:
    """The crawls whose pages are compared, and the numbers that the store has for fields and bundles."""

    connection: Connection
    older: int
    newer: int
    fields: Mapping[FieldKey, int]
    bundles: Mapping[str, int]  # by uid

    def values(self, key: FieldKey) -> tuple[int, int]:
        """Return how many of the pages of both had a field, and how many have it no more."""
        number = self.fields.get(key)
        if number is None:
            return 0, 0
        [(had, lost)] = self.connection.rows(_LOST, number, self.newer, self.older, number)
        return int(had), int(lost)

    def had(self, key: FieldKey) -> int:
        """Return how many of the pages of both had a field, or records of a bundle."""
        return (self.values(key) if key[1] else self.rows(key[0]))[0]

    def rows(self, bundle: BundlePath) -> tuple[int, int]:
        """Return how many of the pages of both had records of a bundle, and how many lost all."""
        number = self.bundles.get(bundle_uid(bundle))
        if number is None:
            return 0, 0
        [(had, lost)] = self.connection.rows(_ROWS, number, self.newer, self.older, number)
        return int(had), int(lost)


def template_signs(
    pages: Sequence[PageDifference],
    unchanged: int,
    changes: Iterable[FieldChange],
    names: FieldNames,
    compared: ComparedCrawls,
) -> TemplateSigns:
    """Find the signs in what became of pages and fields."""
    gone = {page.page for page in pages if page.state == "vanished" and page.new_version}
    came = unchanged + sum(page.new_version is not None and page.state != "new" for page in pages)
    turned_away = frozenset(gone) if _most(len(gone), came) else frozenset[int]()
    failing: defaultdict[tuple[FieldKey, DriftSign], set[int]] = defaultdict(set)
    swapped = _swapped(pages)
    for change in changes:
        key = change.bundle, change.field
        sign = _sign(change, is_swapped=(change.place.page, key) in swapped)
        # One row of many says nothing of the template, unless all of them are gone.
        if sign is DriftSign.MISSING or (sign and not names.is_repeated(change.bundle)):
            failing[key, sign].add(change.place.page)
    signs = []
    for (key, sign), some in failing.items():
        if len(some) >= CERTAIN:
            had, lost = compared.values(key) if key[1] else compared.rows(key[0])
            count = lost if sign is DriftSign.MISSING else len(some)
            signs.append(FieldSign(*key, names.name(*key), sign, count, had))
    certain = tuple(one for one in signs if _most(one.failing, one.looked))
    return TemplateSigns(turned_away, came, certain)


def _sign(change: FieldChange, *, is_swapped: bool) -> DriftSign | None:
    """Return what a change would be a sign of if most pages had it."""
    if change.attribute:
        return None
    match change.kind:
        case EventKind.MISSING | EventKind.ROW_REMOVED:
            return DriftSign.MISSING
        case EventKind.TYPE_BROKEN:
            return DriftSign.MISFIT
        case EventKind.CHANGED if is_swapped:
            return DriftSign.SWAPPED
    return None


def _is_among(event: EventGroup, known: AbstractSet[FieldKey]) -> bool:
    """Return whether an event is about one of these fields, or about anything in one of these bundles."""
    path = event.bundle
    around = {(path[:length], "") for length in range(1, len(path) + 1)}
    return bool(path) and not known.isdisjoint({(path, event.field), *around})


def _named_bundles(wrapper: Wrapper | None) -> Iterator[tuple[BundlePath, BundlePath, Bundle]]:
    """Yield the bundles of a wrapper with their ids and their names, each with those around it."""
    names: dict[BundlePath, BundlePath] = {(): ()}
    for path, bundle in bundles_of(wrapper) if wrapper else ():
        names[path] = (*names[path[:-1]], bundle.name)
        yield path, names[path], bundle


def _most(failing: int, looked: int) -> bool:
    return failing >= CERTAIN and 2 * failing > looked


def _swapped(pages: Iterable[PageDifference]) -> set[tuple[int, FieldKey]]:
    """Return where a field of a page has the value that another field of its record had."""
    found = set()
    for page in pages:
        for one in page.changes:
            texts = [part for part in one.fields if not part.attribute and part.old]
            had = Counter(part.old for part in texts)
            for part in texts:
                if part.new != part.old and had[part.new]:
                    found.add((page.page, (one.bundle, part.field)))
    return found
