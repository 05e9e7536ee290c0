"""Records of page versions that are stored already: a wrapper that came later is no reason to crawl again."""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.store.database import Connection
from pagekin.store.page_results import Content, KindOfPage, PageResult
from pagekin.store.writing.crawl_runs import OpenCrawl, enter_version
from pagekin.store.writing.name_ids import NameIds
from pagekin.store.writing.page_ids import PageIds
from pagekin.store.writing.page_versions import PageVersions
from pagekin.wrappers.record import Record

_KIND = KindOfPage("")  # of no account here


def backfill_records(
    connection: Connection, crawler: int, found: Sequence[tuple[str, bytes, Sequence[Record]]]
) -> None:
    """Give page versions, by URL and digest of the content, the records that were found in them."""
    with connection.transaction():
        numbers = PageIds(crawler).of(connection, [url for url, _, _ in found])
        rows = connection.among(
            "SELECT page_id, digest, etag, last_modified FROM pagekin_page_version "
            "WHERE page_id {}",
            numbers.values(),
        )
        known = {
            (page, bytes(digest)): Content(bytes(digest), "", etag, last_modified)
            for page, digest, etag, last_modified in rows
        }
        results = [
            PageResult(url, _KIND, content=replace(content, records=records))
            for url, digest, records in found
            if (content := known.get((numbers[url], digest)))
        ]
        PageVersions(NameIds(crawler)).write(connection, results, numbers)


def switch_version(connection: Connection, crawl: OpenCrawl, content: str) -> None:
    """Let a crawl be one of another version of its crawler, which finds the same pages."""
    with connection.transaction():
        connection.execute(
            "UPDATE pagekin_crawl SET crawler_version_id = %s WHERE id = %s",
            enter_version(connection, crawl.crawler, content),
            crawl.id,
        )
