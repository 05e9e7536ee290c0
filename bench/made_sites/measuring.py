"""Learn a crawler from one page of a made-up site, run it, and compare what it finds with the truth."""

import asyncio
import time
from dataclasses import dataclass

from bench.made_sites.oracle import Knowable, knowable
from bench.made_sites.plan import Plan
from bench.made_sites.site_making import MadeSite, make_site
from bench.score import Score, score
from pagekin.crawl import StructureDrivenCrawl
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.errors import NothingFoundError
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one site: how good the crawler is, what it says of itself, and what it cost."""

    plan: Plan
    score: Score
    pages: int
    learned_by: int  # requests
    crawled_by: int
    steps: int
    expected: int
    found: int
    seconds: float
    answered: tuple[float, ...] = ()  # F1 after one question is answered, after two, …
    knowable: Knowable | None = None  # by whoever has seen the whole site

    def f1_after(self, answers: int) -> float:
        """Return F1 after so many answers, as far as there were questions."""
        return (self.score.f1, *self.answered)[min(answers, len(self.answered))]

    @property
    def said_true(self) -> bool:
        """Whether the crawl found what learning had promised, within five in a hundred."""
        return self.found > 0 and abs(self.expected - self.found) <= 0.05 * self.found


def measure(plan: Plan, answers: int = 0, *, look_at_all: bool = False) -> Outcome:
    """Make, learn, crawl; then answer so many questions from the truth, one after the other."""
    began = time.perf_counter()
    site = make_site(plan)
    first = _Try(site)
    answered: list[float] = []
    last = first
    while len(answered) < answers and (told := last.answer()):
        last = _Try(site, *told)
        answered.append(last.score.f1)
    crawler = first.crawler
    return Outcome(
        plan=plan,
        score=first.score,
        pages=sum(isinstance(answer, bytes) for answer in site.table.values()),
        learned_by=first.learned_by,
        crawled_by=first.crawled_by,
        steps=len(crawler.navigation.steps) if crawler else 0,
        expected=crawler.learned.expected or 0 if crawler and crawler.learned else 0,
        found=first.found,
        seconds=time.perf_counter() - began,
        answered=tuple(answered),
        knowable=knowable(site) if look_at_all else None,
    )


class _Try:
    """A crawler learned from the sample and what was answered so far, and what it finds."""

    def __init__(
        self, site: MadeSite, likes: tuple[str, ...] = (), negatives: tuple[str, ...] = ()
    ) -> None:
        self._site, self._likes, self._negatives = site, likes, negatives
        learning, crawling = FakeSite(site.table), FakeSite(site.table)
        self.crawler = learned(learning, site, likes, negatives)
        urls = asyncio.run(_crawled(crawling, self.crawler)) if self.crawler else []
        self.score = score(frozenset(site.same.get(url, url) for url in urls), site.targets)
        self.learned_by, self.crawled_by = len(learning.requests), len(crawling.requests)
        self.found = len(urls)

    def answer(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Return the samples and negatives once the first question is answered; None if there is none."""
        if not self.crawler or not self.crawler.questions:
            return None
        page = self.crawler.questions[0].about[0]
        if self._site.same.get(page, page) in self._site.targets:
            return (*self._likes, page), self._negatives
        return self._likes, (*self._negatives, page)


def learned(
    site: FakeSite, made: MadeSite, likes: tuple[str, ...] = (), negatives: tuple[str, ...] = ()
) -> Crawler | None:
    """Learn a crawler from the sample, with further samples and negatives; None if nothing is found."""
    scope = Scope.around(made.entry or made.sample)
    task = LearningTask((made.sample, *likes), made.entry, scope, negatives)
    learning = STRATEGIES["auto"](site, task, Settings(), Stop(), lambda _: None)
    try:
        return asyncio.run(learning).crawler
    except NothingFoundError:
        return None


async def _crawled(site: FakeSite, crawler: Crawler) -> list[str]:
    run = StructureDrivenCrawl(site, loads(dumps(crawler)), Stop())
    return [target.page.url async for target in run.targets()]
