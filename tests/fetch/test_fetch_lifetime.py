"""Opening and closing: several times, side by side, in the middle of things, and without a word."""

import asyncio
import gzip
import os
import signal
import sys
import textwrap

import pytest
from loopback import HTML, PATIENCE, Answer, opened, serving

from pagekin.dom import Page
from pagekin.site import Failure, FailureKind

SCRIPT = """
import asyncio, sys
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.urls import Scope

async def main(url):
    settings = Settings(delay=0, retries=1, timeout=600)
    async with open_site(Scope.around(url), settings) as site:
        await asyncio.gather(*(site.fetch(url + path) for path in sys.argv[2:]))

asyncio.run(main(sys.argv[1]))
"""


async def never(_asked, _writer):
    await asyncio.Event().wait()


async def test_a_site_can_be_opened_again_and_again():
    async with serving({"/": Answer()}) as server:
        for _ in range(3):
            async with opened(server) as site:
                assert isinstance(await site.fetch(server.url()), Page)
        assert len(server.asked_for("/robots.txt")) == 3


async def test_two_sites_can_be_open_at_once():
    page = {"/": Answer()}
    async with serving(page) as one, serving(page) as two, opened(one) as a, opened(two) as b:
        pages = await asyncio.gather(a.fetch(one.url()), b.fetch(two.url()))
        assert [page.url for page in pages] == [one.url(), two.url()]
        assert a.stats.pages == b.stats.pages == 1


@pytest.mark.parametrize("encrypted", [False, True])
async def test_closing_does_not_wait_for_a_server_that_never_answers(
    encrypted, tls, self_signed, monkeypatch
):
    monkeypatch.setenv("SSL_CERT_FILE", str(self_signed))
    async with serving({"/never": never}, tls if encrypted else None) as server:
        async with asyncio.timeout(1500):
            async with opened(server, timeout=600) as site:
                waiting = asyncio.create_task(site.fetch(server.url("/never")))
                await server.reached("/never")
            result = await waiting
        assert isinstance(result, Failure)
        assert (result.kind, result.detail) == (
            FailureKind.NETWORK,
            "given up, since the site was closed",
        )


async def test_closing_does_not_wait_for_those_whose_turn_has_not_come():
    routes = {f"/{n}": Answer() for n in range(20)}
    async with serving(routes) as server:
        async with asyncio.timeout(1500):
            async with opened(server, delay=300.0, concurrency=4, obey_robots=False) as site:
                waiting = [asyncio.create_task(site.fetch(server.url(path))) for path in routes]
                await server.reached("/0")
            _, *others = await asyncio.gather(*waiting)
        assert all(isinstance(other, Failure) for other in others)
        assert len(server.log) == 1


async def test_a_fetch_can_be_cancelled_and_the_site_used_further():
    async with serving({"/never": never, "/": Answer()}) as server, opened(server) as site:
        fetch = asyncio.create_task(site.fetch(server.url("/never")))
        await server.reached("/never")
        fetch.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetch
        assert isinstance(await site.fetch(server.url()), Page)


async def test_cancelling_the_whole_work_closes_the_site():
    async def work(server):
        async with opened(server, timeout=600) as site, asyncio.TaskGroup() as group:
            for _ in range(20):
                group.create_task(site.fetch(server.url("/never")))

    async with serving({"/never": never}) as server:
        task = asyncio.create_task(work(server))
        await server.reached("/never")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, PATIENCE)
        assert asyncio.all_tasks() <= {asyncio.current_task(), *server._talks}


async def test_cancelling_while_the_site_opens_leaves_nothing_behind():
    async def work(server):
        async with opened(server):
            await asyncio.Event().wait()

    async with serving({}) as server:
        for ticks in range(6):
            task = asyncio.create_task(work(server))
            for _ in range(ticks):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(task, PATIENCE)
        assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_an_error_in_the_work_comes_out_as_it_is():
    async with serving({}) as server:
        with pytest.raises(ZeroDivisionError):
            async with opened(server):
                raise ZeroDivisionError


async def run(server, paths, **environment):
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "default", "-c", textwrap.dedent(SCRIPT), server.url(), *paths),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **environment},
    )


async def test_nothing_is_written_to_the_terminal_or_to_disk(tmp_path):
    cookie = Answer(headers={**HTML, "Set-Cookie": "a=1"})
    bad = Answer(b"", 302, {"Location": "file:///"})
    bomb = Answer(gzip.compress(bytes(33 << 20)), headers={**HTML, "Content-Encoding": "gzip"})
    routes = {"/c": cookie, "/bad": bad, "/cut": b"", "/500": Answer(b"", 500), "/bomb": bomb}
    async with serving(routes) as server:
        process = await run(
            server,
            [path[1:] for path in routes],
            HOME=str(tmp_path),
            XDG_CACHE_HOME=str(tmp_path),
        )
        out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
        assert (process.returncode, out, err) == (0, b"", b"")
        assert {asked.target for asked in server.log} == {"/robots.txt", *routes}
        assert list(tmp_path.iterdir()) == []


async def test_ctrl_c_ends_it_at_once_and_cleanly():
    async with serving({"/never": never}) as server:
        process = await run(server, ["never"])
        await server.reached("/never")
        process.send_signal(signal.SIGINT)
        _, err = await asyncio.wait_for(process.communicate(), PATIENCE)
        last_line = err.decode().strip().splitlines()[-1]
        assert last_line == "KeyboardInterrupt"
        for complaint in (b"Unclosed", b"never retrieved", b"was destroyed", b"Warning"):
            assert complaint not in err
