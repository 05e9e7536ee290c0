"""A workspace: store and archive of a data directory, opened together and found in order, or refused.

Everything that fetches pages has one. Where nobody asked to keep anything it is a temporary one.
"""

import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from pagekin.archive import Archive, Position
from pagekin.discovery import LearningTask
from pagekin.fetch.process_sharing import ProcessSharing
from pagekin.lazy import lazy_module
from pagekin.navigation import Crawler, finding_digest
from pagekin.navigation.crawler_file import dumps
from pagekin.store import crawler_lock
from pagekin.store.archives import open_archive
from pagekin.store.opening import Store, open_store
from pagekin.store.page_results import ClassOfPages

_host_pace = lazy_module("pagekin.store.host_pace")  # for PostgreSQL only
_MOST_CONTENTS = 50_000  # of which the position is remembered


@dataclass(frozen=True, slots=True)
class ContentPositions:
    """Where the latest contents stand in the archive, by digest: what comes again is stored once."""

    _positions: "OrderedDict[str, Position]" = field(default_factory=OrderedDict)

    def position(self, digest: str) -> Position | None:
        """Return the position of a content if it is remembered."""
        return self._positions.get(digest)

    def whole(self, position: Position) -> Position:
        """Remember a content, and return the position where it stands in full."""
        if not position.whole:
            return self._positions.get(position.digest, position)
        self._positions[position.digest] = position
        if len(self._positions) > _MOST_CONTENTS:
            self._positions.popitem(last=False)
        return position


@dataclass(frozen=True, slots=True)
class Workspace:
    """A store, the archive beside it, and who shares the pace of hosts through the store."""

    store: Store
    archive: Archive
    contents: ContentPositions
    sharing: ProcessSharing | None = None  # None: the processes of this machine


@dataclass(frozen=True, slots=True)
class CrawlerName:
    """What a crawler is called in the store: its site, the id of its file, and a name for people."""

    site: str
    uid: str
    name: str

    @classmethod
    def of(cls, crawler: Crawler) -> "CrawlerName":
        """Return the name of a crawler, which stays when the crawler is learned again."""
        return cls(crawler.scope.host, crawler.id, name_of(crawler))

    @classmethod
    def of_task(cls, task: LearningTask, strategy: str) -> "CrawlerName":
        """Return the name of the crawler that will be learned."""
        return cls(task.scope.host, task.crawler_id(strategy), task.samples[0])


@contextmanager
def open_workspace(
    place: Path | None = None,
    environ: Mapping[str, str] | None = None,
    notice: Callable[[str], None] | None = None,
) -> Iterator[Workspace]:
    """Open store and archive for writing; what is wrong with them is said before any work.

    They are in the data directory `place`, by default where PAGEKIN_DATA and PAGEKIN_DATABASE_URL say.
    `notice` hears of files of the archive that have lost something.
    """
    store = open_store(place, environ)
    contents = ContentPositions()
    with (
        open_archive(store, contents.position) as archive,
        _host_pace.shared_host_pace(store.location)
        if store.location.url
        else nullcontext() as sharing,
    ):
        for file in archive.recover():
            if notice and file.has_lost:
                notice(
                    f"the archive file {file.file} is damaged: a crawl fetches again what it misses, "
                    "'pagekin store check' tells what is lost"
                )
        yield Workspace(store, archive, contents, sharing)


@contextmanager
def temporary_workspace() -> Iterator[Workspace]:
    """Open a workspace that is empty, and gone when the block ends."""
    with (
        tempfile.TemporaryDirectory(prefix="pagekin-", ignore_cleanup_errors=True) as folder,
        open_workspace(Path(folder)) as workspace,
    ):
        yield workspace


def claimed(workspace: Workspace, name: CrawlerName) -> AbstractContextManager[None]:
    """Keep other processes from running the same crawler meanwhile."""
    return crawler_lock.crawler_lock(
        workspace.store, crawler_lock.lock_name(name.site, name.uid), name.name
    )


def name_of(crawler: Crawler) -> str:
    """Return what people call a crawler: its first sample, or where a crawl of everything begins."""
    return crawler.samples[0] if crawler.samples else crawler.entry


def page_class(crawler: Crawler) -> ClassOfPages:
    """Return a crawler as a class of pages that takes part in a crawl."""
    return ClassOfPages(
        crawler.id,
        name_of(crawler),
        dumps(crawler),
        finding_digest(crawler),
        crawler.wrapper,
    )
