"""How a crawl gets on: counts for whoever watches, and the first pages that came to nothing, by name."""

import contextlib
from collections import defaultdict
from collections.abc import AsyncGenerator

from pagekin.crawl.traversal import Traversal
from pagekin.crawl.visits import DUPLICATE, NOT_KIN, PageOutcome
from pagekin.errors import FetchError
from pagekin.navigation import TARGET
from pagekin.site import Counts, Failure, FailureKind, Watch

KEPT = 100  # failures, duplicates and pages turned away that are named; others are only counted


class CrawlProgress:
    """Counts what becomes of the pages of a crawl with so many starts.

    A crawl that goes on after an interruption has `begun`: it got a page, so that its starts may fail now.
    """

    def __init__(self, starts: int, *, begun: bool = False, pages: int = 0) -> None:
        self.counts = Counts(pages=pages)
        self.failures: list[Failure] = []
        self.turned_away: list[str] = []
        self.duplicates: list[str] = []
        self.numbers: defaultdict[str, int] = defaultdict(
            int
        )  # also of what was left out as a trap
        self._starts_left = starts
        self._begun = begun

    async def follow(self, traversal: Traversal, watch: Watch) -> AsyncGenerator[PageOutcome, None]:
        """Yield what becomes of each page, counted; raise FetchError if there is nowhere to start from."""
        async with contextlib.aclosing(traversal.run()) as outcomes:
            async for outcome in outcomes:
                self.add(outcome)
                yield outcome
                del outcome  # with its page, whose memory the next one may need
                self.counts.queued = traversal.waiting - 1
                watch(self.counts)

    def add(self, outcome: PageOutcome) -> None:
        """Count an outcome; raise FetchError if there is nowhere left to start from."""
        if outcome.failure:
            self._fail(outcome, outcome.failure)
            return
        self._begun = True
        self.counts.pages += 1
        if outcome.kind == TARGET:
            self.counts.targets += 1
        elif outcome.kind == DUPLICATE:
            self._note("duplicates", self.duplicates, outcome.url)
        elif outcome.kind == NOT_KIN:
            self._note("turned away", self.turned_away, outcome.url)

    def _fail(self, outcome: PageOutcome, failure: Failure) -> None:
        self._starts_left -= outcome.entry.is_start
        if not self._starts_left and not self._begun and outcome.entry.is_start:
            raise FetchError(f"cannot fetch the entry {failure}")
        if failure.kind is FailureKind.TRAP:
            self.numbers["left out"] += 1
        else:
            self.counts.pages += 1
            self.counts.failed += 1
        if len(self.failures) < KEPT:
            self.failures.append(failure)

    def _note(self, what: str, kept: list[str], url: str) -> None:
        self.numbers[what] += 1
        if len(kept) < KEPT:
            kept.append(url)
