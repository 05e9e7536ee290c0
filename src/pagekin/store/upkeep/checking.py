"""Checks a store: whether the database is whole, rows refer to rows that exist, and pages can be read."""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.store.archives import open_archive_to_read
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.upkeep.archive_check import ArchiveCheck, Checking, nobody

_SHOWN = 20
# Table, column, and the table that the column refers to.
_REFERENCES = (
    ("pagekin_page", "site_id", "pagekin_site"),
    ("pagekin_page_version", "page_id", "pagekin_page"),
    ("pagekin_page_version", "archive_id", "pagekin_archive_place"),
    ("pagekin_record_set", "page_id", "pagekin_page"),
    ("pagekin_record_set", "wrapper_version_id", "pagekin_wrapper_version"),
    ("pagekin_link_set", "page_id", "pagekin_page"),
    ("pagekin_crawl_page", "crawl_id", "pagekin_crawl"),
    ("pagekin_crawl_page", "page_id", "pagekin_page"),
    ("pagekin_crawl_page", "version_id", "pagekin_page_version"),
    ("pagekin_crawl_page", "records_id", "pagekin_record_set"),
    ("pagekin_crawl_page", "links_id", "pagekin_link_set"),
    ("pagekin_crawl_page", "redirect_to_id", "pagekin_page"),
    ("pagekin_crawl_page", "found_on_id", "pagekin_page"),
    ("pagekin_crawl_page", "kind_id", "pagekin_kind"),
    ("pagekin_record", "set_id", "pagekin_record_set"),
    ("pagekin_record", "bundle_id", "pagekin_bundle"),
    ("pagekin_value", "set_id", "pagekin_record_set"),
    ("pagekin_value", "field_id", "pagekin_field"),
    ("pagekin_attribute", "set_id", "pagekin_record_set"),
    ("pagekin_attribute", "field_id", "pagekin_field"),
    ("pagekin_link", "set_id", "pagekin_link_set"),
    ("pagekin_link", "to_id", "pagekin_page"),
    ("pagekin_link", "kind_id", "pagekin_kind"),
    ("pagekin_frontier", "crawl_id", "pagekin_crawl"),
    ("pagekin_frontier", "page_id", "pagekin_page"),
    ("pagekin_mark", "crawl_id", "pagekin_crawl"),
    # SQLite does not check these by itself.
    ("pagekin_crawler", "site_id", "pagekin_site"),
    ("pagekin_crawler_version", "crawler_id", "pagekin_crawler"),
    ("pagekin_wrapper_version", "crawler_id", "pagekin_crawler"),
    ("pagekin_wrapper_field", "wrapper_version_id", "pagekin_wrapper_version"),
    ("pagekin_wrapper_field", "field_id", "pagekin_field"),
    ("pagekin_bundle", "crawler_id", "pagekin_crawler"),
    ("pagekin_field", "bundle_id", "pagekin_bundle"),
    ("pagekin_kind", "crawler_id", "pagekin_crawler"),
    ("pagekin_crawl", "site_id", "pagekin_site"),
    ("pagekin_crawl", "crawler_id", "pagekin_crawler"),
    ("pagekin_crawl", "crawler_version_id", "pagekin_crawler_version"),
    ("pagekin_crawl_class", "crawl_id", "pagekin_crawl"),
    ("pagekin_crawl_class", "crawler_id", "pagekin_crawler"),
    ("pagekin_crawl_class", "crawler_version_id", "pagekin_crawler_version"),
    ("pagekin_crawl_class", "wrapper_version_id", "pagekin_wrapper_version"),
    ("pagekin_citation", "crawl_id", "pagekin_crawl"),
)
# What a crawl saw of a page must be that page's own: column of the crawl's page, table it refers to, name.
_OWN = (
    ("version_id", "pagekin_page_version", "version"),
    ("records_id", "pagekin_record_set", "records"),
    ("links_id", "pagekin_link_set", "links"),
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found; a store without problems is in order."""

    counts: dict[str, int]
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()  # what was not checked, and why


def check(
    store: Store, *, archive: bool = True, contents: bool = True, watch: Checking = nobody
) -> Checked:
    """Check a whole store; with `archive` also whether the files that it names are there.

    With `contents` every page is read, and compared with its digest; `watch` hears how that comes along.
    """
    notes: list[str] = []
    with store.connection() as connection:
        problems = list(_damage(connection))
        if not problems:  # what a damaged database says of itself means nothing
            problems += _orphans(connection)
            problems += _wrong_pages(connection)
            if archive:
                checking = ArchiveCheck(
                    connection, open_archive_to_read(store), contents=contents, watch=watch
                )
                problems += checking.problems()
                notes += checking.notes
        counts = {} if problems else _counts(connection)
    return Checked(counts, tuple(problems), tuple(notes))


def _damage(connection: Connection) -> Iterator[str]:
    if connection.postgres:
        return
    for (text,) in connection.rows(f"PRAGMA integrity_check({_SHOWN})"):
        if text != "ok":
            yield f"damage: {' '.join(text.split())}"


def _orphans(connection: Connection) -> Iterator[str]:
    for table, column, to in _REFERENCES:
        count = connection.rows(
            f"SELECT count(*) FROM {table} WHERE {column} IS NOT NULL AND NOT EXISTS "  # noqa: S608
            f"(SELECT 1 FROM {to} there WHERE there.id = {table}.{column})"
        )[0][0]
        if count:
            yield f"orphans: {count:,} rows of {table} refer to a {to} that is not there"


def _wrong_pages(connection: Connection) -> Iterator[str]:
    """Find pages that have the content of another page, and pages that are both done and to be fetched."""
    for column, table, name in _OWN:
        count = connection.rows(
            f"SELECT count(*) FROM pagekin_crawl_page seen JOIN {table} own "  # noqa: S608 - ours
            f"ON own.id = seen.{column} WHERE own.page_id <> seen.page_id"
        )[0][0]
        if count:
            yield f"mixed up: {count:,} pages of crawls have the {name} of another page"
    count = connection.rows(
        "SELECT count(*) FROM pagekin_frontier entry JOIN pagekin_crawl_page seen "
        "ON seen.crawl_id = entry.crawl_id AND seen.page_id = entry.page_id"
    )[0][0]
    if count:
        yield f"mixed up: {count:,} pages are done and yet to be fetched"


def _counts(connection: Connection) -> dict[str, int]:
    names = ("site", "crawler", "crawl", "page", "page_version", "record", "value", "link")
    return {
        name: connection.rows(f"SELECT count(*) FROM pagekin_{name}")[0][0]  # noqa: S608 - names of ours
        for name in names
    }
