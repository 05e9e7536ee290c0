"""The traversal: whatever the order of the responses, the outcomes are the same."""

import asyncio
import random
from dataclasses import replace

import pytest

from demo_crawlers import demo_crawler
from pagekin.crawl.decider import Decider
from pagekin.crawl.frontier import InMemoryFrontier, starts_of
from pagekin.crawl.traversal import Traversal
from pagekin.crawl.visits import (
    DUPLICATE,
    NOT_KIN,
    CrawledLink,
    LastSeen,
    PageDecision,
    PageOutcome,
    PlannedVisit,
)
from pagekin.demo import Shop, serve
from pagekin.dom import parse_page
from pagekin.errors import OutageError
from pagekin.navigation import TARGET, Navigation, Step
from pagekin.site import (
    Answer,
    Failure,
    FailureKind,
    Stop,
    Unchanged,
    Validators,
    content_digest,
)
from pagekin.testing import FakeSite

HOME = "http://h.test/"
STEPS = (Step("any", "/c/…", shape="/c/…"), Step("any", TARGET, shape="/p/…"))


def learned(*, starts=(HOME,)):
    """Make a crawler that follows /c/… as hubs and takes every /p/… for a target."""
    with serve(Shop(products=100)) as server:
        crawler = demo_crawler(server, wrapper=None)
    parts = (("folder 1", "c"), ("folder 1", "p"))
    navigation = Navigation(starts, STEPS, parts, ("/c/…", "/p/…"))
    scope = replace(crawler.scope, host="h.test")
    return replace(crawler, scope=scope, navigation=navigation, membership=None)


CRAWLER = learned()


def page(*paths, text=""):
    return (text + "".join(f"<a href={path}>{path}</a>" for path in paths)).encode()


def shop(seed):
    """Make a site of random links between hubs and products, with redirects and copies."""
    dice = random.Random(seed)
    hubs = [f"/c/{n}" for n in range(12)]
    products = [f"/p/{n}" for n in range(60)]
    site = {HOME: page(*hubs[:3])}
    for hub in hubs:
        site[f"http://h.test{hub}"] = page(*dice.sample(hubs, 3), *dice.sample(products, 9))
    for number, product in enumerate(products):
        same = number - number % 7  # some have the content of another
        site[f"http://h.test{product}"] = page(dice.choice(products), text=f"<h1>{same}</h1>")
    for product in dice.sample(products, 6):
        site[f"http://h.test{product}"] = "http://h.test" + dice.choice(products + hubs)
    return site


class Slow:
    """A site whose answers come in any order."""

    def __init__(self, site, seed):
        self.site, self.dice = site, random.Random(seed)

    async def visit(self, url, known=None):
        for _ in range(self.dice.randrange(20)):
            await asyncio.sleep(0)
        return await self.site.visit(url, known)


def outcomes(site, *, frontier=None, crawler=CRAWLER):
    async def run():
        traversal = Traversal(
            site.visit,
            frontier or InMemoryFrontier(starts_of([crawler])),
            Decider([crawler]),
            Stop(),
            ahead=8,
        )
        return [
            (
                outcome.url,
                outcome.entry.url,
                outcome.entry.found_on,
                outcome.entry.depth,
                outcome.kind,
            )
            async for outcome in traversal.run()
        ]

    return asyncio.run(run())


@pytest.mark.parametrize("seed", range(8))
def test_outcomes_do_not_depend_on_the_order_of_the_responses(seed):
    site = shop(seed)
    wanted = outcomes(FakeSite(site))
    assert {kind for *_, kind in wanted} >= {TARGET, "/c/…"}
    for other in range(5):
        assert outcomes(Slow(FakeSite(site), other)) == wanted


def test_a_target_that_redirects_to_a_hub_does_not_take_it_away():
    """A product that is gone leads to its list; the list is reached by others as what it is."""
    crawler = replace(CRAWLER, membership=demo_rule())
    site = {
        HOME: page("/p/gone", "/c/1"),
        "http://h.test/p/gone": "http://h.test/c/1",
        "http://h.test/c/1": page("/p/1"),
        "http://h.test/p/1": b"<h1 class=pdp-title>1</h1>",
    }
    found = outcomes(FakeSite(site), crawler=crawler)
    kinds = {entry: kind for _, entry, _, _, kind in found}
    assert kinds["http://h.test/c/1"] == "/c/…"
    assert kinds["http://h.test/p/1"] == TARGET
    assert kinds["http://h.test/p/gone"] == DUPLICATE  # it leads to what is visited in its own turn


