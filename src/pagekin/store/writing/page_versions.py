"""Page versions: found again when the content is one that was seen before, otherwise written.

A new version whose records or links are those of an earlier version of the page refers to that one.
"""

from array import array
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count, repeat
from typing import Self

from pagekin.store.database import Connection, Row
from pagekin.store.page_results import Content, PageLink, PageResult
from pagekin.store.storable_text import joined, storable
from pagekin.store.writing.name_ids import NameIds
from pagekin.store.writing.record_rows import RecordRows

_VERSION = (
    "id",
    "page_id",
    "digest",
    "title",
    "etag",
    "last_modified",
    "archive_file",
    "archive_offset",
    "archive_length",
    "archive_digest",
    "records_digest",
    "records_from_id",
    "links_digest",
    "links_from_id",
    "facts",
)
_RECORD = ("version_id", "number", "bundle_id", "index", "parent")
_VALUE = ("version_id", "record", "field_id", "position", "text", "num", "unit", "attributes")
_LINK = ("version_id", "number", "to_id", "anchor", "kind_id")
_PORTION = 500  # rows, which the database takes while the next are made

_Shared = tuple[bytes | None, int | None]  # a digest of rows, and the version that has them


@dataclass(frozen=True, slots=True)
class _Before:
    """An earlier version of a page."""

    id: int
    digest: bytes
    etag: str
    last_modified: str
    records_digest: bytes | None
    records_from: int | None
    links_digest: bytes | None
    links_from: int | None
    has_facts: bool


@dataclass(slots=True)
class _LinkRows:
    """The links of a version, by column; without links there is no digest."""

    to: list[int]
    anchors: list[str]
    kinds: list[int | None]
    digest: bytes | None

    @classmethod
    def of(cls, to: list[int], anchors: list[str], kinds: list[int | None]) -> Self:
        """Make anchors storable, and a digest that stands for all of it."""
        if not to:
            return cls(to, anchors, kinds, None)
        try:
            texts = joined(anchors)
        except ValueError:
            anchors = [storable(anchor) for anchor in anchors]
            texts = joined(anchors)
        numbers = array("q", to)
        numbers.extend(-1 if kind is None else kind for kind in kinds)
        digest = blake2b(numbers.tobytes() + texts, digest_size=16).digest()
        return cls(to, anchors, kinds, digest)


@dataclass(slots=True)
class _Rows:
    versions: list[Row] = field(default_factory=list)
    records: list[Row] = field(default_factory=list)
    values: list[Row] = field(default_factory=list)
    links: list[Row] = field(default_factory=list)


class PageVersions:
    """Writes page versions."""

    def __init__(self, names: NameIds) -> None:
        self._names = names

    def write(
        self,
        connection: Connection,
        results: Sequence[PageResult],
        numbers: dict[str, int],
        new: Collection[int] = (),
    ) -> list[int | None]:
        """Give the version of each result: one that was there, a new one, or none for a failed page.

        Pages that are new have no version yet.
        """
        pages = [numbers[result.url] for result in results if result.content]
        before = _versions_before(connection, [page for page in pages if page not in new])
        fresh = iter(connection.next_ids("pagekin_page_version", len(pages)) if pages else ())
        work = _Work(connection, self._names, numbers)
        found: list[int | None] = []
        contents: list[_New] = []
        for result in results:
            content = result.content
            if content is None:
                found.append(result.unchanged)
                continue
            page = numbers[result.url]
            earlier = before.get(page, ())
            same = next((one for one in earlier if one.digest == content.digest), None)
            if same:
                work.update(same, earlier, content)
                found.append(same.id)
            else:
                one = _New(next(fresh), page, earlier, content)
                contents.append(one)
                found.append(one.number)
        work.insert(contents)
        work.end()
        return found


@dataclass(frozen=True, slots=True)
class _New:
    """A content that its page never had before, and the version's number."""

    number: int
    page: int
    earlier: Sequence[_Before]
    content: Content


