"""Sites, crawlers and crawls: entering them, continuing a crawl that was interrupted, ending one."""

from dataclasses import dataclass, replace

from pagekin.errors import StoreError
from pagekin.store.database import Session
from pagekin.store.opening import Store
from pagekin.store.reading.crawls import ABANDONED, CRAWL, FINISHED, RUNNING
from pagekin.store.texts import storable


@dataclass(frozen=True, slots=True)
class OpenCrawl:
    """A crawl that is under way."""

    id: int
    number: int  # among the crawls of its crawler, from 1
    crawler: int
    previous: int | None  # the last crawl before this one that came to its end
    resumed: bool  # there was such a crawl already, and this continues it
    as_before: bool = False  # the previous crawl was one of the same version of the crawler
    began_at: float = 0.0
    given_up: int | None = None  # the interrupted crawl whose place this one takes


def open_crawl(
    store: Store,
    site: str,
    crawler: str,
    content: str,
    *,
    purpose: str = CRAWL,
    fresh: bool = False,
) -> OpenCrawl:
    """Continue the crawler's last crawl if it was interrupted, otherwise begin one.

    `content` is the crawler as text. An interrupted crawl of another version of it is given up, and so is
    any with `fresh`.
    """
    with store.session() as session, session.transaction():
        number = _crawler(session, site, crawler)
        version = enter_version(session, number, content)
        unfinished = session.rows(
            "SELECT id, number, crawler_version_id, began_at FROM pagekin_crawl "
            "WHERE crawler_id = %s AND purpose = %s AND state = %s ORDER BY number DESC",
            number,
            purpose,
            RUNNING,
        )
        for crawl, crawl_number, of_version, began_at in unfinished:
            if of_version == version and not fresh:
                previous, before = _previous(session, number, purpose, crawl_number)
                as_before = before == version
                return OpenCrawl(
                    crawl,
                    crawl_number,
                    number,
                    previous,
                    resumed=True,
                    as_before=as_before,
                    began_at=began_at,
                )
            _end(session, crawl, ABANDONED)
        begun = _begin(session, number, version, purpose)
        return replace(begun, given_up=unfinished[0][0]) if unfinished else begun


def finish(session: Session, crawl: OpenCrawl) -> None:
    """Close a crawl that has nothing left to fetch: from now on it is a snapshot."""
    left = session.rows("SELECT count(*) FROM pagekin_frontier WHERE crawl_id = %s", crawl.id)[0][0]
    if left:
        raise StoreError(f"crawl {crawl.id} is not finished: {left:,} pages are to be fetched")
    _end(session, crawl.id, FINISHED)


def abandon(session: Session, crawl: OpenCrawl) -> None:
    """Give a crawl up: it stays as it is and is never continued."""
    _end(session, crawl.id, ABANDONED)


def abandon_old(session: Session, crawler: int, purpose: str, seconds: float) -> None:
    """Give up what was begun for a purpose so long ago, and was never brought to its end."""
    rows = session.rows(
        "SELECT id FROM pagekin_crawl WHERE crawler_id = %s AND purpose = %s AND state = %s "
        "AND began_at < %s",
        crawler,
        purpose,
        RUNNING,
        session.now() - seconds,
    )
    for (crawl,) in rows:
        _end(session, crawl, ABANDONED)


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


def enter_version(session: Session, crawler: int, content: str) -> int:
    """Enter a crawler's content, unless it is that of an earlier version."""
    content = storable(content)
    known = session.rows(
        "SELECT id FROM pagekin_crawler_version WHERE crawler_id = %s AND content = %s "
        "ORDER BY number DESC LIMIT 1",
        crawler,
        content,
    )
    if known:
        return int(known[0][0])
    number: int = session.rows(
        "INSERT INTO pagekin_crawler_version (crawler_id, number, content, made_at) "
        "VALUES (%s, %s, %s, %s) RETURNING id",
        crawler,
        _last(session, "pagekin_crawler_version", crawler) + 1,
        content,
        session.now(),
    )[0][0]
    return number


def _begin(session: Session, crawler: int, version: int, purpose: str) -> OpenCrawl:
    last = _last(session, "pagekin_crawl", crawler)
    began_at = session.now()
    crawl = session.rows(
        "INSERT INTO pagekin_crawl (crawler_id, crawler_version_id, number, purpose, state, began_at, "
        "note) VALUES (%s, %s, %s, %s, %s, %s, '') RETURNING id",
        crawler,
        version,
        last + 1,
        purpose,
        RUNNING,
        began_at,
    )[0][0]
    previous, before = _previous(session, crawler, purpose, last + 1)
    return OpenCrawl(
        crawl,
        last + 1,
        crawler,
        previous,
        resumed=False,
        as_before=before == version,
        began_at=began_at,
    )


def _last(session: Session, table: str, crawler: int) -> int:
    rows = session.rows(
        f"SELECT coalesce(max(number), 0) FROM {table} WHERE crawler_id = %s",  # noqa: S608 - ours
        crawler,
    )
    return int(rows[0][0])


def _previous(
    session: Session, crawler: int, purpose: str, number: int
) -> tuple[int | None, int | None]:
    """Give the last crawl before this one that came to its end, and its version of the crawler."""
    rows = session.rows(
        "SELECT id, crawler_version_id FROM pagekin_crawl "
        "WHERE crawler_id = %s AND purpose = %s AND state = %s "
        "AND number < %s ORDER BY number DESC LIMIT 1",
        crawler,
        purpose,
        FINISHED,
        number,
    )
    return rows[0] if rows else (None, None)


def _end(session: Session, crawl: int, state: str) -> None:
    session.execute(
        "UPDATE pagekin_crawl SET state = %s, ended_at = %s WHERE id = %s",
        state,
        session.now(),
        crawl,
    )
    session.execute("DELETE FROM pagekin_frontier WHERE crawl_id = %s", crawl)
    session.execute("DELETE FROM pagekin_mark WHERE crawl_id = %s", crawl)
