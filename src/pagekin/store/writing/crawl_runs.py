"""Runs of crawlers: beginning a crawl, continuing one that was interrupted, ending one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pagekin.errors import StoreError
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.page_results import ClassOfPages
from pagekin.store.states import CrawlPurpose, CrawlState, Outcome
from pagekin.store.storable_text import storable
from pagekin.store.writing.wrapper_ids import enter_wrapper


@dataclass(frozen=True, slots=True)
class OpenClass:
    """A class that takes part in a crawl, by its numbers in the store."""

    crawler: int
    version: int | None  # None: the crawler is about to be learned
    wrapper_version: int | None


@dataclass(frozen=True, slots=True)
class OpenCrawl:
    """A crawl that is under way."""

    id: int
    number: int  # among the crawls of its crawler, from 1
    site: int
    crawler: int | None  # None: of several, or of a whole site
    classes: tuple[OpenClass, ...]
    previous: int | None  # the last crawl before this one that came to its end and found something
    resumed: bool  # there was such a crawl already, and this continues it
    as_before: bool = False  # the previous crawl was one of the same version of the crawler
    began_at: float = 0.0
    given_up: int | None = None  # the interrupted crawl whose place this one takes

    def wrapper_version(self, crawler: int) -> int | None:
        """Return the wrapper version that mines the pages of a crawler."""
        found = (one.wrapper_version for one in self.classes if one.crawler == crawler)
        return next(found, None)


def open_crawl(
    store: Store,
    site: str,
    classes: Sequence[ClassOfPages] = (),
    *,
    purpose: CrawlPurpose = CrawlPurpose.CRAWL,
    task: str = "",
    note: str = "",
    fresh: bool = False,
) -> OpenCrawl:
    """Continue the last crawl of these classes if it was interrupted, otherwise begin one.

    Without classes it is one of a whole site; `task` says what it was begun with, `note` what it is
    called. An interrupted crawl of other versions, or with another task, is given up, and so is any with
    `fresh`.
    """
    with store.connection() as connection, connection.transaction():
        number = _site(connection, site)
        opened = tuple(_open_class(connection, number, one) for one in classes)
        waiting = _unfinished(connection, number, purpose, opened)
        for crawl, crawl_number, of_task, began_at in waiting:
            same = of_task == storable(task) and _classes(connection, crawl) == opened
            if same and not fresh:
                resumed = OpenCrawl(
                    crawl,
                    crawl_number,
                    number,
                    _only(opened),
                    opened,
                    None,
                    resumed=True,
                    began_at=began_at,
                )
                return _with_previous(connection, resumed, purpose)
            end_crawl(connection, crawl, CrawlState.GIVEN_UP)
        begun = _begin(
            connection, number, opened, purpose, task=storable(task), note=storable(note)
        )
        return replace(begun, given_up=waiting[0][0]) if waiting else begun


def interrupted_crawl(
    store: Store, site: str, classes: Sequence[ClassOfPages], purpose: CrawlPurpose
) -> int | None:
    """Return the crawl that `open_crawl` would continue, if there is one."""
    with store.connection() as connection, connection.transaction():
        number = _site(connection, site)
        opened = tuple(_open_class(connection, number, one) for one in classes)
        waiting = _unfinished(connection, number, purpose, opened)
        return next((crawl for crawl, *_ in waiting if _classes(connection, crawl) == opened), None)


def finished_crawl(
    store: Store, site: str, classes: Sequence[ClassOfPages], after: int = 0
) -> OpenCrawl | None:
    """Return the last crawl of these very versions that is finished, if it is newer than the crawl `after`."""
    with store.connection() as connection, connection.transaction():
        number = _site(connection, site)
        opened = tuple(_open_class(connection, number, one) for one in classes)
        rows = connection.rows(
            "SELECT id, number, began_at FROM pagekin_crawl WHERE site_id = %s AND purpose = %s "
            "AND state = %s AND id > %s ORDER BY id DESC",
            number,
            CrawlPurpose.CRAWL,
            CrawlState.FINISHED,
            after,
        )
        for crawl, of_crawler, began_at in rows:
            if _classes(connection, crawl) == opened:
                found = OpenCrawl(
                    crawl,
                    of_crawler,
                    number,
                    _only(opened),
                    opened,
                    None,
                    resumed=True,
                    began_at=began_at,
                )
                return _with_previous(connection, found, CrawlPurpose.CRAWL)
    return None


def finish(connection: Connection, crawl: OpenCrawl) -> CrawlState:
    """Close a crawl that has nothing left to fetch: from now on it is a snapshot.

    One without any target (or any page) says so: nothing is ever compared with it.
    """
    left = connection.rows("SELECT count(*) FROM pagekin_frontier WHERE crawl_id = %s", crawl.id)
    if left[0][0]:
        raise StoreError(
            f"crawl {crawl.id} is not finished: {left[0][0]:,} pages are to be fetched"
        )
    state = _state_in_the_end(connection, crawl)
    end_crawl(connection, crawl.id, state)
    return state


def abandon_old(
    connection: Connection, crawler: int, purpose: CrawlPurpose, seconds: float
) -> None:
    """Give up what was begun for a purpose on a crawler's site so long ago, and was never ended."""
    rows = connection.rows(
        "SELECT id FROM pagekin_crawl WHERE purpose = %s AND state = %s AND began_at < %s "
        "AND site_id = (SELECT site_id FROM pagekin_crawler WHERE id = %s)",
        purpose,
        CrawlState.RUNNING,
        connection.now() - seconds,
        crawler,
    )
    for (crawl,) in rows:
        end_crawl(connection, crawl, CrawlState.GIVEN_UP)


