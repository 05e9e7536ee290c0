"""robots.txt as RFC 9309 has it."""

import asyncio
import gzip

import pytest
from loopback import PATIENCE, Answer, opened, redirect, serving
from multidict import CIMultiDict, CIMultiDictProxy

from pagekin.dom import Page
from pagekin.fetch import robots
from pagekin.fetch.request_errors import NetworkError, NoRobotsTxtError
from pagekin.fetch.web_request import WebResponse
from pagekin.site import Failure, FailureKind

TEXT = {"Content-Type": "text/plain"}


def rules(text: str) -> Answer:
    return Answer(text.encode(), headers=TEXT)


async def fetch_with(robots_txt, path="/page", **settings):
    routes = {"/robots.txt": robots_txt, path: Answer()}
    async with serving(routes) as server, opened(server, **settings) as site:
        return await site.fetch(server.url(path))


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("User-agent: *\nDisallow: /private", "/page", True),
        ("User-agent: *\nDisallow: /private", "/private/page", False),
        ("User-agent: *\nDisallow: /\nAllow: /page", "/page", True),
        ("User-agent: *\nDisallow: /*.php$", "/a/b.php", False),
        ("User-agent: other\nDisallow: /", "/page", True),
        ("User-agent: pagekin\nDisallow: /\n\nUser-agent: *\nAllow: /", "/page", False),
        # The address of our project page is no name of ours.
        ("User-agent: github\nDisallow: /", "/page", True),
        ("\ufeffUser-agent: *\nDisallow: /", "/page", False),
        ("", "/page", True),
    ],
)
async def test_rules_are_obeyed(text, path, allowed):
    result = await fetch_with(rules(text), path)
    if allowed:
        assert isinstance(result, Page)
    else:
        assert isinstance(result, Failure)
        assert (result.kind, result.detail) == (FailureKind.ROBOTS, "forbidden by robots.txt")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
async def test_rules_are_read_as_editors_save_them(encoding):
    text = "# für alle\r\nUser-agent: *\r\nDisallow: /page\r\n"
    result = await fetch_with(Answer(text.encode(encoding), headers=TEXT))
    assert isinstance(result, Failure)
    assert result.kind is FailureKind.ROBOTS


async def test_what_is_forbidden_is_not_asked_for():
    routes = {"/robots.txt": rules("User-agent: *\nDisallow: /"), "/": Answer()}
    async with serving(routes) as server, opened(server) as site:
        await site.fetch(server.url())
        assert [asked.target for asked in server.log] == ["/robots.txt"]


async def test_a_redirect_to_what_is_forbidden_is_not_followed():
    routes = {
        "/robots.txt": rules("User-agent: *\nDisallow: /private"),
        "/": redirect("/private"),
        "/private": Answer(),
    }
    async with serving(routes) as server, opened(server) as site:
        result = await site.fetch(server.url())
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.ROBOTS
        assert server.asked_for("/private") == []


async def test_robots_txt_is_not_asked_for_when_it_is_not_obeyed():
    routes = {"/robots.txt": rules("User-agent: *\nDisallow: /"), "/": Answer()}
    async with serving(routes) as server, opened(server, obey_robots=False) as site:
        assert isinstance(await site.fetch(server.url()), Page)
        assert server.asked_for("/robots.txt") == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
async def test_without_a_robots_txt_all_is_allowed(status):
    assert isinstance(await fetch_with(Answer(b"User-agent: *\nDisallow: /", status)), Page)


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_while_robots_txt_fails_nothing_is_fetched(status):
    result = await fetch_with(Answer(b"oops", status))
    assert isinstance(result, Failure)
    assert result.kind is FailureKind.ROBOTS
    assert str(status) in result.detail


async def test_a_host_whose_robots_txt_cannot_be_had_fails_with_the_networks_reason():
    result = await fetch_with(b"")  # hangs up
    assert isinstance(result, Failure)
    assert result.kind is FailureKind.NETWORK
    assert "closed the connection" in result.detail


