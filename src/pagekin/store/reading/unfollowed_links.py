"""Links of a crawl that lead to what it did not ask for: out of scope, images, left out by settings."""

from typing import NamedTuple

from pagekin.store.database import Connection

_FORM, _ACT = "form", "act"  # to follow one is to submit it, or to do what it says
_UNFOLLOWED = """
SELECT link.to_id, min(seen.depth) + 1 FROM pagekin_crawl_page seen
JOIN pagekin_link link ON link.set_id = seen.links_id
LEFT JOIN pagekin_crawl_page done ON done.crawl_id = seen.crawl_id AND done.page_id = link.to_id
WHERE seen.crawl_id = %s AND done.page_id IS NULL AND link.tag NOT IN (%s, %s)
GROUP BY link.to_id ORDER BY link.to_id
"""
_URLS = "SELECT id, url FROM pagekin_page WHERE id {}"


class UnfollowedLink(NamedTuple):
    """A URL that links of a crawl lead to, and how far it is from a start."""

    url: str
    depth: int


def unfollowed_links(connection: Connection, crawl: int) -> list[UnfollowedLink]:
    """Return what a crawl has links to and knows nothing else of, in the order in which it was found."""
    depths: dict[int, int] = dict(connection.rows(_UNFOLLOWED, crawl, _FORM, _ACT))
    urls: dict[int, str] = dict(connection.among(_URLS, depths))
    return [UnfollowedLink(urls[page], depth) for page, depth in depths.items()]
