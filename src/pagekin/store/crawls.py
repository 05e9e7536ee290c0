"""Sites, crawlers and crawls: entering them, continuing a crawl that was interrupted, ending one."""

from dataclasses import dataclass

from pagekin.errors import StoreError
from pagekin.store.database import Session
from pagekin.store.opening import Store
from pagekin.store.texts import storable

RUNNING, FINISHED, ABANDONED = "running", "finished", "abandoned"


@dataclass(frozen=True, slots=True)
class OpenCrawl:
    """A crawl that is under way."""

    id: int
    number: int  # among the crawls of its crawler, from 1
    crawler: int
    previous: int | None  # the last crawl before this one that came to its end
    resumed: bool  # there was such a crawl already, and this continues it


@dataclass(frozen=True, slots=True)
class CrawlInfo:
    """What there is to know of a crawl at a glance."""

    id: int
    number: int
    purpose: str
    state: str
    began_at: float
    ended_at: float | None


def open_crawl(
    store: Store,
    site: str,
    crawler: str,
    content: str,
    *,
    purpose: str = "crawl",
    fresh: bool = False,
) -> OpenCrawl:
    """Continue the crawler's last crawl if it was interrupted, otherwise begin one.

    `content` is the crawler as text. An interrupted crawl of another version of it is given up, and so is
    any with `fresh`.
    """
    with store.session() as session, session.transaction():
        number = _crawler(session, site, crawler)
        version = _version(session, number, content)
        unfinished = session.rows(
            "SELECT id, number, crawler_version_id FROM pagekin_crawl "
            "WHERE crawler_id = %s AND purpose = %s AND state = %s ORDER BY number DESC",
            number,
            purpose,
            RUNNING,
        )
        for crawl, crawl_number, of_version in unfinished:
            if of_version == version and not fresh:
                previous = _previous(session, number, purpose, crawl_number)
                return OpenCrawl(crawl, crawl_number, number, previous, resumed=True)
            _end(session, crawl, ABANDONED)
        return _begin(session, number, version, purpose)


def finish(session: Session, crawl: OpenCrawl) -> None:
    """Close a crawl that has nothing left to fetch: from now on it is a snapshot."""
    left = session.rows("SELECT count(*) FROM pagekin_frontier WHERE crawl_id = %s", crawl.id)[0][0]
    if left:
        raise StoreError(f"crawl {crawl.number} is not finished: {left:,} pages are to be fetched")
    _end(session, crawl.id, FINISHED)


def abandon(session: Session, crawl: OpenCrawl) -> None:
    """Give a crawl up: it stays as it is and is never continued."""
    _end(session, crawl.id, ABANDONED)


def crawls_of(session: Session, crawler: int) -> list[CrawlInfo]:
    """List the crawls of a crawler, the first one first."""
    rows = session.rows(
        "SELECT id, number, purpose, state, began_at, ended_at FROM pagekin_crawl "
        "WHERE crawler_id = %s ORDER BY number",
        crawler,
    )
    return [CrawlInfo(*row) for row in rows]


def find_crawler(session: Session, site: str, name: str) -> int | None:
    """Give the number of a crawler, None if the store does not know it."""
    rows = session.rows(
        "SELECT crawler.id FROM pagekin_crawler crawler JOIN pagekin_site site "
        "ON site.id = crawler.site_id WHERE site.name = %s AND crawler.name = %s",
        site,
        name,
    )
    return rows[0][0] if rows else None


def marks_of(session: Session, crawl: OpenCrawl) -> set[int]:
    """Give the marks that the results of a crawl have left so far."""
    rows = session.each("SELECT mark FROM pagekin_mark WHERE crawl_id = %s", crawl.id)
    return {mark for (mark,) in rows}


def _crawler(session: Session, site: str, name: str) -> int:
    site_number = session.rows(
        "INSERT INTO pagekin_site (name) VALUES (%s) "
        "ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id",
        site,
    )[0][0]
    number: int = session.rows(
        "INSERT INTO pagekin_crawler (site_id, name) VALUES (%s, %s) "
        "ON CONFLICT (site_id, name) DO UPDATE SET name = excluded.name RETURNING id",
        site_number,
        name,
    )[0][0]
    return number


def _version(session: Session, crawler: int, content: str) -> int:
    """Enter a crawler's content, unless it is that of the latest version."""
    content = storable(content)
    rows = session.rows(
        "SELECT id, number, content FROM pagekin_crawler_version WHERE crawler_id = %s "
        "ORDER BY number DESC LIMIT 1",
        crawler,
    )
    if rows and rows[0][2] == content:
        return int(rows[0][0])
    number: int = session.rows(
        "INSERT INTO pagekin_crawler_version (crawler_id, number, content, made_at) "
        "VALUES (%s, %s, %s, %s) RETURNING id",
        crawler,
        rows[0][1] + 1 if rows else 1,
        content,
        session.now(),
    )[0][0]
    return number


def _begin(session: Session, crawler: int, version: int, purpose: str) -> OpenCrawl:
    last = session.rows(
        "SELECT coalesce(max(number), 0) FROM pagekin_crawl WHERE crawler_id = %s", crawler
    )[0][0]
    crawl = session.rows(
        "INSERT INTO pagekin_crawl (crawler_id, crawler_version_id, number, purpose, state, began_at, "
        "note) VALUES (%s, %s, %s, %s, %s, %s, '') RETURNING id",
        crawler,
        version,
        last + 1,
        purpose,
        RUNNING,
        session.now(),
    )[0][0]
    previous = _previous(session, crawler, purpose, last + 1)
    return OpenCrawl(crawl, last + 1, crawler, previous, resumed=False)


def _previous(session: Session, crawler: int, purpose: str, number: int) -> int | None:
    rows = session.rows(
        "SELECT id FROM pagekin_crawl WHERE crawler_id = %s AND purpose = %s AND state = %s "
        "AND number < %s ORDER BY number DESC LIMIT 1",
        crawler,
        purpose,
        FINISHED,
        number,
    )
    return rows[0][0] if rows else None


def _end(session: Session, crawl: int, state: str) -> None:
    session.execute(
        "UPDATE pagekin_crawl SET state = %s, ended_at = %s WHERE id = %s",
        state,
        session.now(),
        crawl,
    )
    session.execute("DELETE FROM pagekin_frontier WHERE crawl_id = %s", crawl)
    session.execute("DELETE FROM pagekin_mark WHERE crawl_id = %s", crawl)
