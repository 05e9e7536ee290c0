"""The structure-driven crawler (Figure 9): follow the navigation from its starts, fetch nothing else."""

from collections import defaultdict, deque
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from pagekin.crawl.follower import Follower
from pagekin.crawl.identity import Identities
from pagekin.dom import Page
from pagekin.errors import FetchError
from pagekin.navigation import TARGET, Crawler
from pagekin.similarity.rule import Judge
from pagekin.site import BreadthFirst, Counts, Failure, Site, Stop, Watch

KEPT = (
    100  # failures, pages turned away and duplicates to name in the report; others are only counted
)


@dataclass(frozen=True, slots=True)
class Target:
    """A page that the crawler found, the page that led to it, and how sure it is of it."""

    page: Page
    found_on: str
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class _Found:
    kind: str  # of page that the step which led here leads to
    on: str


class StructureDrivenCrawl:
    """One run of a crawler; iterate over `targets()`, then ask how it went.

    Figure 9 as printed counts one step too many: with two steps it would return the hubs. Here a queued
    URL carries the kind of page that its step leads to. Targets wait until no hub does, so that lists
    are read before they shift; but no longer than connections would be idle.
    """

    def __init__(self, site: Site, crawler: Crawler, stop: Stop, *, concurrency: int = 8) -> None:
        self.crawler = crawler
        self.counts = Counts()
        self.failures: list[Failure] = []
        self.turned_away: list[str] = []
        self.duplicates: list[str] = []
        self.numbers: defaultdict[str, int] = defaultdict(int)  # turned away, duplicates
        self._site = site
        self._follower = Follower(crawler.navigation, crawler.scope)
        self._judge = Judge(crawler.membership) if crawler.membership else None
        self._ahead = 2 * concurrency
        self._queue: BreadthFirst[_Found] = BreadthFirst(site, stop, ahead=self._ahead)
        self._targets: deque[tuple[str, _Found]] = deque()  # found, not yet queued
        self._targets_found: set[str] = set()
        self._starts_left = len(crawler.navigation.starts)
        self._identities = Identities()

    @property
    def stopped(self) -> str | None:
        """Why the crawl ended early; None if it did not."""
        return self._queue.stopped

    async def targets(self, watch: Watch = lambda _: None) -> AsyncGenerator[Target, None]:
        """Visit the pages that the navigation leads to, breadth-first, and yield the targets."""
        for start in self.crawler.navigation.starts:
            self._queue.add(start, _Found(start, start))
        while len(self._queue) and not self.stopped:
            async for visit in self._queue:
                self.counts.pages = self._queue.visited
                if isinstance(visit.result, Failure):
                    self._fail(visit.result, visit.note)
                else:
                    target = self._look_at(visit.result, visit.note)
                    if target:
                        yield target
                self._refill()
                self.counts.queued = len(self._queue) + len(self._targets)
                watch(self.counts)
            self._refill()  # redirects to known pages are no visits: none may have come for the last

    def _refill(self) -> None:
        """Queue as many targets as keep the connections busy."""
        while self._targets and len(self._queue) < self._ahead:
            self._queue.add(*self._targets.popleft())

    def _look_at(self, page: Page, found: _Found) -> Target | None:
        """Follow a page's links; give the page if it is a target that was not found before."""
        verdict = self._judge.judge(page) if self._judge else None
        kin = verdict.kin if verdict else found.kind == TARGET
        kinds = {TARGET} if kin else {found.kind} - {TARGET}
        if found.on == found.kind:  # a start, whatever else it is
            kinds |= {found.kind} if kin else {found.kind, self._follower.form(page.url)}
        for url, kind in self._follower.follow(page, kinds):
            self._found(url, _Found(kind, page.url))
        if not kin:
            if found.kind == TARGET:
                self._note("turned away", self.turned_away, page.url)
            return None
        if not self._identities.is_new(page):
            self._note("duplicates", self.duplicates, page.url)
            return None
        self.counts.targets += 1
        return Target(page, found.on, verdict.score if verdict else 1.0)

    def _found(self, url: str, found: _Found) -> None:
        """Queue a hub; keep a target for later."""
        if found.kind != TARGET:
            self._queue.add(url, found)
        elif url not in self._targets_found:
            self._targets_found.add(url)
            self._targets.append((url, found))

    def _fail(self, failure: Failure, found: _Found) -> None:
        self._starts_left -= found.kind in self.crawler.navigation.starts
        if not self._starts_left:
            raise FetchError(f"cannot fetch the entry {failure}")
        self.counts.failed += 1
        if len(self.failures) < KEPT:
            self.failures.append(failure)

    def _note(self, what: str, kept: list[str], url: str) -> None:
        self.numbers[what] += 1
        if len(kept) < KEPT:
            kept.append(url)
