"""Ten gigabytes in a few kilobytes: refused soon, in little memory, with the reason."""

import asyncio
import json
import sys
import zlib
from itertools import repeat

import brotli
import pytest
from loopback import serving

from cpu_time import SECONDS

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PIECE = bytes(16 << 20)
PIECES = 640  # ten gigabytes altogether
MEGABYTES = 200
TOO_LARGE = ("too-large", "larger than 32 MiB")
pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="memory is measured in the units of Linux"
)

# What a user's process does, measured from within.
CLIENT = """
import asyncio, json, re, sys, time
from pathlib import Path
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.urls import Scope

async def main(origin, path):
    async with open_site(Scope.around(origin), Settings(delay=0, retries=0)) as site:
        await site.fetch(origin)
        before = time.process_time()  # others may keep the machine busy
        failure = await site.fetch(origin + path)
        seconds = time.process_time() - before
    # ru_maxrss would count what the process that started this one has in memory.
    peak = int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
    print(json.dumps([failure.kind.value, failure.detail, seconds, peak]))

asyncio.run(main(*sys.argv[1:]))
"""


def deflated(wbits: int):
    """Compress all of it; a piece after a full flush is the same each time, so it is made once."""
    compressor = zlib.compressobj(9, wbits=wbits)
    yield compressor.compress(b"<p>") + compressor.flush(zlib.Z_FULL_FLUSH)
    piece = compressor.compress(PIECE) + compressor.flush(zlib.Z_FULL_FLUSH)
    yield from repeat(piece, PIECES)


def brotlied():
    compressor = brotli.Compressor(quality=1)
    for _ in range(PIECES):
        yield compressor.process(PIECE) + compressor.flush()


def zstandard(window: int = 20):
    options = {zstd.CompressionParameter.window_log: window}
    compressor = zstd.ZstdCompressor(options=options)
    for _ in range(PIECES):
        yield compressor.compress(PIECE, compressor.FLUSH_BLOCK)


def twice():
    """Compress the bomb once more: ten gigabytes in kilobytes rather than megabytes."""
    compressor = zlib.compressobj(9, wbits=31)
    for piece in deflated(31):
        yield compressor.compress(piece) + compressor.flush(zlib.Z_SYNC_FLUSH)


BOMBS = {
    "gzip": lambda: deflated(31),
    "deflate": lambda: deflated(15),
    "Deflate": lambda: deflated(-15),
    "br": brotlied,
    "zstd": zstandard,
    "ZSTD": lambda: zstandard(27),
    "gzip, gzip": twice,
}


def sending(bomb, **headers: str):
    async def talk(_asked, writer):
        lines = (f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 200 OK\r\n{''.join(lines)}\r\n".encode())
        try:
            for piece in bomb():
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            pass
        return b""

    return talk


async def refused(path: str, route) -> tuple[str, str]:
    """Fetch a bomb in a process of its own; give how it was refused."""
    async with serving({f"/{path}": route}) as server:
        command = [sys.executable, "-c", CLIENT, server.url(), path]
        client = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        output, _ = await asyncio.wait_for(client.communicate(), 1500)
        kind, detail, seconds, megabytes = json.loads(output)
        assert seconds < SECONDS
        assert megabytes < MEGABYTES
        return kind, detail


@pytest.mark.parametrize("encoding", list(BOMBS))
async def test_a_bomb_of_ten_gigabytes(encoding):
    route = sending(BOMBS[encoding], Content_Type="text/html", Content_Encoding=encoding)
    if encoding == "ZSTD":  # wants 128 MiB for itself, which nobody needs
        assert await refused("bomb", route) == ("network", "the compressed page is damaged")
    else:
        assert await refused("bomb", route) == TOO_LARGE


async def test_a_sitemap_that_is_one():
    """It is a compressed file of ten megabytes, which may come whole."""
    route = sending(lambda: deflated(31), Content_Type="application/gzip")
    assert await refused("sitemap.xml.gz", route) == TOO_LARGE
