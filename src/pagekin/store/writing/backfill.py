"""Back-filling: the records that a wrapper finds on pages of a crawl that is stored already.

A wrapper that came later, or was edited, is no reason to crawl again. A crawl is switched to the new
records in one transaction: until then it has all its old ones, and from then on all the new ones.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pagekin.archive.position import Position
from pagekin.errors import StoreError
from pagekin.navigation import TARGET
from pagekin.store.archive_columns import POSITION, position_from
from pagekin.store.database import Connection
from pagekin.store.page_results import ClassOfPages, KindOfPage
from pagekin.store.states import CrawlPurpose, CrawlState, Outcome
from pagekin.store.writing.crawl_runs import OpenClass, OpenCrawl, enter_crawler, enter_version
from pagekin.store.writing.name_ids import NameIds
from pagekin.store.writing.page_versions import PageVersions
from pagekin.store.writing.wrapper_ids import enter_wrapper
from pagekin.wrappers.record import Record

_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class MinablePage:
    """A page of a crawl that a wrapper can be applied to, and where the archive has it."""

    page: int
    url: str
    version: int
    position: Position | None


def minable_pages(connection: Connection, crawl: int) -> Iterator[MinablePage]:
    """Go through the pages of a crawl that a wrapper is for: its targets, or all of an imported crawl."""
    rows = connection.each(
        f"SELECT page.id, page.url, version.id, {POSITION} FROM pagekin_crawl_page seen "  # noqa: S608
        "JOIN pagekin_page page ON page.id = seen.page_id "
        "JOIN pagekin_page_version version ON version.id = seen.version_id "
        "WHERE seen.crawl_id = %s AND seen.outcome IN (%s, %s) ORDER BY seen.page_id",
        crawl,
        Outcome.TARGET,
        Outcome.PAGE,
    )
    for page, url, version, *columns in rows:
        yield MinablePage(page, url, version, position_from(*columns))


def mine_crawl(
    connection: Connection,
    crawl: int,
    page_class: ClassOfPages,
    found: Iterable[tuple[int, Sequence[Record]]],
) -> int:
    """Replace the records of a crawl's pages, by their numbers, with those a wrapper found there.

    Pages of an imported crawl on which anything was found become targets. Return how many pages have
    records now. Pages that are not among those found keep what they have. Whoever reads the pages
    meanwhile needs another connection.
    """
    opened = _open_again(connection, crawl, page_class)
    names = NameIds(opened)
    versions = PageVersions(names)
    kind = KindOfPage(TARGET, crawler=opened.classes[-1].crawler)
    made: list[tuple[int, int | None]] = []
    left = iter(found)
    while some := list(islice(left, _AT_ONCE)):
        with connection.transaction():
            sets = versions.write_records(connection, kind, some)
        made += [(page, records) for (page, _), records in zip(some, sets, strict=True)]
    with connection.transaction():
        _switch(connection, opened, names.kind(connection, kind), made)
        # What the crawl answered was answered with the records that it had.
        connection.execute("DELETE FROM pagekin_query_result WHERE crawl_id = %s", crawl)
    return sum(records is not None for _, records in made)


def adopt_pages(connection: Connection, crawl: int, pages: Sequence[int]) -> None:
    """Make targets of pages that a crawl turned away, since its crawler has been repaired.

    A crawl that had found nothing has found something then, and others can be compared with it.
    """
    if not pages:
        return
    kind = connection.rows(
        "SELECT kind.id FROM pagekin_crawl crawl JOIN pagekin_kind kind "
        "ON kind.crawler_id = crawl.crawler_id AND kind.name = %s WHERE crawl.id = %s",
        TARGET,
        crawl,
    )
    with connection.transaction():
        connection.many(
            "UPDATE pagekin_crawl_page SET outcome = %s, kind_id = coalesce(%s, kind_id) "
            "WHERE crawl_id = %s AND page_id = %s",
            [(Outcome.TARGET.value, kind[0][0] if kind else None, crawl, page) for page in pages],
        )
        connection.execute(
            "UPDATE pagekin_crawl SET state = %s WHERE id = %s AND state = %s",
            CrawlState.FINISHED.value,
            crawl,
            CrawlState.EMPTY.value,
        )


def _open_again(connection: Connection, crawl: int, page_class: ClassOfPages) -> OpenCrawl:
    """Enter the crawler and its wrapper, as if the crawl had begun with them."""
    rows = connection.rows(
        "SELECT number, site_id, crawler_id, began_at FROM pagekin_crawl WHERE id = %s", crawl
    )
    if not rows or page_class.wrapper is None:
        raise StoreError(f"there is no crawl {crawl}" if not rows else "there is no wrapper")
    number, site, crawler, began_at = rows[0]
    with connection.transaction():
        mined = enter_crawler(connection, site, page_class)
        version = enter_version(connection, mined, page_class) if page_class.content else None
        wrapper = enter_wrapper(connection, mined, page_class.wrapper)
    opened = OpenClass(mined, version, wrapper)
    return OpenCrawl(crawl, number, site, crawler, (opened,), None, resumed=True, began_at=began_at)


def _switch(
    connection: Connection, crawl: OpenCrawl, kind: int, made: Sequence[tuple[int, int | None]]
) -> None:
    opened = crawl.classes[-1]
    sets = {records for _, records in made if records is not None}
    there = connection.among("SELECT id FROM pagekin_record_set WHERE id {}", sorted(sets))
    if len(list(there)) < len(sets):  # while nothing referred to them, somebody tidied up
        raise StoreError(
            f"crawl {crawl.id} was not mined: it was thinned at the same time; try again"
        )
    connection.execute(
        "INSERT INTO pagekin_crawl_class (crawl_id, crawler_id, crawler_version_id, "
        "wrapper_version_id) VALUES (%s, %s, %s, %s) ON CONFLICT (crawl_id, crawler_id) "
        "DO UPDATE SET crawler_version_id = coalesce(excluded.crawler_version_id, "
        "pagekin_crawl_class.crawler_version_id), wrapper_version_id = excluded.wrapper_version_id",
        crawl.id,
        opened.crawler,
        opened.version,
        opened.wrapper_version,
    )
    if crawl.crawler == opened.crawler and opened.version is not None:
        connection.execute(
            "UPDATE pagekin_crawl SET crawler_version_id = %s WHERE id = %s",
            opened.version,
            crawl.id,
        )
    connection.many(
        "UPDATE pagekin_crawl_page SET records_id = %s WHERE crawl_id = %s AND page_id = %s",
        [(records, crawl.id, page) for page, records in made],
    )
    [(purpose,)] = connection.rows("SELECT purpose FROM pagekin_crawl WHERE id = %s", crawl.id)
    if purpose == CrawlPurpose.IMPORT:
        connection.many(
            "UPDATE pagekin_crawl_page SET outcome = %s, kind_id = %s "
            "WHERE crawl_id = %s AND page_id = %s",
            [
                (Outcome.TARGET.value, kind, crawl.id, page)
                for page, records in made
                if records is not None
            ],
        )
