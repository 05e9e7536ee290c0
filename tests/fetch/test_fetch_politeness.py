"""How often and how many at once: measured where it counts, at the server."""

import asyncio
import time
from pathlib import Path

import pytest
from loopback import PATIENCE, Answer, opened, serving
from multidict import CIMultiDict

from pagekin.dom import Page
from pagekin.fetch.cookies import SiteCookies
from pagekin.fetch.pace import HostPace, host_of
from pagekin.fetch.throttle import BRISK


@pytest.mark.parametrize("autothrottle", [True, False])
async def test_requests_to_a_host_are_spaced_by_the_delay(autothrottle):
    routes = {f"/{n}": Answer() for n in range(5)}
    settings = {"delay": 0.1, "concurrency": 4, "autothrottle": autothrottle}
    async with serving(routes) as server, opened(server, **settings) as site:
        began = time.monotonic()
        pages = await asyncio.gather(*(site.fetch(server.url(path)) for path in routes))
        assert all(isinstance(page, Page) for page in pages)
        assert len(server.log) == 6  # with robots.txt
        # A busy machine may see a request late, which shortens a gap; none comes before its time.
        for number, asked in enumerate(server.log):
            assert asked.at >= began + 0.1 * number


async def test_as_many_requests_as_allowed_are_under_way_and_no_more():
    together = asyncio.Event()  # four are there at once
    under_way, most = 0, 0

    async def slow(_asked, _writer):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        if under_way == 4:
            together.set()
        await together.wait()
        await asyncio.sleep(0.05)  # time for others to come, were they let go, too
        under_way -= 1
        return Answer()

    routes = {f"/{n}": slow for n in range(12)}
    async with serving(routes) as server, opened(server, concurrency=4) as site:
        # A server on a busy machine may seem slow, and would be asked for less at once.
        host_of(server.url()).took = lambda *_: None
        fetches = [site.fetch(server.url(path)) for path in routes]
        await asyncio.wait_for(asyncio.gather(*fetches), PATIENCE)
        assert most == 4


async def test_it_does_not_count_as_slowness_of_the_server_that_requests_wait_for_their_turn():
    latencies = []
    routes = {f"/{n}": Answer() for n in range(50)}
    async with serving(routes) as server, opened(server, concurrency=2) as site:
        host_of(server.url()).took = lambda seconds, *_: latencies.append(seconds)
        began = time.monotonic()
        await asyncio.gather(*(site.fetch(server.url(path)) for path in routes))
        assert len(latencies) == 51  # with robots.txt
        assert sum(latencies) <= 2 * (time.monotonic() - began)


async def test_a_slow_server_is_asked_less_often(monkeypatch):
    pause = BRISK + 0.1
    waits = []
    monkeypatch.setattr(HostPace, "_wait", waited(waits))

    async def slow(_asked, _writer):
        await asyncio.sleep(pause)
        return Answer()

    routes = {"/slow": slow, "/1": Answer(), "/2": Answer()}
    async with serving(routes) as server:
        async with opened(server, concurrency=1, obey_robots=False) as site:
            for path in routes:
                await site.fetch(server.url(path))
        # The delay sinks by half with every quick answer.
        assert server.log[2].at - server.log[0].at >= pause + pause / 4
        assert [wait > 0 for wait in waits][-1:] == [True]
        waits.clear()
        async with opened(server, concurrency=1, autothrottle=False) as site:
            for path in routes:
                await site.fetch(server.url(path))
        assert waits == []


def waited(waits):
    """Return a way to wait for a turn that notes for how long."""
    wait = HostPace._wait

    def noting(host, seconds):
        waits.append(seconds)
        return wait(host, seconds)

    return noting


async def test_connections_are_kept_and_used_again():
    peers = set()

    async def note(_asked, writer):
        peers.add(writer.get_extra_info("peername"))
        return Answer()

    async with serving({"/": note}) as server, opened(server) as site:
        for _ in range(5):
            await site.fetch(server.url())
        assert len(peers) == 1


def listening() -> set[str]:
    """Tell on which ports this process listens."""
    links = (
        Path(entry).readlink() for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()
    )
    inodes = {str(link)[8:-1] for link in links if str(link).startswith("socket:[")}
    rows = [line.split() for line in Path("/proc/self/net/tcp").read_text().splitlines()[1:]]
    return {row[1] for row in rows if row[3] == "0A" and row[9] in inodes}


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="needs Linux")
async def test_an_open_site_listens_on_no_port():
    async with serving({"/": Answer()}) as server:
        before = listening()
        assert before  # the server's own
        async with opened(server) as site:
            await site.fetch(server.url())
            assert listening() == before


@pytest.mark.parametrize(
    ("url", "domain", "next_url", "sent"),
    [
        ("http://shop.example.co.uk/", "example.co.uk", "http://www.example.co.uk/", True),
        ("http://shop.example.co.uk/", "co.uk", "http://www.other.co.uk/", False),
        ("http://mine.github.io/", "github.io", "http://theirs.github.io/", False),
        ("http://github.io/", "github.io", "http://github.io/", True),
        ("http://shop.example.com/", "other.example", "http://other.example/", False),
        ("http://shop.example.com/", "", "http://www.example.com/", False),
        ("http://shop.example.com/", "", "http://shop.example.com/", True),
    ],
)
def test_a_cookie_goes_no_further_than_its_domain(url, domain, next_url, sent):
    cookies = SiteCookies()
    cookies.keep(["a=1; Domain=" + domain if domain else "a=1"], url)
    headers = CIMultiDict()
    cookies.add_to(headers, next_url)
    assert (headers.get("Cookie") == "a=1") is sent
