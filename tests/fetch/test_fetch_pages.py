"""What comes of a URL that answers: pages, in every wrapping that servers use."""

import asyncio
import gzip
import sys
import zlib

import brotli
import pytest
from loopback import HTML, PATIENCE, Answer, opened, serving

from pagekin.dom import Page
from pagekin.fetch import RawResponse
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PAGE = b"<!doctype html><title>A page</title><p>Hello"


async def fetch(answer: Answer, path: str = "/", **settings):
    async with serving({path: answer}) as server, opened(server, **settings) as site:
        return await site.fetch(server.url(path))


async def test_a_page_comes_with_its_url_title_and_headers():
    async with serving({"/a": Answer()}) as server, opened(server) as site:
        page = await site.fetch(server.url("/a"))
        assert isinstance(page, Page)
        assert (page.url, page.requested) == (server.url("/a"), server.url("/a"))
        assert page.title == "A page"
        assert page.headers["content-type"] == "text/html; charset=utf-8"


async def test_the_server_learns_who_asks_and_where_to_complain():
    async with serving({"/": Answer()}) as server, opened(server) as site:
        await site.fetch(server.url())
        for asked in server.log:
            assert asked.headers["user-agent"] == Settings().user_agent
        assert "pagekin/" in Settings().user_agent
        assert "https://" in Settings().user_agent


async def test_a_url_is_sent_as_its_canonical_form_spells_it():
    path = "/a'b(1);c?q='x'&r=%2F,~"
    async with serving({path: Answer()}) as server, opened(server) as site:
        page = await site.fetch(server.url(path) + "#part")
        assert isinstance(page, Page)
        assert page.url == server.url(path)


@pytest.mark.parametrize(
    ("encoding", "compress"),
    [
        ("gzip", gzip.compress),
        ("x-gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("br", brotli.compress),
        ("zstd", zstd.compress),
        ("identity", bytes),
        ("utf-8", bytes),  # a mistake that is often seen; browsers overlook it too
    ],
)
async def test_compressed_pages_are_read(encoding, compress):
    page = await fetch(Answer(compress(PAGE), headers={**HTML, "Content-Encoding": encoding}))
    assert isinstance(page, Page)
    assert page.title == "A page"


async def test_a_damaged_compressed_page_is_a_failure():
    headers = {**HTML, "Content-Encoding": "br"}
    result = await fetch(Answer(b"\xff" * 40, headers=headers))
    assert isinstance(result, Failure)
    assert (result.kind, result.detail) == (FailureKind.NETWORK, "the compressed page is damaged")


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (PAGE, {"Content-Type": "TEXT/HTML"}),
        (PAGE, {"Content-Type": "application/xhtml+xml; charset=utf-8"}),
        (PAGE, {"Content-Type": "text/html, text/html"}),
        (PAGE, {}),
        (b"\xef\xbb\xbf\n <HTML lang=en><title>A page</title>", {}),
        (b"<!-- made by hand --><title>A page</title>", {}),
        (b"<?xml version='1.0'?>\n<html><title>A page</title></html>", {}),
    ],
)
async def test_html_is_told_by_its_type_or_its_looks(body, headers):
    page = await fetch(Answer(body, headers=headers))
    assert isinstance(page, Page)
    assert page.title == "A page"


@pytest.mark.parametrize(
    ("body", "headers", "detail"),
    [
        (b"%PDF-1.7", {"Content-Type": "application/pdf"}, "application/pdf, not HTML"),
        (b"<urlset/>", {"Content-Type": "text/xml"}, "text/xml, not HTML"),
        (PAGE, {"Content-Type": "text/plain"}, "text/plain, not HTML"),
        (b"%PDF-1.7", {}, "no content type, and it does not look like HTML"),
        (b"", {}, "no content type, and it does not look like HTML"),
    ],
)
async def test_anything_else_is_not_html(body, headers, detail):
    result = await fetch(Answer(body, headers=headers))
    assert isinstance(result, Failure)
    assert (result.kind, result.detail, result.status) == (FailureKind.NOT_HTML, detail, 200)


