"""The answer to a query: rows with their page, their key, and the values that were asked for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from pagekin.query.known_names import FieldSubject, KnownNames, MetaSubject, PageSubject, Subject
from pagekin.query.value_sources import FieldSource, PropertySource, value_sources
from pagekin.store.database import Connection, Row

_BETWEEN = ", "  # several values of one field
_DIGEST = 8  # bytes: enough to tell the results of a store apart
NO_RECORD = -1


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """A column: what it is called, and what it shows."""

    name: str
    subject: Subject


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A page, or an instance of a bundle on it, that a query has found.

    The digest stands for it: the same result of the same question in another crawl has the same.
    """

    url: str
    key: str
    values: tuple[str | None, ...]  # one for each column
    digest: str


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """What a query has found in a crawl."""

    crawl: int
    columns: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    is_cut: bool = False  # there is more than the limit allows
    notes: tuple[str, ...] = ()


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
    _records: dict[int, dict[int, _StoredRecord]] = field(default_factory=dict)

    def rows(self, found: Sequence[Row], question: str) -> Iterator[ResultRow]:
        """Yield the result for each row, in the order of the pages."""
        pages = list(dict.fromkeys(page for page, *_ in found))
        sets = sorted({records for _, records, _ in found if records is not None})
        self._read_records(sets)
        urls = self._urls(pages)
        texts = [self._texts(column.subject, pages, sets) for column in self.columns]
        for page, records, record in self._instances(found):
            around = list(self._around(records, record))
            values = tuple(
                self._shown(one, page, records, around, column)
                for one, column in zip(texts, self.columns, strict=True)
            )
            key = self._key(records, around)
            yield ResultRow(
                urls[page], key, values, _digest(question, urls[page], key or str(record), values)
            )

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

    def _instances(self, found: Iterable[Row]) -> Iterator[tuple[int, int | None, int]]:
        """Yield what is shown of each page: the innermost records that were singled out."""
        of_page: dict[int, tuple[int | None, list[int]]] = {}
        for page, records, record in found:
            of_page.setdefault(page, (records, []))[1].append(record)
        for page, (records, numbers) in of_page.items():
            named = sorted({number for number in numbers if number != NO_RECORD})
            outer = {
                around for number in named for around in list(self._around(records, number))[1:]
            }
            shown = [number for number in named if number not in outer]
            for number in shown or self._all_instances(records):
                yield page, records, number

    def _all_instances(self, records: int | None) -> list[int]:
        """Return the records to show where none was singled out: those of the columns' bundle."""
        known = self._records.get(records, {}) if records is not None else {}
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
        known = self._records.get(records, {}) if records is not None else {}
        one: int | None = record
        while one is not None and one in known:
            yield one
            one = known[one].parent

    def _key(self, records: int | None, around: Sequence[int]) -> str:
        """Return the key of a record, or of the nearest one around it that has one."""
        known = self._records.get(records, {}) if records is not None else {}
        several = around or [number for number, one in known.items() if one.parent is None][:1]
        return next((known[one].key or "" for one in several if known[one].key), "")

    def _texts(
        self, subject: Subject, pages: Sequence[int], sets: Sequence[int]
    ) -> dict[tuple[int, int], list[str]]:
        """Return the texts of a column by record set and record; those of pages by page."""
        found: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        for source in value_sources(subject, postgres=self.connection.postgres):
            if isinstance(source, FieldSource):
                rows = self._field_texts(source, sets)
            elif isinstance(source, PropertySource):
                rows = self._property_texts(source, pages)
            else:
                rows = self._meta_texts(source.subject, pages)
            for place, record, text in rows:
                if text is not None:
                    found[place, record].append(text)
        return found

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

    def _property_texts(self, source: PropertySource, pages: Sequence[int]) -> Iterator[Row]:
        text = source.columns("found").text
        if source.subject.name == "url":
            return self.connection.among("SELECT id, -1, url FROM pagekin_page WHERE id {}", pages)
        version = (
            " AND found_version.id = found.version_id"
            if "_version" in source.tables("found")
            else ""
        )
        return self.connection.among(
            f"SELECT found.page_id, -1, {text} FROM {source.tables('found')} "  # noqa: S608 - ours
            f"WHERE found.crawl_id = %s{version} AND found.page_id {{}}",
            pages,
            self.crawl,
        )

    def _meta_texts(self, subject: MetaSubject, pages: Sequence[int]) -> Iterator[Row]:
        return self.connection.among(
            "SELECT seen.page_id, -1, tag.content FROM pagekin_crawl_page seen "
            "JOIN pagekin_meta_tag tag ON tag.version_id = seen.version_id AND tag.name = %s "
            "WHERE seen.crawl_id = %s AND seen.page_id {} ORDER BY seen.page_id, tag.position",
            pages,
            subject.name,
            self.crawl,
        )

    def _shown(
        self,
        texts: dict[tuple[int, int], list[str]],
        page: int,
        records: int | None,
        around: Sequence[int],
        column: AnswerColumn,
    ) -> str | None:
        """Return the values of a column for a row: of its record, of one around it, or of all its page."""
        if not isinstance(column.subject, FieldSubject):
            found = texts.get((page, NO_RECORD), [])
        else:
            own = {one.bundle for one in column.subject.fields}
            known = self._records.get(records, {}) if records is not None else {}
            inside = [number for number in around if known[number].bundle in own]
            several = inside[:1] or [n for n, one in known.items() if one.bundle in own]
            found = [
                text
                for number in several
                if records is not None
                for text in texts.get((records, number), [])
            ]
        return _BETWEEN.join(found) if found else None


def shows_nothing(subject: Subject) -> bool:
    """Whether there is nothing to show of a subject in a column of its own."""
    return isinstance(subject, PageSubject)


def _digest(*parts: object) -> str:
    return blake2b(repr(parts).encode(), digest_size=_DIGEST).hexdigest()
