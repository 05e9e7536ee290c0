"""The targets of a crawl, read from the store; their pages, if wanted, from the archive."""

from collections.abc import Iterator
from typing import Any

from pagekin.app.crawl_summary import targets_of
from pagekin.app.storing.replay import LostPages, page_of_version
from pagekin.app.storing.workspace import Workspace
from pagekin.dom import Page
from pagekin.errors import ArchiveError, DamagedError
from pagekin.sources import SavedPages
from pagekin.store.database import Connection
from pagekin.store.reading.crawl_pages import SeenPage


def rows_of(
    workspace: Workspace, crawl: int, saved: SavedPages | None = None, lost: LostPages | None = None
) -> Iterator[dict[str, Any]]:
    """Yield each target once: its URL, title, the page that led to it, and the file it is saved in.

    `lost` counts those that should be saved and cannot be read.
    """
    with workspace.store.connection() as connection:
        for seen in targets_of(connection, crawl):
            row = {"url": seen.url, "title": seen.title, "found_on": seen.found_on or seen.url}
            if saved:
                page = _page(workspace, connection, seen, lost)
                row |= {"file": saved.add(page)} if page else {}
            yield row


def pages_of_crawl(workspace: Workspace, crawl: int) -> Iterator[Page]:
    """Yield the targets of a crawl as pages, one at a time; in the end raise DamagedError if any is lost."""
    lost = LostPages()
    with workspace.store.connection() as connection:
        for seen in targets_of(connection, crawl):
            page = _page(workspace, connection, seen, lost)
            if page:
                yield page
    if lost.lost:
        raise DamagedError(str(lost))


def _page(
    workspace: Workspace, connection: Connection, seen: SeenPage, lost: LostPages | None
) -> Page | None:
    if seen.version is None:
        return None
    page = page_of_version(workspace, connection, seen.version, seen.url)
    if lost is not None:
        lost.add(seen.url, page if isinstance(page, ArchiveError) else None)
    return None if isinstance(page, ArchiveError) else page
