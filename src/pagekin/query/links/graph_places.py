"""Places in a link graph as people name them: a URL, or a sub-site as a URL with `*` in it."""

from pagekin.errors import UsageError
from pagekin.lazy import lazy_module
from pagekin.query.links.link_graph import LinkGraph
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo, crawl_numbered
from pagekin.store.states import CrawlPurpose, CrawlState
from pagekin.store.writing.page_ids import url_digest
from pagekin.urls import InvalidUrl, canonical
from pagekin.urls.scope import other_spellings

_re2 = lazy_module("re2")
_ANY = "*"
_PAGE = """
SELECT page.id FROM pagekin_crawl crawl JOIN pagekin_page page ON page.site_id = crawl.site_id
WHERE page.digest = %s AND crawl.id = %s
"""
# Databases differ in whether LIKE minds case: it only narrows down what is looked at.
_LIKE = """
SELECT page.id, page.url FROM pagekin_crawl_page seen JOIN pagekin_page page ON page.id = seen.page_id
WHERE seen.crawl_id = %s AND (seen.version_id IS NOT NULL OR seen.redirect_to_id IS NOT NULL)
AND page.url LIKE %s ESCAPE '!'
"""
_CRAWLS_WITH = """
SELECT crawl.id FROM pagekin_page page JOIN pagekin_crawl crawl ON crawl.site_id = page.site_id
JOIN pagekin_crawl_page seen ON seen.crawl_id = crawl.id AND seen.page_id = page.id
WHERE page.digest = %s AND crawl.state = %s AND crawl.purpose = %s ORDER BY crawl.id DESC LIMIT 1
"""
_CRAWLS_LIKE = """
SELECT crawl.id FROM pagekin_crawl crawl WHERE crawl.state = %s AND crawl.purpose = %s
AND EXISTS (SELECT 1 FROM pagekin_crawl_page seen JOIN pagekin_page page ON page.id = seen.page_id
WHERE seen.crawl_id = crawl.id AND page.url LIKE %s ESCAPE '!')
ORDER BY crawl.id DESC LIMIT 1
"""


def is_pattern(place: str) -> bool:
    """Whether a place is a sub-site rather than a page."""
    return _ANY in place


def crawl_with(connection: Connection, place: str, number: int | None = None) -> CrawlInfo:
    """Find the crawl to ask about a place: the one of that number, or the last finished one that saw it."""
    if number is not None:
        crawl = crawl_numbered(connection, number)
        if crawl is None:
            raise UsageError(f"there is no crawl {number}; 'pagekin crawls' lists the crawls")
        return crawl
    wanted = (CrawlState.FINISHED.value, CrawlPurpose.CRAWL.value)
    if is_pattern(place):
        rows = connection.rows(_CRAWLS_LIKE, *wanted, _like(place))
    else:
        rows = [
            row
            for url in _spellings(place)
            for row in connection.rows(_CRAWLS_WITH, url_digest(url), *wanted)
        ]
    found = crawl_numbered(connection, rows[0][0]) if rows else None
    if found is None:
        raise UsageError(
            f"no crawl that came to its end has seen {place}; 'pagekin crawls' lists the crawls, "
            "'pagekin crawl --whole-site URL' makes one with all links"
        )
    return found


def pages_at(connection: Connection, graph: LinkGraph, crawl: int, place: str) -> list[int]:
    """Return the pages of a crawl at a place, sorted by URL; one that redirects stands for where it leads."""
    if is_pattern(place):
        matches = _re2.compile(".*".join(map(_re2.escape, place.split(_ANY)))).fullmatch
        rows = connection.rows(_LIKE, crawl, _like(place))
        found = sorted((url, page) for page, url in rows if matches(url))
        pages = [page for _, page in found]
    else:
        pages = [
            row[0]
            for url in _spellings(place)
            for row in connection.rows(_PAGE, url_digest(url), crawl)
        ][:1]
    if not pages:
        kind = "page like" if is_pattern(place) else "page"
        raise UsageError(
            f"crawl {crawl} knows no {kind} {place}: 'pagekin crawls' lists the crawls, --crawl N "
            "names another one; * stands for anything in a sub-site"
        )
    return list(dict.fromkeys(map(graph.end_of, pages)))


def _spellings(place: str) -> list[str]:
    """Return the URLs that a person may mean, the one as typed first."""
    url = canonical(place)
    if isinstance(url, InvalidUrl):
        raise UsageError(f"{place} is no URL: {url.reason}")
    return [url, *sorted(other_spellings(url))]


def _like(pattern: str) -> str:
    for special in "!%_":
        pattern = pattern.replace(special, f"!{special}")
    return pattern.replace(_ANY, "%")
