"""Learn a crawler from one page of a made-up site, run it, and compare what it finds with the truth."""

import asyncio
import time
from dataclasses import dataclass

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

    @property
    def said_true(self) -> bool:
        """Whether the crawl found what learning had promised, within five in a hundred."""
        return self.found > 0 and abs(self.expected - self.found) <= 0.05 * self.found


def measure(plan: Plan) -> Outcome:
    """Make, learn, crawl."""
    began = time.perf_counter()
    site = make_site(plan)
    learning, crawling = FakeSite(site.table), FakeSite(site.table)
    crawler = learned(learning, site)
    urls = asyncio.run(_crawled(crawling, crawler)) if crawler else []
    kept = frozenset(site.same.get(url, url) for url in urls)
    return Outcome(
        plan=plan,
        score=score(kept, site.targets),
        pages=sum(isinstance(answer, bytes) for answer in site.table.values()),
        learned_by=len(learning.requests),
        crawled_by=len(crawling.requests),
        steps=len(crawler.navigation.steps) if crawler else 0,
        expected=crawler.learned.expected or 0 if crawler and crawler.learned else 0,
        found=len(urls),
        seconds=time.perf_counter() - began,
    )


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
