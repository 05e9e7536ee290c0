"""The crawlers that the store knows, and their versions: listed, compared, restored, deleted."""

import contextlib
import difflib
import json
from dataclasses import dataclass
from pathlib import Path

from pagekin.app.learned_file import write_text
from pagekin.app.storing.tidying import thin_archive
from pagekin.app.storing.workspace import Workspace
from pagekin.archive import ArchiveBusyError
from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.opening import Store
from pagekin.store.reading.crawler_versions import (
    CrawlerListing,
    VersionListing,
    crawler_named,
    list_crawlers,
    list_versions,
)
from pagekin.store.upkeep import deleting
from pagekin.store.upkeep.pruning import RemovedCrawls


@dataclass(frozen=True, slots=True)
class VersionDifference:
    """In what two versions of a crawler differ."""

    older: int
    newer: int
    parts: tuple[str, ...]  # of the crawler file: scope, navigation, wrapper …
    lines: tuple[str, ...]  # of a unified diff


def crawlers(store: Store, site: str = "") -> list[CrawlerListing]:
    """Return the crawlers of all sites, or of one; raise NothingFoundError if there are none."""
    found = list_crawlers(store, site)
    if not found:
        raise NothingFoundError(f"no crawler{f' of {site}' if site else ''} in {store.location}")
    return found


def find_crawler(store: Store, name: str) -> CrawlerListing:
    """Find a crawler by its id, the beginning of that, or its name."""
    found = crawler_named(store, name)
    if found is None:
        raise UsageError(
            f"there is no crawler {name!r}, or more than one; 'pagekin crawlers' lists them"
        )
    return found


def versions(store: Store, crawler: CrawlerListing) -> list[VersionListing]:
    """Return the versions of a crawler, the first one first."""
    return list_versions(store, crawler.id)


def version_numbered(store: Store, crawler: CrawlerListing, number: int) -> VersionListing:
    """Return one version of a crawler."""
    found = {version.number: version for version in versions(store, crawler)}
    if number not in found:
        there = ", ".join(map(str, found)) or "none"
        raise UsageError(f"crawler {crawler.uid} has no version {number}; there are {there}")
    return found[number]


def compare_versions(
    store: Store, crawler: CrawlerListing, older: int, newer: int
) -> VersionDifference:
    """Compare two versions of a crawler, as the files that they are."""
    old, new = (version_numbered(store, crawler, number) for number in (older, newer))
    before, after = json.loads(old.content), json.loads(new.content)
    parts = (name for name in dict.fromkeys((*before, *after)) if _differs(before, after, name))
    lines = difflib.unified_diff(
        old.content.splitlines(),
        new.content.splitlines(),
        f"version {older}",
        f"version {newer}",
        lineterm="",
        n=2,
    )
    return VersionDifference(older, newer, tuple(parts), tuple(lines))


def restore_version(store: Store, crawler: CrawlerListing, number: int, file: Path) -> None:
    """Write a version of a crawler to its file, so that the next crawl is run with it."""
    write_text(file, version_numbered(store, crawler, number).content)


def delete_crawler(
    workspace: Workspace, crawler: CrawlerListing, *, force: bool = False
) -> RemovedCrawls:
    """Remove a crawler with its versions, crawls and records, and what of the archive only it needs.

    With `force` also if saved results cite some of it.
    """
    removed = deleting.delete_crawler(workspace.store, crawler.id, force=force)
    with contextlib.suppress(
        ArchiveBusyError
    ):  # somebody writes to it: a later crawl frees the room
        thin_archive(workspace)
    return removed


def _differs(before: dict[str, object], after: dict[str, object], name: str) -> bool:
    return before.get(name) != after.get(name)
