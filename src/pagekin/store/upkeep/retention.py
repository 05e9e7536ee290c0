"""Retention: old crawls go, and with them what no other crawl has seen.

It may be interrupted at any moment: what was not removed this time is removed the next.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pagekin.errors import StoreError
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.page_results import ArchivePosition
from pagekin.store.states import Purpose, State

KEPT_CRAWLS = 30
_AT_ONCE = 2000
# What crawls refer to: the table, and the column of what a crawl saw of a page.
_CONTENTS = (
    ("pagekin_page_version", "version_id"),
    ("pagekin_record_set", "records_id"),
    ("pagekin_link_set", "links_id"),
)


@dataclass(frozen=True, slots=True)
class RemovedCrawls:
    """What was removed."""

    crawls: int
    versions: int
    pages: int


class _CrawlUnderWayError(Exception):
    """A crawl may take up again what would be removed."""


def thin(store: Store, crawler: int, keep: int = KEPT_CRAWLS) -> RemovedCrawls:
    """Keep the last crawls of a crawler; remove older ones, and what only they saw.

    Crawls that saved results cite stay. Nothing is removed while a crawl of the crawler is under way or
    interrupted: it may see again what was gone.
    """
    with store.connection() as connection, contextlib.suppress(_CrawlUnderWayError):
        with _alone(connection, crawler):
            old = _old_crawls(connection, crawler, keep)
        return _remove(connection, crawler, old)
    return RemovedCrawls(0, 0, 0)


def remove_crawler(store: Store, crawler: int) -> RemovedCrawls:
    """Remove a crawler with all its versions and crawls, and what only they saw."""
    with store.connection() as connection:
        try:
            with _alone(connection, crawler):
                old = _mark(connection, "crawler_id = %s", crawler)
            done = _remove(connection, crawler, old)
        except _CrawlUnderWayError:
            raise StoreError(
                "a crawl of this crawler is under way or interrupted: bring it to its end first, "
                "or give it up with --fresh"
            ) from None
        with connection.transaction():
            for table in ("crawl_class", "kind", "crawler_version"):
                connection.execute(f"DELETE FROM pagekin_{table} WHERE crawler_id = %s", crawler)  # noqa: S608
            of_crawler = "SELECT id FROM pagekin_wrapper_version WHERE crawler_id = %s"
            connection.execute(
                f"DELETE FROM pagekin_wrapper_field WHERE wrapper_version_id IN ({of_crawler})",  # noqa: S608
                crawler,
            )
            of_crawler = "SELECT id FROM pagekin_bundle WHERE crawler_id = %s"
            connection.execute(
                f"DELETE FROM pagekin_field WHERE bundle_id IN ({of_crawler})",  # noqa: S608
                crawler,
            )
            for table in ("wrapper_version", "bundle"):
                connection.execute(f"DELETE FROM pagekin_{table} WHERE crawler_id = %s", crawler)  # noqa: S608
            connection.execute("DELETE FROM pagekin_crawler WHERE id = %s", crawler)
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
    """Begin a transaction during which no crawl of the crawler is under way or can begin.

    Nor does any other crawler record pages meanwhile: it may have found what is about to go.
    """
    with connection.transaction():
        if connection.postgres:
            connection.rows("SELECT id FROM pagekin_crawler WHERE id = %s FOR UPDATE", crawler)
            # Whoever records pages begins with taking them off the frontier.
            connection.execute("LOCK TABLE pagekin_frontier IN SHARE ROW EXCLUSIVE MODE")
        under_way = "SELECT 1 FROM pagekin_crawl WHERE crawler_id = %s AND state = %s"
        if connection.rows(under_way, crawler, State.RUNNING):
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
        most = max(keep, 1) if purpose == Purpose.CRAWL else 1
        kept = connection.rows(
            "SELECT number FROM pagekin_crawl WHERE crawler_id = %s AND purpose = %s "
            "AND state = %s ORDER BY number DESC LIMIT %s",
            crawler,
            purpose,
            State.FINISHED,
            most,
        )
        old += _mark(
            connection,
            "crawler_id = %s AND purpose = %s AND number < %s "
            "AND id NOT IN (SELECT crawl_id FROM pagekin_citation)",
            crawler,
            purpose,
            kept[-1][0] if len(kept) == most else 0,
        )
    return sorted(old)


def _mark(connection: Connection, which: str, *parameters: object) -> list[int]:
    """Mark crawls as going."""
    rows = connection.rows(
        f"UPDATE pagekin_crawl SET state = %s WHERE {which} RETURNING id",  # noqa: S608 - ours
        State.THINNED,
        *parameters,
    )
    return [crawl for (crawl,) in rows]


def _remove(connection: Connection, crawler: int, crawls: list[int]) -> RemovedCrawls:
    """Remove crawls that are marked, and what no other crawl of the site refers to."""
    if not crawls:
        return RemovedCrawls(0, 0, 0)
    [(site,)] = connection.rows("SELECT site_id FROM pagekin_crawler WHERE id = %s", crawler)
    for crawl in crawls:
        _remove_seen(connection, crawler, crawl)
    removed = [
        _remove_contents(connection, crawler, site, table, column) for table, column in _CONTENTS
    ]
    with _alone(connection, crawler):
        pages = _remove_pages(connection, site)
        going = "SELECT id FROM pagekin_crawl WHERE crawler_id = %s AND state = %s"
        for table in ("crawl_class", "citation"):
            connection.execute(
                f"DELETE FROM pagekin_{table} WHERE crawl_id IN ({going})",  # noqa: S608 - ours
                crawler,
                State.THINNED,
            )
        connection.execute(
            "DELETE FROM pagekin_crawl WHERE crawler_id = %s AND state = %s",
            crawler,
            State.THINNED,
        )
    return RemovedCrawls(len(crawls), removed[0], pages)


def _remove_contents(
    connection: Connection, crawler: int, site: int, table: str, column: str
) -> int:
    """Remove page versions, record sets or link sets that no crawl refers to."""
    unseen = [
        number
        for (number,) in connection.rows(
            f"SELECT content.id FROM {table} content JOIN pagekin_page page "  # noqa: S608 - ours
            "ON page.id = content.page_id WHERE page.site_id = %s AND content.id NOT IN ("
            f"SELECT seen.{column} FROM pagekin_crawl_page seen JOIN pagekin_crawl crawl "
            f"ON crawl.id = seen.crawl_id WHERE crawl.site_id = %s AND seen.{column} IS NOT NULL)",
            site,
            site,
        )
    ]
    for start in range(0, len(unseen), _AT_ONCE):
        with _alone(connection, crawler):
            some = connection.among(
                f"SELECT content.id FROM {table} content WHERE NOT EXISTS ("  # noqa: S608 - ours
                "SELECT 1 FROM pagekin_crawl crawl JOIN pagekin_crawl_page seen "
                "ON seen.crawl_id = crawl.id AND seen.page_id = content.page_id "
                f"WHERE crawl.site_id = %s AND seen.{column} = content.id) AND content.id {{}}",
                unseen[start : start + _AT_ONCE],
                site,
            )
            _remove_at_once(connection, table, [number for (number,) in some])
    return len(unseen)


def _remove_at_once(connection: Connection, table: str, numbers: list[int]) -> None:
    if table == "pagekin_record_set":
        _remove_values(connection, numbers)
        _delete(connection, "pagekin_record", "set_id", numbers)
    elif table == "pagekin_link_set":
        _delete(connection, "pagekin_link", "set_id", numbers)
    _delete(connection, table, "id", numbers)


def _remove_values(connection: Connection, sets: list[int]) -> None:
    """Delete values and attributes of sets; they are sorted by field, so that each field is asked."""
    fields = connection.rows(
        "SELECT DISTINCT found.field_id FROM pagekin_wrapper_field found WHERE "
        "found.wrapper_version_id IN (SELECT wrapper_version_id FROM pagekin_record_set "
        "WHERE id BETWEEN %s AND %s)",
        min(sets, default=0),
        max(sets, default=0),
    )
    for (field,) in fields:
        for table in ("pagekin_value", "pagekin_attribute"):
            connection.many(
                f"DELETE FROM {table} WHERE field_id = %s AND set_id = %s",  # noqa: S608 - ours
                [(field, number) for number in sets],
            )


def _remove_pages(connection: Connection, site: int) -> int:
    """Remove pages that nothing refers to any more."""
    references = (
        "SELECT page_id FROM pagekin_crawl_page",
        "SELECT found_on_id FROM pagekin_crawl_page WHERE found_on_id IS NOT NULL",
        "SELECT redirect_to_id FROM pagekin_crawl_page WHERE redirect_to_id IS NOT NULL",
        "SELECT page_id FROM pagekin_page_version",
        "SELECT page_id FROM pagekin_record_set",
        "SELECT page_id FROM pagekin_link_set",
        "SELECT to_id FROM pagekin_link",
        "SELECT page_id FROM pagekin_frontier",
        "SELECT found_on_id FROM pagekin_frontier WHERE found_on_id IS NOT NULL",
    )
    return connection.execute(
        "DELETE FROM pagekin_page WHERE site_id = %s AND id NOT IN "  # noqa: S608 - ours
        f"({' UNION '.join(references)})",
        site,
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
