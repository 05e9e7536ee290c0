"""The targets of a crawl, read from the store; their pages, if wanted, from the archive."""

from collections.abc import Iterator
from typing import Any

from pagekin.app.crawl_summary import targets_of
from pagekin.app.storing.replay import page_of_version
from pagekin.app.storing.workspace import Workspace
from pagekin.dom import Page
from pagekin.sources import SavedPages


def rows_of(
    workspace: Workspace, crawl: int, saved: SavedPages | None = None
) -> Iterator[dict[str, Any]]:
    """Yield each target once: its URL, title, the page that led to it, and the file it is saved in."""
    with workspace.store.connection() as connection:
        for seen in targets_of(connection, crawl):
            row = {"url": seen.url, "title": seen.title, "found_on": seen.found_on or seen.url}
            if saved and seen.version is not None:
                page = page_of_version(workspace, connection, seen.version, seen.url)
                row |= {"file": saved.add(page)} if page else {}
            yield row


def pages_of_crawl(workspace: Workspace, crawl: int) -> Iterator[Page]:
    """Yield the targets of a crawl as pages, one at a time."""
    with workspace.store.connection() as connection:
        for seen in targets_of(connection, crawl):
            if seen.version is not None:
                page = page_of_version(workspace, connection, seen.version, seen.url)
                if page:
                    yield page