@dataclass(slots=True)
class _Work:
    """The writing of some versions."""

    connection: Connection
    names: NameIds
    numbers: dict[str, int]
    rows: _Rows = field(default_factory=_Rows)

    def insert(self, contents: Sequence[_New]) -> None:
        """Write new contents, table by table: the database takes rows while the next are made."""
        records = [
            self._records(new.number, new.earlier, self._record_rows(new.content))
            for new in contents
        ]
        self._hand_over_values()
        links = [
            self._links(new.number, new.earlier, self._link_rows(new.content.links or ()))
            for new in contents
        ]
        self._hand_over_links()
        self.rows.versions += map(_version_row, contents, records, links)

    def update(self, same: _Before, earlier: Sequence[_Before], content: Content) -> None:
        """Keep a version that was there; its records change if they are now extracted in another way."""
        number = same.id
        if content.facts and not same.has_facts:
            self._set(number, "facts = %s", content.facts)
        if (content.etag, content.last_modified) != (same.etag, same.last_modified):
            self._set(number, "etag = %s, last_modified = %s", content.etag, content.last_modified)
        if content.records is not None:
            records = self._record_rows(content)
            if records.digest != same.records_digest:
                _part_records(self.connection, same)
                written = self._records(number, earlier, records)
                self._set(number, "records_digest = %s, records_from_id = %s", *written)
        if content.links is not None:
            links = self._link_rows(content.links)
            if links.digest != same.links_digest:
                _part_links(self.connection, same)
                written = self._links(number, earlier, links)
                self._set(number, "links_digest = %s, links_from_id = %s", *written)

    def end(self) -> None:
        """Hand over all rows that are left."""
        self._hand_over_values()
        self._hand_over_links()
        self.connection.insert("pagekin_page_version", _VERSION, self.rows.versions)
        self.connection.insert("pagekin_record", _RECORD, self.rows.records)

    def _records(self, version: int, earlier: Sequence[_Before], new: RecordRows) -> _Shared:
        if new.digest is None:
            return None, None
        for one in earlier:
            if one.records_digest == new.digest and one.id != version:
                return new.digest, one.records_from
        with_version = (version,).__add__  # the quickest way there is, and there are many values
        self.rows.records += map(with_version, new.records)
        self.rows.values += map(with_version, new.values)
        if len(self.rows.values) >= _PORTION:
            self._hand_over_values()
        return new.digest, version

    def _links(self, version: int, earlier: Sequence[_Before], new: _LinkRows) -> _Shared:
        if new.digest is None:
            return None, None
        for one in earlier:
            if one.links_digest == new.digest and one.id != version:
                return new.digest, one.links_from
        self.rows.links += zip(
            repeat(version), count(), new.to, new.anchors, new.kinds, strict=False
        )
        if len(self.rows.links) >= _PORTION:
            self._hand_over_links()
        return new.digest, version

    def _hand_over_values(self) -> None:
        self.connection.insert("pagekin_value", _VALUE, self.rows.values)
        self.rows.values.clear()

    def _hand_over_links(self) -> None:
        self.connection.insert("pagekin_link", _LINK, self.rows.links)
        self.rows.links.clear()

    def _record_rows(self, content: Content) -> RecordRows:
        return RecordRows(self.connection, self.names, content.records or ())

    def _link_rows(self, links: Sequence[PageLink]) -> _LinkRows:
        numbers, connection, kind = self.numbers, self.connection, self.names.kind
        return _LinkRows.of(
            [numbers[link.url] for link in links],
            [link.anchor for link in links],
            [None if link.kind is None else kind(connection, link.kind) for link in links],
        )

    def _set(self, version: int, assignments: str, *values: object) -> None:
        sql = f"UPDATE pagekin_page_version SET {assignments} WHERE id = %s"  # noqa: S608 - ours
        self.connection.execute(sql, *values, version)


def _version_row(new: _New, records: _Shared, links: _Shared) -> Row:
    content, position = new.content, new.content.position
    return (
        new.number,
        new.page,
        content.digest,
        storable(content.title),
        storable(content.etag),
        storable(content.last_modified),
        position.file if position else "",
        position.offset if position else None,
        position.length if position else None,
        position.digest if position else "",
        *records,
        *links,
        content.facts or None,
    )


def _versions_before(connection: Connection, pages: Sequence[int]) -> dict[int, list[_Before]]:
    rows = connection.among(
        "SELECT page_id, id, digest, etag, last_modified, records_digest, records_from_id, "
        "links_digest, links_from_id, facts IS NOT NULL FROM pagekin_page_version "
        "WHERE page_id {} ORDER BY id",
        pages,
    )
    before: defaultdict[int, list[_Before]] = defaultdict(list)
    for (
        page,
        number,
        digest,
        etag,
        changed,
        records,
        records_from,
        links,
        links_from,
        facts,
    ) in rows:
        before[page].append(
            _Before(
                number,
                bytes(digest),
                etag,
                changed,
                None if records is None else bytes(records),
                records_from,
                None if links is None else bytes(links),
                links_from,
                bool(facts),
            )
        )
    return before


def _part_records(connection: Connection, version: _Before) -> None:
    """Take a version's records away; if other versions refer to them, one of those inherits them."""
    _part(connection, version.id, "records_from_id", ("pagekin_record", "pagekin_value"))


def _part_links(connection: Connection, version: _Before) -> None:
    """Take a version's links away, as with the records."""
    _part(connection, version.id, "links_from_id", ("pagekin_link",))


def _part(connection: Connection, version: int, column: str, tables: tuple[str, ...]) -> None:
    heir = connection.rows(
        f"SELECT min(id) FROM pagekin_page_version WHERE {column} = %s AND id <> %s "  # noqa: S608
        "AND page_id = (SELECT page_id FROM pagekin_page_version WHERE id = %s)",
        version,
        version,
        version,
    )[0][0]
    for table in tables:
        if heir is None:
            connection.execute(f"DELETE FROM {table} WHERE version_id = %s", version)  # noqa: S608
        else:
            connection.execute(
                f"UPDATE {table} SET version_id = %s WHERE version_id = %s",  # noqa: S608
                heir,
                version,
            )
    if heir is not None:
        connection.execute(
            f"UPDATE pagekin_page_version SET {column} = %s WHERE {column} = %s AND id <> %s "  # noqa: S608
            "AND page_id = (SELECT page_id FROM pagekin_page_version WHERE id = %s)",
            heir,
            version,
            version,
            version,
        )
