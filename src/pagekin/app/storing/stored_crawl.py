"""A crawl that loses nothing: stored and archived page by page, and continued if it was interrupted."""

import contextlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from pagekin.app.sites.form_settings import left_alone_on
from pagekin.app.sites.logins import open_network
from pagekin.app.sites.site_opening import named_in, open_for_crawling, seeds_for, together
from pagekin.app.storing.archiving import ArchiveKeeper, Notice, writing
from pagekin.app.storing.learning_cache import LearningCache
from pagekin.app.storing.link_checking import CheckRequest, LinkChecking
from pagekin.app.storing.page_looks import page_looks
from pagekin.app.storing.stored_frontier import StoredFrontier
from pagekin.app.storing.trap_memory import recall_traps
from pagekin.app.storing.workspace import Workspace, page_class
from pagekin.crawl import CrawlProgress
from pagekin.crawl.decider import Decider
from pagekin.crawl.frontier import starts_of
from pagekin.crawl.traversal import Traversal
from pagekin.crawl.visits import PageOutcome
from pagekin.dom import Page
from pagekin.navigation import TARGET, Crawler
from pagekin.settings import Settings
from pagekin.site import Stop, Watch
from pagekin.store.database import Connection
from pagekin.store.reading.crawl_pages import counts_of, has_pages
from pagekin.store.reading.crawls import marks_of
from pagekin.store.writing.crawl_runs import OpenCrawl, finished_crawl, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter


class StoredCrawl:
    """A crawl that is open in the store; when it has run it can be asked how that went."""

    def __init__(
        self,
        workspace: Workspace,
        crawlers: Sequence[Crawler],
        opened: OpenCrawl,
        *,
        check: CheckRequest | None = None,
    ) -> None:
        self.workspace = workspace
        self._check = check
        self.crawlers = tuple(crawlers)
        self.opened = opened
        self.stopped: str | None = None  # why it ended early
        self.left_alone: dict[str, str] = {}  # forms' targets → why not submitted

    @classmethod
    def begin(
        cls,
        workspace: Workspace,
        crawlers: Sequence[Crawler],
        *,
        fresh: bool = False,
        check: CheckRequest | None = None,
    ) -> "StoredCrawl":
        """Continue the last crawl of these crawlers if it was interrupted, otherwise begin one.

        With `check`, links that nobody follows are checked in the end.
        """
        classes = tuple(map(page_class, crawlers))
        opened = open_crawl(workspace.store, crawlers[0].scope.host, classes, fresh=fresh)
        return cls(workspace, crawlers, opened, check=check)

    @classmethod
    def finished(
        cls, workspace: Workspace, crawlers: Sequence[Crawler], after: int
    ) -> "StoredCrawl | None":
        """Return the crawl of these very crawlers that was finished since the crawl `after`, if there is one."""
        classes = tuple(map(page_class, crawlers))
        found = finished_crawl(workspace.store, crawlers[0].scope.host, classes, after)
        return cls(workspace, crawlers, found) if found else None

    @property
    def crawler(self) -> Crawler:
        """The crawler, or the first of several."""
        return self.crawlers[0]

    async def run(
        self,
        settings: Settings,
        stop: Stop,
        watch: Watch,
        notice: Notice,
        cache: LearningCache | None = None,
    ) -> None:
        """Go on until nothing is left to fetch, or it is time to stop."""
        async with contextlib.aclosing(
            self._outcomes(settings, stop, watch, notice, cache)
        ) as outcomes:
            async for seen in outcomes:
                del seen  # with its page, whose memory the next one may need

    async def targets(self, settings: Settings, stop: Stop) -> AsyncGenerator[Page, None]:
        """Do the same, and yield the targets as they come."""
        outcomes = self._outcomes(settings, stop, lambda _: None, lambda _: None)
        async with contextlib.aclosing(outcomes) as found:
            async for outcome, frontier in found:
                if outcome.kind == TARGET:
                    page = outcome.page or await frontier.recall(outcome.entry)
                    if page:
                        yield page

    async def _outcomes(
        self,
        settings: Settings,
        stop: Stop,
        watch: Watch,
        notice: Notice,
        cache: LearningCache | None = None,
    ) -> AsyncGenerator[tuple[PageOutcome, StoredFrontier], None]:
        workspace = self.workspace
        async with contextlib.AsyncExitStack() as stack:
            connection = stack.enter_context(workspace.store.connection())
            decider = self._decider(connection)
            writer = await stack.enter_async_context(
                CrawlWriter(workspace.store, self.opened, writing(workspace, stop, notice))
            )
            frontier = StoredFrontier(
                workspace,
                connection,
                writer,
                ArchiveKeeper(workspace, stop, notice),
                has_pages(connection, self.opened.site),
            )
            starts = {visit.url: visit.crawler for visit in starts_of(self.crawlers)}
            for seed in seeds_for(self.crawler, settings):
                starts.setdefault(seed, 0)
            await writer.add([frontier.start(url, place) for url, place in starts.items()])
            looks = stack.enter_context(page_looks(decider.looker, self.crawlers, settings.jobs))
            site = await stack.enter_async_context(
                open_for_crawling(
                    together(self.crawlers), settings, cache, workspace.sharing, looks
                )
            )
            ahead = 2 * settings.concurrency
            traversal = Traversal(site.visit, frontier, decider, stop, ahead=ahead, look=looks.look)
            progress = self._progress(connection)
            async with contextlib.aclosing(progress.follow(traversal, watch)) as outcomes:
                async for outcome in outcomes:
                    yield outcome, frontier
                    del outcome
            self.left_alone.update(left_alone_on(site))
            self.stopped = traversal.stopped
            if self._check and not self.stopped:
                self.stopped = await self._check_links(writer, settings, stop, watch, notice)
            if not self.stopped:
                await writer.finish()

    async def _check_links(
        self, writer: CrawlWriter, settings: Settings, stop: Stop, watch: Watch, notice: Notice
    ) -> str | None:
        """Check the links that nobody followed; return why that ended early, None if it did not."""
        assert self._check is not None  # noqa: S101 - for the type checker
        crawler = together(self.crawlers)
        named = (*named_in(crawler), *seeds_for(crawler, settings))
        async with open_network(
            crawler.scope,
            replace(settings, render=""),
            named,
            self.workspace.sharing,
            answered=crawler.entry,
        ) as site:
            checks = site.link_checks(external=self._check.external)
            checking = LinkChecking(writer, checks, stop, watch)
            return await checking.run(self._check.most, notice)

    def _decider(self, connection: Connection) -> Decider:
        """Return one that knows what the crawl knew when it was interrupted."""
        if not self.opened.resumed:
            return Decider(self.crawlers, mining=True)
        decider = Decider(self.crawlers, marks_of(connection, self.opened.id), mining=True)
        recall_traps(decider, connection, self.opened.id)
        return decider

    def _progress(self, connection: Connection) -> CrawlProgress:
        """Count from where the crawl was interrupted."""
        seen = counts_of(connection, self.opened.id)
        starts = len(list(starts_of(self.crawlers)))
        begun = any(some.has_content for some in seen)
        return CrawlProgress(starts, begun=begun, pages=sum(some.pages for some in seen))
