"""Compares two crawls of a crawler: what is new, gone, moved, changed, and what could not be seen.

Only what the site did counts. What an edited wrapper finds under another name, or no longer looks for, is no
change; what an edited crawler covers no longer has not vanished; rows in another order are the same rows.
The queries are plain SQL in stages, whose order both databases keep to; see `record_sets`, too.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from pagekin.store.database import Connection, Row
from pagekin.store.reading.record_sets import RecordReader, Records, wrapper_numbered
from pagekin.store.reading.unseen_pages import GONE, behind_failures_of, last_sights
from pagekin.store.states import Outcome, ProposalState
from pagekin.wrappers import Wrapper
from pagekin.wrappers.identity import BundlePath, by_identity, shared_fields
from pagekin.wrappers.record_differences import RecordDifference, differences
from pagekin.wrappers.record_keys import row_keys

PageState = Literal[
    "new",
    "vanished",
    "moved",
    "changed",
    "changed alike",  # only as many other pages did, by one act of the site (see `pagekin.monitor`)
    "reordered",  # as above
    "template changed",  # as above: what is on the page cannot be told until its wrapper is repaired
    "unchanged",
    "unseen",
    "newly covered",
    "no longer covered",
]
_AT_ONCE = 500  # pages whose records are compared at a time
# Pages of the older crawl with what became of them, then pages that only the newer one has.
_COMPARED = """
SELECT older.page_id, page.url, older.version_id, older.records_id, newer.version_id, newer.records_id,
       newer.outcome, newer.status, coalesce(newer.detail, ''), coalesce(there.url, '')
FROM pagekin_crawl_page older JOIN pagekin_page page ON page.id = older.page_id
LEFT JOIN pagekin_crawl_page newer ON newer.crawl_id = %s AND newer.page_id = older.page_id
LEFT JOIN pagekin_page there ON there.id = newer.redirect_to_id
WHERE older.crawl_id = %s AND older.version_id IS NOT NULL AND %s IN ('', older.outcome)
ORDER BY older.page_id
"""
_NEW = """
SELECT newer.page_id, page.url, newer.version_id, newer.records_id FROM pagekin_crawl_page newer
JOIN pagekin_page page ON page.id = newer.page_id
LEFT JOIN pagekin_crawl_page older ON older.crawl_id = %s AND older.page_id = newer.page_id
WHERE newer.crawl_id = %s AND newer.version_id IS NOT NULL AND %s IN ('', newer.outcome)
AND (older.version_id IS NULL OR (%s <> '' AND older.outcome <> %s)) ORDER BY newer.page_id
"""
_NUMBERS = """
WITH changed AS MATERIALIZED (
 SELECT older.page_id, older.records_id AS old_set, newer.records_id AS new_set
 FROM pagekin_crawl_page older JOIN pagekin_crawl_page newer
 ON newer.crawl_id = %s AND newer.page_id = older.page_id
 AND newer.records_id <> older.records_id WHERE older.crawl_id = %s)
SELECT page.url, old.record, old.num, new.num, coalesce(new.unit, '') FROM changed
CROSS JOIN pagekin_field field
JOIN pagekin_value old ON old.field_id = field.id AND old.set_id = changed.old_set
JOIN pagekin_record was ON was.set_id = old.set_id AND was.number = old.record
JOIN pagekin_value new ON new.field_id = field.id AND new.set_id = changed.new_set
 AND new.position = old.position
JOIN pagekin_record now ON now.set_id = new.set_id AND now.number = new.record
 AND now.bundle_id = was.bundle_id
 AND CASE WHEN was.key IS NULL OR now.key IS NULL THEN now.number = was.number
     ELSE now.key = was.key END
JOIN pagekin_page page ON page.id = changed.page_id
WHERE field.name = %s AND abs(new.num - old.num) > %s * abs(old.num)
 AND coalesce(new.unit, '') = coalesce(old.unit, '')
ORDER BY changed.page_id, old.record
"""


@dataclass(frozen=True, slots=True)
class PageDifference:
    """What became of a page from one crawl to another."""

    state: PageState
    url: str  # in the newer crawl; of a page that is not in it, in the older one
    old_version: int | None = None
    new_version: int | None = (
        None  # of one that is gone: of the other kind of page that is there now
    )
    old_records: int | None = None
    new_records: int | None = None
    old_url: str = ""  # of a page that moved
    reason: str = ""  # why a page is gone or was not seen
    changes: tuple[RecordDifference, ...] = ()  # by the ids of bundles and fields
    page: int = 0  # its number in the store


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number of a field that is another one now, in the same unit."""

    url: str
    record: int
    old: float
    new: float
    unit: str


