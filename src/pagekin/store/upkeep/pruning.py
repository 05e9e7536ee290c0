"""Removes crawls from a site, and with them what no other crawl of the site has seen.

Crawls that are to go are marked first and removed bit by bit, so nobody has to wait long. It may be
interrupted at any moment: what is marked and still there is removed the next time.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pagekin.store.database import Connection
from pagekin.store.states import CrawlState

Guard = Callable[[Connection], None]
"""Raises an error if crawls are under way that would suffer; called at the start of each transaction."""

_AT_ONCE = 2000
_CRAWLS = "SELECT id FROM pagekin_crawl WHERE site_id = %s"
# What keeps a page: columns of tables that have rows for crawls, and tables that have rows for pages.
_COLUMNS_OF_CRAWLS = (
    ("pagekin_crawl_page", "page_id"),
    ("pagekin_crawl_page", "found_on_id"),
    ("pagekin_crawl_page", "redirect_to_id"),
    ("pagekin_frontier", "page_id"),
    ("pagekin_frontier", "found_on_id"),
)
# What monitoring has to say of a crawl.
_TOLD_OF_CRAWLS = (
    *("pagekin_crawl_figures", "pagekin_field_figures", "pagekin_event"),
    *("pagekin_repair_proposal", "pagekin_query_result"),
)
_TABLES_OF_PAGES = ("pagekin_page_version", "pagekin_record_set", "pagekin_link_set")


@dataclass(frozen=True, slots=True)
class RemovedCrawls:
    """How many crawls were removed, and page versions and pages that only they had seen."""

    crawls: int = 0
    versions: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class _Seen:
    """The numbers of what crawls saw of some pages."""

    versions: frozenset[int]
    record_sets: frozenset[int]
    link_sets: frozenset[int]

    @classmethod
    def of(cls, rows: Iterable[tuple[int | None, int | None, int | None]]) -> "_Seen":
        columns = list(zip(*rows, strict=True)) or [(), (), ()]
        return cls(*(frozenset(number for number in column if number) for column in columns))


def mark_to_go(connection: Connection, crawls: Iterable[int]) -> None:
    """Mark crawls that are to be removed: nothing more is done for them."""
    numbers = [(crawl,) for crawl in crawls]
    connection.many(
        f"UPDATE pagekin_crawl SET state = '{CrawlState.THINNED.value}' WHERE id = %s",  # noqa: S608
        numbers,
    )
    for table in ("pagekin_frontier", "pagekin_mark"):
        connection.many(f"DELETE FROM {table} WHERE crawl_id = %s", numbers)  # noqa: S608 - ours


def remove_marked(connection: Connection, site: int, guard: Guard) -> RemovedCrawls:
    """Remove the crawls of a site that are marked, and what only they have seen."""
    crawls = [
        crawl
        for (crawl,) in connection.rows(
            "SELECT id FROM pagekin_crawl WHERE site_id = %s AND state = %s ORDER BY id",
            site,
            CrawlState.THINNED,
        )
    ]
    if not crawls:
        return RemovedCrawls()
    versions = sum(_remove_seen(connection, site, crawl, guard) for crawl in crawls)
    with alone(connection, site, guard):
        pages = remove_pages(connection, site)
        _remove_told(connection, crawls)
        for table in ("pagekin_crawl_class", "pagekin_citation"):
            delete_among(connection, table, "crawl_id", crawls)
        delete_among(connection, "pagekin_crawl", "id", crawls)
    return RemovedCrawls(len(crawls), versions, pages)


@contextlib.contextmanager
def alone(connection: Connection, site: int, guard: Guard) -> Iterator[None]:
    """Begin a transaction during which no crawl of a site can begin, after asking the guard."""
    with connection.transaction():
        if connection.postgres:  # where several may write at the same time
            connection.rows("SELECT id FROM pagekin_site WHERE id = %s FOR UPDATE", site)
        guard(connection)
        yield


def remove_record_sets(connection: Connection, sets: Sequence[int]) -> None:
    """Remove record sets with their records, values and attributes."""
    fields = _fields_of(connection, sets)
    for table in ("pagekin_value", "pagekin_attribute"):  # both are sorted by field, then by set
        for field in fields:
            _delete_values(connection, table, field, sets)
    delete_among(connection, "pagekin_record", "set_id", sets)
    delete_among(connection, "pagekin_record_set", "id", sets)


def remove_pages(connection: Connection, site: int) -> int:
    """Remove the pages of a site that nothing refers to any more; return how many."""
    keeping = [
        f"SELECT {column} FROM {table} WHERE crawl_id IN ({_CRAWLS}) AND {column} IS NOT NULL"  # noqa: S608
        for table, column in _COLUMNS_OF_CRAWLS
    ]
    keeping += [
        f"SELECT own.page_id FROM {table} own "  # noqa: S608 - names of ours
        "JOIN pagekin_page page ON page.id = own.page_id WHERE page.site_id = %s"
        for table in _TABLES_OF_PAGES
    ]
    kept = " UNION ALL ".join(keeping)
    # SQLite sorts what is kept in either case; PostgreSQL only joins it if it is said like this.
    unkept = (
        f"NOT EXISTS (SELECT 1 FROM ({kept}) kept (id) WHERE kept.id = pagekin_page.id)"  # noqa: S608
        if connection.postgres
        else f"id NOT IN ({kept})"
    )
    return connection.execute(
        f"DELETE FROM pagekin_page WHERE site_id = %s AND {unkept} "  # noqa: S608 - ours
        "AND NOT EXISTS (SELECT 1 FROM pagekin_link link WHERE link.to_id = pagekin_page.id)",
        *[site] * (1 + len(keeping)),
    )


def delete_among(connection: Connection, table: str, column: str, values: Iterable[int]) -> None:
    """Delete the rows of a table with one of some values in a column."""
    list(connection.among(f"DELETE FROM {table} WHERE {column} {{}}", values))  # noqa: S608 - ours


def _remove_seen(connection: Connection, site: int, crawl: int, guard: Guard) -> int:
    """Remove what a crawl saw, some pages at a time; return the number of versions that went."""
    versions = 0
    while True:
        with alone(connection, site, guard):
            rows = connection.rows(
                "SELECT page_id, version_id, records_id, links_id FROM pagekin_crawl_page "  # noqa: S608
                f"WHERE crawl_id = %s ORDER BY page_id LIMIT {_AT_ONCE}",
                crawl,
            )
            if not rows:
                return versions
            pages = [page for page, *_ in rows]
            connection.execute(
                "DELETE FROM pagekin_crawl_page WHERE crawl_id = %s AND page_id <= %s",
                crawl,
                pages[-1],
            )
            going = _Seen.of(row[1:] for row in rows)
            kept = _seen_by_others(connection, site, pages)
            versions += len(going.versions - kept.versions)
            _remove_unseen(connection, going, kept)


def _remove_told(connection: Connection, crawls: Sequence[int]) -> None:
    """Remove figures, events and results of crawls; their runs stay."""
    events = [
        event
        for (event,) in connection.among("SELECT id FROM pagekin_event WHERE crawl_id {}", crawls)
    ]
    delete_among(connection, "pagekin_event_page", "event_id", events)
    for table in _TOLD_OF_CRAWLS:
        delete_among(connection, table, "crawl_id", crawls)
    list(connection.among("UPDATE pagekin_run SET crawl_id = NULL WHERE crawl_id {}", crawls))


def _seen_by_others(connection: Connection, site: int, pages: Sequence[int]) -> _Seen:
    """Return what the crawls of a site, as far as they are there, saw of some pages.

    One crawl after the other, by the key of the table: no database has to guess a better way.
    """
    return _Seen.of(
        row
        for (crawl,) in connection.rows(_CRAWLS, site)
        for row in connection.among(
            "SELECT version_id, records_id, links_id FROM pagekin_crawl_page "
            "WHERE crawl_id = %s AND page_id {}",
            pages,
            crawl,
        )
    )


def _remove_unseen(connection: Connection, going: _Seen, kept: _Seen) -> None:
    links = sorted(going.link_sets - kept.link_sets)
    remove_record_sets(connection, sorted(going.record_sets - kept.record_sets))
    delete_among(connection, "pagekin_link", "set_id", links)
    delete_among(connection, "pagekin_link_set", "id", links)
    versions = sorted(going.versions - kept.versions)
    delete_among(connection, "pagekin_meta_tag", "version_id", versions)
    delete_among(connection, "pagekin_page_version", "id", versions)


def _delete_values(connection: Connection, table: str, field: int, sets: Sequence[int]) -> None:
    if connection.postgres:  # which would compare each value of the field with each set otherwise
        connection.execute(
            f"DELETE FROM {table} USING unnest(%s::bigint[]) gone (id) "  # noqa: S608 - ours
            f"WHERE {table}.field_id = %s AND {table}.set_id = gone.id",
            list(sets),
            field,
        )
    else:
        sql = f"DELETE FROM {table} WHERE field_id = %s AND set_id {{}}"  # noqa: S608 - ours
        list(connection.among(sql, sets, field))


def _fields_of(connection: Connection, sets: Sequence[int]) -> list[int]:
    """Return the fields that the values of record sets may be of."""
    wrappers = connection.among(
        "SELECT DISTINCT wrapper_version_id FROM pagekin_record_set WHERE id {}", sets
    )
    fields = connection.among(
        "SELECT DISTINCT field.id FROM pagekin_field field "
        "JOIN pagekin_bundle bundle ON bundle.id = field.bundle_id "
        "JOIN pagekin_wrapper_version wrapper ON wrapper.crawler_id = bundle.crawler_id "
        "WHERE wrapper.id {}",
        {wrapper for (wrapper,) in wrappers},
    )
    return sorted({field for (field,) in fields})
