"""Learn, crawl, induce, all of it stored: interrupted anywhere and run again, it goes on from there."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter

from pagekin.app.archiving import Notice
from pagekin.app.crawl_summary import CrawlSummary, crawl_summary, targets_of
from pagekin.app.induce import ENOUGH, FieldExample, examples_on, induce
from pagekin.app.learn import learn, named_for
from pagekin.app.learning_cache import LearningCache
from pagekin.app.mining import backfill
from pagekin.app.replay import page_of_version
from pagekin.app.site_opening import open_spooled
from pagekin.app.stored_crawl import StoredCrawl
from pagekin.app.tidying import tidy
from pagekin.app.workspace import Workspace
from pagekin.discovery import LearningTask
from pagekin.dom import Page
from pagekin.errors import FetchError, NothingFoundError, UsageError
from pagekin.navigation import Crawler
from pagekin.settings import Settings
from pagekin.site import Stop, Watch
from pagekin.wrappers import Wrapper
from pagekin.wrappers.sampling import stable_sample


@dataclass(frozen=True, slots=True)
class LearnRequest:
    """What to learn, how, and with which settings."""

    task: LearningTask
    settings: Settings
    strategy: str


class StoredHaul:
    """Each step uses what the one before it has fetched; none fetches a page again."""

    def __init__(
        self, data: Workspace, job: LearnRequest, notice: Notice, *, fresh: bool = False
    ) -> None:
        self._data = data
        self._job = job
        self._notice = notice
        self._kept = LearningCache.open(data, job.task, job.strategy, job.settings, fresh=fresh)
        self._crawl: StoredCrawl | None = None
        self.left_alone: dict[str, str] = {}  # where forms that were not submitted lead → why
        if self._kept.opened.resumed:
            notice(
                f"going on with what was interrupted: {len(self._kept):,} pages are here already"
            )

    @contextmanager
    def until_done(self, stop: Stop | None = None) -> Iterator[None]:
        """Leave something to continue only if the block was interrupted, or could not write."""
        try:
            yield
        except (FetchError, NothingFoundError, UsageError):
            self._finish()
            raise
        if not (stop and stop.interrupted.is_set()):
            self._finish()

    async def check(self, wanted: Sequence[FieldExample], stop: Stop) -> None:
        """Complain at once about examples that the samples do not have."""
        job = self._job
        async with (
            self._kept.adding(stop, self._notice),
            open_spooled(
                job.task.scope, job.settings, self._kept, named=named_for(job.task)
            ) as site,
        ):
            pages = [await site.fetch(url) for url in job.task.samples]
        samples = [page for page in pages if isinstance(page, Page)]
        if samples:  # else learning says why there are none
            examples_on(samples, wanted)

    async def learn(self, stop: Stop, watch: Watch) -> Crawler:
        """Learn a crawler."""
        job = self._job
        async with self._kept.adding(stop, self._notice):
            crawler = await learn(
                job.task,
                job.settings,
                job.strategy,
                stop,
                watch,
                kept=self._kept,
                left_alone=self.left_alone,
            )
        return self._kept.dated(crawler)

    def begin(self, crawler: Crawler) -> None:
        """Begin the crawl, or continue it."""
        self._crawl = StoredCrawl.begin(self._data, crawler)

    async def crawl(self, stop: Stop, watch: Watch) -> CrawlSummary:
        """Find the targets."""
        run = self._begun()
        settings = self._job.settings
        stopped = await run.run(settings, stop, watch, notice=self._notice, kept=self._kept)
        return crawl_summary(run, stopped)

    def induce(self, wanted: Sequence[FieldExample] = (), *, everything: bool = False) -> Wrapper:
        """Learn a wrapper from the samples and some of the targets."""
        samples = list(filter(None, map(self._kept.page, self._job.task.samples)))
        urls = {page.url for page in samples}
        with self._data.store.connection() as connection:
            targets = targets_of(connection, self._begun().opened.id)
            others = stable_sample(
                (seen for seen in targets if seen.url not in urls), ENOUGH, attrgetter("url")
            )
        pages = (self._page(seen.version, seen.url) for seen in others)
        return induce(filter(None, pages), samples, wanted, everything=everything)

    def pages(self) -> Iterator[Page]:
        """Go through the targets, parsing one at a time."""
        with self._data.store.connection() as connection:
            for seen in targets_of(connection, self._begun().opened.id):
                page = self._page(seen.version, seen.url)
                if page:
                    yield page

    def keep_records(self, crawler: Crawler) -> None:
        """Store what the crawler, now with its wrapper, extracts from the pages of its crawl."""
        backfill(self._begun(), crawler, self.pages())

    def _page(self, version: int | None, url: str) -> Page | None:
        if version is None:
            return None
        with self._data.store.connection() as connection:
            return page_of_version(self._data, connection, version, url)

    def _begun(self) -> StoredCrawl:
        if self._crawl is None:
            raise UsageError("the crawl has not begun")
        return self._crawl

    def _finish(self) -> None:
        self._kept.finish()
        crawler = self._kept.opened.crawler
        if crawler is not None:
            tidy(self._data, crawler, self._job.settings.keep_crawls)
