"""Downloads a list of URLs with one of two engines and prints the CPU milliseconds for each page.

python bench/micro/engine_client.py pagekin|bare URLS.json
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from pagekin.fetch import RawResponse, open_site
from pagekin.settings import Settings
from pagekin.urls import Scope

CONCURRENCY = 8
_WARM_UP = 50
_ROUNDS = 3

Fetch = Callable[[str], Awaitable[bytes]]


@asynccontextmanager
async def _bare(_: str) -> AsyncIterator[Fetch]:
    """As the documentation of aiohttp has it: one session, and the whole body."""
    async with aiohttp.ClientSession() as session:

        async def fetch(url: str) -> bytes:
            async with session.get(url) as response:
                return await response.read()

        yield fetch


@asynccontextmanager
async def _pagekin(first: str) -> AsyncIterator[Fetch]:
    settings = Settings(delay=0, concurrency=CONCURRENCY)
    async with open_site(Scope.around(first), settings) as site:

        async def fetch(url: str) -> bytes:
            answer = await site.download(url)
            return answer.body if isinstance(answer, RawResponse) else b""

        yield fetch


async def _measure(kind: str, urls: list[str]) -> float:
    async with {"pagekin": _pagekin, "bare": _bare}[kind](urls[0]) as fetch:
        await _all(fetch, urls[:_WARM_UP])
        times = []
        for _ in range(_ROUNDS):
            began = time.process_time()
            await _all(fetch, urls)
            times.append(time.process_time() - began)
        return 1000 * min(times) / len(urls)


async def _all(fetch: Fetch, urls: list[str]) -> None:
    queue = iter(urls)

    async def worker() -> None:
        for url in queue:
            if not await fetch(url):
                raise SystemExit(f"{url} did not come")

    await asyncio.gather(*(worker() for _ in range(CONCURRENCY)))


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    print(asyncio.run(_measure(sys.argv[1], given)))
