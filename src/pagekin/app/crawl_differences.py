"""Two crawls compared with the archive at hand: the one place from which all commands learn what changed."""

import functools

from pagekin.app.storing.replay import page_from
from pagekin.archive import ArchiveError
from pagekin.dom import Page
from pagekin.monitor import CrawlComparison, compare_crawls
from pagekin.store.archives import open_archive_to_read
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.reading.crawl_pages import position_of
from pagekin.store.states import Outcome


class ArchivedVersions:
    """Versions of pages, read from a store's archive; it is opened when the first one is asked for."""

    def __init__(self, store: Store, connection: Connection) -> None:
        self._connection = connection
        self._archive = functools.cache(lambda: open_archive_to_read(store))

    def page(self, version: int, url: str) -> Page | None:
        """Return a version of a page; None if the archive does not have it, or not as it was."""
        position = position_of(self._connection, version)
        if position is None:
            return None
        try:
            return page_from(self._archive().read(position), url)
        except ArchiveError:
            return None


def crawl_differences(
    store: Store, connection: Connection, older: int, newer: int
) -> CrawlComparison:
    """Compare two crawls: of their targets, or of all pages that came if the older one has no targets."""
    versions = ArchivedVersions(store, connection)
    targets = has_targets(connection, older)
    return compare_crawls(connection, older, newer, versions.page, targets=targets)


def has_targets(connection: Connection, crawl: int) -> bool:
    """Return whether a crawl was one for targets; one of everything, or of imported pages, has none."""
    return bool(
        connection.rows(
            "SELECT 1 FROM pagekin_crawl_page WHERE crawl_id = %s AND outcome = %s LIMIT 1",
            crawl,
            Outcome.TARGET.value,
        )
    )
