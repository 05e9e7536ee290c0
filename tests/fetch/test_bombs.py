"""Ten gigabytes in a few kilobytes: refused within a second, in little memory, with the reason."""

import asyncio
import json
import sys
import zlib
from itertools import repeat

import brotli
import pytest
from loopback import serving

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PIECE = bytes(16 << 20)
PIECES = 640  # ten gigabytes altogether
SECONDS, MEGABYTES = 1.0, 200

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


def sending(encoding: str, bomb):
    async def talk(_asked, writer):
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: {encoding}\r\n\r\n"
        writer.write(head.encode())
        try:
            for piece in bomb():
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            pass
        return b""

    return talk


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in the units of Linux")
@pytest.mark.parametrize("encoding", list(BOMBS))
async def test_a_bomb_of_ten_gigabytes(encoding):
    async with serving({"/bomb": sending(encoding, BOMBS[encoding])}) as server:
        command = [sys.executable, "-c", CLIENT, server.url(), "bomb"]
        client = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        output, _ = await asyncio.wait_for(client.communicate(), 60)
        kind, detail, seconds, megabytes = json.loads(output)
        if encoding == "ZSTD":  # wants 128 MiB for itself, which nobody needs
            assert (kind, detail) == ("network", "the compressed page is damaged")
        else:
            assert (kind, detail) == ("too-large", "larger than 32 MiB")
        assert seconds < SECONDS
        assert megabytes < MEGABYTES
