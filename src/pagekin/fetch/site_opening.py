"""Opens a site on the network, and closes it without waiting for servers that never answer."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError

from pagekin.fetch.address_filter import AddressFilter
from pagekin.fetch.http_site import HttpSite
from pagekin.fetch.origin_secrets import host_in, origins_of
from pagekin.fetch.robots_txt import RobotsTxt
from pagekin.fetch.scrapy_settings import scrapy_settings
from pagekin.fetch.spider import FetchStats, InFlight, SiteSpider, site_spider
from pagekin.settings import Settings
from pagekin.site.login import Login
from pagekin.urls import Scope

# Loggers that would write warnings to the terminal where nobody has set up logging.
_CHATTY = ("scrapy", "twisted", "aiohttp", "protego", "tldextract")
_NOWHERE = logging.NullHandler()


@asynccontextmanager
async def open_site(
    scope: Scope,
    settings: Settings,
    *,
    named: Iterable[str] | None = None,
    login: Login | None = None,
) -> AsyncIterator[HttpSite]:
    """Open a site for fetching in the running event loop; leaving ends all that is under way.

    `named` are the URLs, or the hosts (with their ports), that a person named: they may have private
    addresses, and the secrets that a person gave go to the origins of the URLs and nowhere else. If it is
    not given, that is the scope's host, by https unless the scope says otherwise. Who has a login is
    logged in; if that fails, a FetchError says why.
    """
    places = [scope.host] if named is None else list(named)
    logins = [login.url] if login else []
    gate = AddressFilter(map(host_in, places + logins), settings.allow_networks)
    for name in _CHATTY:
        logging.getLogger(name).addHandler(_NOWHERE)
    crawler = Crawler(SiteSpider, scrapy_settings(settings))
    opened = asyncio.Event()
    robots_txt = RobotsTxt(crawler, settings.user_agent)
    shared = {
        "gate": gate,
        "origins": origins_of(places, f"{scope.scheme or 'https'}://{scope.host}"),
        "login": login,
        "robots_txt": robots_txt,
        "stats": FetchStats(),
        "in_flight": InFlight(),
        "opened": opened,
    }
    crawl = asyncio.create_task(crawler.crawl_async(scope=scope, options=settings, **shared))
    crawl.add_done_callback(lambda _: opened.set())
    site = None
    try:
        await opened.wait()
        if not crawl.done():  # else something kept it from opening, and closing says what
            site = HttpSite(crawler)
            await site.log_in()
            yield site
    finally:
        closing = asyncio.create_task(_close(crawler, crawl, opened, site))
        try:
            await asyncio.shield(closing)
        except asyncio.CancelledError:  # even then, nothing is left half-closed
            await asyncio.wait({closing})
            raise


async def _close(
    crawler: Crawler, crawl: asyncio.Task[None], opened: asyncio.Event, site: HttpSite | None
) -> None:
    await opened.wait()  # opening waits for nobody, and cannot be left half-way
    if site:
        await site.rendering.close()
    if not crawl.done():
        await _end_downloads(crawler)
        await crawler.stop_async()
    await crawl


async def _end_downloads(crawler: Crawler) -> None:
    """End all that is under way; whoever still waits for it gets a failure."""
    in_flight = site_spider(crawler).in_flight
    in_flight.end()
    for slot in crawler.engine.downloader.slots.values():
        slot.delay = 0  # whatever comes through Scrapy only now is turned away at once
        slot.close()
        while slot.queue:
            _, waiting = slot.queue.popleft()
            waiting.errback(DownloadCancelledError())
    if in_flight.downloads:
        await asyncio.wait(in_flight.downloads)
