"""Deletes a crawler or one of its versions, with its crawls and what nothing else refers to.

Nothing may be at work with the site meanwhile. It may be interrupted at any moment: the same call again
deletes what is left.
"""

import json
from dataclasses import dataclass
from functools import partial

from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.crawler_lock import crawler_lock, is_at_work, lock_name
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.states import CrawlState
from pagekin.store.upkeep.pruning import (
    RemovedCrawls,
    alone,
    delete_among,
    mark_to_go,
    remove_marked,
    remove_pages,
)

_WRAPPERS = "SELECT id FROM pagekin_wrapper_version WHERE crawler_id = %s"
_BUNDLES = "SELECT id FROM pagekin_bundle WHERE crawler_id = %s"
_KINDS = "SELECT id FROM pagekin_kind WHERE crawler_id = %s"
_SETS = f"SELECT id FROM pagekin_record_set WHERE wrapper_version_id IN ({_WRAPPERS})"  # noqa: S608
_FIELDS = f"SELECT id FROM pagekin_field WHERE bundle_id IN ({_BUNDLES})"  # noqa: S608
# The rows of a crawler that has no crawls any more, in an order in which nothing refers to what is gone.
_EVENTS = "SELECT id FROM pagekin_event WHERE crawler_id = %s"
_QUERIES = "SELECT id FROM pagekin_saved_query WHERE crawler_id = %s"
_ROWS = (
    ("pagekin_field_figures", f"field_id IN ({_FIELDS})"),
    ("pagekin_crawl_figures", "crawler_id = %s"),
    ("pagekin_event_page", f"event_id IN ({_EVENTS})"),
    ("pagekin_event", "crawler_id = %s"),
    ("pagekin_judgement", "crawler_id = %s"),
    ("pagekin_repair_proposal", "crawler_id = %s"),
    ("pagekin_subscription", f"query_id IN ({_QUERIES})"),
    ("pagekin_saved_query", "crawler_id = %s"),
    ("pagekin_value", f"field_id IN ({_FIELDS})"),
    ("pagekin_attribute", f"field_id IN ({_FIELDS})"),
    ("pagekin_record", f"set_id IN ({_SETS})"),
    ("pagekin_record_set", f"wrapper_version_id IN ({_WRAPPERS})"),
    ("pagekin_wrapper_field", f"wrapper_version_id IN ({_WRAPPERS})"),
    ("pagekin_field", f"bundle_id IN ({_BUNDLES})"),
    ("pagekin_bundle", "crawler_id = %s"),
    ("pagekin_wrapper_version", "crawler_id = %s"),
    ("pagekin_kind", "crawler_id = %s"),
    ("pagekin_crawler_version", "crawler_id = %s"),
    ("pagekin_crawler", "id = %s"),
)


@dataclass(frozen=True, slots=True)
class _CrawlerRow:
    id: int
    site: int
    site_name: str
    uid: str
    name: str

    @property
    def lock(self) -> str:
        return lock_name(self.site_name, self.uid)


def delete_crawler(store: Store, crawler: int, *, force: bool = False) -> RemovedCrawls:
    """Delete a crawler with all its versions, crawls and records, and the pages that only it knew.

    Crawls in which other crawlers took part stay, without what this one found. Crawls that a saved result
    cites are deleted only with `force`.
    """
    with store.connection() as connection:
        found = _crawler(connection, crawler)
        with crawler_lock(store, found.lock, found.name):
            return _delete_crawler(store, connection, found, force=force)


def delete_version(store: Store, version: int, *, force: bool = False) -> RemovedCrawls:
    """Delete a version of a crawler with its crawls; with its last version, the crawler goes, too."""
    with store.connection() as connection:
        rows = connection.rows(
            "SELECT crawler_id, (SELECT count(*) FROM pagekin_crawler_version other "
            "WHERE other.crawler_id = version.crawler_id) FROM pagekin_crawler_version version "
            "WHERE id = %s",
            version,
        )
        if not rows:
            raise NothingFoundError(f"the store has no version {version} of a crawler")
        found, is_last = _crawler(connection, rows[0][0]), rows[0][1] == 1
        with crawler_lock(store, found.lock, found.name):
            if is_last:
                return _delete_crawler(store, connection, found, force=force)
            guard = partial(_check_nobody_at_work, store, found)
            with alone(connection, found.site, guard):
                _part_with(connection, found, force=force, version=version)
            removed = remove_marked(connection, found.site, guard)
            connection.execute("DELETE FROM pagekin_crawler_version WHERE id = %s", version)
            return removed


def _delete_crawler(
    store: Store, connection: Connection, crawler: _CrawlerRow, *, force: bool
) -> RemovedCrawls:
    _check_unwatched(connection, crawler)
    guard = partial(_check_nobody_at_work, store, crawler)
    with alone(connection, crawler.site, guard):
        _part_with(connection, crawler, force=force)
    removed = remove_marked(connection, crawler.site, guard)
    with alone(connection, crawler.site, guard):
        _delete_rows(connection, crawler)
        pages = remove_pages(connection, crawler.site)
        _delete_empty_site(connection, crawler.site)
    return RemovedCrawls(removed.crawls, removed.versions, removed.pages + pages)


