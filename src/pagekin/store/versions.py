"""Page versions: found again when the content is one that was seen before, otherwise written.

A new version whose records or links are those of an earlier version of the page refers to that one.
"""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from pagekin.store.database import Row, Session
from pagekin.store.names import Names
from pagekin.store.record_rows import RecordRows
from pagekin.store.results import Content, FoundLink, PageResult
from pagekin.store.texts import storable

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
_PORTION = 250  # rows of values, which the database takes while the next are made


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
class _Rows:
    versions: list[Row] = field(default_factory=list)
    records: list[Row] = field(default_factory=list)
    values: list[Row] = field(default_factory=list)
    links: list[Row] = field(default_factory=list)


class Versions:
    """Writes page versions."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def write(
        self, session: Session, results: Sequence[PageResult], numbers: dict[str, int]
    ) -> list[int | None]:
        """Give the version of each result: one that was there, a new one, or none for a failed page."""
        pages = [numbers[result.url] for result in results if result.content]
        before = _versions_before(session, pages)
        fresh = iter(session.next_ids("pagekin_page_version", len(pages)) if pages else ())
        rows = _Rows()
        found: list[int | None] = []
        for result in results:
            if result.content is None:
                found.append(result.unchanged)
                continue
            page = numbers[result.url]
            earlier = before.get(page, [])
            same = next((one for one in earlier if one.digest == result.content.digest), None)
            number = same.id if same else next(fresh)
            work = _Work(session, self._names, rows, numbers, number, earlier)
            if same:
                work.update(same, result.content)
            else:
                work.insert(page, result.content)
            found.append(number)
            if len(rows.values) >= _PORTION:
                session.insert("pagekin_value", _VALUE, rows.values)
                rows.values.clear()
        session.insert("pagekin_value", _VALUE, rows.values)
        session.insert("pagekin_page_version", _VERSION, rows.versions)
        session.insert("pagekin_record", _RECORD, rows.records)
        session.insert("pagekin_link", _LINK, rows.links)
        return found


@dataclass(slots=True)
class _Work:
    """The writing of one version."""

    session: Session
    names: Names
    rows: _Rows
    numbers: dict[str, int]
    version: int
    earlier: list[_Before]

    def insert(self, page: int, content: Content) -> None:
        """Write a content that the page never had before."""
        position = content.position
        self.rows.versions.append(
            (
                self.version,
                page,
                content.digest,
                storable(content.title),
                storable(content.etag),
                storable(content.last_modified),
                position.file if position else "",
                position.offset if position else None,
                position.length if position else None,
                position.digest if position else "",
                *self._records(content),
                *self._links(content),
                content.facts or None,
            )
        )

    def update(self, same: _Before, content: Content) -> None:
        """Keep a version that was there; its records change if they are now extracted in another way."""
        if content.facts and not same.has_facts:
            self._set("facts = %s", content.facts)
        if (content.etag, content.last_modified) != (same.etag, same.last_modified):
            self._set("etag = %s, last_modified = %s", content.etag, content.last_modified)
        if content.records is not None:
            new = RecordRows(self.session, self.names, content.records, self.version)
            digest = new.digest() if new.records else None
            if digest != same.records_digest:
                _part_records(self.session, same)
                self._set("records_digest = %s, records_from_id = %s", *self._records(content))
        if content.links is not None:
            rows = self._link_rows(content.links)
            if (_digest(rows) if rows else None) != same.links_digest:
                _part_links(self.session, same)
                self._set("links_digest = %s, links_from_id = %s", *self._links(content))

    def _records(self, content: Content) -> tuple[bytes | None, int | None]:
        new = RecordRows(self.session, self.names, content.records or (), self.version)
        if not new.records:
            return None, None
        digest = new.digest()
        for one in self.earlier:
            if one.records_digest == digest and one.id != self.version:
                return digest, one.records_from
        self.rows.records += new.records
        self.rows.values += new.values
        return digest, self.version

    def _links(self, content: Content) -> tuple[bytes | None, int | None]:
        rows = self._link_rows(content.links or ())
        if not rows:
            return None, None
        digest = _digest(rows)
        for one in self.earlier:
            if one.links_digest == digest and one.id != self.version:
                return digest, one.links_from
        version = self.version
        self.rows.links += [(version, number, *row) for number, row in enumerate(rows)]
        return digest, version

    def _link_rows(self, links: Sequence[FoundLink]) -> list[Row]:
        return [
            (
                self.numbers[link.url],
                storable(link.anchor),
                None if link.kind is None else self.names.kind(self.session, link.kind),
            )
            for link in links
        ]

    def _set(self, assignments: str, *values: object) -> None:
        sql = f"UPDATE pagekin_page_version SET {assignments} WHERE id = %s"  # noqa: S608 - ours
        self.session.execute(sql, *values, self.version)


def _versions_before(session: Session, pages: Sequence[int]) -> dict[int, list[_Before]]:
    rows = session.among(
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


def _part_records(session: Session, version: _Before) -> None:
    """Take a version's records away; if other versions refer to them, one of those inherits them."""
    _part(session, version.id, "records_from_id", ("pagekin_record", "pagekin_value"))


def _part_links(session: Session, version: _Before) -> None:
    """Take a version's links away, as with the records."""
    _part(session, version.id, "links_from_id", ("pagekin_link",))


def _part(session: Session, version: int, column: str, tables: tuple[str, ...]) -> None:
    heir = session.rows(
        f"SELECT min(id) FROM pagekin_page_version WHERE {column} = %s AND id <> %s "  # noqa: S608
        "AND page_id = (SELECT page_id FROM pagekin_page_version WHERE id = %s)",
        version,
        version,
        version,
    )[0][0]
    for table in tables:
        if heir is None:
            session.execute(f"DELETE FROM {table} WHERE version_id = %s", version)  # noqa: S608
        else:
            session.execute(
                f"UPDATE {table} SET version_id = %s WHERE version_id = %s",  # noqa: S608
                heir,
                version,
            )
    if heir is not None:
        session.execute(
            f"UPDATE pagekin_page_version SET {column} = %s WHERE {column} = %s AND id <> %s "  # noqa: S608
            "AND page_id = (SELECT page_id FROM pagekin_page_version WHERE id = %s)",
            heir,
            version,
            version,
            version,
        )


def _digest(links: Sequence[Row]) -> bytes:
    to, anchors, kinds = zip(*links, strict=True)
    numbers = array("q", to)
    numbers.extend(-1 if kind is None else kind for kind in kinds)
    content = numbers.tobytes() + "\0".join(anchors).encode()
    return blake2b(content, digest_size=16).digest()
