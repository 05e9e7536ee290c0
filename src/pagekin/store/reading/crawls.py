"""Crawls as they are listed and looked up.

Plain SQL, since commands ask these questions before Django's models are needed; see `crawl_pages`, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.store.database import Connection, Row
from pagekin.store.states import ENDED, CrawlPurpose, CrawlState, Outcome
from pagekin.store.storable_text import storable

if TYPE_CHECKING:  # to list crawls takes no more than this module
    from pagekin.store.page_results import ClassOfPages

_INFO = (
    "SELECT crawl.id, crawl.number, crawl.purpose, crawl.state, crawl.began_at, crawl.ended_at, "
    "crawl.crawler_id, crawl.site_id FROM pagekin_crawl crawl "
)


@dataclass(frozen=True, slots=True)
class CrawlInfo:
    """What there is to know of a crawl at a glance."""

    id: int
    number: int
    purpose: CrawlPurpose
    state: CrawlState
    began_at: float
    ended_at: float | None
    crawler: int | None
    site: int

    @property
    def has_ended(self) -> bool:
        """Whether it came to its end, whatever it found."""
        return self.state in ENDED


@dataclass(frozen=True, slots=True)
class CrawlListing:
    """A crawl in the list of all crawls."""

    info: CrawlInfo
    site: str
    uid: str  # of its crawler, "" without one
    name: str  # of its crawler, or its own
    pages: int
    targets: int


@dataclass(frozen=True, slots=True)
class CrawlVersions:
    """The versions of a crawler and of its wrapper that a crawl was made with."""

    crawler: int
    content: str  # the crawler's file, "" if it was only about to be learned
    finding_digest: str
    wrapper_version: int | None


def unfinished_crawl(
    connection: Connection,
    site: str,
    page_class: "ClassOfPages",
    *,
    any_version: bool = False,
    purpose: CrawlPurpose = CrawlPurpose.CRAWL,
) -> int | None:
    """Find the crawl that `open_crawl` would continue, without doing anything."""
    rows = connection.rows(
        "SELECT crawl.id FROM pagekin_crawl crawl "
        "JOIN pagekin_crawler crawler ON crawler.id = crawl.crawler_id "
        "JOIN pagekin_site site ON site.id = crawler.site_id "
        "JOIN pagekin_crawler_version version ON version.id = crawl.crawler_version_id "
        "WHERE site.name = %s AND crawler.uid = %s AND crawl.purpose = %s AND crawl.state = %s "
        "AND version.content = coalesce(%s, version.content) ORDER BY crawl.number DESC LIMIT 1",
        site,
        page_class.uid,
        purpose,
        CrawlState.RUNNING,
        None if any_version else storable(page_class.content),
    )
    return rows[0][0] if rows else None


def ended_crawl(
    connection: Connection, site: str, uid: str, *, purpose: CrawlPurpose = CrawlPurpose.CRAWL
) -> CrawlInfo | None:
    """Find the last crawl of a crawler, of whichever version, that came to its end."""
    number = find_crawler(connection, site, uid)
    crawls = [] if number is None else crawls_of(connection, number)
    ended = [one for one in crawls if one.purpose == purpose and one.has_ended]
    return ended[-1] if ended else None


def crawls_of(connection: Connection, crawler: int) -> list[CrawlInfo]:
    """List the crawls of a crawler, the first one first."""
    rows = connection.rows(f"{_INFO} WHERE crawl.crawler_id = %s ORDER BY crawl.number", crawler)
    return [_info(row) for row in rows]


def baseline_of(connection: Connection, crawl: CrawlInfo) -> CrawlInfo | None:
    """Find the crawl that another one is compared with: the last of its crawler that found something."""
    return next(iter(earlier_crawls(connection, crawl, 1)), None)


def earlier_crawls(connection: Connection, crawl: CrawlInfo, most: int) -> list[CrawlInfo]:
    """List the crawls before another one that it can be compared with, the last of them first."""
    crawler = "IS NULL" if crawl.crawler is None else f"= {crawl.crawler:d}"
    rows = connection.rows(
        f"{_INFO} WHERE crawl.site_id = %s AND crawl.crawler_id {crawler} AND crawl.purpose = %s "
        "AND crawl.state = %s AND crawl.id < %s ORDER BY crawl.id DESC LIMIT %s",
        crawl.site,
        crawl.purpose,
        CrawlState.FINISHED,
        crawl.id,
        most,
    )
    return [_info(row) for row in rows]


def crawl_numbered(connection: Connection, crawl: int) -> CrawlInfo | None:
    """Find a crawl by the number that `pagekin crawls` shows."""
    rows = connection.rows(f"{_INFO} WHERE crawl.id = %s", crawl)
    return _info(rows[0]) if rows else None


def last_crawl(
    connection: Connection, purpose: CrawlPurpose, state: CrawlState
) -> CrawlInfo | None:
    """Find the last crawl for a purpose that is in a state, of whichever site."""
    sql = f"{_INFO} WHERE crawl.purpose = %s AND crawl.state = %s ORDER BY crawl.id DESC LIMIT 1"
    rows = connection.rows(sql, purpose, state)
    return _info(rows[0]) if rows else None


def versions_of_crawl(connection: Connection, crawl: int) -> list[CrawlVersions]:
    """Return the versions that a crawl was made with, one for each crawler that took part."""
    rows = connection.rows(
        "SELECT class.crawler_id, coalesce(version.content, ''), "
        "coalesce(version.finding_digest, ''), class.wrapper_version_id "
        "FROM pagekin_crawl_class class LEFT JOIN pagekin_crawler_version version "
        "ON version.id = class.crawler_version_id WHERE class.crawl_id = %s ORDER BY class.id",
        crawl,
    )
    return [CrawlVersions(*row) for row in rows]


def fields_added(connection: Connection, older: int, newer: int) -> list[str]:
    """Return the fields that the wrapper of a crawl has and that of an earlier one lacks, as bundle.field.

    Until the earlier crawl is mined again (`pagekin mine`), their history begins with the newer one.
    """
    rows = connection.rows(
        "SELECT bundle.name, found.name FROM pagekin_crawl_class class "
        "JOIN pagekin_wrapper_field found ON found.wrapper_version_id = class.wrapper_version_id "
        "JOIN pagekin_field field ON field.id = found.field_id "
        "JOIN pagekin_bundle bundle ON bundle.id = field.bundle_id "
        "WHERE class.crawl_id = %s AND found.field_id NOT IN (SELECT earlier.field_id "
        "FROM pagekin_crawl_class before JOIN pagekin_wrapper_field earlier "
        "ON earlier.wrapper_version_id = before.wrapper_version_id WHERE before.crawl_id = %s) "
        "ORDER BY found.wrapper_version_id, found.position",
        newer,
        older,
    )
    return [f"{bundle}.{name}" for bundle, name in rows]


def all_crawls(connection: Connection, site: str = "") -> list[CrawlListing]:
    """List the crawls of all sites, or of one, the first one first."""
    rows = connection.rows(
        "SELECT crawl.id, crawl.number, crawl.purpose, crawl.state, crawl.began_at, crawl.ended_at, "
        "crawl.crawler_id, crawl.site_id, site.name, coalesce(crawler.uid, ''), "
        "coalesce(crawler.name, crawl.note), count(CASE WHEN seen.outcome <> %s THEN 1 END), "
        "coalesce(sum(CASE WHEN seen.outcome = %s AND seen.version_id IS NOT NULL THEN 1 ELSE 0 END), 0) "
        "FROM pagekin_crawl crawl JOIN pagekin_site site ON site.id = crawl.site_id "
        "LEFT JOIN pagekin_crawler crawler ON crawler.id = crawl.crawler_id "
        "LEFT JOIN pagekin_crawl_page seen ON seen.crawl_id = crawl.id "
        "WHERE %s IN ('', site.name) GROUP BY crawl.id, site.name, crawler.uid, crawler.name "
        "ORDER BY crawl.id",
        Outcome.CHECKED,
        Outcome.TARGET,
        site,
    )
    return [CrawlListing(_info(row[:8]), *row[8:]) for row in rows]


def find_crawler(connection: Connection, site: str, uid: str) -> int | None:
    """Return the number of a crawler, None if the store does not know it."""
    rows = connection.rows(
        "SELECT crawler.id FROM pagekin_crawler crawler JOIN pagekin_site site "
        "ON site.id = crawler.site_id WHERE site.name = %s AND crawler.uid = %s",
        site,
        uid,
    )
    return rows[0][0] if rows else None


def marks_of(connection: Connection, crawl: int) -> Iterator[int]:
    """Go through the marks that the results of a crawl have left so far; there may be millions."""
    rows = connection.each("SELECT mark FROM pagekin_mark WHERE crawl_id = %s", crawl)
    return (mark for (mark,) in rows)


def _info(row: Row) -> CrawlInfo:
    crawl, number, purpose, state, *rest = row
    return CrawlInfo(crawl, number, CrawlPurpose(purpose), CrawlState(state), *rest)