async def test_what_is_not_html_is_not_even_read():
    hung_up = asyncio.Event()

    async def film(_asked, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n")
        try:
            while True:  # a film without end
                writer.write(bytes(65536))
                await writer.drain()
        except ConnectionError:
            hung_up.set()
        return b""

    async with serving({"/film": film}) as server, opened(server) as site:
        result = await site.fetch(server.url("/film"))
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.NOT_HTML
        await asyncio.wait_for(hung_up.wait(), PATIENCE)


async def test_a_long_page_is_parsed_whole():
    page = await fetch(Answer(PAGE + b"<p>text" * 100_000 + b"<h1 id=end>End</h1>"))
    assert isinstance(page, Page)
    assert page.root.find(".//h1").get("id") == "end"


async def test_download_gives_what_is_not_html_and_not_in_scope():
    sitemap = Answer(b"<urlset/>", headers={"Content-Type": "application/xml"})
    async with serving({"/sitemap.xml": sitemap}) as server, serving({}) as other:
        async with opened(other, allow_networks="127.0.0.1") as site:
            answer = await site.download(server.url("/sitemap.xml"))
        assert isinstance(answer, RawResponse)
        assert (answer.url, answer.status) == (server.url("/sitemap.xml"), 200)
        assert answer.headers["content-type"] == "application/xml"
        assert answer.body == b"<urlset/>"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/", "data:text/html,x", ""])
async def test_only_http_and_https_are_ever_fetched(url):
    async with serving({}) as server, opened(server) as site:
        for result in (await site.fetch(url), await site.download(url)):
            assert isinstance(result, Failure)
            assert (result.url, result.kind) == (url, FailureKind.SCOPE)
        assert server.log == []


async def test_a_url_of_another_site_is_refused_without_a_request():
    async with serving({"/": Answer()}) as other, serving({}) as server, opened(server) as site:
        result = await site.fetch(other.url())
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.SCOPE
        assert other.log == []


async def test_an_address_that_is_none_is_a_failure():
    async with serving({}) as server, opened(server) as site:
        assert isinstance(await site.download("http://[:::1:::]/"), Failure)


async def test_cookies_are_kept_while_the_site_is_open():
    login = Answer(headers={**HTML, "Set-Cookie": "session=42; Path=/; HttpOnly"})
    async with serving({"/login": login, "/": Answer()}) as server:
        async with opened(server) as site:
            await site.fetch(server.url("/login"))
            await site.fetch(server.url("/"))
        async with opened(server) as site:
            await site.fetch(server.url("/"))
        first, second = server.asked_for("/")
        assert first.headers["cookie"] == "session=42"
        assert "cookie" not in second.headers


async def test_a_flood_of_cookies_neither_grows_without_end_nor_washes_the_session_away():
    async def flood(asked, _writer):
        cookies = "".join(f"\r\nSet-Cookie: {asked.target[1:]}-{n}=x" for n in range(40))
        return f"HTTP/1.0 200 OK\r\nSet-Cookie: huge={'x' * 5000}{cookies}\r\n\r\n<p>Hello".encode()

    first = Answer(headers={**HTML, "Set-Cookie": "session=1"})
    routes = {"/": first, **{f"/{n}": flood for n in range(20)}}
    async with serving(routes) as server, opened(server) as site:
        for path in routes:
            assert isinstance(await site.fetch(server.url(path)), Page)
        sent = server.asked_for("/19")[0].headers["cookie"]
    assert "session=1" in sent
    assert "huge" not in sent
    assert sent.count("=") <= 150


async def test_the_counts_tell_what_happened():
    routes = {"/": Answer(), "/moved": Answer(b"", 302, {"Location": "/"})}
    async with serving(routes) as server, opened(server) as site:
        await site.fetch(server.url("/"))
        await site.fetch(server.url("/moved"))
        await site.fetch(server.url("/nowhere"))
        await site.fetch("http://elsewhere.example/")
        assert site.stats.pages == 2
        assert dict(site.stats.failures) == {FailureKind.STATUS: 1, FailureKind.SCOPE: 1}
        assert site.stats.requests == len(server.log) == 5  # with robots.txt
        assert site.stats.bytes > 2 * len(PAGE)
