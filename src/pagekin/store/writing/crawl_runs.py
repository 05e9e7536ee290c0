"""Sites, crawlers and crawls: entering them, continuing a crawl that was interrupted, ending one."""

from dataclasses import dataclass, replace

from pagekin.errors import StoreError
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.reading.crawls import ABANDONED, CRAWL, FINISHED, RUNNING
from pagekin.store.storable_text import storable


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
    with store.connection() as connection, connection.transaction():
        number = _crawler(connection, site, crawler)
        version = enter_version(connection, number, content)
        unfinished = connection.rows(
            "SELECT id, number, crawler_version_id, began_at FROM pagekin_crawl "
            "WHERE crawler_id = %s AND purpose = %s AND state = %s ORDER BY number DESC",
            number,
            purpose,
            RUNNING,
        )
        for crawl, crawl_number, of_version, began_at in unfinished:
            if of_version == version and not fresh:
                previous, before = _previous(connection, number, purpose, crawl_number)
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
            _end(connection, crawl, ABANDONED)
        begun = _begin(connection, number, version, purpose)
        return replace(begun, given_up=unfinished[0][0]) if unfinished else begun


def finish(connection: Connection, crawl: OpenCrawl) -> None:
    """Close a crawl that has nothing left to fetch: from now on it is a snapshot."""
    left = connection.rows("SELECT count(*) FROM pagekin_frontier WHERE crawl_id = %s", crawl.id)[
        0
    ][0]
    if left:
        raise StoreError(f"crawl {crawl.id} is not finished: {left:,} pages are to be fetched")
    _end(connection, crawl.id, FINISHED)


def abandon(connection: Connection, crawl: OpenCrawl) -> None:
    """Give a crawl up: it stays as it is and is never continued."""
    _end(connection, crawl.id, ABANDONED)


def abandon_old(connection: Connection, crawler: int, purpose: str, seconds: float) -> None:
    """Give up what was begun for a purpose so long ago, and was never brought to its end."""
    rows = connection.rows(
        "SELECT id FROM pagekin_crawl WHERE crawler_id = %s AND purpose = %s AND state = %s "
        "AND began_at < %s",
        crawler,
        purpose,
        RUNNING,
        connection.now() - seconds,
    )
    for (crawl,) in rows:
        _end(connection, crawl, ABANDONED)


def _crawler(connection: Connection, site: str, name: str) -> int:
    site_number = connection.rows(
        "INSERT INTO pagekin_site (name) VALUES (%s) "
        "ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id",
        site,
    )[0][0]
    number: int = connection.rows(
        "INSERT INTO pagekin_crawler (site_id, name) VALUES (%s, %s) "
        "ON CONFLICT (site_id, name) DO UPDATE SET name = excluded.name RETURNING id",
        site_number,
        name,
    )[0][0]
    return number


def enter_version(connection: Connection, crawler: int, content: str) -> int:
    """Enter a crawler's content, unless it is that of an earlier version."""
    content = storable(content)
    known = connection.rows(
        "SELECT id FROM pagekin_crawler_version WHERE crawler_id = %s AND content = %s "
        "ORDER BY number DESC LIMIT 1",
        crawler,
        content,
    )
    if known:
        return int(known[0][0])
    number: int = connection.rows(
        "INSERT INTO pagekin_crawler_version (crawler_id, number, content, made_at) "
        "VALUES (%s, %s, %s, %s) RETURNING id",
        crawler,
        _last(connection, "pagekin_crawler_version", crawler) + 1,
        content,
        connection.now(),
    )[0][0]
    return number


def _begin(connection: Connection, crawler: int, version: int, purpose: str) -> OpenCrawl:
    last = _last(connection, "pagekin_crawl", crawler)
    began_at = connection.now()
    crawl = connection.rows(
        "INSERT INTO pagekin_crawl (crawler_id, crawler_version_id, number, purpose, state, began_at, "
        "note) VALUES (%s, %s, %s, %s, %s, %s, '') RETURNING id",
        crawler,
        version,
        last + 1,
        purpose,
        RUNNING,
        began_at,
    )[0][0]
    previous, before = _previous(connection, crawler, purpose, last + 1)
    return OpenCrawl(
        crawl,
        last + 1,
        crawler,
        previous,
        resumed=False,
        as_before=before == version,
        began_at=began_at,
    )


def _last(connection: Connection, table: str, crawler: int) -> int:
    rows = connection.rows(
        f"SELECT coalesce(max(number), 0) FROM {table} WHERE crawler_id = %s",  # noqa: S608 - ours
        crawler,
    )
    return int(rows[0][0])


def _previous(
    connection: Connection, crawler: int, purpose: str, number: int
) -> tuple[int | None, int | None]:
    """Give the last crawl before this one that came to its end, and its version of the crawler."""
    rows = connection.rows(
        "SELECT id, crawler_version_id FROM pagekin_crawl "
        "WHERE crawler_id = %s AND purpose = %s AND state = %s "
        "AND number < %s ORDER BY number DESC LIMIT 1",
        crawler,
        purpose,
        FINISHED,
        number,
    )
    return rows[0] if rows else (None, None)


def _end(connection: Connection, crawl: int, state: str) -> None:
    connection.execute(
        "UPDATE pagekin_crawl SET state = %s, ended_at = %s WHERE id = %s",
        state,
        connection.now(),
        crawl,
    )
    connection.execute("DELETE FROM pagekin_frontier WHERE crawl_id = %s", crawl)
    connection.execute("DELETE FROM pagekin_mark WHERE crawl_id = %s", crawl)
