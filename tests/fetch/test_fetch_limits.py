"""Huge bodies: refused soon, whatever they pretend."""

import asyncio
import gzip

import pytest
from loopback import HTML, PATIENCE, Answer, opened, serving

from pagekin.dom import Page
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind

MIB = 1 << 20
CAP = 32 * MIB


def test_the_cap_is_32_mib_by_default():
    assert Settings().max_body == CAP


async def refused(route) -> Failure:
    async with serving({"/": route}) as server, opened(server) as site:
        result = await asyncio.wait_for(site.fetch(server.url()), PATIENCE)
        assert isinstance(result, Failure)
        assert (result.kind, result.detail) == (FailureKind.TOO_LARGE, "larger than 32 MiB")
        return result


def endless(head: bytes):
    """Make a route that sends until the other side hangs up, and a list of what it sent."""
    sent = []

    async def talk(_asked, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + head + b"\r\n<p>")
        try:
            while True:
                writer.write(bytes(MIB))
                await writer.drain()
                sent.append(MIB)
        except ConnectionError:
            return b""

    return talk, sent


async def test_a_body_that_says_that_it_is_too_large_is_not_read():
    route, sent = endless(b"Content-Length: 99999999999\r\n")
    await refused(route)
    assert sum(sent) < CAP / 2  # what the sockets hold, at most


async def test_a_body_without_end_is_given_up_at_the_cap():
    route, sent = endless(b"")
    await refused(route)
    assert CAP / 2 < sum(sent) < 2 * CAP


async def test_a_page_of_just_the_cap_comes():
    page = Answer(b"<p>" + b"x" * 997)
    for body in (page, Answer(gzip.compress(page.body), 200, {**HTML, "Content-Encoding": "gzip"})):
        async with serving({"/": body}) as server:
            async with opened(server, max_body=1000) as site:
                assert isinstance(await site.fetch(server.url()), Page)
            async with opened(server, max_body=999) as site:
                result = await site.fetch(server.url())
                assert isinstance(result, Failure)
                assert result.detail == "larger than 999 bytes"


async def test_headers_without_end_are_given_up():
    async def talk(_asked, writer):
        writer.write(b"HTTP/1.1 200 OK\r\n")
        try:
            for number in range(10_000_000):
                writer.write(b"X-%d: %s\r\n" % (number, b"x" * 1000))
                await writer.drain()
        except ConnectionError:
            pass
        return b""

    async with serving({"/": talk}) as server, opened(server, obey_robots=False) as site:
        result = await asyncio.wait_for(site.fetch(server.url()), PATIENCE)
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.NETWORK


async def drip_headers(_asked, writer):
    writer.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    for _ in range(1000):
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.05)


async def drip_body(_asked, writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(1000):
        writer.write(b"<")
        await writer.drain()
        await asyncio.sleep(0.05)


async def drip_chunks(_asked, writer):
    writer.write(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    for _ in range(1000):
        writer.write(b"1\r\n<\r\n")
        await writer.drain()
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("drip", [drip_headers, drip_body, drip_chunks])
async def test_a_server_that_drips_is_given_up_in_time(drip):
    async with serving({"/": drip}) as server:
        async with opened(server, obey_robots=False, timeout=0.5) as site:
            result = await asyncio.wait_for(site.fetch(server.url()), PATIENCE)
        assert isinstance(result, Failure)
        assert result.detail.endswith("within 0.5 seconds")
