"""Retention: old crawls are removed, and with them what no other crawl has seen.

What a saved result cites stays, and so does the last crawl that found something: the next is compared
with it. It may be interrupted at any moment: what was not removed this time is removed the next.
"""

import contextlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from pagekin.archive.position import Position
from pagekin.store.crawler_lock import is_at_work, lock_name
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.states import ENDED, CrawlPurpose, CrawlState
from pagekin.store.upkeep.pruning import RemovedCrawls, alone, mark_to_go, remove_marked

KEPT_CRAWLS = 30

_CrawlRow = tuple[int, str, str]  # number, purpose, state


class _CrawlUnderWayError(Exception):
    """A crawl may refer again to what would be removed."""


def thin(store: Store, crawler: int, keep: int = KEPT_CRAWLS) -> RemovedCrawls:
    """Keep the last crawls of a crawler; remove older ones, and what only they have seen.

    Nothing is removed while a crawl of the crawler is under way or interrupted, or another crawl of the
    site is under way: it may refer again to what is about to go.
    """
    with store.connection() as connection:
        rows = connection.rows("SELECT site_id FROM pagekin_crawler WHERE id = %s", crawler)
    return _thin(store, rows[0][0], crawler, keep) if rows else RemovedCrawls()


def thin_site(store: Store, site: int, keep: int = KEPT_CRAWLS) -> RemovedCrawls:
    """Keep the last crawls over a whole site, and of each group of crawlers that crawl it together."""
    return _thin(store, site, None, keep)


def positions_in(connection: Connection, archive: int, file: str) -> set[Position]:
    """Return the positions in a file of an archive that page versions still refer to."""
    rows = connection.rows(
        "SELECT DISTINCT archive_offset, archive_length, archive_digest "
        "FROM pagekin_page_version WHERE archive_file = %s AND archive_offset IS NOT NULL "
        "AND coalesce(archive_id, %s) = %s",
        file,
        archive,
        archive,
    )
    return {
        Position(file, offset, length, digest, archive=archive) for offset, length, digest in rows
    }


def switch_positions(connection: Connection, moved: Mapping[Position, Position]) -> None:
    """Let page versions refer to where an archive has copied them, all at once."""
    if not moved:
        return
    offsets = {old.offset: new for old, new in moved.items()}
    old = next(iter(moved))  # a file is copied as a whole
    with connection.transaction():
        rows = connection.rows(
            "SELECT id, archive_offset FROM pagekin_page_version WHERE archive_file = %s "
            "AND archive_offset IS NOT NULL AND coalesce(archive_id, %s) = %s",
            old.file,
            old.archive,
            old.archive,
        )
        changes = [(offsets[at].file, offsets[at].offset, number) for number, at in rows]
        connection.many(
            "UPDATE pagekin_page_version SET archive_file = %s, archive_offset = %s WHERE id = %s",
            changes,
        )


def _thin(store: Store, site: int, crawler: int | None, keep: int) -> RemovedCrawls:
    with store.connection() as connection, contextlib.suppress(_CrawlUnderWayError):
        guard = partial(_check_nobody_suffers, store, site, crawler)
        with alone(connection, site, guard):
            mark_to_go(connection, _old_crawls(connection, site, crawler, keep))
        return remove_marked(connection, site, guard)
    return RemovedCrawls()


def _check_nobody_suffers(
    store: Store, site: int, crawler: int | None, connection: Connection
) -> None:
    """Raise an error if a crawl of the crawler is not at its end, or another of the site is under way."""
    rows = connection.rows(
        "SELECT crawl.crawler_id, site.name, crawler.uid FROM pagekin_crawl crawl "
        "JOIN pagekin_site site ON site.id = crawl.site_id "
        "LEFT JOIN pagekin_crawler crawler ON crawler.id = crawl.crawler_id "
        "WHERE crawl.site_id = %s AND crawl.state = %s",
        site,
        CrawlState.RUNNING,
    )
    for number, name, uid in rows:
        if number in {crawler, None} or is_at_work(store, lock_name(name, uid)):
            raise _CrawlUnderWayError


def _old_crawls(connection: Connection, site: int, crawler: int | None, keep: int) -> list[int]:
    """Return the crawls that are to go; what was fetched to learn is of use only the last time."""
    cited = {crawl for (crawl,) in connection.rows("SELECT crawl_id FROM pagekin_citation")}
    old: list[int] = []
    for crawls in _groups(connection, site, crawler).values():
        most = max(keep, 1) if crawls[0][1] == CrawlPurpose.CRAWL else 1
        old += [crawl for crawl in _beyond(crawls, most) if crawl not in cited]
    return sorted(old)


def _groups(
    connection: Connection, site: int, crawler: int | None
) -> dict[tuple[object, ...], list[_CrawlRow]]:
    """Return the crawls that follow upon each other: same purpose, same crawlers; the last one first."""
    rows = connection.rows(
        "SELECT crawl.id, crawl.purpose, crawl.state, class.crawler_id FROM pagekin_crawl crawl "  # noqa: S608
        "LEFT JOIN pagekin_crawl_class class ON class.crawl_id = crawl.id "
        f"WHERE crawl.site_id = %s AND crawl.crawler_id {_is(crawler)} "
        "ORDER BY crawl.id DESC, class.crawler_id",
        site,
    )
    classes: defaultdict[_CrawlRow, list[int]] = defaultdict(list)
    for crawl, purpose, state, one in rows:
        classes[crawl, purpose, state].append(one)
    groups: defaultdict[tuple[object, ...], list[_CrawlRow]] = defaultdict(list)
    for row, crawlers in classes.items():
        groups[row[1], crawler or tuple(crawlers)].append(row)
    return groups


def _beyond(crawls: Sequence[_CrawlRow], most: int) -> list[int]:
    """Return the crawls before the last so many that found something.

    Those that found nothing are no better if they are the only ones: so many of them are kept, too.
    """
    finished = [crawl for crawl, _, state in crawls if state == CrawlState.FINISHED]
    ended = [crawl for crawl, _, state in crawls if state in ENDED]
    first = finished[most - 1] if len(finished) >= most else 0
    first_of_any = ended[most - 1] if len(ended) >= most else 0
    return [
        crawl
        for crawl, _, state in crawls
        if crawl < (first if state == CrawlState.FINISHED else max(first, first_of_any))
    ]


def _is(crawler: int | None) -> str:
    return "IS NULL" if crawler is None else f"= {crawler:d}"
