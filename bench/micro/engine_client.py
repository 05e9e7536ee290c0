"""Downloads a list of URLs with one of two engines and prints the CPU milliseconds for each page.

python bench/micro/engine_client.py pagekin|bare URLS.json
"""

import asyncio
import json
import logging
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.settings import default_settings

from pagekin.fetch import RawResponse, open_site
from pagekin.settings import Settings
from pagekin.urls import Scope

CONCURRENCY = 8
_WARM_UP = 50
# Nothing but the download itself; Scrapy's handler that needs no Twisted reactor is the cheapest.
_BARE = {
    "TWISTED_REACTOR_ENABLED": False,
    "LOG_ENABLED": False,
    "STATS_CLASS": "scrapy.statscollectors.DummyStatsCollector",
    "TELNETCONSOLE_ENABLED": False,
    "EXTENSIONS": dict.fromkeys(default_settings.EXTENSIONS_BASE),
    "SPIDER_MIDDLEWARES": dict.fromkeys(default_settings.SPIDER_MIDDLEWARES_BASE),
    "DOWNLOADER_MIDDLEWARES": dict.fromkeys(default_settings.DOWNLOADER_MIDDLEWARES_BASE),
    "DOWNLOAD_HANDLERS": dict.fromkeys(default_settings.DOWNLOAD_HANDLERS_BASE)
    | {"http": "scrapy.core.downloader.handlers._aiohttp.AiohttpDownloadHandler"},
    "CONCURRENT_REQUESTS": CONCURRENCY,
    "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY,
    "DOWNLOAD_DELAY": 0,
}

Fetch = Callable[[str], Awaitable[bytes]]


class _Idle(Spider):
    """A spider that asks for nothing and keeps the engine open."""

    name = "idle"
    opened: asyncio.Event

    async def start(self) -> AsyncIterator[Any]:
        self.crawler.engine.pause()
        self.opened.set()
        nothing: tuple[Any, ...] = ()
        for request in nothing:
            yield request


@asynccontextmanager
async def _bare(_: str) -> AsyncIterator[Fetch]:
    crawler = Crawler(_Idle, _BARE)
    opened = asyncio.Event()
    crawl = asyncio.create_task(crawler.crawl_async(opened=opened))
    crawl.add_done_callback(lambda _: opened.set())
    await opened.wait()

    async def fetch(url: str) -> bytes:
        response = await crawler.engine.download_async(Request(url))
        body: bytes = response.body
        return body

    yield fetch
    await crawler.stop_async()
    await crawl


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
        began = time.process_time()
        await _all(fetch, urls)
        return 1000 * (time.process_time() - began) / len(urls)


async def _all(fetch: Fetch, urls: list[str]) -> None:
    queue = iter(urls)

    async def worker() -> None:
        for url in queue:
            if not await fetch(url):
                raise SystemExit(f"{url} did not come")

    await asyncio.gather(*(worker() for _ in range(CONCURRENCY)))


if __name__ == "__main__":
    logging.getLogger("scrapy").addHandler(logging.NullHandler())  # it warns about its handler
    given = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    print(asyncio.run(_measure(sys.argv[1], given)))
