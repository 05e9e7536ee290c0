"""The crawls that a query compares with: which one `since` means, and what is the same in both.

`yesterday` and the like are told from the crawl that is asked, not from the clock: a question has the same
answer whenever it is asked. A day means the last crawl that began on it or before it.
"""

import calendar
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, tzinfo
from functools import cached_property

from pagekin.errors import QueryError
from pagekin.query.conditions import Coming, Since, TimeUnit
from pagekin.query.known_names import KnownNames, known_names
from pagekin.store.database import Connection
from pagekin.store.reading.comparison import page_fates
from pagekin.store.reading.crawls import CrawlInfo, earlier_crawls
from pagekin.store.reading.record_sets import RecordReader, wrapper_numbered
from pagekin.store.reading.unseen_pages import failed_before, last_sights
from pagekin.store.writing.wrapper_ids import APART
from pagekin.wrappers import Wrapper
from pagekin.wrappers.identity import BundlePath, by_identity, shared_fields
from pagekin.wrappers.pairing import RecordPair, pair
from pagekin.wrappers.record import Record
from pagekin.wrappers.record_keys import row_keys

_MOST = 1000  # crawls to go back
_FATES = {Coming.APPEARED: "new", Coming.VANISHED: "vanished"}


@dataclass(frozen=True, slots=True)
class ListedPair:
    """A record of a page that is in both crawls."""

    page: int
    set: int
    record: int
    old_set: int
    old_record: int
    by: str


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page that came or went: its record set, and the crawl that tells most of it."""

    page: int
    set: int | None
    crawl: int


class EarlierCrawls:
    """The crawls before the one that a query asks."""

    def __init__(
        self, connection: Connection, newer: CrawlInfo, zone: tzinfo | None, query: str
    ) -> None:
        self._connection = connection
        self._newer = newer
        self._zone = zone
        self._query = query
        self._known: dict[int, EarlierCrawl] = {}
        self.notes: list[str] = []

    @cached_property
    def _before(self) -> list[CrawlInfo]:
        """The crawls that can be compared with, the last one first."""
        return earlier_crawls(self._connection, self._newer, _MOST)

    def one(self, since: Since) -> "EarlierCrawl | None":
        """Return the crawl to compare with; None if the crawl is the first."""
        found = self._found(since)
        if found is None:
            self.note(f"crawl {self._newer.id} is the first: nothing can have changed")
            return None
        if found.id not in self._known:
            names = known_names(self._connection, found.id)
            self._known[found.id] = EarlierCrawl(self._connection, found, self._newer, names)
        return self._known[found.id]

    def all(self, since: Since | None) -> list[int]:
        """Return all earlier crawls, or those from one on, the last one first."""
        numbers = [one.id for one in self._before]
        first = self._found(since) if since else None
        return [number for number in numbers if first is None or number >= first.id]

    @property
    def compared(self) -> tuple[int, ...]:
        """The crawls that were compared with."""
        return tuple(sorted(self._known))

    def _found(self, since: Since) -> CrawlInfo | None:
        if since.crawl is not None:
            return self._numbered(since)
        if not self._before or (since.day is None and since.unit is None):
            return next(iter(self._before), None)
        began = datetime.fromtimestamp(self._newer.began_at, self._zone)
        if since.unit is TimeUnit.HOUR:
            ends = began.timestamp() - 3600 * since.count
            fitting = [one for one in self._before if one.began_at <= ends]
        else:
            day = since.day or _days_before(began.date(), since)
            fitting = [one for one in self._before if self._day(one) <= day]
        if fitting:
            return fitting[0]
        first = self._before[-1]
        self.note(
            f"no crawl is as old as that: compared with crawl {first.id} of {self._day(first)}"
        )
        return first

    def _numbered(self, since: Since) -> CrawlInfo:
        for one in self._before:
            if one.id == since.crawl:
                return one
        raise QueryError(
            f"crawl {since.crawl} is no earlier crawl of the same crawler that found something "
            "('pagekin crawls' lists them)",
            self._query,
            since.column,
        )

    def _day(self, crawl: CrawlInfo) -> date:
        return datetime.fromtimestamp(crawl.began_at, self._zone).date()

    def note(self, text: str) -> None:
        """Add something that whoever asked should know."""
        if text not in self.notes:
            self.notes.append(text)


def _days_before(day: date, since: Since) -> date:
    try:
        if since.unit is TimeUnit.MONTH:
            months = day.year * 12 + day.month - 1 - since.count
            year, month = months // 12, months % 12 + 1
            return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
        return day - timedelta(days=since.count * (7 if since.unit is TimeUnit.WEEK else 1))
    except (ValueError, OverflowError, calendar.IllegalMonthError):
        return date.min


@dataclass(slots=True)
class EarlierCrawl:
    """A crawl to compare with, and how records of both belong together."""

    connection: Connection
    info: CrawlInfo
    newer: CrawlInfo
    names: KnownNames
    _fates: dict[str, list[ListedPage]] | None = field(default=None)
    _wrappers: dict[int, Wrapper] = field(default_factory=dict)
    _sights: dict[int, set[int]] | None = field(default=None)

    @property
    def sights(self) -> dict[int, set[int]]:
        """The pages that it did not see for a failure, by the crawl that saw them last.

        They are looked for if the newer crawl saw what had failed.
        """
        if self._sights is None:
            came_back = failed_before(self.connection, self.id, self.newer.id)
            self._sights = last_sights(self.connection, self.id) if came_back else {}
        return self._sights

    @property
    def id(self) -> int:
        """The crawl's number."""
        return self.info.id

    @property
    def fields(self) -> set[int]:
        """The fields that it looked for; others cannot have changed since."""
        return {one.id for one in self.names.fields}

    def is_single(self, bundle: int, names: KnownNames) -> bool:
        """Whether a page has one instance of a bundle in both crawls: itself."""
        before = self.names.bundles.get(bundle)
        return before is not None and not (before.repeats or names.bundles[bundle].repeats)

    def is_keyed(self, bundle: int, names: KnownNames) -> bool:
        """Whether the same field tells the instances of a bundle apart in both crawls."""
        before = self.names.bundles.get(bundle)
        key = names.bundles[bundle].key
        return before is not None and key is not None and before.key == key

    def pages(self, coming: Coming) -> list[ListedPage]:
        """Return the pages that appeared since, or vanished; moved ones did neither."""
        if self._fates is None:
            self._fates = {"new": [], "vanished": []}
            present = {
                page
                for (page,) in self.connection.rows(
                    "SELECT page_id FROM pagekin_crawl_page WHERE crawl_id = %s", self.newer.id
                )
            }
            for one in page_fates(self.connection, self.id, self.newer.id, targets=self._targets):
                if one.state == "new":
                    self._fates["new"].append(ListedPage(one.page, one.new_records, self.newer.id))
                elif one.state == "vanished":
                    crawl = self.newer.id if one.page in present else self.id
                    self._fates["vanished"].append(ListedPage(one.page, one.old_records, crawl))
        return self._fates[_FATES[coming]]

    @property
    def _targets(self) -> bool:
        """Whether only targets count; where there are none, as in a crawl of a whole site, all pages do."""
        rows = self.connection.rows(
            "SELECT 1 FROM pagekin_crawl_page WHERE crawl_id = %s AND outcome = 'target' LIMIT 1",
            self.id,
        )
        return bool(rows)

    def listed_pairs(self, uid: str, pages: Sequence[tuple[int, int, int]]) -> Iterator[ListedPair]:
        """Pair the records of a bundle on pages, which come with their sets in this crawl and in the newer."""
        numbers = {one for _, *both in pages for one in both}
        records = RecordReader(self.connection).records(numbers)
        versions: dict[int, int] = dict(
            self.connection.among(
                "SELECT id, wrapper_version_id FROM pagekin_record_set WHERE id {}", sorted(numbers)
            )
        )
        path = tuple(uid.split(APART))
        for page, new, old in pages:
            before, after = self._wrapper(versions[old]), self._wrapper(versions[new])
            shared = shared_fields(before, after)
            both = (
                _numbered(by_identity(_with_numbers(records[old]), before), (), shared),
                _numbered(by_identity(_with_numbers(records[new]), after), (), shared),
            )
            for one in _pairs(*both, (), path, row_keys(after)):
                yield ListedPair(page, new, one.new.index, old, one.old.index, one.by.value)

    def _wrapper(self, version: int) -> Wrapper:
        if version not in self._wrappers:
            self._wrappers[version] = wrapper_numbered(self.connection, version)
        return self._wrappers[version]


