"""Huge bodies and bombs: refused soon, whatever they pretend, in bounded memory."""

import asyncio
import gzip
import sys
import tracemalloc
import zlib

import brotli
import pytest
from loopback import HTML, Answer, opened, serving

from pagekin.dom import Page
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MIB = 1 << 20
CAP = 32 * MIB


def test_the_cap_is_32_mib_by_default():
    assert Settings().max_body == CAP


async def refused(route) -> Failure:
    async with serving({"/": route}) as server, opened(server) as site:
        result = await asyncio.wait_for(site.fetch(server.url()), 20)
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


BOMB = 128 * MIB
PIECE = bytes(16 * MIB)


def deflated() -> bytes:
    compressor = zlib.compressobj()
    return b"".join(compressor.compress(PIECE) for _ in range(BOMB // len(PIECE)))


@pytest.mark.parametrize(
    ("encoding", "bomb"),
    [
        ("gzip", lambda: gzip.compress(PIECE) * (BOMB // len(PIECE))),
        ("deflate", deflated),
        ("br", lambda: brotli.compress(PIECE * 4, quality=3)),
        ("zstd", lambda: zstd.compress(PIECE) * (BOMB // len(PIECE))),
    ],
)
async def test_a_bomb_is_refused_in_bounded_memory(encoding, bomb):
    body = bomb()
    assert len(body) < MIB
    answer = Answer(body, headers={**HTML, "Content-Encoding": encoding})
    tracemalloc.start()
    try:
        await refused(answer)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * CAP


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
