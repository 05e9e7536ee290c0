"""How a traversal ends: with its reason, with nothing under way, and with no page visited twice."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from test_traversal import CRAWLER, HOME, demo_rule

from pagekin.crawl.decider import Decider
from pagekin.crawl.frontier import InMemoryFrontier, starts_of
from pagekin.crawl.traversal import Traversal
from pagekin.crawl.visits import (
    NOT_KIN,
    CrawledLink,
    LastSeen,
    PageDecision,
    PageOutcome,
    PlannedVisit,
)
from pagekin.dom import parse_page
from pagekin.errors import ProcessLostError
from pagekin.navigation import TARGET
from pagekin.site import (
    Answer,
    Exchange,
    Failure,
    FailureKind,
    Stop,
    Unchanged,
    Validators,
    content_digest,
)
from pagekin.site.stop import INTERRUPTED
from pagekin.testing import FakeSite

HUB = "/c/…"
ENTRY = PlannedVisit(f"{HOME}p/1", TARGET, 1, HOME)


class Hanging:
    """A site that never answers, and takes a moment to be ended."""

    def __init__(self):
        self.asked, self.ended = asyncio.Event(), []

    async def visit(self, url, known=None):
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(20):
                await asyncio.sleep(0)
            self.ended.append(url)


def test_a_wish_to_stop_ends_the_wait_for_a_page_and_all_that_is_under_way():
    async def crawl():
        site, stop = Hanging(), Stop()
        frontier = InMemoryFrontier(starts_of([CRAWLER]))
        traversal = Traversal(site.visit, frontier, Decider([CRAWLER]), stop, ahead=8)

        async def stop_later():
            await site.asked.wait()
            stop.interrupted.set()

        later = asyncio.ensure_future(stop_later())
        assert [outcome async for outcome in traversal.run()] == []
        await later
        assert traversal.stopped == INTERRUPTED
        assert site.ended == [HOME]

    asyncio.run(crawl())


def test_a_page_that_ends_whoever_looks_at_it_is_a_failure_with_what_came_of_it():
    page = parse_page(HOME, b"<p>Tea")
    exchange = Exchange(HOME, datetime.now(UTC), b"HTTP/1.1 200 OK")

    async def visit(_url, _known):
        return Answer(page, (exchange,))

    async def look(*_):
        raise ProcessLostError("it ended three processes")

    async def crawl():
        frontier = InMemoryFrontier(starts_of([CRAWLER]))
        traversal = Traversal(visit, frontier, Decider([CRAWLER]), Stop(), ahead=8, look=look)
        return [outcome async for outcome in traversal.run()]

    [outcome] = asyncio.run(crawl())
    failure = Failure(HOME, FailureKind.TOO_LARGE, "it ended three processes")
    assert (outcome.failure, outcome.answer.exchanges) == (failure, (exchange,))


def test_where_a_visit_was_redirected_to_nobody_goes_again_as_a_hub_or_not():
    async def visit():
        frontier = InMemoryFrontier([ENTRY])
        [entry] = await frontier.take(9)
        there = f"{HOME}c/9"
        found = tuple(CrawledLink(url, kind=HUB) for url in (there, f"{HOME}c/10"))
        page = parse_page(there, b"<p>Tea")
        decision = PageDecision(HUB, links=found)
        await frontier.put(PageOutcome(entry, Answer(page), there, page, decision=decision))
        return [entry.url for entry in await frontier.take(9)]

    assert asyncio.run(visit()) == [f"{HOME}c/10"]


@pytest.mark.parametrize(
    ("result", "there"),
    [
        (Failure(ENTRY.url, FailureKind.NETWORK, "no answer"), ""),
        (Unchanged(ENTRY.url), ""),
        (parse_page(f"{HOME}p/2", b"<p>Tea"), f"{HOME}p/2"),
    ],
)
def test_only_a_page_that_came_from_elsewhere_was_redirected(result, there):
    assert PageOutcome(ENTRY, Answer(result), ENTRY.url).redirected_to == there
    decided = PageOutcome(ENTRY, Answer(result), ENTRY.url, decision=PageDecision(TARGET))
    assert decided.redirected_to == ""


def test_a_target_that_leads_to_another_kind_of_page_is_no_kin_and_tells_nothing_of_that_page():
    """Nobody else leads there, so it is no duplicate of anything."""
    crawler = replace(CRAWLER, membership=demo_rule())
    site = {
        HOME: b"<a href=/p/1>1</a><a href=/p/gone>gone</a>",
        f"{HOME}p/1": b"<h1 class=pdp-title>1</h1>",
        f"{HOME}p/gone": f"{HOME}sorry",
        f"{HOME}sorry": b"<p>Sorry, that is gone. <a href=/c/9>Others</a>",
    }

    async def crawl():
        frontier = InMemoryFrontier(starts_of([crawler]))
        traversal = Traversal(FakeSite(site).visit, frontier, Decider([crawler]), Stop(), ahead=1)
        return {outcome.entry.url: outcome async for outcome in traversal.run()}

    found = asyncio.run(crawl())
    gone = found[f"{HOME}p/gone"]
    assert (gone.kind, gone.url, gone.links) == (NOT_KIN, f"{HOME}p/gone", ())
    assert gone.redirected_to == f"{HOME}sorry"
    assert set(found) == {HOME, f"{HOME}p/1", f"{HOME}p/gone"}


@pytest.mark.parametrize("body", [b"<p>Tea", None])
def test_an_unchanged_page_has_the_digest_of_what_was_seen(body):
    digest = content_digest(b"<p>Tea")
    before = LastSeen(7, digest, Validators('"tag"'), TARGET, fingerprint=b"packed")
    entry = replace(ENTRY, before=before)

    async def visit(url, _known):
        return Answer(parse_page(url, body) if body else Unchanged(url))

    async def crawl():
        decider = Decider([CRAWLER])
        decider.stands = lambda _: True
        decider.again = lambda _: PageDecision(TARGET)
        traversal = Traversal(visit, InMemoryFrontier([entry]), decider, Stop(), ahead=1)
        return [outcome async for outcome in traversal.run()]

    [outcome] = asyncio.run(crawl())
    assert (outcome.unchanged, outcome.digest, outcome.page) == (True, digest, None)
