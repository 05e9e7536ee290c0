"""Reads back what crawls have stored: pages, records, links."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pagekin.store.database import Connection, Row
from pagekin.store.page_results import ArchivePosition
from pagekin.store.writing.crawl_runs import OpenCrawl
from pagekin.store.writing.page_ids import url_digest
from pagekin.values.value import Value
from pagekin.wrappers.record import Record

REDIRECTED = "redirected to "  # how the error of a page begins that only leads elsewhere
LEFT_OUT = "trap: "  # and of one that was not fetched, since it brings nothing
_RECORDS = (
    'SELECT record.number, bundle.name, record."index", record.parent '
    "FROM pagekin_page_version version "
    "JOIN pagekin_record record ON record.version_id = version.records_from_id "
    "JOIN pagekin_bundle bundle ON bundle.id = record.bundle_id WHERE version.id = %s "
    "ORDER BY record.number"
)
_VALUES = (
    "SELECT value.record, field.name, field.type, field.many, value.text, value.attributes "
    "FROM pagekin_page_version version "
    "JOIN pagekin_value value ON value.version_id = version.records_from_id "
    "JOIN pagekin_field field ON field.id = value.field_id WHERE version.id = %s "
    "ORDER BY value.record, value.field_id, value.position"
)


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page as a crawl saw it."""

    url: str
    kind: str
    status: int | None
    error: str
    depth: int
    score: float | None
    found_on: str
    version: int | None
    title: str


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link as a crawl saw it."""

    page: str
    to: str
    anchor: str
    kind: str  # "" if it was not followed


def pages_of(connection: Connection, crawl: int, kind: str | None = None) -> Iterator[SeenPage]:
    """Go through the pages of a crawl, all or those of a kind, in the order in which they were found."""
    rows = connection.each(
        "SELECT page.url, coalesce(kind.name, ''), seen.status, seen.error, seen.depth, "
        "CAST(seen.score AS double precision) / 1000, coalesce(origin.url, ''), seen.version_id, coalesce(version.title, '') "
        "FROM pagekin_crawl_page seen JOIN pagekin_page page ON page.id = seen.page_id "
        "LEFT JOIN pagekin_kind kind ON kind.id = seen.kind_id "
        "LEFT JOIN pagekin_page origin ON origin.id = seen.found_on_id "
        "LEFT JOIN pagekin_page_version version ON version.id = seen.version_id "
        "WHERE seen.crawl_id = %s AND (%s = '' OR kind.name = %s) ORDER BY seen.page_id",
        crawl,
        kind or "",
        kind or "",
    )
    return (SeenPage(*row) for row in rows)


@dataclass(frozen=True, slots=True)
class KindCount:
    """So many pages of a kind that a crawl has seen."""

    kind: str
    failed: bool  # there is no content
    redirected: bool  # for they only lead elsewhere
    left_out: bool  # as traps
    pages: int


def counts_of(connection: Connection, crawl: int) -> list[KindCount]:
    """Count the pages of a crawl by what became of them."""
    rows = connection.rows(
        "SELECT coalesce(kind.name, ''), seen.version_id IS NULL, seen.error LIKE %s, "
        "seen.error LIKE %s, count(*) "
        "FROM pagekin_crawl_page seen LEFT JOIN pagekin_kind kind ON kind.id = seen.kind_id "
        "WHERE seen.crawl_id = %s GROUP BY 1, 2, 3, 4",
        f"{REDIRECTED}%",
        f"{LEFT_OUT}%",
        crawl,
    )
    return [KindCount(row[0], bool(row[1]), bool(row[2]), bool(row[3]), row[4]) for row in rows]


def failures_of(
    connection: Connection, crawl: int, most: int, *, left_out: bool = False
) -> list[tuple[str, int | None, str]]:
    """Give the first pages of a crawl that failed, or those left out: URL, status and error."""
    rows = connection.rows(
        "SELECT page.url, seen.status, seen.error FROM pagekin_crawl_page seen "
        "JOIN pagekin_page page ON page.id = seen.page_id WHERE seen.crawl_id = %s "
        "AND seen.version_id IS NULL AND seen.error NOT LIKE %s AND (seen.error LIKE %s) = %s "
        "ORDER BY seen.page_id LIMIT %s",
        crawl,
        f"{REDIRECTED}%",
        f"{LEFT_OUT}%",
        left_out,
        most,
    )
    return [(url, status, error) for url, status, error in rows]


def is_known(connection: Connection, crawl: OpenCrawl, url: str) -> bool:
    """Tell whether a crawl knows a page: it is to be fetched, or done."""
    rows = connection.rows(
        "SELECT EXISTS (SELECT 1 FROM pagekin_frontier WHERE crawl_id = %s AND page_id = page.id) "
        "OR EXISTS (SELECT 1 FROM pagekin_crawl_page WHERE crawl_id = %s AND page_id = page.id) "
        "FROM pagekin_page page WHERE page.crawler_id = %s AND page.digest = %s",
        crawl.id,
        crawl.id,
        crawl.crawler,
        url_digest(url),
    )
    return bool(rows and rows[0][0])


def has_content(connection: Connection, crawler: int, url: str, digest: bytes) -> bool:
    """Tell whether a page has had a content before that is in the archive."""
    rows = connection.rows(
        "SELECT 1 FROM pagekin_page page JOIN pagekin_page_version version "
        "ON version.page_id = page.id WHERE page.crawler_id = %s AND page.digest = %s "
        "AND version.digest = %s AND version.archive_offset IS NOT NULL",
        crawler,
        url_digest(url),
        digest,
    )
    return bool(rows)


def has_pages(connection: Connection, crawler: int) -> bool:
    """Tell whether a crawler has seen any page yet."""
    sql = "SELECT 1 FROM pagekin_page WHERE crawler_id = %s LIMIT 1"
    return bool(connection.rows(sql, crawler))


def links_of(connection: Connection, crawl: int) -> Iterator[SeenLink]:
    """Go through the links of all pages of a crawl."""
    rows = connection.each(
        "SELECT page.url, there.url, link.anchor, coalesce(kind.name, '') "
        "FROM pagekin_crawl_page seen JOIN pagekin_page page ON page.id = seen.page_id "
        "JOIN pagekin_page_version version ON version.id = seen.version_id "
        "JOIN pagekin_link link ON link.version_id = version.links_from_id "
        "JOIN pagekin_page there ON there.id = link.to_id "
        "LEFT JOIN pagekin_kind kind ON kind.id = link.kind_id "
        "WHERE seen.crawl_id = %s ORDER BY seen.page_id, link.number",
        crawl,
    )
    return (SeenLink(*row) for row in rows)


def records_of(connection: Connection, version: int) -> tuple[Record, ...]:
    """Give the records of a page version; fields without any value are not in them."""
    fields: defaultdict[int, dict[str, list[Value]]] = defaultdict(dict)
    lists: defaultdict[int, set[str]] = defaultdict(set)
    for record, name, kind, many, text, attributes in connection.rows(_VALUES, version):
        fields[record].setdefault(name, []).append(_value(text, kind, attributes))
        if many:
            lists[record].add(name)
    inner: defaultdict[int | None, list[Record]] = defaultdict(list)
    # From the last to the first: what is inside a record has a higher number.
    for number, bundle, index, parent in reversed(connection.rows(_RECORDS, version)):
        values = {name: tuple(some) for name, some in fields[number].items()}
        nested = tuple(reversed(inner.pop(number, [])))
        inner[parent].append(Record(bundle, index, values, nested, frozenset(lists[number])))
    return tuple(reversed(inner.pop(None, [])))


def position_of(connection: Connection, version: int) -> ArchivePosition | None:
    """Tell where the archive has a page version."""
    rows = connection.rows(
        "SELECT archive_file, archive_offset, archive_length, archive_digest "
        "FROM pagekin_page_version WHERE id = %s AND archive_offset IS NOT NULL",
        version,
    )
    return ArchivePosition(*rows[0]) if rows else None


def archived_pages(
    connection: Connection, crawl: int
) -> Iterator[tuple[str, int | None, str, ArchivePosition | None]]:
    """Go through the pages of a crawl: URL, status, error, and where the archive has them."""
    rows = connection.each(
        "SELECT page.url, seen.status, seen.error, version.archive_file, version.archive_offset, "
        "version.archive_length, version.archive_digest FROM pagekin_crawl_page seen "
        "JOIN pagekin_page page ON page.id = seen.page_id "
        "LEFT JOIN pagekin_page_version version ON version.id = seen.version_id "
        "WHERE seen.crawl_id = %s ORDER BY seen.page_id",
        crawl,
    )
    for url, status, error, file, *rest in rows:
        yield url, status, error, ArchivePosition(file, *rest) if file else None


def version_of(connection: Connection, crawl: int, url: str) -> Row | None:
    """Find a page of a crawl by its URL: version (None for a failed page), status and error."""
    rows = connection.rows(
        "SELECT seen.version_id, seen.status, seen.error FROM pagekin_crawl_page seen "
        "JOIN pagekin_page page ON page.id = seen.page_id JOIN pagekin_crawl crawl "
        "ON crawl.id = seen.crawl_id AND crawl.crawler_id = page.crawler_id "
        "WHERE seen.crawl_id = %s AND page.digest = %s",
        crawl,
        url_digest(url),
    )
    return rows[0] if rows else None


@dataclass(frozen=True, slots=True)
class SeenAt:
    """What a crawl saw at a URL."""

    crawl: int
    url: str
    version: int | None
    status: int | None
    error: str


def seen_at(connection: Connection, url: str, crawl: int | None = None) -> SeenAt | None:
    """Find what a crawl saw at a URL; by default the last that got it, or at least tried."""
    rows = connection.rows(
        "SELECT seen.crawl_id, page.url, seen.version_id, seen.status, seen.error "
        "FROM pagekin_crawler crawler "
        "JOIN pagekin_page page ON page.crawler_id = crawler.id AND page.digest = %s "
        "JOIN pagekin_crawl crawl ON crawl.crawler_id = crawler.id "
        "JOIN pagekin_crawl_page seen ON seen.crawl_id = crawl.id AND seen.page_id = page.id "
        "WHERE crawl.id = coalesce(%s, crawl.id) "
        "ORDER BY seen.version_id IS NULL, seen.crawl_id DESC LIMIT 1",
        url_digest(url),
        crawl,
    )
    return SeenAt(*rows[0]) if rows else None


def _value(text: str, kind: str, attributes: str | None) -> Value:
    content: dict[str, Any] = json.loads(attributes) if attributes else {}
    misfit = content.pop("misfit", None)
    return Value(text, kind, content, misfit)