async def test_a_host_that_was_closed_is_asked_again_later(monkeypatch):
    monkeypatch.setattr(robots, "CLOSED_FOR", 0.0)
    routes = {"/robots.txt": Answer(b"oops", 503), "/": Answer()}
    async with serving(routes) as server, opened(server) as site:
        assert isinstance(await site.fetch(server.url()), Failure)
        server.routes["/robots.txt"] = rules("")
        assert isinstance(await site.fetch(server.url()), Page)


async def test_a_closed_host_is_left_alone_for_a_while():
    async with serving({"/robots.txt": Answer(b"", 503), "/": Answer()}) as server:
        async with opened(server) as site:
            for _ in range(3):
                assert isinstance(await site.fetch(server.url()), Failure)
        assert len(server.log) == 1


async def test_a_robots_txt_elsewhere_counts():
    async with serving({"/robots.txt": rules("User-agent: *\nDisallow: /")}) as other:
        elsewhere = redirect(other.url("/robots.txt"))
        result = await fetch_with(elsewhere, allow_networks="127.0.0.1")
        assert isinstance(result, Failure)
        assert (result.kind, result.detail) == (FailureKind.ROBOTS, "forbidden by robots.txt")


async def test_a_robots_txt_that_redirects_in_a_loop_is_none():
    assert isinstance(await fetch_with(redirect("/robots.txt")), Page)


@pytest.mark.parametrize(("hops", "counts"), [(5, True), (6, False)])
async def test_five_redirects_of_robots_txt_are_followed_whatever_is_set_for_pages(hops, counts):
    routes = {f"/{n}": redirect(f"/{n + 1}") for n in range(1, hops)}
    routes |= {"/robots.txt": redirect("/1"), f"/{hops}": rules("User-agent: *\nDisallow: /")}
    routes |= {"/page": Answer()}
    async with serving(routes) as server, opened(server, max_redirects=0) as site:
        result = await site.fetch(server.url("/page"))
        assert isinstance(result, Failure if counts else Page)


async def test_a_robots_txt_that_leads_into_a_private_network_closes_the_host():
    async with serving({"/robots.txt": rules("")}) as other:
        result = await fetch_with(redirect(other.url("/robots.txt")))
        assert isinstance(result, Failure)
        assert "loopback" in result.detail
        assert other.log == []


async def test_what_was_read_is_kept_for_a_day_at_most(monkeypatch):
    assert robots.KEPT_FOR <= 24 * 60 * 60
    async with serving({"/robots.txt": rules(""), "/": Answer()}) as server:
        async with opened(server) as site:
            await site.fetch(server.url())
            await site.fetch(server.url())
        assert len(server.asked_for("/robots.txt")) == 1
        monkeypatch.setattr(robots, "KEPT_FOR", 0.0)
        async with opened(server) as site:
            await site.fetch(server.url())
            server.routes["/robots.txt"] = rules("User-agent: *\nDisallow: /")
            assert isinstance(await site.fetch(server.url()), Failure)


async def test_sitemaps_are_those_that_robots_txt_names():
    text = (
        "Sitemap: /map.xml\nUser-agent: *\nDisallow: /private\nsitemap: http://other.example/a b.xml.gz\n"
        "Sitemap: file:///etc/passwd\nSitemap: /map.xml\nSitemap:\n"
    )
    async with serving({"/robots.txt": rules(text), "/": Answer()}) as server:
        named = server.url("/map.xml"), "http://other.example/a%20b.xml.gz"
        for obeyed in (True, False):
            async with opened(server, obey_robots=obeyed) as site:
                assert await site.sitemaps() == named
                await site.fetch(server.url())
                assert await site.sitemaps() == named
        assert len(server.asked_for("/robots.txt")) == 2


