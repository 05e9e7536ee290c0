"""The answer to a query: rows with their page, their key, and the values that were asked for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from pagekin.query.known_names import FieldSubject, KnownNames, PageSubject, Subject
from pagekin.query.value_sources import FieldSource, MetaSource, PropertySource, value_sources
from pagekin.store.database import Connection, Row

_BETWEEN = ", "  # several values of one field
_DIGEST = 8  # bytes: enough to tell the results of a store apart
NO_RECORD = -1

_Texts = dict[tuple[int, int], list[str]]  # by record set, or page, and record


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """A column: what it is called, and what it shows; of a change, also what that was before."""

    name: str
    subject: Subject
    changes: tuple[int, ...] = ()  # the numbers of the changes whose old values it shows
    older: int | None = None  # the crawl that these are of


class ResultRow(NamedTuple):
    """A page, or an instance of a bundle on it, that a query has found.

    The digest stands for it: the same result of the same question in another crawl has the same.
    """

    url: str
    key: str
    values: tuple[str | None, ...]  # one for each column
    paired_by: str  # key, content or position: what the instance was known again by after a change
    record: int  # its number on the page, -1 for the page itself
    question: str  # that it answers

    @property
    def digest(self) -> str:
        """What stands for the result."""
        parts = self.question, self.url, self.key or str(self.record), self.values
        return blake2b(repr(parts).encode(), digest_size=_DIGEST).hexdigest()


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """What a query has found in a crawl, and the earlier crawls that it was compared with."""

    crawl: int
    columns: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    older: tuple[int, ...] = ()
    is_cut: bool = False  # there is more than the limit allows
    notes: tuple[str, ...] = ()


class FoundRow(NamedTuple):
    """A row of a statement: a record of a page, and where it was before, if it tells of a change."""

    page: int
    set: int | None
    record: int
    change: int
    is_detail: int
    old_set: int | None
    old_record: int
    paired: str


@dataclass(frozen=True, slots=True)
class _StoredRecord:
    bundle: int
    parent: int | None
    key: str | None


@dataclass(slots=True)
class AnswerReader:
    """Reads the rows of an answer: what a statement has found, with what is shown of it."""

    connection: Connection
    names: KnownNames
    crawl: int
    columns: Sequence[AnswerColumn]
    older: Sequence[int] = ()  # crawls that tell of pages which are not in this one any more
    _records: dict[int, dict[int, _StoredRecord]] = field(default_factory=dict)

    def rows(self, found: Sequence[FoundRow], question: str) -> Iterator[ResultRow]:
        """Yield the results, in the order of the pages."""
        pages = list(dict.fromkeys(row.page for row in found))
        sets = {one for row in found for one in (row.set, row.old_set) if one is not None}
        self._read_records(sorted(sets))
        urls = self._urls(pages)
        texts = [self._texts(column, pages, sorted(sets)) for column in self.columns]
        by_page: defaultdict[int, list[FoundRow]] = defaultdict(list)
        for row in found:
            by_page[row.page].append(row)
        for page, several in by_page.items():
            records = several[0].set
            for record in self._instances(records, several):
                around = list(self._around(records, record))
                changes = [
                    row for row in several if row.change >= 0 and _tells_of(row, record, around)
                ]
                values = tuple(
                    self._old(one, page, changes, column)
                    if column.changes
                    else self._shown(one, page, records, around, column.subject)
                    for one, column in zip(texts, self.columns, strict=True)
                )
                key = self._key(records, around)
                paired = _BETWEEN.join(sorted({row.paired for row in changes if row.paired}))
                yield ResultRow(urls[page], key, values, paired, record, question)

    def _read_records(self, sets: Sequence[int]) -> None:
        rows = self.connection.among(
            "SELECT set_id, number, bundle_id, parent, key FROM pagekin_record WHERE set_id {} "
            "ORDER BY set_id, number",
            sets,
        )
        for of_set, number, *rest in rows:
            self._records.setdefault(of_set, {})[number] = _StoredRecord(*rest)

    def _urls(self, pages: Sequence[int]) -> dict[int, str]:
        return dict(self.connection.among("SELECT id, url FROM pagekin_page WHERE id {}", pages))

    def _known(self, records: int | None) -> dict[int, _StoredRecord]:
        return self._records.get(records, {}) if records is not None else {}

    def _instances(self, records: int | None, found: Iterable[FoundRow]) -> list[int]:
        """Return what is shown of a page: the innermost records that were singled out."""
        named = sorted(
            {row.record for row in found if not row.is_detail and row.record != NO_RECORD}
        )
        outer = {around for one in named for around in list(self._around(records, one))[1:]}
        return [one for one in named if one not in outer] or self._all_instances(records)

    def _all_instances(self, records: int | None) -> list[int]:
        """Return the records to show where none was singled out: those of the columns' bundle."""
        known = self._known(records)
        bundles = {
            one.bundle
            for column in self.columns
            if isinstance(column.subject, FieldSubject)
            for one in column.subject.fields
        }
        here = bundles & {one.bundle for one in known.values()}
        for bundle in here:
            if here <= set(self.names.around(bundle)):
                return [number for number, one in known.items() if one.bundle == bundle]
        return [NO_RECORD]

    def _around(self, records: int | None, record: int) -> Iterator[int]:
        """Yield a record and those around it, from the inside out."""
        known = self._known(records)
        one: int | None = record
        while one is not None and one in known:
            yield one
            one = known[one].parent

    def _key(self, records: int | None, around: Sequence[int]) -> str:
        """Return the key of a record, or of the nearest one around it that has one."""
        known = self._known(records)
        several = around or [number for number, one in known.items() if one.parent is None][:1]
        return next((known[one].key or "" for one in several if known[one].key), "")

    def _texts(self, column: AnswerColumn, pages: Sequence[int], sets: Sequence[int]) -> _Texts:
        """Return the texts of a column by record set and record; those of pages by page."""
        found: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        for source in value_sources(column.subject, self.connection.dialect):
            if isinstance(source, FieldSource):
                rows = self._field_texts(source, sets)
            else:
                rows = self._page_texts(source, pages, column.older)
            for place, record, text in rows:
                if text is not None:
                    found[place, record].append(text)
        return found

    def _page_texts(
        self, source: PropertySource | MetaSource, pages: Sequence[int], older: int | None
    ) -> Iterator[Row]:
        """Yield what is known of pages; of those that are gone, by the last crawl that saw them."""
        read = self._property_texts if isinstance(source, PropertySource) else self._meta_texts
        left = set(pages)
        for crawl in (self.crawl, *reversed(self.older)) if older is None else (older,):
            rows = list(read(source, sorted(left), crawl))  # type: ignore[arg-type]
            yield from rows
            left -= {page for page, *_ in rows}
            if not left:
                return

    def _field_texts(self, source: FieldSource, sets: Sequence[int]) -> Iterator[Row]:
        columns = source.columns("found")
        name = " AND found.name = %s" if source.attribute else ""
        return self.connection.among(
            f"SELECT found.set_id, found.record, {columns.text} FROM {source.tables('found')} "  # noqa: S608
            f"WHERE found.field_id = %s{name} AND found.set_id {{}} "
            "ORDER BY found.set_id, found.record, found.position",
            sets,
            source.field.id,
            *([source.attribute] if source.attribute else []),
        )

    def _property_texts(
        self, source: PropertySource, pages: Sequence[int], crawl: int
    ) -> Iterator[Row]:
        if source.subject.name == "url":
            return self.connection.among("SELECT id, -1, url FROM pagekin_page WHERE id {}", pages)
        tables = source.tables("found")
        version = " AND found_version.id = found.version_id" if "_version " in tables else ""
        return self.connection.among(
            f"SELECT found.page_id, -1, {source.columns('found').text} FROM {tables} "  # noqa: S608
            f"WHERE found.crawl_id = %s{version} AND found.page_id {{}}",
            pages,
            crawl,
        )

    def _meta_texts(self, source: MetaSource, pages: Sequence[int], crawl: int) -> Iterator[Row]:
        return self.connection.among(
            "SELECT seen.page_id, -1, tag.content FROM pagekin_crawl_page seen "
            "JOIN pagekin_meta_tag tag ON tag.version_id = seen.version_id AND tag.name = %s "
            "WHERE seen.crawl_id = %s AND seen.page_id {} ORDER BY seen.page_id, tag.position",
            pages,
            source.subject.name,
            crawl,
        )

    def _shown(
        self,
        texts: _Texts,
        page: int,
        records: int | None,
        around: Sequence[int],
        subject: Subject,
    ) -> str | None:
        """Return the values of a column for a row: of its record, of one around it, or of all its page."""
        if not isinstance(subject, FieldSubject):
            return _told(texts.get((page, NO_RECORD)))
        own = {one.bundle for one in subject.fields}
        known = self._known(records)
        inside = [number for number in around if known[number].bundle in own]
        several = inside[:1] or [n for n, one in known.items() if one.bundle in own]
        return _told(
            text
            for number in several
            if records is not None
            for text in texts.get((records, number), [])
        )

    def _old(
        self, texts: _Texts, page: int, changes: Iterable[FoundRow], column: AnswerColumn
    ) -> str | None:
        """Return the values of a column as they were before, where a row tells of that."""
        if not isinstance(column.subject, FieldSubject):
            return _told(texts.get((page, NO_RECORD)))
        places = dict.fromkeys(
            (row.old_set, row.old_record)
            for row in changes
            if row.change in column.changes and row.old_set is not None
        )
        return _told(
            text
            for old_set, record in places
            if old_set
            for text in texts.get((old_set, record), [])
        )


def shows_nothing(subject: Subject) -> bool:
    """Whether there is nothing to show of a subject in a column of its own."""
    return isinstance(subject, PageSubject)


def _tells_of(row: FoundRow, record: int, around: Sequence[int]) -> bool:
    """Whether a change is one of a record, of one around it, or of its page."""
    return row.record in {record, NO_RECORD} or row.record in around


def _told(texts: Iterable[str] | None) -> str | None:
    several = list(texts or ())
    return _BETWEEN.join(several) if several else None