def compare(
    connection: Connection, older: int, newer: int, *, targets: bool = True
) -> Iterator[PageDifference]:
    """Yield what became of each page from one crawl to another: of the targets, or of all that came.

    Pages are the same if their records are; without records, if their content is. A target that became
    another kind of page is gone. A page that is gone and a new one with the same key are one page that
    moved. A page that was there before and could not be fetched now is neither: it was not seen, and nor
    was what only such a page led to. What the older crawl did not see is compared with what was seen last.
    """
    return RecordChanges(connection).told(page_fates(connection, older, newer, targets=targets))


def page_fates(
    connection: Connection, older: int, newer: int, *, targets: bool = True
) -> Iterator[PageDifference]:
    """Yield what became of each page without a look at its records: what has changed may be unchanged."""
    outcome = Outcome.TARGET.value if targets else ""
    covers_the_same = _covers_the_same(connection, older, newer)
    gone: list[PageDifference] = []
    sights = last_sights(connection, older)
    both = (
        _difference(row, outcome, hidden=hidden, covers_the_same=covers_the_same)
        for row, hidden in _seen_before(connection, older, newer, outcome, sights)
    )
    for difference in both:
        if difference.state in {"vanished", "no longer covered"}:
            gone.append(difference)
        else:
            yield difference
    state: PageState = "new" if covers_the_same else "newly covered"
    new = [
        PageDifference(state, url, new_version=version, new_records=records, page=page)
        for page, url, version, records in connection.rows(
            _NEW, older, newer, outcome, outcome, outcome
        )
        if not any(page in pages for pages in sights.values())
    ]
    yield from _moved(connection, gone, new) if gone and new else [*gone, *new]


def numbers_changed(
    connection: Connection, older: int, newer: int, field: str, more_than: float
) -> Iterator[NumberChange]:
    """Find numbers of a field that changed by more than a share: 0.1 for 10 %."""
    rows = connection.each(_NUMBERS, newer, older, field, more_than)
    return (NumberChange(*row) for row in rows)


