"""Stores the records of a crawl's pages afterwards, as if its crawler had had its wrapper from the start."""

from collections.abc import Iterable

from pagekin.app.extract import full_records
from pagekin.app.stored_crawl import StoredCrawl
from pagekin.app.workspace import page_class
from pagekin.dom import Page
from pagekin.navigation import Crawler
from pagekin.store.writing.backfill import minable_pages, mine_crawl
from pagekin.wrappers.apply import Extractor


def backfill(crawl: StoredCrawl, crawler: Crawler, pages: Iterable[Page]) -> None:
    """Extract the records of pages that a crawl has seen, and store them with their versions."""
    if crawler.wrapper is None:
        return
    extractor = Extractor(crawler.wrapper)
    store, crawl_number = crawl.data.store, crawl.opened.id
    with store.connection() as reading, store.connection() as connection:
        numbers = {page.url: page.page for page in minable_pages(reading, crawl_number)}
        found = (
            (numbers[page.url], full_records(extractor.extract(page)))
            for page in pages
            if page.url in numbers
        )
        mine_crawl(connection, crawl_number, page_class(crawler), found)
