"""Which crawl is asked: the one that a person names, or the last one that found something."""

from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo, crawl_numbered
from pagekin.store.states import CrawlPurpose, CrawlState

# The last finished crawl of each crawler of a site, and that of the site's other crawls.
_LAST = """
SELECT max(crawl.id) FROM pagekin_crawl crawl JOIN pagekin_site site ON site.id = crawl.site_id
WHERE crawl.state = %s AND crawl.purpose = %s AND %s IN ('', site.name)
GROUP BY crawl.site_id, crawl.crawler_id ORDER BY 1
"""


def crawl_to_ask(connection: Connection, number: int | None, site: str = "") -> CrawlInfo:
    """Return the crawl of a number, or the last finished one, of a site if one is named."""
    chosen = last_crawls(connection, site)[-1] if number is None else number
    crawl = crawl_numbered(connection, chosen)
    if crawl is None:
        raise UsageError(f"there is no crawl {chosen}; 'pagekin crawls' lists the crawls")
    if not crawl.has_ended:
        raise UsageError(f"crawl {chosen} did not come to its end: it cannot be asked yet")
    return crawl


def last_crawls(connection: Connection, site: str) -> list[int]:
    """Return the last finished crawl of each crawler, of a site if one is named; the newest last."""
    wanted = CrawlState.FINISHED.value, CrawlPurpose.CRAWL.value
    rows = connection.rows(_LAST, *wanted, site)
    if not rows:
        of_site = f" of {site}" if site else ""
        raise NothingFoundError(
            f"no crawl{of_site} has come to its end yet: there is nothing to ask"
        )
    return [number for (number,) in rows]
