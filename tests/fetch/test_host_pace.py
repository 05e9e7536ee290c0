"""What a host asks for is granted: Crawl-delay, Retry-After, being left alone; to all crawls together."""

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest
from loopback import HTML, PATIENCE, Answer, opened, serving

from pagekin.dom import Page
from pagekin.fetch import pace
from pagekin.fetch.pace import HostPace, PaceLimits, host_of, seconds_until
from pagekin.site import Failure, FailureKind

FIRST = 0.1


@pytest.fixture(autouse=True)
def _quick_tempered(monkeypatch):
    monkeypatch.setattr(pace, "FIRST_PAUSE", FIRST)


def gaps(server) -> list[float]:
    """Give the times between requests; clocks of server and client are the same.

    A request may be seen late, but never early: from one that was answered, or from the first of several, to a
    later one it takes no less than the host asked for.
    """
    return [after.at - before.at for before, after in pairwise(server.log)]


def rules(text: str) -> Answer:
    return Answer(text.encode(), headers={"Content-Type": "text/plain"})


@pytest.mark.parametrize(
    "text",
    [
        "User-agent: *\nCrawl-delay: 0.2\nDisallow:",
        "User-agent: pagekin\ncrawl-delay:0.2\n\nUser-agent: *\nCrawl-delay: 20",
    ],
)
async def test_a_crawl_delay_is_kept_from_the_first_page_on(text):
    routes = {"/robots.txt": rules(text), "/1": Answer(), "/2": Answer(), "/3": Answer()}
    async with serving(routes) as server, opened(server) as site:
        await asyncio.gather(*(site.fetch(server.url(f"/{n}")) for n in (1, 2, 3)))
        assert len(server.log) == 4
        for number, asked in enumerate(server.log):
            assert asked.at >= server.log[0].at + 0.2 * number


@pytest.mark.parametrize("seconds", ["nonsense", "-1", "0"])
async def test_a_crawl_delay_that_makes_no_sense_is_none(seconds):
    routes = {"/robots.txt": rules(f"User-agent: *\nCrawl-delay: {seconds}"), "/": Answer()}
    async with serving(routes) as server, opened(server) as site:
        assert isinstance(await asyncio.wait_for(site.fetch(server.url()), PATIENCE), Page)


async def test_a_crawl_delay_of_years_is_a_minute():
    host = HostPace()
    host.ask_every(1e9)
    assert host._open_at - asyncio.get_running_loop().time() <= pace.LONGEST_CRAWL_DELAY


def refusing(times: int, status: int = 429, retry_after=None):
    """Make a route that refuses so many times before it gives its page."""
    left = times

    async def answer(_asked, _writer):
        nonlocal left
        left -= 1
        if left < 0:
            return Answer()
        return Answer(b"", status, {**HTML, "Retry-After": retry_after()} if retry_after else HTML)

    return answer


@pytest.mark.parametrize("status", [429, 503])
async def test_the_pause_doubles_while_the_host_refuses(status):
    async with serving({"/": refusing(9, status)}) as server:
        async with opened(server, retries=3, obey_robots=False) as site:
            result = await site.fetch(server.url())
        assert isinstance(result, Failure)
        assert (result.kind, result.status) == (FailureKind.STATUS, status)
        for gap, least in zip(gaps(server), [FIRST, 2 * FIRST, 4 * FIRST], strict=True):
            assert gap >= least


@pytest.mark.parametrize(
    ("retry_after", "least"),
    [
        (lambda: "1", 1.0),
        (lambda: format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True), 1.0),
        (lambda: "0", FIRST),
        (lambda: "soon", FIRST),
    ],
)
async def test_the_host_says_when_to_come_back(retry_after, least):
    async with serving({"/": refusing(1, retry_after=retry_after)}) as server:
        async with opened(server, retries=1, obey_robots=False) as site:
            assert isinstance(await site.fetch(server.url()), Page)
        assert least <= gaps(server)[0] < 60  # which is far less than if it were not understood


async def test_who_has_to_wait_for_long_is_told_so_once(caplog):
    host = HostPace("shop.example")
    together = asyncio.get_running_loop().time()
    for _ in range(3):
        host.answered(429, "99999999999", asked_at=together)
    told = [record.getMessage() for record in caplog.records]
    [text] = told
    assert text.startswith("shop.example answers 429: it is left alone for 300 seconds")
    assert "Ctrl-C" in text
    assert "--delay" in text


async def test_a_refusal_is_meant_for_all_pages_of_the_host():
    routes = {"/busy": refusing(1, retry_after=lambda: "1"), "/other": Answer()}
    async with serving(routes) as server, opened(server, obey_robots=False) as site:
        await site.fetch(server.url("/busy"))
        assert isinstance(await site.fetch(server.url("/other")), Page)
        assert gaps(server)[0] >= 1.0


