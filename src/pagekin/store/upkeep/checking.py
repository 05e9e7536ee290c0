"""Checks a store: is the database whole, does every row refer to something, are the archive's parts there."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pagekin.store.database import Connection
from pagekin.store.opening import Store

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
    ("pagekin_crawl_page", "kind_id", "pagekin_kind"),
    ("pagekin_record", "set_id", "pagekin_record_set"),
    ("pagekin_record", "bundle_id", "pagekin_bundle"),
    ("pagekin_value", "set_id", "pagekin_record_set"),
    ("pagekin_value", "field_id", "pagekin_field"),
    ("pagekin_attribute", "set_id", "pagekin_record_set"),
    ("pagekin_attribute", "field_id", "pagekin_field"),
    ("pagekin_link", "set_id", "pagekin_link_set"),
    ("pagekin_link", "to_id", "pagekin_page"),
    ("pagekin_frontier", "crawl_id", "pagekin_crawl"),
    ("pagekin_frontier", "page_id", "pagekin_page"),
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has found; no problems, no damage."""

    counts: dict[str, int]
    problems: tuple[str, ...]


def check(store: Store, *, archive: bool = True) -> Checked:
    """Look through a whole store; with `archive`, also whether the files that it names are there."""
    with store.connection() as connection:
        problems = list(_damage(connection))
        if not problems:  # what a damaged database says of itself means nothing
            problems += _orphans(connection)
            problems += _wrong_pages(connection)
            if archive:
                problems += _missing_parts(connection, store.location.archive)
        counts = {} if problems else _counts(connection)
    return Checked(counts, tuple(problems))


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
    """Find pages that were given another page's version, and pages both done and to be fetched."""
    count = connection.rows(
        "SELECT count(*) FROM pagekin_crawl_page seen JOIN pagekin_page_version version "
        "ON version.id = seen.version_id WHERE version.page_id <> seen.page_id"
    )[0][0]
    if count:
        yield f"mixed up: {count:,} pages of crawls have the version of another page"
    count = connection.rows(
        "SELECT count(*) FROM pagekin_frontier entry JOIN pagekin_crawl_page seen "
        "ON seen.crawl_id = entry.crawl_id AND seen.page_id = entry.page_id"
    )[0][0]
    if count:
        yield f"mixed up: {count:,} pages are done and yet to be fetched"


def _missing_parts(connection: Connection, archive: Path) -> Iterator[str]:
    rows = connection.rows(
        "SELECT archive_file, max(archive_offset + archive_length), count(*) "
        "FROM pagekin_page_version WHERE archive_offset IS NOT NULL "
        "GROUP BY archive_file ORDER BY archive_file"
    )
    for name, end, count in rows:
        file = archive / name
        if not file.is_file():
            yield f"archive: {file} is missing, and {count:,} page versions with it"
        elif file.stat().st_size < end:
            lost = connection.rows(
                "SELECT count(*) FROM pagekin_page_version WHERE archive_file = %s "
                "AND archive_offset + archive_length > %s",
                name,
                file.stat().st_size,
            )[0][0]
            yield f"archive: {file} has lost its end, and {lost:,} page versions with it"


def _counts(connection: Connection) -> dict[str, int]:
    names = ("site", "crawler", "crawl", "page", "page_version", "record", "value", "link")
    return {
        name: connection.rows(f"SELECT count(*) FROM pagekin_{name}")[0][0]  # noqa: S608 - names of ours
        for name in names
    }