def _crawler(connection: Connection, number: int) -> _CrawlerRow:
    rows = connection.rows(
        "SELECT crawler.id, site.id, site.name, crawler.uid, crawler.name FROM pagekin_crawler crawler "
        "JOIN pagekin_site site ON site.id = crawler.site_id WHERE crawler.id = %s",
        number,
    )
    if not rows:
        raise NothingFoundError(f"the store has no crawler {number}")
    return _CrawlerRow(*rows[0])


def _check_nobody_at_work(store: Store, crawler: _CrawlerRow, connection: Connection) -> None:
    """Raise UsageError if another crawler of the site is at work: it may refer to what is about to go."""
    rows = connection.rows(
        "SELECT uid, name FROM pagekin_crawler WHERE site_id = %s AND id <> %s",
        crawler.site,
        crawler.id,
    )
    for uid, name in rows:
        if is_at_work(store, lock_name(crawler.site_name, uid)):
            raise UsageError(
                f"a process is at work with the crawler {name} of the same site; wait for it to end"
            )


def _part_with(
    connection: Connection, crawler: _CrawlerRow, *, force: bool, version: int | None = None
) -> None:
    """Mark the crawls of a crawler, or of a version; take its part out of crawls that it shares."""
    rows = connection.rows(
        "SELECT class.crawl_id, (SELECT count(*) FROM pagekin_crawl_class other "
        "WHERE other.crawl_id = class.crawl_id) FROM pagekin_crawl_class class "
        "WHERE class.crawler_id = %s AND coalesce(%s, class.crawler_version_id, 0) "
        "= coalesce(class.crawler_version_id, 0) ORDER BY class.crawl_id",
        crawler.id,
        version,
    )
    own = [crawl for crawl, crawlers in rows if crawlers == 1]
    if not force:
        _check_uncited(connection, crawler, own)
    mark_to_go(connection, own)
    for crawl, _ in rows:
        if crawl not in own:
            _leave_crawl(connection, crawl, crawler.id)


def _check_unwatched(connection: Connection, crawler: _CrawlerRow) -> None:
    """Raise UsageError if a crawler is watched: its next run would bring it back, and tell nobody."""
    for name, content in connection.rows("SELECT name, content FROM pagekin_watch ORDER BY name"):
        if json.loads(content).get("id") == crawler.uid:
            raise UsageError(
                f"the crawler {crawler.name} is watched: 'pagekin watch {name} --delete' first"
            )


def _check_uncited(connection: Connection, crawler: _CrawlerRow, crawls: list[int]) -> None:
    cited = connection.among(
        "SELECT crawl_id, why FROM pagekin_citation WHERE crawl_id {} ORDER BY crawl_id", crawls
    )
    reasons = [f"crawl {crawl}: {why}" for crawl, why in cited]
    if reasons:
        raise UsageError(
            f"saved results cite crawls of the crawler {crawler.name} ({'; '.join(reasons)}); "
            "delete those results first"
        )


def _leave_crawl(connection: Connection, crawl: int, crawler: int) -> None:
    """Take what a crawler found out of a crawl in which others took part; one under way is given up."""
    connection.execute(
        f"UPDATE pagekin_crawl_page SET records_id = NULL WHERE crawl_id = %s "  # noqa: S608 - ours
        f"AND records_id IN ({_SETS})",
        crawl,
        crawler,
    )
    connection.execute(
        f"UPDATE pagekin_link SET kind_id = NULL WHERE kind_id IN ({_KINDS}) "  # noqa: S608 - ours
        "AND set_id IN (SELECT links_id FROM pagekin_crawl_page WHERE crawl_id = %s)",
        crawler,
        crawl,
    )
    connection.execute(
        f"UPDATE pagekin_crawl_page SET kind_id = NULL WHERE crawl_id = %s "  # noqa: S608 - ours
        f"AND kind_id IN ({_KINDS})",
        crawl,
        crawler,
    )
    connection.execute(
        "DELETE FROM pagekin_crawl_class WHERE crawl_id = %s AND crawler_id = %s", crawl, crawler
    )
    given_up = connection.execute(
        "UPDATE pagekin_crawl SET state = %s, ended_at = %s WHERE id = %s AND state = %s",
        CrawlState.GIVEN_UP,
        connection.now(),
        crawl,
        CrawlState.RUNNING,
    )
    for table in ("pagekin_frontier", "pagekin_mark") if given_up else ():
        delete_among(connection, table, "crawl_id", [crawl])


def _delete_rows(connection: Connection, crawler: _CrawlerRow) -> None:
    """Delete all rows of a crawler that has no crawls any more."""
    for table, condition in _ROWS:
        connection.execute(f"DELETE FROM {table} WHERE {condition}", crawler.id)  # noqa: S608 - ours


def _delete_empty_site(connection: Connection, site: int) -> None:
    """Delete a site that has neither crawlers nor crawls nor pages any more."""
    for table in ("pagekin_crawler", "pagekin_crawl", "pagekin_page"):
        if connection.rows(f"SELECT 1 FROM {table} WHERE site_id = %s LIMIT 1", site):  # noqa: S608
            return
    delete_among(connection, "pagekin_kind", "site_id", [site])
    delete_among(connection, "pagekin_site", "id", [site])
