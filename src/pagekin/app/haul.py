"""A haul: the pages of one run, kept on disk from the first that was fetched to the last record."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from pagekin.app import crawling, learn
from pagekin.app.induce import ENOUGH, FieldExample, examples_on, induce
from pagekin.app.site_opening import open_spooled
from pagekin.crawl import StructureDrivenCrawl, Target
from pagekin.discovery import LearningTask
from pagekin.dom import Page
from pagekin.navigation import Crawler
from pagekin.settings import Settings
from pagekin.site import Stop, Watch
from pagekin.sources import Spool
from pagekin.wrappers import Wrapper
from pagekin.wrappers.sampling import stable_sample


class Haul:
    """Learn, crawl, induce: each step uses what the one before it has fetched."""

    def __init__(self, task: LearningTask, settings: Settings) -> None:
        self._task = task
        self.settings = settings
        self._spool = Spool()
        self._targets: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._spool.close()

    async def check(self, wanted: Sequence[FieldExample]) -> None:
        """Complain at once about examples that the samples do not have."""
        task = self._task
        named = learn.named_for(task)
        async with open_spooled(task.scope, self.settings, self._spool, named=named) as site:
            for url in self._task.samples:
                await site.fetch(url)
        samples = list(self._parsed(url for url in self._task.samples if url in self._spool))
        if samples:  # else learning says why there are none
            examples_on(samples, wanted)

    async def learn(self, strategy: str, stop: Stop, watch: Watch) -> Crawler:
        """Learn a crawler."""
        return await learn.learn(self._task, self.settings, strategy, stop, watch, kept=self._spool)

    async def crawl(
        self, crawler: Crawler, stop: Stop, watch: Watch, *, most: int | None = None
    ) -> StructureDrivenCrawl:
        """Find the targets, all or so many."""

        def take(target: Target) -> None:
            self._targets.append(target.page.requested)
            if len(self._targets) == most:
                stop.interrupted.set()

        return await crawling.crawl(crawler, self.settings, stop, watch, take, spool=self._spool)

    def induce(self, wanted: Sequence[FieldExample] = (), *, everything: bool = False) -> Wrapper:
        """Learn a wrapper from the samples and some of the targets."""
        samples = [url for url in self._task.samples if url in self._spool]
        others = stable_sample((url for url in self._targets if url not in samples), ENOUGH, str)
        return induce(
            self._parsed(others), list(self._parsed(samples)), wanted, everything=everything
        )

    def pages(self) -> Iterator[Page]:
        """Go through the targets, parsing one at a time."""
        return self._parsed(self._targets)

    def _parsed(self, urls: Iterable[str]) -> Iterator[Page]:
        return (self._spool.page(url) for url in urls)
