"""Crawls and crawlers as they are listed and looked up."""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.navigation import TARGET
from pagekin.store.database import Connection
from pagekin.store.storable_text import storable

RUNNING, FINISHED, ABANDONED = "running", "finished", "abandoned"
CRAWL = "crawl"  # the purpose of most
_INFO = "SELECT id, number, purpose, state, began_at, ended_at, crawler_id FROM pagekin_crawl"


@dataclass(frozen=True, slots=True)
class CrawlInfo:
    """What there is to know of a crawl at a glance."""

    id: int
    number: int
    purpose: str
    state: str
    began_at: float
    ended_at: float | None
    crawler: int


def unfinished_crawl(
    connection: Connection, site: str, crawler: str, content: str | None, *, purpose: str = CRAWL
) -> int | None:
    """Find the crawl that `open_crawl` would continue, without doing anything; None: of any version."""
    rows = connection.rows(
        "SELECT crawl.id FROM pagekin_crawl crawl "
        "JOIN pagekin_crawler crawler ON crawler.id = crawl.crawler_id "
        "JOIN pagekin_site site ON site.id = crawler.site_id "
        "JOIN pagekin_crawler_version version ON version.id = crawl.crawler_version_id "
        "WHERE site.name = %s AND crawler.name = %s AND crawl.purpose = %s AND crawl.state = %s "
        "AND version.content = coalesce(%s, version.content) ORDER BY crawl.number DESC LIMIT 1",
        site,
        crawler,
        purpose,
        RUNNING,
        None if content is None else storable(content),
    )
    return rows[0][0] if rows else None


def finished_crawl(
    connection: Connection, site: str, crawler: str, *, purpose: str = CRAWL
) -> CrawlInfo | None:
    """Find the last crawl of a crawler, of whichever version, that came to its end."""
    number = find_crawler(connection, site, crawler)
    crawls = [] if number is None else crawls_of(connection, number)
    ended = [one for one in crawls if one.purpose == purpose and one.state == FINISHED]
    return ended[-1] if ended else None


def crawls_of(connection: Connection, crawler: int) -> list[CrawlInfo]:
    """List the crawls of a crawler, the first one first."""
    rows = connection.rows(f"{_INFO} WHERE crawler_id = %s ORDER BY number", crawler)
    return [CrawlInfo(*row) for row in rows]


def crawl_numbered(connection: Connection, crawl: int) -> CrawlInfo | None:
    """Find a crawl by the number that `pagekin crawls` gives."""
    rows = connection.rows(f"{_INFO} WHERE id = %s", crawl)
    return CrawlInfo(*rows[0]) if rows else None


def last_crawl(connection: Connection, purpose: str, state: str) -> CrawlInfo | None:
    """Find the last crawl for a purpose that is in a state, of whichever site."""
    sql = f"{_INFO} WHERE purpose = %s AND state = %s ORDER BY id DESC LIMIT 1"
    rows = connection.rows(sql, purpose, state)
    return CrawlInfo(*rows[0]) if rows else None


def crawl_version(connection: Connection, crawl: int) -> str:
    """Give the crawler of a crawl, as it was then."""
    content: str = connection.rows(
        "SELECT version.content FROM pagekin_crawl crawl JOIN pagekin_crawler_version version "
        "ON version.id = crawl.crawler_version_id WHERE crawl.id = %s",
        crawl,
    )[0][0]
    return content


@dataclass(frozen=True, slots=True)
class CrawlListing:
    """A crawl in the list of all crawls."""

    info: CrawlInfo
    site: str
    sample: str  # the name of its crawler
    pages: int
    targets: int


def all_crawls(connection: Connection, site: str = "") -> list[CrawlListing]:
    """List the crawls of all sites, or of one, the first one first."""
    rows = connection.rows(
        "SELECT crawl.id, crawl.number, crawl.purpose, crawl.state, crawl.began_at, crawl.ended_at, "
        "crawl.crawler_id, site.name, crawler.name, count(seen.page_id), "
        "coalesce(sum(CASE WHEN kind.name = %s AND seen.version_id IS NOT NULL THEN 1 ELSE 0 END), 0) "
        "FROM pagekin_crawl crawl JOIN pagekin_crawler crawler ON crawler.id = crawl.crawler_id "
        "JOIN pagekin_site site ON site.id = crawler.site_id "
        "LEFT JOIN pagekin_crawl_page seen ON seen.crawl_id = crawl.id "
        "LEFT JOIN pagekin_kind kind ON kind.id = seen.kind_id "
        "WHERE %s IN ('', site.name) GROUP BY crawl.id, site.name, crawler.name ORDER BY crawl.id",
        TARGET,
        site,
    )
    return [CrawlListing(CrawlInfo(*row[:7]), *row[7:]) for row in rows]


def find_crawler(connection: Connection, site: str, name: str) -> int | None:
    """Give the number of a crawler, None if the store does not know it."""
    rows = connection.rows(
        "SELECT crawler.id FROM pagekin_crawler crawler JOIN pagekin_site site "
        "ON site.id = crawler.site_id WHERE site.name = %s AND crawler.name = %s",
        site,
        name,
    )
    return rows[0][0] if rows else None


def marks_of(connection: Connection, crawl: int) -> Iterator[int]:
    """Go through the marks that the results of a crawl have left so far; there may be millions."""
    rows = connection.each("SELECT mark FROM pagekin_mark WHERE crawl_id = %s", crawl)
    return (mark for (mark,) in rows)