def end_crawl(connection: Connection, crawl: int, state: CrawlState) -> None:
    """Let nothing more be done for a crawl."""
    connection.execute(
        "UPDATE pagekin_crawl SET state = %s, ended_at = %s WHERE id = %s",
        state,
        connection.now(),
        crawl,
    )
    connection.execute("DELETE FROM pagekin_frontier WHERE crawl_id = %s", crawl)
    connection.execute("DELETE FROM pagekin_mark WHERE crawl_id = %s", crawl)


def enter_version(connection: Connection, crawler: int, page_class: ClassOfPages) -> int:
    """Return the number of a crawler's version, entering one whose content is new."""
    content = storable(page_class.content)
    known = connection.rows(
        "SELECT id FROM pagekin_crawler_version WHERE crawler_id = %s AND content = %s "
        "ORDER BY number DESC LIMIT 1",
        crawler,
        content,
    )
    if known:
        return int(known[0][0])
    number: int = connection.rows(
        "INSERT INTO pagekin_crawler_version (crawler_id, number, content, finding_digest, made_at) "
        "VALUES (%s, %s, %s, %s, %s) RETURNING id",
        crawler,
        _last(connection, "pagekin_crawler_version", crawler) + 1,
        content,
        page_class.finding_digest,
        connection.now(),
    )[0][0]
    return number


def crawler_number(connection: Connection, site: str, page_class: ClassOfPages) -> int:
    """Return the number of a crawler of a site, entering both if they are new."""
    return enter_crawler(connection, _site(connection, site), page_class)


def enter_crawler(connection: Connection, site: int, page_class: ClassOfPages) -> int:
    """Return the number of a crawler, entering one that is new; what it is called may change."""
    number: int = connection.rows(
        "INSERT INTO pagekin_crawler (site_id, uid, name) VALUES (%s, %s, %s) "
        "ON CONFLICT (site_id, uid) DO UPDATE SET name = CASE WHEN excluded.name = '' "
        "THEN pagekin_crawler.name ELSE excluded.name END RETURNING id",
        site,
        page_class.uid,
        storable(page_class.name),
    )[0][0]
    return number


def _site(connection: Connection, name: str) -> int:
    number: int = connection.rows(
        "INSERT INTO pagekin_site (name) VALUES (%s) "
        "ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id",
        name,
    )[0][0]
    return number


def _open_class(connection: Connection, site: int, page_class: ClassOfPages) -> OpenClass:
    crawler = enter_crawler(connection, site, page_class)
    version = enter_version(connection, crawler, page_class) if page_class.content else None
    wrapper = page_class.wrapper
    mined_by = enter_wrapper(connection, crawler, wrapper) if wrapper else None
    return OpenClass(crawler, version, mined_by)


def _only(classes: Sequence[OpenClass]) -> int | None:
    """Return the crawler of a crawl that has but one."""
    return classes[0].crawler if len(classes) == 1 else None


