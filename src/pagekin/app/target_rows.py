"""The targets of a crawl as rows, read from the store; their pages, if wanted, from the archive."""

from collections.abc import Iterator
from typing import Any

from pagekin.app.crawl_summary import targets_of
from pagekin.app.replay import page_of_version
from pagekin.app.workspace import Workspace
from pagekin.sources import SavedPages


def rows_of(
    data: Workspace, crawl: int, saved: SavedPages | None = None
) -> Iterator[dict[str, Any]]:
    """Give each target once: where it is, its title, the page that led to it, the file it is saved in."""
    with data.store.connection() as connection:
        for seen in targets_of(connection, crawl):
            row = {"url": seen.url, "title": seen.title, "found_on": seen.found_on or seen.url}
            if saved and seen.version is not None:
                page = page_of_version(data, connection, seen.version, seen.url)
                row |= {"file": saved.add(page)} if page else {}
            yield row
