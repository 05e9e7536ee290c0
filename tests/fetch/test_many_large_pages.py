"""Many pages of ten megabytes, each of some kilobytes on the wire, do not take gigabytes."""

import asyncio
import gzip
import json
import sys

import pytest
from loopback import HTML, Answer, serving

MEGABYTES = 600
PAGES = 5  # a gigabyte and a half, if all were alive at once
pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="memory is measured in the units of Linux"
)

CLIENT = """
import asyncio, json, re, sys
from pathlib import Path
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.site import BreadthFirst, Stop
from pagekin.urls import Scope

async def main(origin, pages):
    came = links = 0
    settings = Settings(delay=0, retries=0, concurrency=16, timeout=600)
    async with open_site(Scope.around(origin), settings) as site:
        queue = BreadthFirst(site, Stop(), ahead=32)
        for number in range(int(pages)):
            queue.add(f"{origin}p{number}", number)
        async for visit in queue:
            assert visit.note == came, "pages come in order"
            came += 1
            links += len(visit.result.links)
            del visit
    peak = int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
    print(json.dumps([came, links, peak]))

asyncio.run(main(*sys.argv[1:]))
"""


async def test_five_pages_of_ten_megabytes():
    unit = b"<p class=x><a href=/x>x</a></p>"
    body = gzip.compress(unit * ((10 << 20) // len(unit)), 9)
    answer = Answer(body, 200, {**HTML, "Content-Encoding": "gzip"})
    async with serving({f"/p{number}": answer for number in range(PAGES)}) as server:
        command = [sys.executable, "-c", CLIENT, server.url(), str(PAGES)]
        client = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        output, _ = await client.communicate()
    came, links, peak = json.loads(output)
    assert came == PAGES
    assert links >= PAGES * 10_000
    assert peak < MEGABYTES