def _classes(connection: Connection, crawl: int) -> tuple[OpenClass, ...]:
    rows = connection.rows(
        "SELECT class.crawler_id, class.crawler_version_id, class.wrapper_version_id, wrapper.digest "
        "FROM pagekin_crawl_class class LEFT JOIN pagekin_wrapper_version wrapper "
        "ON wrapper.id = class.wrapper_version_id WHERE class.crawl_id = %s ORDER BY class.id",
        crawl,
    )
    return tuple(
        OpenClass(crawler, version, wrapper if digest else None)
        for crawler, version, wrapper, digest in rows
    )


def _unfinished(
    connection: Connection, site: int, purpose: CrawlPurpose, classes: Sequence[OpenClass]
) -> list[tuple[int, int, str, float]]:
    """Find the interrupted crawls of the same crawlers, the last first."""
    rows = connection.rows(
        "SELECT id, number, task, began_at FROM pagekin_crawl "
        "WHERE site_id = %s AND purpose = %s AND state = %s ORDER BY id DESC",
        site,
        purpose,
        CrawlState.RUNNING,
    )
    crawlers = [one.crawler for one in classes]
    return [
        (crawl, number, task, began_at)
        for crawl, number, task, began_at in rows
        if [one.crawler for one in _classes(connection, crawl)] == crawlers
    ]


def _begin(
    connection: Connection,
    site: int,
    classes: tuple[OpenClass, ...],
    purpose: CrawlPurpose,
    *,
    task: str,
    note: str,
) -> OpenCrawl:
    crawler = _only(classes)
    number = 0 if crawler is None else _last(connection, "pagekin_crawl", crawler) + 1
    began_at = connection.now()
    crawl = connection.rows(
        "INSERT INTO pagekin_crawl (site_id, crawler_id, crawler_version_id, number, purpose, state, "
        "began_at, task, note) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id",
        site,
        crawler,
        None if crawler is None else classes[0].version,
        number,
        purpose,
        CrawlState.RUNNING,
        began_at,
        task,
        note,
    )[0][0]
    connection.many(
        "INSERT INTO pagekin_crawl_class (crawl_id, crawler_id, crawler_version_id, "
        "wrapper_version_id) VALUES (%s, %s, %s, %s)",
        [(crawl, one.crawler, one.version, one.wrapper_version) for one in classes],
    )
    begun = OpenCrawl(crawl, number, site, crawler, classes, None, resumed=False, began_at=began_at)
    return _with_previous(connection, begun, purpose)


def _last(connection: Connection, table: str, crawler: int) -> int:
    rows = connection.rows(
        f"SELECT coalesce(max(number), 0) FROM {table} WHERE crawler_id = %s",  # noqa: S608 - ours
        crawler,
    )
    return int(rows[0][0])


def _with_previous(connection: Connection, crawl: OpenCrawl, purpose: CrawlPurpose) -> OpenCrawl:
    """Add the last crawl of the same crawlers that is finished, and whether it had the same versions."""
    rows = connection.rows(
        "SELECT id FROM pagekin_crawl WHERE site_id = %s AND purpose = %s AND state = %s AND id < %s "  # noqa: S608
        f"AND crawler_id {'IS NULL' if crawl.crawler is None else f'= {crawl.crawler:d}'} "
        "ORDER BY id DESC",
        crawl.site,
        purpose,
        CrawlState.FINISHED,
        crawl.id,
    )
    crawlers = [one.crawler for one in crawl.classes]
    for (previous,) in rows:
        before = _classes(connection, previous)
        if [one.crawler for one in before] == crawlers:
            return replace(crawl, previous=previous, as_before=before == crawl.classes)
    return crawl


def _state_in_the_end(connection: Connection, crawl: OpenCrawl) -> CrawlState:
    rows = connection.rows(
        "SELECT outcome, version_id IS NOT NULL, count(*) FROM pagekin_crawl_page "
        "WHERE crawl_id = %s GROUP BY outcome, version_id IS NOT NULL",
        crawl.id,
    )
    came = {outcome for outcome, has_content, _ in rows if has_content}
    if not came:
        return CrawlState.FAILED
    [(purpose,)] = connection.rows("SELECT purpose FROM pagekin_crawl WHERE id = %s", crawl.id)
    wants_targets = purpose == CrawlPurpose.CRAWL and bool(crawl.classes)
    has_found = not came.isdisjoint({Outcome.TARGET, Outcome.PAGE})
    return CrawlState.FINISHED if has_found or not wants_targets else CrawlState.EMPTY
