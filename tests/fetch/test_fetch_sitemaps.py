"""Sitemaps: indices, compressed ones, hostile ones."""

import asyncio
import gzip

import pytest
from loopback import HTML, PATIENCE, Answer, opened, serving

from pagekin.dom import Page
from pagekin.fetch import HttpSite
from pagekin.site import Failure, FailureKind

XML = {"Content-Type": "application/xml"}
GZIP = {"Content-Type": "application/x-gzip"}


def sitemap(*urls: str, outer: str = "urlset", inner: str = "url") -> bytes:
    places = "".join(f"<{inner}><loc>{url}</loc></{inner}>" for url in urls)
    return f'<?xml version="1.0"?><{outer} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</{outer}>'.encode()


async def links_of(site: HttpSite, url: str) -> list[str]:
    page = await site.fetch(url)
    assert isinstance(page, Page), page
    return [link.url for link in page.links]


async def test_from_robots_txt_over_an_index_to_the_pages():
    async with serving({"/1": Answer(), "/2": Answer()}) as server:
        parts = [server.url("/a.xml"), server.url("/b.xml.gz")]
        server.routes |= {
            "/robots.txt": Answer(b"Sitemap: /index.xml", headers={"Content-Type": "text/plain"}),
            "/index.xml": Answer(sitemap(*parts, outer="sitemapindex", inner="sitemap"), 200, XML),
            "/a.xml": Answer(sitemap(server.url("/1")), 200, XML),
            "/b.xml.gz": Answer(gzip.compress(sitemap(server.url("/2"))), 200, GZIP),
        }
        async with opened(server) as site:
            (index,) = await site.sitemaps()
            maps = await links_of(site, index)
            pages = [url for part in maps for url in await links_of(site, part)]
        assert maps == parts
        assert pages == [server.url("/1"), server.url("/2")]


@pytest.mark.parametrize(
    "headers",
    [
        GZIP,
        {"Content-Type": "application/gzip"},
        {"Content-Type": "application/octet-stream"},
        {"Content-Type": "text/xml; charset=utf-8"},
        {},
    ],
)
@pytest.mark.parametrize("path", ["/map.xml.gz", "/Sitemap.XML.GZ?part=1"])
async def test_a_compressed_sitemap_is_known_by_its_name(headers, path):
    answer = Answer(gzip.compress(sitemap("http://h.example/")), 200, headers)
    async with serving({path: answer}) as server, opened(server) as site:
        assert await links_of(site, server.url(path)) == ["http://h.example/"]


async def test_a_compressed_sitemap_that_was_decompressed_already_is_one_too():
    body = gzip.compress(sitemap("http://h.example/"))
    answer = Answer(body, 200, {**GZIP, "Content-Encoding": "gzip"})
    async with serving({"/map.xml.gz": answer}) as server, opened(server) as site:
        assert await links_of(site, server.url("/map.xml.gz")) == ["http://h.example/"]


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("/map.xml.gz", gzip.compress(b"<feed/>", mtime=0), FailureKind.NOT_HTML),
        ("/map.xml.gz", gzip.compress(bytes(100), mtime=0)[:20] + b"damaged", FailureKind.NOT_HTML),
        ("/map.xml.gz", gzip.compress(bytes(2_000_000), mtime=0), FailureKind.TOO_LARGE),
        (
            "/backup.tar.gz",
            gzip.compress(sitemap("http://h.example/"), mtime=0),
            FailureKind.NOT_HTML,
        ),
    ],
    ids=["no sitemap", "damaged", "too large", "another name"],
)
async def test_what_is_compressed_and_no_sitemap_is_a_failure(path, body, kind):
    async with serving({path: Answer(body, 200, GZIP)}) as server:
        async with opened(server, max_body=1_000_000) as site:
            result = await site.fetch(server.url(path))
        assert isinstance(result, Failure)
        assert result.kind is kind


def laughing(levels: int) -> str:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, levels + 1))
    return f'<!DOCTYPE x [<!ENTITY l0 "lol">{entities}]>'


