"""Page versions, record sets and link sets: found again when they were seen before, otherwise written.

What a page says, what a wrapper found there and where it leads change independently of one another: a page
on which only the date changes costs a version a crawl, and neither records nor links.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count, repeat
from typing import NamedTuple, Self

from pagekin.archive.position import Position
from pagekin.store.database import Connection, Row
from pagekin.store.page_results import Content, KindOfPage, PageLink, PageResult
from pagekin.store.storable_text import joined, storable
from pagekin.store.writing.name_ids import NameIds
from pagekin.store.writing.record_rows import RecordRows
from pagekin.wrappers.record import Record

_POSITION = ("archive_id", "archive_file", "archive_offset", "archive_length", "archive_digest")
_VERSION = ("id", "page_id", "digest", "title", "etag", "last_modified", *_POSITION, "facts")
_RECORD_SET = ("id", "page_id", "wrapper_version_id", "digest")
_RECORD = ("set_id", "number", "bundle_id", "index", "parent", "key")
_VALUE = ("set_id", "record", "field_id", "position", "text", "num", "unit")
_ATTRIBUTE = ("set_id", "record", "field_id", "name", "position", "text", "num")
_LINK_SET = ("id", "page_id", "digest")
_META_TAG = ("version_id", "name", "position", "content")
_LINK = ("set_id", "number", "to_id", "anchor", "kind_id", "tag")
_PORTION = 500  # rows, which the database takes while the next are made

_SetKey = tuple[int, int, bytes]  # page, wrapper version (0 for links), digest


class StoredContent(NamedTuple):
    """The rows that hold what a crawl saw of a page."""

    version: int | None = None
    records: int | None = None
    links: int | None = None


@dataclass(frozen=True, slots=True)
class _Before:
    """An earlier version of a page."""

    id: int
    digest: bytes
    etag: str
    last_modified: str
    has_facts: bool


@dataclass(slots=True)
class _LinkRows:
    """The links of a page, by column; without links there is no digest."""

    to: list[int]
    anchors: list[str]
    kinds: list[int | None]
    tags: list[str]
    digest: bytes | None

    @classmethod
    def of(
        cls, to: list[int], anchors: list[str], kinds: list[int | None], tags: list[str]
    ) -> Self:
        """Make anchors storable, and a digest that stands for all of it."""
        if not to:
            return cls(to, anchors, kinds, tags, None)
        try:
            texts = joined(anchors)
        except ValueError:
            anchors = [storable(anchor) for anchor in anchors]
            texts = joined(anchors)
        numbers = array("q", to)
        numbers.extend(-1 if kind is None else kind for kind in kinds)
        content = numbers.tobytes() + texts + joined(tags)
        return cls(to, anchors, kinds, tags, blake2b(content, digest_size=16).digest())


@dataclass(slots=True)
class _Rows:
    versions: list[Row] = field(default_factory=list)
    meta_tags: list[Row] = field(default_factory=list)
    record_sets: list[Row] = field(default_factory=list)
    records: list[Row] = field(default_factory=list)
    values: list[Row] = field(default_factory=list)
    attributes: list[Row] = field(default_factory=list)
    link_sets: list[Row] = field(default_factory=list)
    links: list[Row] = field(default_factory=list)


class PageVersions:
    """Writes what pages consist of."""

    def __init__(self, names: NameIds) -> None:
        self._names = names

    def write(
        self,
        connection: Connection,
        results: Sequence[PageResult],
        numbers: dict[str, int],
        new: Collection[int] = (),
    ) -> list[StoredContent]:
        """Write what each result consists of; what was there before is found again.

        Pages that are new have nothing yet. What a result does not tell is left open.
        """
        pages = [numbers[result.url] for result in results if result.content]
        old = set(pages).difference(new)
        work = _Work(connection, self._names, numbers, old=old, most=len(pages))
        made = [
            StoredContent(result.unchanged)
            if result.content is None
            else work.version(numbers[result.url], result.content)
            for result in results
        ]
        made = list(map(work.with_records, results, made))
        work.hand_over_values()
        work.hand_over_attributes()
        made = list(map(work.with_links, results, made))
        work.end()
        return made

    def write_records(
        self,
        connection: Connection,
        kind: KindOfPage,
        found: Sequence[tuple[int, Sequence[Record]]],
    ) -> list[int | None]:
        """Write the records of pages that are stored already; return the set of each."""
        pages = {page for page, _ in found}
        work = _Work(connection, self._names, {}, old=pages, most=len(pages))
        made = [work.record_set(page, kind, records) for page, records in found]
        work.end()
        return made


class _Work:
    """The writing of some pages."""

    def __init__(
        self,
        connection: Connection,
        names: NameIds,
        numbers: dict[str, int],
        *,
        old: Collection[int],
        most: int,
    ) -> None:
        self._connection = connection
        self._names = names
        self._numbers = numbers
        self._rows = _Rows()
        self._before = _versions_before(connection, old)
        self._record_sets = _record_sets_before(connection, old)
        self._link_sets = _link_sets_before(connection, old)
        self._most = most
        self._ids: dict[str, Iterator[int]] = {}

    def version(self, page: int, content: Content) -> StoredContent:
        """Find the version that has a content, or write one."""
        for one in self._before.get(page, ()):
            if one.digest == content.digest:
                self._update(one, content)
                return StoredContent(one.id)
        number = self._next("pagekin_page_version")
        self._rows.versions.append(_version_row(number, page, content))
        self._rows.meta_tags += _meta_rows(number, content.meta_tags)
        self._before[page].append(
            _Before(
                number, content.digest, content.etag, content.last_modified, bool(content.facts)
            )
        )
        return StoredContent(number)

    def with_records(self, result: PageResult, made: StoredContent) -> StoredContent:
        """Find or write the records of a page."""
        content = result.content
        if content is None or content.records is None or result.kind is None:
            return made
        page = self._numbers[result.url]
        return made._replace(records=self.record_set(page, result.kind, content.records))

    def record_set(self, page: int, kind: KindOfPage, records: Sequence[Record]) -> int | None:
        """Find or write a record set."""
        if not records:
            return None
        ids = self._names.wrapper(self._connection, kind)
        new = RecordRows(self._connection, ids, records)
        if new.digest is None:
            return None
        key = page, ids.version, new.digest
        number = self._record_sets.get(key)
        if number is None:
            number = self._record_sets[key] = self._next("pagekin_record_set")
            rows = self._rows
            with_set = (number,).__add__  # the quickest way there is, and there are many values
            rows.record_sets.append((number, page, ids.version, new.digest))
            rows.records += map(with_set, new.records)
            rows.values += map(with_set, new.values)
            rows.attributes += map(with_set, new.attributes)
            if len(rows.values) >= _PORTION:
                self.hand_over_values()
        return number

    def with_links(self, result: PageResult, made: StoredContent) -> StoredContent:
        """Find or write the links of a page."""
        content = result.content
        if content is None or content.links is None:
            return made
        new = self._link_rows(content.links)
        if new.digest is None:
            return made
        page = self._numbers[result.url]
        key = page, 0, new.digest
        number = self._link_sets.get(key)
        if number is None:
            number = self._link_sets[key] = self._next("pagekin_link_set")
            self._rows.link_sets.append((number, page, new.digest))
            self._rows.links += zip(
                repeat(number), count(), new.to, new.anchors, new.kinds, new.tags, strict=False
            )
            if len(self._rows.links) >= _PORTION:
                self._hand_over_links()
        return made._replace(links=number)

    def hand_over_values(self) -> None:
        """Let the database take values while the next are made."""
        self._connection.insert("pagekin_value", _VALUE, self._rows.values)
        self._rows.values.clear()

    def hand_over_attributes(self) -> None:
        """Hand attributes over, all at once: to go to and fro between two tables takes time."""
        self._connection.insert("pagekin_attribute", _ATTRIBUTE, self._rows.attributes)
        self._rows.attributes.clear()

    def end(self) -> None:
        """Hand over all rows that are left."""
        connection, rows = self._connection, self._rows
        self.hand_over_values()
        self.hand_over_attributes()
        self._hand_over_links()
        connection.insert("pagekin_page_version", _VERSION, rows.versions)
        connection.insert("pagekin_meta_tag", _META_TAG, rows.meta_tags)
        connection.insert("pagekin_record_set", _RECORD_SET, rows.record_sets)
        connection.insert("pagekin_record", _RECORD, rows.records)
        connection.insert("pagekin_link_set", _LINK_SET, rows.link_sets)

    def _hand_over_links(self) -> None:
        self._connection.insert("pagekin_link", _LINK, self._rows.links)
        self._rows.links.clear()

    def _link_rows(self, links: Sequence[PageLink]) -> _LinkRows:
        numbers, connection, kind = self._numbers, self._connection, self._names.kind
        return _LinkRows.of(
            [numbers[link.url] for link in links],
            [link.anchor for link in links],
            [None if link.kind is None else kind(connection, link.kind) for link in links],
            [link.tag for link in links],
        )

    def _update(self, same: _Before, content: Content) -> None:
        """Keep a version that was there; where it is archived and what servers say of it may be new.

        A content is archived again if it was not to be had from where it was.
        """
        if content.position:
            self._set(same.id, " = %s, ".join(_POSITION) + " = %s", *_position(content.position))
        if content.facts and not same.has_facts:
            self._set(same.id, "facts = %s", content.facts)
        if (content.etag, content.last_modified) != (same.etag, same.last_modified):
            self._set(
                same.id,
                "etag = %s, last_modified = %s",
                storable(content.etag),
                storable(content.last_modified),
            )

    def _set(self, version: int, assignments: str, *values: object) -> None:
        sql = f"UPDATE pagekin_page_version SET {assignments} WHERE id = %s"  # noqa: S608 - ours
        self._connection.execute(sql, *values, version)

    def _next(self, table: str) -> int:
        """Take one of the numbers that are reserved for new rows, as many as there can be."""
        if table not in self._ids:
            self._ids[table] = iter(self._connection.next_ids(table, self._most))
        return next(self._ids[table])


def _version_row(number: int, page: int, content: Content) -> Row:
    return (
        number,
        page,
        content.digest,
        storable(content.title),
        storable(content.etag),
        storable(content.last_modified),
        *_position(content.position),
        content.facts or None,
    )


def _position(position: Position | None) -> Row:
    """Return a position as the columns of a version."""
    if position is None:
        return None, "", None, None, ""
    return (
        position.archive or None,
        position.file,
        position.offset,
        position.length,
        position.digest,
    )


def _meta_rows(version: int, tags: Sequence[tuple[str, str]]) -> Iterator[Row]:
    """Yield the META tags of a version, those of one name in their order."""
    counts: Counter[str] = Counter()
    for name, content in tags:
        named = storable(name)
        yield version, named, counts[named], storable(content)
        counts[named] += 1


def _versions_before(
    connection: Connection, pages: Iterable[int]
) -> defaultdict[int, list[_Before]]:
    before: defaultdict[int, list[_Before]] = defaultdict(list)
    rows = connection.among(
        "SELECT page_id, id, digest, etag, last_modified, facts IS NOT NULL "
        "FROM pagekin_page_version WHERE page_id {} ORDER BY id",
        pages,
    )
    for page, number, digest, etag, last_modified, facts in rows:
        before[page].append(_Before(number, bytes(digest), etag, last_modified, bool(facts)))
    return before


def _record_sets_before(connection: Connection, pages: Iterable[int]) -> dict[_SetKey, int]:
    rows = connection.among(
        "SELECT page_id, wrapper_version_id, digest, id FROM pagekin_record_set WHERE page_id {}",
        pages,
    )
    return {(page, wrapper, bytes(digest)): number for page, wrapper, digest, number in rows}


def _link_sets_before(connection: Connection, pages: Iterable[int]) -> dict[_SetKey, int]:
    rows = connection.among(
        "SELECT page_id, digest, id FROM pagekin_link_set WHERE page_id {}", pages
    )
    return {(page, 0, bytes(digest)): number for page, digest, number in rows}
