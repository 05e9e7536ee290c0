"""A host that is away for a while: its pages are waited for, and none is given up."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from loopback import PATIENCE, Answer, Server, opened, out_of_time, redirect, serving

from outage_shop import WaitedClock
from pagekin.dom import Page
from pagekin.errors import OutageError
from pagekin.fetch import open_site, pace
from pagekin.fetch.outages import Clock
from pagekin.settings import Settings
from pagekin.site import Failure
from pagekin.urls import Scope

PATHS = [f"/{number}" for number in range(40)]
CUT = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>Hel"


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    """The host's own pauses after 503 are not what is tested here."""
    monkeypatch.setattr(pace, "LONGEST_PAUSE", 0.01)


async def hangs(_asked, _writer):
    await out_of_time()
    await asyncio.Event().wait()


OUTAGES = {"reset": b"", "cut off": CUT, "late": hangs} | {
    str(status): Answer(b"", status) for status in (500, 502, 503, 999)
}


class Fragile:
    """A server that goes away when it is asked for a path, and comes back when a clock says so."""

    def __init__(self, server: Server, clock: WaitedClock) -> None:
        self._routes, self._server, self._clock = server.routes, server, clock

    def away_from(self, path, how, seconds) -> None:
        def leave(_asked, _writer):
            self._server.routes = dict.fromkeys([*self._routes, "/robots.txt"], OUTAGES[how])
            if seconds is not None:
                self._clock.later(seconds, self.come_back)
            return self._now(how, _asked, _writer)

        self._server.routes = self._routes | {path: leave}

    async def _now(self, how, asked, writer):
        route = OUTAGES[how]
        return await route(asked, writer) if callable(route) else route

    def come_back(self) -> None:
        self._server.routes = self._routes


@asynccontextmanager
async def site_of(server, clock, **settings):
    chosen = Settings(**({"delay": 0, "retries": 1, "timeout": 60, "concurrency": 4} | settings))
    async with open_site(Scope.around(server.url()), chosen, clock=clock) as site:
        yield site


def pages():
    return {path: Answer(b"<title>%s</title>" % path.encode()) for path in PATHS}


async def all_of(site, server, paths=PATHS):
    return await asyncio.gather(*(site.fetch(server.url(path)) for path in paths))


@pytest.mark.parametrize(
    ("how", "retries"),
    [(how, retries) for how in OUTAGES for retries in (0, 1, 2)],
)
async def test_a_server_that_is_away_for_15_seconds_loses_no_page(how, retries):
    clock = WaitedClock()
    async with serving(pages()) as server, site_of(server, clock, retries=retries) as site:
        Fragile(server, clock).away_from("/10", how, 15)
        found = await all_of(site, server)
        assert [page.title for page in found] == PATHS
        # One request at a time looks whether it is back; each wait is twice as long.
        assert clock.waits == [1, 2, 4, 8]


async def test_a_server_that_is_not_there_for_15_seconds_loses_no_page():
    """The port is closed: connections are refused."""
    clock = WaitedClock()
    server = Server(pages())
    listener = await asyncio.start_server(server.talk, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    server.origin = f"http://127.0.0.1:{port}"
    hanging_up, again = [], []

    async def leave(_asked, _writer):
        listener.close()
        clock.later(15, come_back)
        hanging_up.append(asyncio.ensure_future(server.hang_up()))
        return b""

    async def come_back():
        await asyncio.gather(*hanging_up)
        server.routes = pages()
        again.append(await asyncio.start_server(server.talk, "127.0.0.1", port))

    server.routes["/10"] = leave
    async with site_of(server, clock) as site:
        found = await all_of(site, server)
    assert [page.title for page in found] == PATHS
    assert clock.waits == [1, 2, 4, 8]
    again[0].close()
    await server.hang_up()
    await listener.wait_closed()
    await again[0].wait_closed()


async def test_a_server_that_stays_away_ends_it_with_a_sentence_and_all_who_wait_hear_of_it():
    clock = WaitedClock()
    async with serving(pages()) as server, site_of(server, clock, max_outage=100) as site:
        Fragile(server, clock).away_from("/10", "503", None)
        asked = [asyncio.ensure_future(site.fetch(server.url(path))) for path in PATHS]
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(result) for result in results} == {Page, OutageError}
        said = f"{server.origin.removeprefix('http://')} answers 503, and it did not come back "
        texts = {str(result) for result in results if isinstance(result, OutageError)}
        assert {text.startswith(said + "within 100 seconds (--max-outage)") for text in texts} == {
            True
        }
        assert clock.waits == [1, 2, 4, 8, 16, 32, 37]
        before = len(server.log)
        with pytest.raises(OutageError):
            await site.fetch(server.url("/39"))
        assert len(server.log) == before