def _with_numbers(records: Sequence[Record]) -> list[Record]:
    """Return records whose index is their number in the set: each comes before those inside it."""
    count = 0

    def numbered(record: Record) -> Record:
        nonlocal count
        number, count = count, count + 1
        return replace(record, index=number, nested=tuple(map(numbered, record.nested)))

    return [numbered(record) for record in records]


def _numbered(
    records: Sequence[Record], around: BundlePath, shared: Mapping[BundlePath, frozenset[str]]
) -> list[Record]:
    """Return records with the fields alone that both wrappers have: others are no content to pair by."""
    made = []
    for record in records:
        path = (*around, record.bundle)
        own = shared.get(path, frozenset())
        fields = {name: values for name, values in record.fields.items() if name in own}
        made.append(
            replace(record, fields=fields, nested=tuple(_numbered(record.nested, path, shared)))
        )
    return made


def _pairs(
    old: Sequence[Record],
    new: Sequence[Record],
    around: BundlePath,
    wanted: BundlePath,
    keys: Mapping[BundlePath, str],
) -> Iterator[RecordPair]:
    """Yield the records of a bundle that are in both versions of a page."""
    name, *rest = wanted
    path = (*around, name)
    found = pair(
        [one for one in old if one.bundle == name],
        [one for one in new if one.bundle == name],
        keys.get(path, ""),
    )
    for one in found.pairs:
        if rest:
            yield from _pairs(one.old.nested, one.new.nested, path, tuple(rest), keys)
        else:
            yield one
