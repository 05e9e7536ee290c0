"""The links of a crawl that lead to some pages.

They are found by their index: most of them are in the crawl, since crawls share the links of pages that stay as they
are. In stages, so that no database begins with all pages of the crawl: SQLite knows too little of the tables to know
better, and PostgreSQL takes what a page and its links have in common for coincidence.
"""

from collections.abc import Iterable, Iterator

from pagekin.store.database import Connection, Row

_LEADING = """
WITH led AS MATERIALIZED (
 SELECT set_id, number, to_id, anchor, tag FROM pagekin_link WHERE to_id {}),
found AS MATERIALIZED (
 SELECT led.set_id, led.number, led.to_id, led.anchor, led.tag, link_set.page_id
 FROM led CROSS JOIN pagekin_link_set link_set WHERE link_set.id = led.set_id)
SELECT found.page_id, found.number, found.to_id, found.anchor, found.tag
FROM found CROSS JOIN pagekin_crawl_page seen
WHERE seen.crawl_id = :crawl AND seen.page_id = found.page_id AND seen.links_id = found.set_id
"""


def links_leading_to(connection: Connection, crawl: int, pages: Iterable[int]) -> Iterator[Row]:
    """Go through the links to pages, in no order: their page, number, where to, text and tag."""
    # What is asked for comes last among parameters; here it stands first.
    return connection.among(_LEADING.replace(":crawl", f"{crawl:d}"), pages)