def demo_rule():
    with serve(Shop(products=100)) as server:
        return demo_crawler(server).membership


def test_a_page_found_as_a_target_and_then_as_a_hub_goes_before_the_targets():
    links = [("/p/1", TARGET), ("/c/1", TARGET), ("/c/1", "/c/…"), ("/c/1", TARGET)]
    found = tuple(CrawledLink(f"http://h.test{path}", "", kind) for path, kind in links)
    start = PlannedVisit(HOME, HOME)
    answer = Answer(Unchanged(HOME))

    async def run():
        frontier = InMemoryFrontier(())
        await frontier.put(
            PageOutcome(start, answer, HOME, decision=PageDecision(HOME, links=found))
        )
        return [(entry.url, entry.kind) for entry in await frontier.take(9)]

    assert asyncio.run(run()) == [("http://h.test/c/1", "/c/…"), ("http://h.test/p/1", TARGET)]


def test_each_link_on_the_way_is_one_deeper():
    site = {
        HOME: page("/c/1"),
        "http://h.test/c/1": page("/c/2"),
        "http://h.test/c/2": page("/p/1"),
    }
    site["http://h.test/p/1"] = b"<h1>1</h1>"
    assert [depth for *_, depth, _ in outcomes(FakeSite(site))] == [0, 1, 2, 3]


def test_what_did_not_come_is_of_the_kind_that_was_expected():
    failed = Answer(Failure("http://h.test/p/1", FailureKind.STATUS, "no", 404))
    outcome = PageOutcome(PlannedVisit("http://h.test/p/1", TARGET), failed, "http://h.test/p/1")
    assert outcome.kind == TARGET
    assert replace(outcome, instead=DUPLICATE).kind == DUPLICATE
    assert replace(outcome, decision=PageDecision(NOT_KIN)).kind == NOT_KIN


class Remembers(InMemoryFrontier):
    """A frontier that knows what another crawl saw."""

    def __init__(self, before, recalled=None):
        super().__init__([PlannedVisit(HOME, HOME)])
        self.before, self.recalled = before, recalled

    async def take(self, count):
        return [
            replace(entry, before=self.before.get(entry.url)) for entry in await super().take(count)
        ]

    async def recall(self, entry):
        return self.recalled


def test_a_page_that_has_not_changed_is_decided_about_without_being_seen():
    before = LastSeen(7, b"digest", Validators('"tag"'), NOT_KIN, 0.1)
    decider = Decider([CRAWLER])
    entry = PlannedVisit("http://h.test/p/1", TARGET, before=before)
    assert decider.again(entry).kind == NOT_KIN
    assert decider.again(replace(entry, kind="/c/…")) is None  # reached as something else now
    assert decider.again(replace(entry, before=replace(before, kind=""))) is None
    assert decider.again(replace(entry, before=replace(before, kind=DUPLICATE))) is None


def test_a_page_that_comes_with_the_content_it_had_is_unchanged_only_where_it_was():
    """Not every server says so; and behind a redirect the same content is another page's."""
    body = b"<h1>1</h1>"
    site = FakeSite(
        {
            HOME: page("/p/1", "/p/2", "/p/3"),
            "http://h.test/p/1": body,
            "http://h.test/p/2": "http://h.test/p/9",
            "http://h.test/p/9": body,
            "http://h.test/p/3": b"<h1>3, now blue</h1>",
        }
    )
    before = LastSeen(7, content_digest(body), Validators(), NOT_KIN)

    async def run():
        frontier = Remembers({f"http://h.test/p/{n}": before for n in (1, 2, 3)})
        traversal = Traversal(site.visit, frontier, Decider([CRAWLER]), Stop(), ahead=4)
        return {outcome.entry.url[-4:]: outcome.unchanged async for outcome in traversal.run()}

    unchanged = asyncio.run(run())
    assert [unchanged[path] for path in ("/p/1", "/p/2", "/p/3")] == [True, False, False]


def test_an_unchanged_page_that_must_be_seen_and_is_lost_is_fetched_again():
    site = FakeSite({HOME: page("/p/1"), "http://h.test/p/1": b"<h1>1</h1>"})
    tag = asyncio.run(site.visit("http://h.test/p/1")).exchanges[0].header("etag")
    site.requests.clear()
    before = {"http://h.test/p/1": LastSeen(7, b"digest", Validators(tag))}
    found = outcomes(site, frontier=Remembers(before))
    assert [kind for *_, kind in found] == [HOME, TARGET]
    assert site.requests.count("http://h.test/p/1") == 2