XML_BOMBS = {
    "billion laughs": (laughing(10), "&l10;"),
    "quadratic": (f'<!DOCTYPE x [<!ENTITY a "{"a" * 1000}">]>', "&a;" * 100_000),
    "file": ('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', "&f;"),
    "parameter": ('<!DOCTYPE x [<!ENTITY % p SYSTEM "{origin}/evil.dtd"> %p;]>', "&f;"),
    "dtd": ('<!DOCTYPE x SYSTEM "{origin}/evil.dtd">', "&f;"),
    "network": ('<!DOCTYPE x [<!ENTITY f SYSTEM "{origin}/evil.txt">]>', "&f;"),
    "include": ("", '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{origin}/evil.txt"/>'),
    "stylesheet": ('<?xml-stylesheet href="{origin}/evil.xsl" type="text/xsl"?>', ""),
}  # fmt: skip


@pytest.mark.parametrize("content_type", ["application/xml", "text/html"])
@pytest.mark.parametrize("name", list(XML_BOMBS))
async def test_nothing_in_a_sitemap_is_expanded_or_fetched(name, content_type):
    async with serving({}) as server, opened(server) as site:
        start, inside = (part.replace("{origin}", server.origin) for part in XML_BOMBS[name])
        body = f'<?xml version="1.0"?>{start}<urlset><url><loc>{server.url("/page")}</loc><loc>{inside}</loc></url></urlset>'
        server.routes["/map.xml"] = Answer(
            body.encode(), 200, {**HTML, "Content-Type": content_type}
        )
        page = await asyncio.wait_for(site.fetch(server.url("/map.xml")), PATIENCE)
        assert isinstance(page, Page), page
        text = "".join(page.root.itertext())
        assert len(text) <= len(body)
        assert "root:" not in text
        assert page.links[0].url == server.url("/page")
        assert {asked.target for asked in server.log} == {"/robots.txt", "/map.xml"}


RSS = b"<rss><channel><item><title>A</title><link>http://h.example/</link></item></channel></rss>"
ATOM = b'<feed><entry><title>A</title><link href="http://h.example/"/></entry></feed>'
JSON_FEED = (
    b'{"version": "https://jsonfeed.org/version/1", "items": [{"url": "http://h.example/"}]}'
)
URLS = b"http://h.example/\n"


@pytest.mark.parametrize(
    ("path", "content_type", "body"),
    [
        ("/news", "application/rss+xml; charset=utf-8", RSS),
        ("/news", "text/xml", RSS),
        ("/news", "application/atom+xml", ATOM),
        ("/news", "application/feed+json", JSON_FEED),
        ("/feed.json", "application/json", JSON_FEED),
        ("/sitemap.txt", "text/plain", URLS),
        ("/sitemap.txt.gz", "application/gzip", gzip.compress(URLS, mtime=0)),
        ("/robots.txt", "text/plain", b"Sitemap: http://h.example/"),
    ],
)
async def test_feeds_and_texts_are_pages_of_links_too(path, content_type, body):
    answer = Answer(body, 200, {"Content-Type": content_type})
    async with serving({path: answer}) as server, opened(server) as site:
        assert await links_of(site, server.url(path)) == ["http://h.example/"]


@pytest.mark.parametrize(
    ("path", "content_type", "body"),
    [
        ("/data.json", "application/json", JSON_FEED),
        ("/feed.json", "application/json", b"{}"),
        ("/readme.txt", "text/plain", URLS),
        ("/sitemap.txt", "text/plain", b"Here be pages."),
        ("/data.xml", "application/xml", b"<data/>"),
    ],
)
async def test_other_data_is_none(path, content_type, body):
    answer = Answer(body, 200, {"Content-Type": content_type})
    async with serving({path: answer}) as server, opened(server) as site:
        result = await site.fetch(server.url(path))
    assert isinstance(result, Failure)
    assert result.kind is FailureKind.NOT_HTML
