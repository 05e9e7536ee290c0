"""Pages that a crawl did not see for a failure, and the last crawl that did see them.

A page that could not be fetched may still be there, and so may all that only it led to. Such a page is neither
gone nor, when it comes back, new: it is compared with what was seen of it last.
"""

from collections import defaultdict

from pagekin.crawl.behind_failures import behind_failures
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import baseline_of, crawl_numbered
from pagekin.store.states import Outcome

# Statuses that say that a page is gone; after any other failure nobody knows.
GONE = (404, 410)
_MOST_CRAWLS = 10  # to go back
_FAILED = """
SELECT page_id FROM pagekin_crawl_page
WHERE crawl_id = %s AND outcome = %s AND coalesce(status, 0) NOT IN (%s, %s)
"""
_MISSING = """
SELECT older.page_id FROM pagekin_crawl_page older LEFT JOIN pagekin_crawl_page newer
ON newer.crawl_id = %s AND newer.page_id = older.page_id
WHERE older.crawl_id = %s AND newer.page_id IS NULL
"""
_CAME_BACK = """
SELECT 1 FROM pagekin_crawl_page older CROSS JOIN pagekin_crawl_page newer
WHERE newer.crawl_id = %s AND newer.page_id = older.page_id AND newer.version_id IS NOT NULL
AND older.crawl_id = %s AND older.outcome = %s AND coalesce(older.status, 0) NOT IN (%s, %s)
LIMIT 1
"""
# The ways by which the older crawl came from a page to another: links that it followed, and redirects.
_WAYS = """
SELECT older.page_id, link.to_id FROM pagekin_crawl_page older
JOIN pagekin_link link ON link.set_id = older.links_id
WHERE older.crawl_id = %s AND link.kind_id IS NOT NULL
UNION ALL SELECT found_on_id, page_id FROM pagekin_crawl_page
WHERE crawl_id = %s AND found_on_id IS NOT NULL
UNION ALL SELECT page_id, redirect_to_id FROM pagekin_crawl_page
WHERE crawl_id = %s AND redirect_to_id IS NOT NULL
"""
_SEEN = "SELECT page_id FROM pagekin_crawl_page WHERE crawl_id = %s AND version_id IS NOT NULL"


def behind_failures_of(connection: Connection, older: int, newer: int) -> set[int]:
    """Return the pages of the older crawl that the newer one may have missed for a failure alone."""
    return _behind(connection, older, newer, _failed(connection, newer))


def failed_before(connection: Connection, older: int, newer: int) -> bool:
    """Whether the newer crawl saw a page that the older one could not fetch."""
    return bool(connection.rows(_CAME_BACK, newer, older, Outcome.FAILED.value, *GONE))


def last_sights(connection: Connection, crawl: int) -> dict[int, set[int]]:
    """Return the pages that a crawl did not see for a failure, by the crawl that saw them last."""
    sights: defaultdict[int, set[int]] = defaultdict(set)
    later: dict[int, set[int]] = {}  # crawls with what failed in them
    seen: set[int] = set()
    for _ in range(_MOST_CRAWLS):
        later[crawl] = _failed(connection, crawl)
        info = crawl_numbered(connection, crawl)
        before = baseline_of(connection, info) if info else None
        if not later[crawl] or before is None:
            break
        seen |= _pages(connection, _SEEN, crawl)
        unseen = _pages(connection, _SEEN, before.id) - seen
        for other, failed in later.items():
            unseen &= failed | _behind(connection, before.id, other, failed)
        if unseen:
            sights[before.id] = unseen
        crawl = before.id
    return sights


def _behind(connection: Connection, older: int, newer: int, failed: set[int]) -> set[int]:
    if not failed:
        return set()
    missing = _pages(connection, _MISSING, newer, older)
    return behind_failures(missing, failed, connection.rows(_WAYS, older, older, older))


def _failed(connection: Connection, crawl: int) -> set[int]:
    """Return the pages that may be there, but could not be fetched."""
    return _pages(connection, _FAILED, crawl, Outcome.FAILED.value, *GONE)


def _pages(connection: Connection, query: str, *parameters: int | str) -> set[int]:
    return {page for (page,) in connection.rows(query, *parameters)}