@pytest.mark.parametrize("answer", [Answer(b"", 404), Answer(b"", 503), b""])
async def test_without_a_robots_txt_there_are_no_sitemaps(answer):
    async with serving({"/robots.txt": answer}) as server, opened(server) as site:
        assert await site.sitemaps() == ()


async def test_once_the_site_is_closed_there_are_no_sitemaps():
    async with serving({}) as server:
        async with opened(server) as site:
            pass
        assert await site.sitemaps() == ()


async def test_of_a_huge_robots_txt_the_first_500_kib_are_read_without_the_line_cut_in_two():
    head = b"User-agent: *\nDisallow: /private\n"
    cut = b"\nDisallow: /p"  # what is left of the line; alone it would forbid /page too
    filling = b"#" * (robots.READ_AT_MOST - len(head + cut))
    body = head + filling + cut + b"rohibited\nDisallow: /\n"
    hung_up = asyncio.Event()

    async def endless(_asked, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + body)
        try:
            while True:
                writer.write(b"# and so on\n" * 1000)
                await writer.drain()
        except ConnectionError:
            hung_up.set()
        return b""

    routes = {"/robots.txt": endless, "/private": Answer(), "/page": Answer()}
    async with serving(routes) as server, opened(server) as site:
        refused = await site.fetch(server.url("/private"))
        assert isinstance(refused, Failure)
        assert refused.kind is FailureKind.ROBOTS
        assert isinstance(await site.fetch(server.url("/page")), Page)
        await asyncio.wait_for(hung_up.wait(), PATIENCE)


async def test_of_a_compressed_robots_txt_no_more_is_read():
    head = b"User-agent: *\nDisallow: /private\n"
    body = gzip.compress(head + b"#\n" * robots.READ_AT_MOST + b"Disallow: /\n")
    assert len(body) < robots.READ_AT_MOST
    compressed = Answer(body, headers={**TEXT, "Content-Encoding": "gzip"})
    assert isinstance(await fetch_with(compressed, "/page"), Page)
    assert isinstance(await fetch_with(compressed, "/private"), Failure)


async def test_many_fetches_share_one_robots_txt():
    routes = {"/robots.txt": rules("")} | {f"/{n}": Answer() for n in range(20)}
    async with serving(routes) as server, opened(server) as site:
        await asyncio.gather(*(site.fetch(server.url(f"/{n}")) for n in range(20)))
        assert len(server.asked_for("/robots.txt")) == 1


async def test_who_gives_up_waiting_for_robots_txt_does_not_hold_up_the_others():
    go_on = asyncio.Event()

    async def slow(_asked, _writer):
        await go_on.wait()
        return rules("")

    async with serving({"/robots.txt": slow, "/": Answer()}) as server, opened(server) as site:
        impatient = asyncio.create_task(site.fetch(server.url()))
        patient = asyncio.create_task(site.fetch(server.url()))
        await server.reached("/robots.txt")
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
        go_on.set()
        assert isinstance(await asyncio.wait_for(patient, PATIENCE), Page)
        assert len(server.asked_for("/robots.txt")) == 1


@pytest.mark.parametrize("answer", [NetworkError("no route"), 500, 503, 429])
async def test_a_robots_txt_that_did_not_come_is_asked_for_again_when_there_is_hope(answer):
    asked = []

    async def send(request):
        asked.append(request.url)
        if isinstance(answer, Exception) and len(asked) == 1:
            raise answer
        status = answer if len(asked) == 1 else 404
        return WebResponse(request, status, CIMultiDictProxy(CIMultiDict()), (), b"")

    known = robots.RobotsTxt(send, "pagekin")
    for _ in range(2):  # the second time nobody is asked
        with pytest.raises(NoRobotsTxtError):
            await known.check("http://h.test/p/1")
    known.forget_closed("http://h.test/p/2")
    await known.check("http://h.test/p/1")
    known.forget_closed("http://h.test/p/2")  # it is open, and what was read stays
    await known.check("http://h.test/p/1")
    assert asked == ["http://h.test/robots.txt"] * 2
