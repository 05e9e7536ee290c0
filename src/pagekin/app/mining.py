"""Stores the records of a crawl's pages afterwards, as if its crawler had had its wrapper from the start."""

from collections.abc import Iterable
from itertools import islice

from pagekin.app.extract import full_records
from pagekin.app.stored_crawl import StoredCrawl
from pagekin.dom import Page
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps
from pagekin.site import content_digest
from pagekin.store.writing.backfill import backfill_records, switch_version
from pagekin.wrappers.apply import Extractor

_AT_ONCE = 100


def backfill(crawl: StoredCrawl, crawler: Crawler, pages: Iterable[Page]) -> None:
    """Extract the records of pages that a crawl has seen, and store them with their versions."""
    if crawler.wrapper is None:
        return
    extractor = Extractor(crawler.wrapper)
    with crawl.data.store.connection() as connection:
        left = iter(pages)
        while some := list(islice(left, _AT_ONCE)):
            found = [
                (page.url, content_digest(page.body), full_records(extractor.extract(page)))
                for page in some
            ]
            backfill_records(connection, crawl.opened.crawler, found)
        switch_version(connection, crawl.opened, dumps(crawler))