async def test_waits_grow_up_to_a_minute():
    clock = WaitedClock()
    async with serving(pages()) as server, site_of(server, clock) as site:
        assert isinstance(await site.fetch(server.url("/0")), Page)
        Fragile(server, clock).away_from("/1", "500", None)
        with pytest.raises(OutageError):
            await site.fetch(server.url("/1"))
    assert clock.waits[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert sum(clock.waits) == Settings().max_outage


@pytest.mark.parametrize("how", OUTAGES)
async def test_pages_that_fail_while_others_come_are_at_fault_themselves(how):
    """Many bad pages in a row are no outage: a page that came before still comes."""
    clock = WaitedClock()
    routes = pages() | dict.fromkeys(PATHS[10:30], OUTAGES[how])
    async with serving(routes) as server, site_of(server, clock, concurrency=1) as site:
        found = [await site.fetch(server.url(path)) for path in PATHS]
        assert [isinstance(page, Failure) for page in found] == [
            10 <= number < 30 for number in range(40)
        ]
        assert not any(failure.host_away for failure in found[10:30])
        assert clock.waits == []
        # Two tries each (aiohttp repeats one whose old connection was closed by itself), and nothing but
        # the page that came last to see how the host is.
        assert 2 <= len(server.asked_for("/10")) <= 4
        assert len(server.asked_for("/9")) <= 1 + 2 * 20


async def test_a_bad_page_fails_after_an_outage_as_it_would_have_without():
    clock = WaitedClock()
    routes = pages() | {"/12": Answer(b"", 500), "/13": redirect("/14")}
    async with serving(routes) as server, site_of(server, clock, obey_robots=False) as site:
        Fragile(server, clock).away_from("/10", "502", 15)
        found = await all_of(site, server)
        assert [path for path, page in zip(PATHS, found, strict=True) if isinstance(page, Failure)]
        assert isinstance(found[12], Failure)
        assert found[12].status == 500
        assert [page.url for page in found if isinstance(page, Page)] == [
            server.url(path if path != "/13" else "/14") for path in PATHS if path != "/12"
        ]


async def test_a_server_from_which_nothing_has_come_is_not_waited_for():
    clock = WaitedClock()
    routes = dict.fromkeys([*PATHS, "/"], Answer(b"", 500))
    async with serving(routes) as server, site_of(server, clock) as site:
        found = await all_of(site, server)
        assert all(isinstance(page, Failure) and page.host_away for page in found)
        assert found[0].detail == "the server answers 500 Internal Server Error"
    assert clock.waits == []


async def test_the_home_page_tells_a_bad_first_page_from_a_host_that_is_away():
    clock = WaitedClock()
    async with (
        serving({"/": Answer(), "/bad": Answer(b"", 500)}) as server,
        site_of(server, clock) as site,
    ):
        found = await site.fetch(server.url("/bad"))
        assert isinstance(found, Failure)
        assert not found.host_away
    assert clock.waits == []


async def test_another_host_that_never_answers_does_not_hold_up_the_site():
    clock = WaitedClock()
    async with serving(pages()) as server, serving({"/": Answer(b"", 500)}) as other:
        scope = Scope.around(server.url(), domains=((other.origin.removeprefix("http://"), 0),))
        settings = Settings(delay=0, retries=0, obey_robots=False, allow_networks="127.0.0.0/8")
        async with open_site(scope, settings, clock=clock) as site:
            assert isinstance(await site.fetch(server.url("/0")), Page)
            failure = await site.fetch(other.url())
            assert isinstance(failure, Failure)
            assert (failure.status, failure.host_away) == (500, False)
    assert clock.waits == []


async def test_robots_txt_that_does_not_come_during_an_outage_closes_nothing(monkeypatch):
    """It is asked for once a day; if that day begins during an outage, no page is forbidden."""
    clock = WaitedClock()
    monkeypatch.setattr("pagekin.fetch.robots.KEPT_FOR", -1.0)
    async with serving(pages()) as server, site_of(server, clock) as site:
        Fragile(server, clock).away_from("/10", "503", 15)
        found = await all_of(site, server)
        assert [page.title for page in found] == PATHS


async def test_a_site_that_is_closed_during_an_outage_ends_at_once():
    clock = WaitedClock()
    async with serving(pages()) as server:
        async with site_of(server, clock) as site:
            assert isinstance(await site.fetch(server.url("/0")), Page)
            server.routes = dict.fromkeys(PATHS, Answer(b"", 500))
            waiting = asyncio.Event()
            clock.later(1, waiting.set)
            clock.later(3, asyncio.Event().wait)
            fetching = asyncio.ensure_future(site.fetch(server.url("/1")))
            await asyncio.wait_for(waiting.wait(), PATIENCE)
        assert isinstance(await fetching, Failure)


async def test_without_patience_the_first_failed_look_ends_it():
    clock = WaitedClock()
    async with serving(pages()) as server, site_of(server, clock, max_outage=0) as site:
        assert isinstance(await site.fetch(server.url("/0")), Page)
        server.routes = {}
        assert isinstance(await site.fetch(server.url("/1")), Failure)  # 404: the host is well
        server.routes = dict.fromkeys(PATHS, Answer(b"", 500))
        with pytest.raises(OutageError):
            await site.fetch(server.url("/1"))
    assert clock.waits == []


async def test_what_is_no_page_is_not_waited_for():
    """Only pages are: robots.txt, for one, has an answer of its own for a host that is away."""
    async with serving({"/robots.txt": Answer(b"", 503)}) as server, opened(server) as site:
        failure = await site.fetch(server.url())
        assert isinstance(failure, Failure)
        assert failure.kind.value == "robots"


async def test_the_clock_of_everybody_else_lets_time_pass():
    clock = Clock()
    before = clock.now()
    await clock.sleep(0.02)
    assert clock.now() - before >= 0.02
