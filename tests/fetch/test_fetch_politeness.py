"""How often and how many at once: measured where it counts, at the server."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from loopback import Answer, opened, serving
from multidict import CIMultiDict

from pagekin.dom import Page
from pagekin.fetch.cookies import SiteCookies
from pagekin.fetch.pace import host_of
from pagekin.fetch.throttle import BRISK


def gaps(server) -> list[float]:
    return [after.at - before.at for before, after in pairwise(server.log)]


@pytest.mark.parametrize("autothrottle", [True, False])
async def test_requests_to_a_host_are_spaced_by_the_delay(autothrottle):
    routes = {f"/{n}": Answer() for n in range(5)}
    settings = {"delay": 0.1, "concurrency": 4, "autothrottle": autothrottle}
    async with serving(routes) as server, opened(server, **settings) as site:
        pages = await asyncio.gather(*(site.fetch(server.url(path)) for path in routes))
        assert all(isinstance(page, Page) for page in pages)
        assert len(server.log) == 6  # with robots.txt
        # A busy machine may see one request late, which shortens a gap, but not all of them.
        assert sum(gaps(server)) > 0.4
        assert sorted(gaps(server))[1] > 0.08


async def test_as_many_requests_as_allowed_are_under_way_and_no_more():
    together = asyncio.Barrier(4)  # lets through only when four are there at once
    under_way, most = 0, 0

    async def slow(_asked, _writer):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await together.wait()
        under_way -= 1
        return Answer()

    routes = {f"/{n}": slow for n in range(12)}
    async with serving(routes) as server, opened(server, concurrency=4) as site:
        fetches = [site.fetch(server.url(path)) for path in routes]
        await asyncio.wait_for(asyncio.gather(*fetches), 10)
        assert most == 4


async def test_a_brisk_server_is_not_slowed_down():
    routes = {f"/{n}": Answer() for n in range(50)}
    async with serving(routes) as server, opened(server, concurrency=2) as site:
        await asyncio.gather(*(site.fetch(server.url(path)) for path in routes))
        assert host_of(server.url())._throttle.delay == 0


async def test_a_slow_server_is_asked_less_often():
    pause = BRISK + 0.1

    async def slow(_asked, _writer):
        await asyncio.sleep(pause)
        return Answer()

    routes = {"/slow": slow, "/1": Answer(), "/2": Answer()}
    async with serving(routes) as server:
        async with opened(server, concurrency=1, obey_robots=False) as site:
            for path in routes:
                await site.fetch(server.url(path))
        answered, after_quick = gaps(server)
        assert answered >= pause
        assert after_quick > pause / 4  # the delay sinks by half with every quick answer
        server.log.clear()
        async with opened(server, concurrency=1, autothrottle=False) as site:
            for path in routes:
                await site.fetch(server.url(path))
        assert gaps(server)[-1] < pause / 4


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
