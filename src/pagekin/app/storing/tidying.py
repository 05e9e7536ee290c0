"""Tidies up after a crawl: old crawls go, and with them what of the archive nothing refers to any more."""

from contextlib import suppress
from functools import partial

from pagekin.app.storing.learning_cache import A_DAY
from pagekin.app.storing.workspace import Workspace
from pagekin.archive import ArchiveBusyError
from pagekin.store.states import CrawlPurpose
from pagekin.store.upkeep.pruning import RemovedCrawls
from pagekin.store.upkeep.retention import positions_in, switch_positions, thin, thin_site
from pagekin.store.writing.crawl_runs import abandon_old


def tidy(workspace: Workspace, crawl: int, crawler: int | None, keep: int) -> RemovedCrawls:
    """Keep the last so many crawls like this one; free the room of what only older ones had.

    They are those of its crawler, or those in which several took part. While another process writes to
    the archive it stays as it is: the next time will do.
    """
    if crawler is None:
        thinned = thin_site(workspace.store, _site_of(workspace, crawl), keep)
    else:
        with workspace.store.connection() as connection, connection.transaction():
            abandon_old(connection, crawler, CrawlPurpose.LEARN, A_DAY)
        thinned = thin(workspace.store, crawler, keep)
    if thinned.versions:
        with suppress(ArchiveBusyError):
            thin_archive(workspace)
    return thinned


def _site_of(workspace: Workspace, crawl: int) -> int:
    with workspace.store.connection() as connection:
        ((site,),) = connection.rows("SELECT site_id FROM pagekin_crawl WHERE id = %s", crawl)
    return int(site)


def thin_archive(workspace: Workspace) -> None:
    """Free the room of what no page version refers to."""
    with workspace.store.connection() as connection:
        workspace.archive.thin(
            partial(positions_in, connection, workspace.archive.id),
            partial(switch_positions, connection),
        )
