"""Learning: from one example page, or several, to a crawler, over the network."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from pagekin.app.sites.form_settings import forms_to_learn, left_alone_on, meet_forms, with_forms
from pagekin.app.sites.site_opening import open_for_crawling, open_for_fetching, scope_around
from pagekin.app.storing.learning_cache import LearningCache
from pagekin.app.storing.page_noting import PageNotes
from pagekin.app.storing.tidying import tidy
from pagekin.app.storing.workspace import CrawlerName, Workspace, claimed
from pagekin.discovery import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    LearningTask,
    Strategy,
    auto,
    checked_url,
)
from pagekin.discovery.open_questions import MOST as MOST_QUESTIONS
from pagekin.dom import Page
from pagekin.errors import FetchError, NothingFoundError, StoppedError, UsageError
from pagekin.lazy import lazy_imports
from pagekin.navigation import TARGET, Crawler, FormUse, KinQuestion
from pagekin.settings.setting_values import urls as listed
from pagekin.site import Counts, Failure, RecordedSite, Stop, Watch, content_digest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

    Ask = Callable[[KinQuestion], bool | None]  # None: whoever is asked does not know

    from pagekin.app.induce import FieldExample
    from pagekin.app.step_runner import StepRunner
    from pagekin.settings import Settings

# Whoever learns a crawler waits for its first page, not for what comes after the last.
with lazy_imports():
    from pagekin.app import induce as inducing
    from pagekin.crawl import decider as deciding
    from pagekin.crawl import visits
    from pagekin.site import page_memory
    from pagekin.wrappers import sampling


@dataclass(frozen=True, slots=True)
class LearnRequest:
    """What to learn, how, and with which settings."""

    task: LearningTask
    settings: Settings
    strategy: str = DEFAULT_STRATEGY
    fresh: bool = False  # continue nothing that was interrupted
    after: int | None = None  # a learning of the same site: what it fetched is not fetched again
    ask: Ask | None = None  # who answers what is not clear; None: nobody


@dataclass(frozen=True, slots=True)
class LearnResult:
    """A crawler, the targets known so far, and why some forms were left alone."""

    crawler: Crawler
    targets: tuple[str, ...] = ()  # their URLs
    left_alone: Mapping[str, str] = field(default_factory=dict)  # forms' targets → the reason


@dataclass(frozen=True, slots=True)
class TargetPages:
    """Pages to learn a wrapper from."""

    samples: tuple[Page, ...]
    others: tuple[Page, ...]


def task_from(
    samples: Sequence[str],
    entry: str | None,
    settings: Settings,
    negatives: Sequence[str] = (),
    wider: int = 0,
) -> LearningTask:
    """Return what a person typed as a task: canonical URLs and the scope around the entry."""
    urls = tuple(checked_url(sample, "sample") for sample in samples)
    start = checked_url(entry, "entry") if entry else None
    scope = scope_around(start or urls[0], settings)
    others = tuple(checked_url(negative, "negative") for negative in negatives)
    seeds = tuple(checked_url(seed, "seed") for seed in listed(settings.seeds))
    return LearningTask(urls, start, scope, others, wider, seeds)


def site_of(samples: Sequence[str], entry: str | None) -> str:
    """Return the host of the site that a person means; it may have settings of its own."""
    url = checked_url(entry, "entry") if entry else checked_url(samples[0], "sample")
    return url.split("/", 3)[2]


def stop_from(settings: Settings) -> Stop:
    """Return the limits on learning."""
    return Stop(settings.max_pages, settings.max_depth, settings.max_seconds)


def named_for(task: LearningTask) -> tuple[str, ...]:
    """Return the URLs that a person named."""
    return tuple(filter(None, (task.entry, *task.samples, *task.negatives, *task.seeds)))


def learn(
    workspace: Workspace,
    request: LearnRequest,
    runner: StepRunner,
    deliver: Callable[[Crawler], None],
    stop: Stop | None = None,
) -> LearnResult:
    """Learn a crawler and deliver it; if that was interrupted, the next time continues it."""
    stop = stop or stop_from(request.settings)
    with learning(workspace, request, runner, stop) as under_way:
        learned = under_way.learn(stop)
        deliver(learned.crawler)
    return learned


@contextmanager
def learning(
    workspace: Workspace, request: LearnRequest, runner: StepRunner, stop: Stop
) -> Iterator[Learning]:
    """Open a learning; it is left to be continued only if it is interrupted, or cannot write."""
    with claimed(workspace, CrawlerName.of_task(request.task, request.strategy)):
        under_way = Learning(workspace, request, runner)
        try:
            yield under_way
        except (FetchError, NothingFoundError, UsageError):
            under_way.finish()
            raise
        if not stop.interrupted.is_set():
            under_way.finish()


def stopped() -> StoppedError:
    """Return what to raise for a learning that was interrupted."""
    return StoppedError("interrupted while learning; what was done is kept: run it again to go on")


class Learning:
    """A learning under way: its pages are cached, for later steps and for a later run."""

    def __init__(self, workspace: Workspace, request: LearnRequest, runner: StepRunner) -> None:
        self._workspace = workspace
        self._request = request
        self.runner = runner
        self.cache = LearningCache.open(
            workspace, request.task, request.strategy, request.settings, fresh=request.fresh
        )
        if request.after is not None:
            self.cache.take_over(request.after)
        if self.cache.opened.resumed:
            runner.notice(
                f"going on with what was interrupted: {len(self.cache):,} pages are here already"
            )

    def check(self, examples: Sequence[FieldExample]) -> None:
        """Raise a UsageError at once if there are examples that the samples do not have."""
        stop = Stop()
        samples = self.runner.run("fetching", lambda _: self._samples(stop), stop)
        if samples:  # else learning says why there are none
            inducing.examples_on(samples, examples)

    def learn(self, stop: Stop) -> LearnResult:
        """Learn a crawler; raises StoppedError if it was interrupted before there is one.

        What is not clear then is asked, and what was answered is learned from, without fetching a page twice.
        """
        learned = self._run(self._request.task, stop)
        task, ask = self._request.task, self._request.ask
        for _ in range(MOST_QUESTIONS if ask else 0):
            if not learned.crawler.questions or stop.interrupted.is_set():
                break
            question = learned.crawler.questions[0]
            answer = ask(question) if ask else None
            if answer is None:
                break
            if answer == question.assumed and len(learned.crawler.questions) == 1:
                break  # as it was learned
            task = task.answered(question.about[0], yes=answer)
            learned = self._run(task, stop, again=True)
        return learned

    def _run(self, task: LearningTask, stop: Stop, *, again: bool = False) -> LearnResult:
        try:
            step = partial(self._learn, task, stop, again=again)
            return self.runner.run("learning", step, stop)
        except (FetchError, NothingFoundError):
            if stop.interrupted.is_set():
                raise stopped() from None
            raise

    def targets(self, learned: LearnResult, stop: Stop, most: int | None = None) -> TargetPages:
        """Return the samples and as many other targets as a wrapper needs, from all over the site.

        They are those of a crawl, fetched ahead of it: it takes them from the cache. Of the others, at `most`
        so many are fetched.
        """
        try:
            return self.runner.run(
                "looking at targets", lambda watch: self._targets(learned, stop, watch, most), stop
            )
        except StoppedError:
            return self.targets_at_hand(learned, most)

    def targets_at_hand(self, learned: LearnResult, most: int | None = None) -> TargetPages:
        """Return the targets that are in the cache, or at `most` so many: nothing is fetched."""
        stop = Stop()
        return self.runner.run(
            "looking at targets", lambda _: self._targets_at_hand(learned, stop, most), stop
        )

    def finish(self) -> None:
        """Leave nothing to continue."""
        self.cache.finish()
        opened, keep = self.cache.opened, self._request.settings.keep_crawls
        tidy(self._workspace, opened.id, opened.crawler, keep)

    @asynccontextmanager
    async def _opened(
        self, stop: Stop, forms: FormUse | None = None, notes: PageNotes | None = None
    ) -> AsyncIterator[RecordedSite]:
        """Open the site; what comes is cached."""
        task, settings = self._request.task, self._request.settings
        async with (
            self.cache.adding(stop, self.runner.notice),
            open_for_fetching(
                task.scope,
                settings,
                named_for(task),
                cache=self.cache,
                forms=forms,
                sharing=self._workspace.sharing,
                looks=notes if notes and notes.is_wanted else None,
            ) as site,
        ):
            yield site

    async def _samples(self, stop: Stop) -> list[Page]:
        task = self._request.task
        async with self._opened(stop) as site:
            pages = [await site.fetch(url) for url in task.samples]
        return [page for page in pages if isinstance(page, Page)]

    async def _learn(
        self, task: LearningTask, stop: Stop, watch: Watch, *, again: bool
    ) -> LearnResult:
        request, settings = self._request, self._request.settings
        notes = PageNotes(settings.jobs if request.strategy == auto.NAME else 1)
        async with self._opened(stop, forms_to_learn(settings), notes) as site:
            await meet_forms(site, task)
            strategy = STRATEGIES[request.strategy] if again else self._strategy(settings)
            found = await strategy(site, task, settings, stop, watch)
            crawler = replace(
                found.crawler,
                id=task.crawler_id(request.strategy),
                render=settings.render,
                scroll=settings.scroll,
            )
            crawler = self.cache.dated(with_forms(crawler, site))
            return LearnResult(crawler, found.targets, left_alone_on(site))

    def _strategy(self, settings: Settings) -> Strategy:
        """Return the strategy; the default one goes on from where it was, if no forms have to be met again."""
        name = self._request.strategy
        if name == auto.NAME and forms_to_learn(settings) is None:
            return partial(auto.learn, memory=self.cache.state)
        return STRATEGIES[name]

    async def _targets_at_hand(
        self, learned: LearnResult, stop: Stop, most: int | None
    ) -> TargetPages:
        chosen, memory = _Choice(learned.crawler), page_memory.PageMemory(0)
        samples = learned.crawler.samples
        others = [url for url in learned.targets if url not in samples and url in self.cache]
        for url in (*samples, *sampling.stable_sample(others, most or len(others), str)):
            answer = await self.cache.answer(url, memory)
            if answer and isinstance(answer.result, Page):
                chosen.add(answer.result, is_sample=url in samples)
            if stop.interrupted.is_set():
                break
        return TargetPages(tuple(chosen.samples), tuple(chosen.others))

    async def _targets(
        self, learned: LearnResult, stop: Stop, watch: Watch, most: int | None
    ) -> TargetPages:
        enough = inducing.ENOUGH if most is None else min(most, inducing.ENOUGH)
        settings, samples = self._request.settings, learned.crawler.samples
        chosen = _Choice(learned.crawler)
        async with contextlib.AsyncExitStack() as stack:
            stack.enter_context(self.cache.holding())
            await stack.enter_async_context(self.cache.adding(stop, self.runner.notice))
            site = await stack.enter_async_context(
                open_for_crawling(learned.crawler, settings, self.cache, self._workspace.sharing)
            )
            for url in samples:
                chosen.add(await site.fetch(url), is_sample=True)
            left = [url for url in learned.targets if url not in samples]
            counts = Counts(queued=min(len(left), enough))
            while left and len(chosen) < enough and not stop.reason(0):
                drawn = sampling.stable_sample(left, enough - len(chosen), str)
                for page in await asyncio.gather(*map(site.fetch, drawn)):
                    chosen.add(page)
                counts.pages += len(drawn)
                watch(counts)
                left = sorted(set(left).difference(drawn))
        return TargetPages(tuple(chosen.samples), tuple(chosen.others))


class _Choice:
    """Targets to learn a wrapper from: those that a crawl would find, each once."""

    def __init__(self, crawler: Crawler) -> None:
        self.samples: list[Page] = []
        self.others: list[Page] = []
        self._decider = deciding.Decider([crawler])

    def __len__(self) -> int:
        return len(self.samples) + len(self.others)

    def add(self, page: Page | Failure, *, is_sample: bool = False) -> None:
        """Take a page if it is a target, and no other URL of one that was taken."""
        if isinstance(page, Failure):
            return
        visit = visits.PlannedVisit(page.requested, TARGET)
        is_new = self._decider.is_new_target(page, visit, content_digest(page.body))
        if is_sample:
            self.samples.append(page)
        elif is_new:
            self.others.append(page)
