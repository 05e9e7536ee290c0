"""The traversal: pages are fetched concurrently, but decided about in the order they were handed out.

Whatever the order of the responses, the outcomes are those of a crawl that fetches one page at a time. The
window holds what was handed out and is not decided about. It is filled before the next page is decided about,
never when a response arrives, so that its contents depend on nothing but the site. A frontier that hands out
the same window again after a crash continues the crawl as if nothing had happened.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from pagekin.crawl.decider import Decider
from pagekin.crawl.frontier import Frontier
from pagekin.crawl.looking import Look
from pagekin.crawl.visits import DUPLICATE, NOT_KIN, PageOutcome, PlannedVisit
from pagekin.dom import Page
from pagekin.errors import ProcessLostError
from pagekin.navigation import TARGET
from pagekin.site import (
    Answer,
    Failure,
    FailureKind,
    Stop,
    Unchanged,
    Validators,
    content_digest,
    raise_if_away,
)

VisitPage = Callable[[str, Validators | None], Awaitable[Answer]]
# Raises ProcessLostError for a page that ends whoever looks at it.
LookAtPage = Callable[[Page, PlannedVisit, bytes], Awaitable[Look]]
_GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
_PASSING = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS}
_IN_VAIN = {FailureKind.NOT_HTML, FailureKind.REDIRECT, FailureKind.TOO_LARGE}
_UNASKED = "the server says that nothing has changed, though nobody asked"


@dataclass(frozen=True, slots=True)
class _Seen:
    """What came of a page, and what it shows if somebody had to look."""

    answer: Answer
    digest: bytes = b""  # of its content
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class _UnderWay:
    entry: PlannedVisit
    task: "asyncio.Task[_Seen]"
    fetched: bool


class Traversal:
    """Visits what a frontier hands out, until there is nothing left or it is time to stop."""

    def __init__(
        self,
        visit: VisitPage,
        frontier: Frontier,
        decider: Decider,
        stop: Stop,
        *,
        ahead: int,
        look: LookAtPage | None = None,
    ) -> None:
        self.visited = 0
        self.stopped: str | None = None
        self._visit = visit
        self._frontier = frontier
        self._decider = decider
        self._look = look or self._look_here
        self._stop = stop
        self._ahead = ahead + frontier.portion - 1
        self._window: deque[_UnderWay] = deque()

    @property
    def waiting(self) -> int:
        """About how many known pages are not decided about yet."""
        return self._frontier.waiting + len(self._window)

    async def run(self) -> AsyncGenerator[PageOutcome, None]:
        """Yield what becomes of each page, before the frontier is told."""
        try:
            while True:
                self.stopped = self._stop.reason(self.visited)
                if self.stopped:
                    return
                await self._look_ahead()
                await self._fill()
                if not self._window:
                    return
                first = self._window[0]
                if not await self._stop.waits_for(first.task):
                    continue
                outcome = await self._outcome(first.entry, first.task.result())
                yield outcome
                await self._frontier.put(outcome)
                self._window.popleft()
                self.visited += first.fetched
                del first, outcome  # the page may be what the next one waits for
        finally:
            await self._abandon()

    async def _fill(self) -> None:
        """Keep requests under way, but never for a page that the limit would leave undecided."""
        room, least = self._ahead - len(self._window), min(self._frontier.portion, self._ahead)
        if self._stop.max_pages:
            left = self._stop.max_pages - self.visited - len(self._window)
            room, least = min(room, left), min(least, max(left, 1))
        if room >= least:
            for entry in await self._frontier.take(room):
                # Ask now, not when the request goes out: what is known by then depends on the network.
                reason = self._decider.why_not(entry)
                task = asyncio.ensure_future(self._seen(entry, reason))
                self._window.append(_UnderWay(entry, task, fetched=reason is None))

    async def _look_ahead(self) -> None:
        """Look at some pages before their turn, to see what the hubs that name them are worth.

        They stay in the queue: the order in which pages are decided about does not change.
        """
        due = self._decider.due()
        if not due:
            return
        looks = [asyncio.ensure_future(self._visit(entry.url, None)) for entry in due]
        try:
            for entry, look in zip(due, looks, strict=True):
                if not await self._stop.waits_for(look):
                    return
                await self._see(entry, look.result().result)
        finally:
            await _cancelled(looks)

    async def _see(self, entry: PlannedVisit, page: Page | Failure | Unchanged) -> None:
        if isinstance(page, Page):
            known = page.url != entry.url and await self._frontier.knows(page.url)
            self._decider.look(entry, None if known else page)
        elif isinstance(page, Failure) and page.status in _GONE:
            self._decider.look(entry, None)

    async def _seen(self, entry: PlannedVisit, why_not: str | None) -> _Seen:
        """Fetch a page and look at it, unless it is what it was and nobody has to."""
        answer = await self._answer(entry, why_not)
        page = answer.result
        if not isinstance(page, Page):
            return _Seen(answer)
        digest = content_digest(page.body)
        is_same = entry.before and page.url == entry.url and digest == entry.before.digest
        if is_same and self._decider.stands(entry):
            return _Seen(answer, digest)
        try:
            look = await self._look(page, entry, digest)
        except ProcessLostError as error:
            failure = Failure(page.url, FailureKind.TOO_LARGE, str(error))
            return _Seen(Answer(failure, answer.exchanges))
        return _Seen(answer, digest, look)

    async def _look_here(self, page: Page, entry: PlannedVisit, digest: bytes) -> Look:
        return self._decider.looker.look(page, entry, digest)

    async def _answer(self, entry: PlannedVisit, why_not: str | None) -> Answer:
        """Fetch a page. One that is said to be unchanged, but has to be looked at, is recalled."""
        if why_not:
            return Answer(Failure(entry.url, FailureKind.TRAP, why_not))
        before = entry.before
        answer = await self._visit(entry.url, before.validators if before else None)
        if not isinstance(answer.result, Unchanged) or self._decider.stands(entry):
            return answer
        page = await self._frontier.recall(entry)
        if page:
            return Answer(page)
        answer = await self._visit(entry.url, None)
        if isinstance(answer.result, Unchanged):
            return Answer(Failure(entry.url, FailureKind.STATUS, _UNASKED, HTTPStatus.NOT_MODIFIED))
        return answer

    async def _outcome(self, entry: PlannedVisit, seen: _Seen) -> PageOutcome:
        answer, digest, look = seen.answer, seen.digest, seen.look
        page = answer.result
        raise_if_away(page)
        if isinstance(page, Failure):
            if page.status in _GONE:
                self._decider.miss(entry)
            elif _is_in_vain(page):
                self._decider.fail(entry)
            return PageOutcome(entry, answer, entry.url)
        if look is None:
            decision = self._decider.again(entry)
            same = entry.before.digest if entry.before else b""
            return PageOutcome(entry, answer, entry.url, None, same, decision, unchanged=True)
        assert isinstance(page, Page)  # noqa: S101 - for the type checker: nobody looks at anything else
        redirected = page.url != entry.url
        if redirected and await self._frontier.knows(page.url):
            instead = DUPLICATE if entry.kind == TARGET else ""
            self._decider.miss(entry)
            return PageOutcome(entry, answer, entry.url, instead=instead)
        decision = self._decider.decide(look, entry)
        if redirected and decision.kind == NOT_KIN:
            # The page there may be a hub; then others lead to it.
            return PageOutcome(entry, answer, entry.url, instead=NOT_KIN)
        return PageOutcome(entry, answer, page.url, page, digest, decision, look)

    async def _abandon(self) -> None:
        """Cancel what is still under way, and wait until it has ended."""
        await _cancelled([under_way.task for under_way in self._window])
        self._window.clear()


def _is_in_vain(failure: Failure) -> bool:
    """Whether a page will not come the next time, either; a host in trouble says nothing about its pages."""
    if failure.kind is FailureKind.STATUS:
        return failure.status is None or (
            HTTPStatus.BAD_REQUEST <= failure.status < HTTPStatus.INTERNAL_SERVER_ERROR
            and failure.status not in _PASSING
        )
    return failure.kind in _IN_VAIN


async def _cancelled(tasks: "Sequence[asyncio.Future[Any]]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
