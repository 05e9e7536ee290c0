"""The link graph of a crawl: pages, by their numbers in the store, and the links between them.

A link to a URL that redirects leads to where it went. Images are no links: they show, and lead nowhere.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from pagekin.store.database import Connection
from pagekin.store.reading.links_to_pages import links_leading_to

_IMAGE = "img"
_REDIRECTS = """
SELECT page_id, redirect_to_id FROM pagekin_crawl_page
WHERE crawl_id = %s AND redirect_to_id IS NOT NULL
"""
_OUT = """
SELECT seen.page_id, link.number, link.to_id, link.anchor, link.tag FROM pagekin_crawl_page seen
JOIN pagekin_link link ON link.set_id = seen.links_id
WHERE link.tag <> %s AND seen.crawl_id = %s AND seen.page_id {}
"""
_URLS = "SELECT id, url FROM pagekin_page WHERE id {}"


class GraphLink(NamedTuple):
    """A link from one page to another; its number is its place among the links of its page."""

    source: int
    number: int
    target: int  # where it leads in the end
    anchor: str
    tag: str


class LinkGraph:
    """The link graph of one crawl, read as far as it is asked for."""

    def __init__(self, connection: Connection, crawl: int) -> None:
        self._connection = connection
        self._crawl = crawl
        self._redirects: dict[int, int] = dict(connection.rows(_REDIRECTS, crawl))
        self._aliases: defaultdict[int, list[int]] = defaultdict(list)
        for page in self._redirects:
            self._aliases[self.end_of(page)].append(page)

    def end_of(self, page: int) -> int:
        """Return where a page leads that redirects, any other page itself."""
        passed = {page}
        while (there := self._redirects.get(page)) is not None and there not in passed:
            passed.add(there)
            page = there
        return page

    def links_from(self, pages: Collection[int]) -> Iterator[GraphLink]:
        """Go through the links of pages, in no particular order."""
        rows = self._connection.among(_OUT, pages, _IMAGE, self._crawl)
        if not self._redirects:
            return map(GraphLink._make, rows)
        return (
            GraphLink(source, number, self.end_of(to), anchor, tag)
            for source, number, to, anchor, tag in rows
        )

    def links_to(self, pages: Collection[int]) -> Iterator[GraphLink]:
        """Go through the links that lead to pages, directly or by a redirect, in no particular order."""
        there = [*pages, *(alias for page in pages for alias in self._aliases.get(page, ()))]
        rows = links_leading_to(self._connection, self._crawl, there)
        return (
            GraphLink(source, number, self.end_of(to), anchor, tag)
            for source, number, to, anchor, tag in rows
            if tag != _IMAGE
        )

    def urls(self, pages: Iterable[int]) -> dict[int, str]:
        """Return the URLs of pages."""
        return dict(self._connection.among(_URLS, set(pages)))
