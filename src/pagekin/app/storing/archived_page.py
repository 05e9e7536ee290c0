"""Pages of earlier crawls, found in the store and read from the archive as they were."""

from dataclasses import dataclass

from pagekin.errors import DamagedError, NothingFoundError
from pagekin.site import Exchange
from pagekin.store.archives import open_archive_to_read
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.reading.crawl_pages import SeenPage, position_of, seen_at
from pagekin.store.reading.crawls import crawl_numbered

_MOST_REDIRECTS = 20


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """A page as a crawl saw it."""

    url: str
    crawl: int
    exchange: Exchange


def archived_page(store: Store, url: str, crawl: int | None = None) -> ArchivedPage:
    """Read a page back as a crawl saw it, by default the last that has it."""
    with store.connection() as connection:
        seen = _find(connection, url, crawl)
        position = None if seen.version is None else position_of(connection, seen.version)
    if position is None:
        raise NothingFoundError(f"the archive does not have {seen.url} of crawl {seen.crawl}")
    try:
        exchange = open_archive_to_read(store).read(position)
    except DamagedError as error:
        raise DamagedError(
            f"the archive has lost {seen.url} of crawl {seen.crawl} ({error}); the next crawl fetches "
            "the page again if the site still has it"
        ) from None
    return ArchivedPage(seen.url, seen.crawl, exchange)


def _find(connection: Connection, url: str, crawl: int | None) -> SeenPage:
    """Find a page, following redirects within the crawl."""
    for _ in range(_MOST_REDIRECTS):
        seen = seen_at(connection, url, crawl)
        if seen is None:
            raise NothingFoundError(_why_unseen(connection, url, crawl))
        if seen.version is not None:
            return seen
        if not seen.redirect_to:
            raise NothingFoundError(f"crawl {seen.crawl} did not get {url}: {seen.detail}")
        url, crawl = seen.redirect_to, seen.crawl
    raise NothingFoundError(f"crawl {crawl} was redirected from {url} again and again")


def _why_unseen(connection: Connection, url: str, crawl: int | None) -> str:
    if crawl is None:
        return f"no crawl has seen {url}; 'pagekin crawls' lists the crawls"
    if crawl_numbered(connection, crawl) is None:
        return f"there is no crawl {crawl}; 'pagekin crawls' lists the crawls"
    other = seen_at(connection, url)
    return f"crawl {crawl} has not seen {url}; " + (
        f"crawl {other.crawl} has" if other else "nor has any other"
    )