async def test_refusals_of_what_was_asked_together_count_once_and_then_one_goes_ahead():
    together = asyncio.Barrier(4)
    under_way, most, refused = 0, [], 0
    pauses = []

    async def answer(_asked, _writer):
        nonlocal under_way, refused
        under_way += 1
        most.append(under_way)
        if refused < 4:
            refused += 1
            await together.wait()
            under_way -= 1
            return Answer(b"", 429)
        pauses.append(host_of(server.url())._pause)
        await asyncio.sleep(0.01)
        under_way -= 1
        return Answer()

    paths = [f"/{n}" for n in range(4)]
    # The home page is asked for first to find out how the host is.
    async with serving(dict.fromkeys(["/", *paths], answer)) as server:
        async with opened(server, retries=1, concurrency=4, obey_robots=False) as site:
            pages = await asyncio.gather(*(site.fetch(server.url(path)) for path in paths))
        assert all(isinstance(page, Page) for page in pages)
        assert pauses[0] == FIRST  # four refusals, one pause
        assert most[:4] == [1, 2, 3, 4]
        assert most[4] == 1


@pytest.mark.parametrize("status", [429, 503])
async def test_after_a_refusal_requests_go_out_one_by_one_until_an_answer_is_good(
    status, monkeypatch
):
    monkeypatch.setattr(pace, "FIRST_PAUSE", 1e-9)  # over at once: only who is under way counts
    host, limits = HostPace(), PaceLimits(4)
    host.answered(status, "", await host.enter(limits))
    host.leave()
    turns = [asyncio.ensure_future(host.enter(limits)) for _ in range(6)]

    async def under_way():
        """Wait for the next turn, and let others have theirs if they were let go, too."""
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for _ in range(100):
            await asyncio.sleep(0)
        begun = {turn for turn in waiting if turn.done()}
        waiting.difference_update(begun)
        return begun

    waiting = set(turns)
    for answer in (status, 200, 200):  # the pause doubles, and each good answer halves it
        (turn,) = await under_way()
        host.answered(answer, "", turn.result())
        host.leave()
    assert len(await under_way()) == 3  # all that are left


async def test_a_host_that_answers_well_again_is_trusted_again():
    host = HostPace()
    for _ in range(3):
        host.answered(429, "", asyncio.get_running_loop().time())
    paused = []
    for _ in range(4):
        paused.append(host._pause)
        host.answered(200, "", asyncio.get_running_loop().time())
    assert paused == [4 * FIRST, 2 * FIRST, FIRST, 0]


async def test_two_open_sites_of_one_host_share_its_connections_and_its_delay():
    under_way, most = 0, 0

    async def answer(_asked, _writer):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.01)
        under_way -= 1
        return Answer()

    routes = {f"/{n}": answer for n in range(12)}
    async with serving(routes) as server:
        for settings in ({"concurrency": 3}, {"delay": 0.05}):
            server.log.clear()
            most = 0
            quiet = {"obey_robots": False, "autothrottle": False, **settings}
            async with opened(server, **quiet) as one, opened(server, **quiet) as other:
                urls = [server.url(path) for path in routes]
                await asyncio.gather(*(site.fetch(url) for url in urls for site in (one, other)))
            assert len(server.log) == 24
            if "concurrency" in settings:
                assert most == 3
            else:
                assert sum(gaps(server)) >= 22 * 0.05  # the first may be seen late


async def test_hosts_are_told_apart_by_name_and_port():
    assert host_of("http://h.example/a") is host_of("https://h.example/b")
    assert host_of("http://h.example/") is not host_of("http://h.example:8080/")


async def test_closing_does_not_wait_for_a_host_that_wants_to_be_left_alone():
    busy = refusing(9, retry_after=lambda: "300")
    async with serving({"/": busy}) as server:
        async with opened(server, retries=2, obey_robots=False) as site:
            waiting = asyncio.create_task(site.fetch(server.url()))
            await server.reached("/")
        result = await asyncio.wait_for(waiting, PATIENCE)
        assert isinstance(result, Failure)
        assert len(server.log) == 1


NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        (" 5 ", 5.0),
        ("0", 0.0),
        ("Sun, 01 Mar 2026 12:01:30 GMT", 90.0),
        ("Sun, 01 Mar 2026 13:01:30 +0100", 90.0),
        ("Sunday, 01-Mar-26 12:01:30 GMT", 90.0),
        ("Sun, 01 Mar 2026 12:01:30 -0000", 90.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("Wed, 01 Mar 2126 12:00:00 GMT", pace.LONGEST_RETRY_AFTER),
        ("99999999999999999999", pace.LONGEST_RETRY_AFTER),
        ("9" * 5000, pace.LONGEST_RETRY_AFTER),
        ("", 0.0),
        ("-5", 0.0),
        ("1.5", 0.0),
        ("²", 0.0),
        ("soon", 0.0),
        ("Sun, 99 Mar 2026 12:00:00 GMT", 0.0),
    ],
)
def test_a_retry_after_is_read_as_seconds_or_as_a_date(header, seconds):
    assert seconds_until(header, NOW) == seconds
