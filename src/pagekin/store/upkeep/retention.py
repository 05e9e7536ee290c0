"""Retention: old crawls go, and with them what no other crawl has seen.

It may be interrupted at any moment: what was not removed this time is removed the next.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.page_results import ArchivePosition
from pagekin.store.reading.crawls import CRAWL, FINISHED, RUNNING

KEPT_CRAWLS = 30
_AT_ONCE = 2000
_THINNED = "thinned"


@dataclass(frozen=True, slots=True)
class RemovedCrawls:
    """What was removed."""

    crawls: int
    versions: int
    pages: int


class _CrawlUnderWayError(Exception):
    """A crawl may take up again what would be removed."""


def thin(store: Store, crawler: int, keep: int = KEPT_CRAWLS) -> RemovedCrawls:
    """Keep the last crawls of a crawler; remove older ones, and versions and pages that only they saw.

    Nothing is removed while a crawl is under way or interrupted: it may see again what was gone.
    """
    done = RemovedCrawls(0, 0, 0)
    with store.connection() as connection, contextlib.suppress(_CrawlUnderWayError):
        with _alone(connection, crawler):
            old = _old_crawls(connection, crawler, keep)
        if not old:
            return done
        for crawl in old:
            _remove_seen(connection, crawler, crawl)
        done = RemovedCrawls(len(old), _remove_versions(connection, crawler), 0)
        with _alone(connection, crawler):
            done = replace(done, pages=_remove_pages(connection, crawler))
            connection.execute(
                "DELETE FROM pagekin_crawl WHERE crawler_id = %s AND state = %s", crawler, _THINNED
            )
    return done


def positions_in(connection: Connection, file: str) -> set[ArchivePosition]:
    """Give the positions in a file of the archive that page versions still refer to."""
    rows = connection.rows(
        "SELECT DISTINCT archive_file, archive_offset, archive_length, archive_digest "
        "FROM pagekin_page_version WHERE archive_file = %s AND archive_offset IS NOT NULL",
        file,
    )
    return {ArchivePosition(*row) for row in rows}


def switch_positions(
    connection: Connection, moved: Mapping[ArchivePosition, ArchivePosition]
) -> None:
    """Let page versions refer to where the archive has copied them, all at once."""
    if not moved:
        return
    offsets = {old.offset: new for old, new in moved.items()}
    file = next(iter(moved)).file  # a file is copied as a whole
    with connection.transaction():
        rows = connection.rows(
            "SELECT id, archive_offset FROM pagekin_page_version WHERE archive_file = %s", file
        )
        changes = [(offsets[at].file, offsets[at].offset, number) for number, at in rows]
        connection.many(
            "UPDATE pagekin_page_version SET archive_file = %s, archive_offset = %s WHERE id = %s",
            changes,
        )


@contextlib.contextmanager
def _alone(connection: Connection, crawler: int) -> Iterator[None]:
    """Begin a transaction during which no crawl of the crawler is under way or can begin."""
    with connection.transaction():
        lock = "FOR UPDATE" if connection.postgres else ""
        connection.rows(f"SELECT id FROM pagekin_crawler WHERE id = %s {lock}", crawler)  # noqa: S608
        under_way = "SELECT 1 FROM pagekin_crawl WHERE crawler_id = %s AND state = %s"
        if connection.rows(under_way, crawler, RUNNING):
            raise _CrawlUnderWayError
        yield


def _old_crawls(connection: Connection, crawler: int, keep: int) -> list[int]:
    """Mark the crawls that go: those before the last so many that came to their end.

    What was fetched for another purpose, such as learning, is of use only the last time.
    """
    old: list[int] = []
    purposes = connection.rows(
        "SELECT DISTINCT purpose FROM pagekin_crawl WHERE crawler_id = %s", crawler
    )
    for (purpose,) in purposes:
        most = max(keep, 1) if purpose == CRAWL else 1
        kept = connection.rows(
            "SELECT number FROM pagekin_crawl WHERE crawler_id = %s AND purpose = %s "
            "AND state = %s ORDER BY number DESC LIMIT %s",
            crawler,
            purpose,
            FINISHED,
            most,
        )
        rows = connection.rows(
            "UPDATE pagekin_crawl SET state = %s WHERE crawler_id = %s AND purpose = %s "
            "AND number < %s RETURNING id",
            _THINNED,
            crawler,
            purpose,
            kept[-1][0] if len(kept) == most else 0,
        )
        old += [crawl for (crawl,) in rows]
    return sorted(old)


def _remove_versions(connection: Connection, crawler: int) -> int:
    """Remove versions that no crawl refers to; what others share with them goes to the first of those."""
    unseen = [
        version
        for (version,) in connection.rows(
            "SELECT version.id FROM pagekin_page_version version JOIN pagekin_page page "
            "ON page.id = version.page_id WHERE page.crawler_id = %s AND version.id NOT IN ("
            "SELECT seen.version_id FROM pagekin_crawl_page seen JOIN pagekin_crawl crawl "
            "ON crawl.id = seen.crawl_id WHERE crawl.crawler_id = %s "
            "AND seen.version_id IS NOT NULL)",
            crawler,
            crawler,
        )
    ]
    for start in range(0, len(unseen), _AT_ONCE):
        with _alone(connection, crawler):
            _remove_versions_at_once(connection, unseen[start : start + _AT_ONCE])
    return len(unseen)


def _remove_versions_at_once(connection: Connection, versions: list[int]) -> None:
    going = set(versions)
    for column, tables in (
        ("records_from_id", ("pagekin_record", "pagekin_value")),
        ("links_from_id", ("pagekin_link",)),
    ):
        heirs: dict[int, int] = {}
        rows = connection.among(
            f"SELECT {column}, id FROM pagekin_page_version WHERE page_id IN ("  # noqa: S608 - ours
            "SELECT page_id FROM pagekin_page_version WHERE id {}) ORDER BY id",
            versions,
        )
        for holder, version in rows:
            if holder in going and version not in going:
                heirs.setdefault(holder, version)
        for table in tables:
            connection.many(
                f"UPDATE {table} SET version_id = %s WHERE version_id = %s",  # noqa: S608
                [(heir, holder) for holder, heir in heirs.items()],
            )
            gone = [version for version in versions if version not in heirs]
            _delete(connection, table, "version_id", gone)
        connection.many(
            f"UPDATE pagekin_page_version SET {column} = %s WHERE {column} = %s "  # noqa: S608
            "AND page_id = (SELECT page_id FROM pagekin_page_version WHERE id = %s)",
            [(heir, holder, heir) for holder, heir in heirs.items()],
        )
    _delete(connection, "pagekin_page_version", "id", versions)


def _remove_pages(connection: Connection, crawler: int) -> int:
    """Remove pages that nothing refers to any more."""
    references = (
        "SELECT page_id FROM pagekin_crawl_page",
        "SELECT found_on_id FROM pagekin_crawl_page WHERE found_on_id IS NOT NULL",
        "SELECT page_id FROM pagekin_page_version",
        "SELECT to_id FROM pagekin_link",
        "SELECT page_id FROM pagekin_frontier",
        "SELECT found_on_id FROM pagekin_frontier WHERE found_on_id IS NOT NULL",
    )
    return connection.execute(
        "DELETE FROM pagekin_page WHERE crawler_id = %s AND id NOT IN "  # noqa: S608 - ours
        f"({' UNION '.join(references)})",
        crawler,
    )


def _remove_seen(connection: Connection, crawler: int, crawl: int) -> None:
    """Delete what a crawl saw, so little at a time that nobody has to wait long."""
    deleted = 1
    while deleted:
        with _alone(connection, crawler):
            deleted = connection.execute(
                "DELETE FROM pagekin_crawl_page WHERE crawl_id = %s AND page_id IN ("  # noqa: S608
                f"SELECT page_id FROM pagekin_crawl_page WHERE crawl_id = %s LIMIT {_AT_ONCE})",
                crawl,
                crawl,
            )


def _delete(connection: Connection, table: str, column: str, values: list[int]) -> None:
    connection.many(f"DELETE FROM {table} WHERE {column} = %s", [(value,) for value in values])  # noqa: S608