def test_a_server_that_says_unchanged_to_everybody_is_a_failure_not_an_end():
    class Stubborn:
        async def visit(self, url, known=None):
            return Answer(Unchanged(url))

    async def run():
        traversal = Traversal(
            Stubborn().visit,
            InMemoryFrontier([PlannedVisit(HOME, HOME)]),
            Decider([CRAWLER]),
            Stop(),
            ahead=1,
        )
        return [outcome async for outcome in traversal.run()]

    [outcome] = asyncio.run(run())
    assert isinstance(outcome.failure, Failure)
    assert outcome.failure.status == 304


class InPortions(InMemoryFrontier):
    """A frontier that is best asked for several pages at once, as the stored one is."""

    portion = 4


@pytest.mark.parametrize("most", [1, 3, 4, 5, 6, 20])
def test_a_limit_is_reached_whatever_the_portions(most):
    async def run():
        traversal = Traversal(
            FakeSite(shop(1)).visit,
            InPortions([PlannedVisit(HOME, HOME)]),
            Decider([CRAWLER]),
            Stop(most),
            ahead=8,
        )
        return len([outcome async for outcome in traversal.run()]), traversal.stopped

    assert asyncio.run(run()) == (most, f"{most} pages fetched (--max-pages)")


FAILURES = {
    "/p/404": Failure("", FailureKind.STATUS, "gone", 404),
    "/p/410": Failure("", FailureKind.STATUS, "gone", 410),
    "/p/403": Failure("", FailureKind.STATUS, "forbidden", 403),
    "/p/500": Failure("", FailureKind.STATUS, "broken", 500),
    "/p/late": Failure("", FailureKind.NETWORK, "no answer"),
    "/p/robots": Failure("", FailureKind.ROBOTS, "forbidden"),
    "/p/large": Failure("", FailureKind.TOO_LARGE, "too large", 200),
}


class FailingSite:
    """A home page that leads to pages each of which fails in its own way."""

    async def visit(self, url, _known=None):
        path = url.removeprefix("http://h.test")
        if path in FAILURES:
            return Answer(replace(FAILURES[path], url=url))
        return Answer(parse_page(url, page(*FAILURES)))


class Noting(Decider):
    """Notes what it is told about pages that did not come."""

    def __init__(self, ahead=()):
        super().__init__([CRAWLER])
        self.missed, self.failed, self.looked, self._ahead = [], [], [], list(ahead)

    def miss(self, entry):
        self.missed.append(entry.url.removeprefix("http://h.test"))
        super().miss(entry)

    def fail(self, entry):
        self.failed.append(entry.url.removeprefix("http://h.test"))
        super().fail(entry)

    def due(self):
        due, self._ahead = self._ahead, []
        return due

    def look(self, entry, page):
        assert page is None
        self.looked.append(entry.url.removeprefix("http://h.test"))


def visited(decider):
    async def run():
        frontier = InMemoryFrontier(starts_of([CRAWLER]))
        traversal = Traversal(FailingSite().visit, frontier, decider, Stop(), ahead=4)
        return [outcome.failure async for outcome in traversal.run()]

    return asyncio.run(run())


def test_only_pages_that_are_gone_count_against_what_led_to_them():
    """A server in trouble says nothing about its links: they are no trap."""
    noting = Noting()
    assert len([failure for failure in visited(noting) if failure]) == len(FAILURES)
    assert noting.missed == ["/p/404", "/p/410"]
    assert noting.failed == ["/p/403", "/p/large"]  # there, but in vain


def test_the_same_holds_for_pages_that_are_looked_at_before_their_turn():
    noting = Noting(PlannedVisit(f"http://h.test{path}", TARGET) for path in FAILURES)
    visited(noting)
    assert noting.looked == ["/p/404", "/p/410"]


def test_a_host_from_which_nothing_comes_ends_the_crawl_with_nothing_given_up():
    async def visit(url, _known):
        return Answer(Failure(url, FailureKind.NETWORK, "refused", host_away=True))

    async def run():
        frontier = InMemoryFrontier(starts_of([CRAWLER]))
        traversal = Traversal(visit, frontier, Decider([CRAWLER]), Stop(), ahead=4)
        return [outcome async for outcome in traversal.run()]

    with pytest.raises(OutageError, match=r"refused, and nothing else has come.*run it again"):
        asyncio.run(run())
