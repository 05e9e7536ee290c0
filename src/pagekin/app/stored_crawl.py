"""A crawl that loses nothing: stored and archived page by page, and continued if it was interrupted."""

import contextlib
from dataclasses import dataclass, field

from pagekin.app.archiving import ArchiveKeeper, Notice, writing
from pagekin.app.form_settings import left_alone_on
from pagekin.app.learning_cache import LearningCache
from pagekin.app.site_opening import open_recorded, seeds_for
from pagekin.app.stored_frontier import StoredFrontier, entry_of
from pagekin.app.trap_memory import recall_traps
from pagekin.app.workspace import CrawlerName, Workspace
from pagekin.crawl import CrawlProgress
from pagekin.crawl.decider import Decider
from pagekin.crawl.traversal import Traversal
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps
from pagekin.settings import Settings
from pagekin.site import Stop, Watch
from pagekin.store.database import Connection
from pagekin.store.reading.crawl_pages import counts_of, has_pages
from pagekin.store.reading.crawls import marks_of
from pagekin.store.writing.crawl_runs import OpenCrawl, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter
from pagekin.wrappers.apply import Extractor


@dataclass(frozen=True, slots=True)
class StoredCrawl:
    """A crawl that is open in the store."""

    data: Workspace
    crawler: Crawler
    opened: OpenCrawl
    left_alone: dict[str, str] = field(default_factory=dict)  # forms' targets → why not submitted

    @classmethod
    def begin(cls, data: Workspace, crawler: Crawler, *, fresh: bool = False) -> "StoredCrawl":
        """Continue the crawler's last crawl if it was interrupted, otherwise begin one."""
        name = CrawlerName.of(crawler)
        content = dumps(crawler)
        return cls(
            data, crawler, open_crawl(data.store, name.site, name.sample, content, fresh=fresh)
        )

    async def run(
        self,
        settings: Settings,
        stop: Stop,
        watch: Watch,
        *,
        notice: Notice = lambda _: None,
        kept: LearningCache | None = None,
    ) -> str | None:
        """Go on until nothing is left to fetch; give the reason if it was stopped before."""
        data = self.data
        async with contextlib.AsyncExitStack() as stack:
            connection = stack.enter_context(data.store.connection())
            marks = marks_of(connection, self.opened.id) if self.opened.resumed else ()
            decider = Decider([self.crawler], marks)
            if self.opened.resumed:
                recall_traps(decider, connection, self.opened.id)
            terms = writing(data, stop, notice)
            writer = await stack.enter_async_context(CrawlWriter(data.store, self.opened, terms))
            wrapper = self.crawler.wrapper
            frontier = StoredFrontier(
                data,
                connection,
                writer,
                ArchiveKeeper(data, stop, notice),
                Extractor(wrapper) if wrapper else None,
                has_pages(connection, self.opened.crawler),
            )
            starts = (*self.crawler.navigation.starts, *seeds_for(self.crawler, settings))
            await writer.add([entry_of(start) for start in starts])
            site = await stack.enter_async_context(open_recorded(self.crawler, settings, kept))
            ahead = 2 * settings.concurrency
            traversal = Traversal(site.visit, frontier, decider, stop, ahead=ahead)
            progress = self._progress(connection, len(self.crawler.navigation.starts))
            async with contextlib.aclosing(progress.follow(traversal, watch)) as outcomes:
                async for _ in outcomes:
                    pass
            self.left_alone.update(left_alone_on(site))
            if not traversal.stopped:
                await writer.finish()
            return traversal.stopped

    def _progress(self, connection: Connection, starts: int) -> CrawlProgress:
        """Count from where the crawl was interrupted."""
        seen = counts_of(connection, self.opened.id)
        begun = any(not some.failed for some in seen)
        return CrawlProgress(starts, begun=begun, pages=sum(some.pages for some in seen))
