"""Where redirects may lead, and where not."""

import pytest
from loopback import HTML, Answer, opened, redirect, serving

from pagekin.dom import Page
from pagekin.fetch import RawResponse
from pagekin.site import Failure, FailureKind


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_within_the_site_is_followed(status):
    routes = {"/old": redirect("new?a=1#part", status), "/new?a=1": Answer()}
    async with serving(routes) as server, opened(server) as site:
        page = await site.fetch(server.url("/old"))
        assert isinstance(page, Page)
        assert (page.url, page.requested) == (server.url("/new?a=1"), server.url("/old"))


@pytest.mark.parametrize(
    ("target", "detail"),
    [
        ("http://127.0.0.1:9/", "redirected out of scope, to http://127.0.0.1:9/"),
        ("//elsewhere.example/x", "redirected out of scope, to http://elsewhere.example/x"),
        (r"/\elsewhere.example/x", "redirected out of scope, to http://elsewhere.example/x"),
        ("file:///etc/passwd", "'file' is not http or https"),
        ("data:text/html,<p>x", "'data' is not http or https"),
        ("javascript:alert(1)", "'javascript' is not http or https"),
        ("http://[", "the host name is not valid"),
    ],
)
async def test_a_redirect_out_of_the_site_is_refused(target, detail):
    async with serving({"/": redirect(target)}) as server, opened(server) as site:
        result = await site.fetch(server.url())
        assert isinstance(result, Failure)
        assert (result.url, result.kind) == (server.url(), FailureKind.REDIRECT)
        assert detail in result.detail


async def test_no_request_is_sent_to_where_a_redirect_may_not_lead():
    async with serving({"/": Answer()}) as other:
        async with serving({"/": redirect(other.url())}) as server, opened(server) as site:
            assert isinstance(await site.fetch(server.url()), Failure)
            assert isinstance(await site.download(server.url()), Failure)
        assert other.log == []


async def test_a_loop_is_seen_and_named():
    routes = {"/a": redirect("/b"), "/b": redirect("/a")}
    async with serving(routes) as server, opened(server) as site:
        result = await site.fetch(server.url("/a"))
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.REDIRECT
        assert "in a loop" in result.detail
        assert len(server.log) <= 6


async def test_coming_back_once_with_a_cookie_is_no_loop():
    async def door(asked, _writer):
        if "cookie" in asked.headers:
            return Answer()
        return Answer(b"", 302, {**HTML, "Location": "/door", "Set-Cookie": "seen=1"})

    async with serving({"/door": door}) as server, opened(server) as site:
        assert isinstance(await site.fetch(server.url("/door")), Page)


async def test_redirects_in_a_row_are_limited():
    routes = {f"/{n}": redirect(f"/{n + 1}") for n in range(10)} | {"/10": Answer()}
    async with serving(routes) as server:
        async with opened(server, max_redirects=10) as site:
            assert isinstance(await site.fetch(server.url("/0")), Page)
        async with opened(server, max_redirects=4) as site:
            result = await site.fetch(server.url("/0"))
            assert isinstance(result, Failure)
            assert result.kind is FailureKind.REDIRECT
            assert result.detail == "redirected more than 4 times"


async def test_a_redirect_that_leads_nowhere_is_its_status():
    async with serving({"/": Answer(b"", 302, {})}) as server, opened(server) as site:
        result = await site.fetch(server.url())
        assert isinstance(result, Failure)
        assert (result.kind, result.status) == (FailureKind.STATUS, 302)


async def test_a_download_may_be_redirected_on_its_own_host():
    routes = {"/sitemap": redirect("/map.xml"), "/map.xml": Answer(b"<urlset/>", headers={})}
    async with serving(routes) as server, serving({}) as other:
        async with opened(other, allow_networks="127.0.0.1") as site:
            answer = await site.download(server.url("/sitemap"))
        assert isinstance(answer, RawResponse)
        assert answer.url == server.url("/map.xml")