class RecordChanges:
    """Compares record sets by the identity of their fields; wrapper versions are read once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._reader = RecordReader(connection)
        self._wrappers = _Wrappers(connection)

    def told(self, found: Iterator[PageDifference]) -> Iterator[PageDifference]:
        """Add what has changed to pages that have; those of which nothing has are unchanged."""
        while some := list(islice(found, _AT_ONCE)):
            sets = {
                number
                for one in some
                if one.state in {"changed", "moved"}
                for number in (one.old_records, one.new_records)
                if number is not None
            }
            records = self._reader.records(sets)
            versions = self._wrappers.of_sets(sets)
            for one in some:
                yield self._told(one, records, versions)

    def _told(
        self, one: PageDifference, records: dict[int, Records], versions: dict[int, int]
    ) -> PageDifference:
        old, new = one.old_records, one.new_records
        if one.state not in {"changed", "moved"} or old is None or new is None or old == new:
            return one
        if not self._wrappers.shared(versions[old], versions[new]):
            same = one.state == "changed" and one.old_version == one.new_version
            return replace(one, state="unchanged") if same else one
        changes = tuple(
            self._wrappers.differences(records[old], versions[old], records[new], versions[new])
        )
        state: PageState = "unchanged" if one.state == "changed" and not changes else one.state
        return replace(one, state=state, changes=changes)


@dataclass(slots=True)
class _Wrappers:
    """The wrapper versions that have made records, and what two of them have in common."""

    connection: Connection
    _known: dict[int, Wrapper] = field(default_factory=dict)
    _shared: dict[tuple[int, int], dict[BundlePath, frozenset[str]]] = field(default_factory=dict)

    def of_sets(self, sets: set[int]) -> dict[int, int]:
        """Return the wrapper version of each set."""
        return dict(
            self.connection.among(
                "SELECT id, wrapper_version_id FROM pagekin_record_set WHERE id {}", sorted(sets)
            )
        )

    def differences(
        self, old: Records, old_version: int, new: Records, new_version: int
    ) -> Iterator[RecordDifference]:
        """Yield what differs in the fields that both wrapper versions have."""
        before, after = self._wrapper(old_version), self._wrapper(new_version)
        return differences(
            by_identity(old, before),
            by_identity(new, after),
            self.shared(old_version, new_version),
            row_keys(after),
        )

    def shared(self, old: int, new: int) -> dict[BundlePath, frozenset[str]]:
        """Return the fields that two wrapper versions both have, by bundle; none if nothing can be compared."""
        if (old, new) not in self._shared:
            found = shared_fields(self._wrapper(old), self._wrapper(new))
            self._shared[old, new] = found if any(found.values()) else {}
        return self._shared[old, new]

    def _wrapper(self, version: int) -> Wrapper:
        if version not in self._known:
            self._known[version] = wrapper_numbered(self.connection, version)
        return self._known[version]


def _seen_before(
    connection: Connection, older: int, newer: int, outcome: str, sights: dict[int, set[int]]
) -> Iterator[tuple[Row, bool]]:
    """Yield the pages that were there, and whether a failure may have hidden each from the newer crawl."""
    for crawl in (older, *sights):
        hidden = behind_failures_of(connection, crawl, newer)
        for row in connection.rows(_COMPARED, newer, crawl, outcome):
            if crawl == older or row[0] in sights[crawl]:
                yield row, row[0] in hidden


def _covers_the_same(connection: Connection, older: int, newer: int) -> bool:
    """Whether two crawls looked for the same pages."""
    found: list[dict[int, str]] = [
        dict(
            connection.rows(
                "SELECT class.crawler_id, coalesce(version.finding_digest, '') "
                "FROM pagekin_crawl_class class LEFT JOIN pagekin_crawler_version version "
                "ON version.id = class.crawler_version_id WHERE class.crawl_id = %s",
                crawl,
            )
        )
        for crawl in (older, newer)
    ]
    return found[0].keys() == found[1].keys() and all(
        digest == found[1][crawler] or found[1][crawler] in _repaired(connection, crawler, digest)
        for crawler, digest in found[0].items()
    )


def _repaired(connection: Connection, crawler: int, digest: str) -> set[str]:
    """Return what became of what a crawler finds when it was repaired: it is for the same pages still."""
    repairs = connection.rows(
        "SELECT found, finds FROM pagekin_repair_proposal WHERE crawler_id = %s AND state IN (%s, %s) "
        "ORDER BY id",
        crawler,
        ProposalState.HEALED.value,
        ProposalState.ACCEPTED.value,
    )
    same = {digest}
    for before, after in repairs:
        if before in same:
            same.add(after)
    return same


def _difference(row: Row, outcome: str, *, hidden: bool, covers_the_same: bool) -> PageDifference:
    page, url, old, old_records, new, new_records, now, status, detail, there = row
    if new is not None and outcome in {"", now}:
        both = old_records is not None and new_records is not None
        same = old_records == new_records if both else old == new
        state: PageState = "unchanged" if same else "changed"
        return PageDifference(state, url, old, new, old_records, new_records, page=page)
    gone: PageState = "vanished"
    if hidden:
        gone, reason = "unseen", "a page that led there could not be fetched"
    elif now is None or new is not None:
        gone = "vanished" if covers_the_same else "no longer covered"
        reason = (
            f"the page there is no {outcome} any more" if now else "nothing leads there any more"
        )
        reason = reason if covers_the_same else ""
    elif there:
        reason = f"redirected to {there}"
    else:
        gone, reason = "vanished" if status in GONE else "unseen", detail
    return PageDifference(gone, url, old, new, old_records, reason=reason, page=page)


def _moved(
    connection: Connection,
    gone: Sequence[PageDifference],
    new: Sequence[PageDifference],
) -> Iterator[PageDifference]:
    """Pair what is gone with what is new by key; a key that several pages have tells nothing."""
    old_places = _by_key(connection, {one.old_records: one for one in gone})
    new_places = _by_key(connection, {one.new_records: one for one in new})
    pairs = [(before, new_places[key]) for key, before in old_places.items() if key in new_places]
    for before, now in pairs:
        yield PageDifference(
            "moved",
            now.url,
            before.old_version,
            now.new_version,
            before.old_records,
            now.new_records,
            before.url,
            page=now.page,
        )
    left, arrived = {one.url for one, _ in pairs}, {one.url for _, one in pairs}
    yield from (one for one in gone if one.url not in left)
    yield from (one for one in new if one.url not in arrived)


def _by_key(
    connection: Connection, pages: dict[int | None, PageDifference]
) -> dict[tuple[int, str], PageDifference]:
    """Find pages by the key of the record that is the page's own: the first outside all others."""
    rows = connection.among(
        "SELECT set_id, bundle_id, key FROM pagekin_record "
        "WHERE key IS NOT NULL AND parent IS NULL AND set_id {} ORDER BY set_id, number",
        [number for number in pages if number is not None],
    )
    first: dict[int, tuple[int, str]] = {}
    for of_set, bundle, key in rows:
        first.setdefault(of_set, (bundle, key))
    places: defaultdict[tuple[int, str], list[PageDifference]] = defaultdict(list)
    for of_set, found in first.items():
        places[found].append(pages[of_set])
    return {found: several[0] for found, several in places.items() if len(several) == 1}
