"""The way of a request: what is tried again, what is not, and what ends it."""

import asyncio
import json
import subprocess
import sys

import pytest
from loopback import Answer, opened, redirect, serving

from pagekin.dom import Page
from pagekin.fetch.request_errors import NetworkError, SiteClosedError
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.web_request import WebRequest
from pagekin.site import FailureKind

ANYWHERE = RequestPolicy(lambda _: True, robots_apply=False)


def failing(times, failure):
    """Make a route that fails so many times before it gives its page."""
    left = times

    async def answer(_asked, _writer):
        nonlocal left
        left -= 1
        return Answer() if left < 0 else failure

    return answer


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 522, 524])
async def test_what_may_go_better_is_tried_again_as_often_as_is_set(status):
    async with serving({"/": failing(2, Answer(b"", status))}) as server:
        async with opened(server, retries=2, obey_robots=False) as site:
            assert isinstance(await site.fetch(server.url()), Page)
            assert site.stats.requests == len(server.log) == 3
        server.routes = {"/": failing(9, Answer(b"", status))}
        async with opened(server, retries=2, obey_robots=False) as site:
            assert (await site.fetch(server.url())).status == status
            assert site.stats.requests == 3


async def test_a_connection_that_is_closed_without_an_answer_is_tried_again_in_turn_and_counted():
    async with (
        serving({"/": b""}) as server,
        opened(server, retries=2, obey_robots=False) as site,
    ):
        assert (await site.fetch(server.url())).kind is FailureKind.NETWORK
        assert site.stats.requests == len(server.log) == 3


async def test_a_request_over_a_connection_from_before_that_was_closed_costs_no_try():
    async with (
        serving({"/first": Answer(), "/": failing(1, b"")}) as server,
        opened(server, obey_robots=False) as site,
    ):
        await site.fetch(server.url("/first"))
        assert isinstance(await site.fetch(server.url()), Page)
        assert site.stats.requests == len(server.log) == 3


async def test_a_server_that_closes_every_connection_is_not_asked_for_ever():
    async with serving({"/first": Answer(), "/": b""}) as server:
        async with opened(server, retries=1, obey_robots=False) as site:
            await site.fetch(server.url("/first"))
            assert (await site.fetch(server.url())).kind is FailureKind.NETWORK
        assert len(server.asked_for("/")) <= 4  # each try over an old connection and a new one


@pytest.mark.parametrize("status", [400, 404, 410, 501])
async def test_what_stays_as_it_is_is_asked_for_once(status):
    async with serving({"/": Answer(b"", status)}) as server:
        async with opened(server, retries=2, obey_robots=False) as site:
            assert (await site.fetch(server.url())).status == status
        assert len(server.log) == 1


async def test_redirects_and_retries_have_one_budget_of_retries_for_the_whole_way():
    routes = {"/a": failing(1, Answer(b"", 500)), "/b": failing(9, Answer(b"", 500))}

    async def a(asked, writer):
        answer = await routes["/a"](asked, writer)
        return redirect("/b") if answer.status == 200 else answer

    async with serving({"/a": a, "/b": routes["/b"]}) as server:
        async with opened(server, retries=2, obey_robots=False) as site:
            result = await site.fetch(server.url("/a"))
        assert result.status == 500
        asked_for = [asked.target for asked in server.log]
        assert asked_for == ["/a", "/a", "/b", "/b", "/"]  # the last one to see how the host is


async def test_what_must_not_be_repeated_is_sent_once():
    async with serving({"/": Answer(b"", 500), "/cut": b""}) as server:
        async with opened(server, retries=3, obey_robots=False) as site:
            once = WebRequest(server.url(), ANYWHERE, may_retry=False)
            assert (await site._engine.send(once)).status == 500
            with pytest.raises(NetworkError):
                await site._engine.send(
                    WebRequest(server.url("/cut"), ANYWHERE, "POST", may_retry=False)
                )
        assert len(server.log) == 2


@pytest.mark.parametrize(
    ("status", "method", "sent_on"),
    [
        (301, "POST", ""),
        (302, "POST", ""),
        (303, "POST", ""),
        (303, "PUT", ""),
        (307, "POST", "a=1"),
        (308, "POST", "a=1"),
        (302, "PUT", "a=1"),
    ],
)
async def test_what_was_posted_is_sent_on_only_by_redirects_that_mean_it(status, method, sent_on):
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Referer": "http://h/"}
    async with serving({"/a": redirect("/b", status), "/b": Answer()}) as server:
        async with opened(server) as site:
            request = WebRequest(server.url("/a"), ANYWHERE, method, headers, b"a=1")
            response = await site._engine.send(request)
        (asked,) = server.asked_for("/b")
        assert asked.body == sent_on
        assert ("content-type" in asked.headers) is bool(sent_on)
        assert "referer" not in asked.headers
        assert response.request.method == (method if sent_on else "GET")


async def test_who_is_cancelled_while_the_site_closes_is_cancelled():
    async def never(_asked, _writer):
        await asyncio.Event().wait()

    async with serving({"/never": never}) as server, opened(server, timeout=1500) as site:
        fetch = asyncio.create_task(site.fetch(server.url("/never")))
        await server.reached("/never")
        closing = asyncio.create_task(site.close())
        await asyncio.sleep(0)
        fetch.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetch
        await closing


async def test_what_was_posted_is_no_page_to_see_by_how_a_host_is():
    """To ask for it by GET would tell little, and to post it again might order something twice."""
    waiting = RequestPolicy(lambda _: True, robots_apply=False, waits_for_host=True)
    async with serving({"/order": Answer(), "/": Answer()}) as server, opened(server) as site:
        engine = site._engine
        await engine.send(WebRequest(server.url("/order"), waiting, "POST"))
        assert (engine.outages.has_answered, engine.outages.last_page) == (True, "")
        await engine.send(WebRequest(server.url("/gone"), waiting))
        assert engine.outages.last_page == ""
        await engine.send(WebRequest(server.url("/"), waiting))
        assert engine.outages.last_page == server.url("/")


async def test_when_a_site_is_closed_nothing_is_under_way_any_more():
    async def never(_asked, _writer):
        await asyncio.Event().wait()

    async with serving({"/never": never}) as server, opened(server, timeout=1500) as site:
        request = WebRequest(server.url("/never"), ANYWHERE)
        sending = asyncio.create_task(site._engine.send(request))
        await server.reached("/never")
        await site._engine.close()
        assert not site._engine._under_way
        with pytest.raises(SiteClosedError):
            await sending


async def test_a_closed_site_sends_nothing():
    async with serving({"/": Answer()}) as server:
        async with opened(server) as site:
            pass
        with pytest.raises(SiteClosedError):
            await site._engine.send(WebRequest(server.url(), ANYWHERE))
        assert await site.sitemaps() == ()
        assert not server.log


LOADED = """
import json, sys
from pagekin.fetch import open_site
seen = [n for n, m in sys.modules.items() if type(m).__name__ != "_LazyModule"]
print(json.dumps(seen))
"""


def test_the_engine_loads_nothing_that_is_seldom_needed():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True)
    loaded = json.loads(done.stdout)
    for name in ("scrapy", "twisted", "playwright", "django", "psycopg"):
        assert name not in loaded
    rooms = ("pagekin.fetch.rendering.", "pagekin.fetch.login.")
    assert [name for name in loaded if name.startswith(rooms)] == []
