"""Learning and crawling a shop that is empty without its scripts."""

import asyncio
from urllib.parse import urlsplit

import pytest
from loopback import serving
from script_shop import good_paths, shop_routes

import temporary_crawls
from chromium import needs_chromium
from pagekin.errors import UsageError
from pagekin.settings import Settings

PLAIN = Settings(delay=0.0, retries=0)
RENDERING = Settings(delay=0.0, retries=0, render="always")


async def learned(server, settings):
    return await asyncio.to_thread(temporary_crawls.learn, server.url("/p/3"), settings)


async def test_who_does_not_run_the_scripts_is_told_to():
    async with serving(shop_routes()) as server:
        with pytest.raises(UsageError, match="empty without its scripts: try --render"):
            await learned(server, PLAIN)


@needs_chromium
async def test_every_page_is_found_and_the_crawler_knows_that_it_needs_a_browser():
    async with serving(shop_routes()) as server:
        crawler = await learned(server, RENDERING)
        assert (crawler.render, crawler.learned.targets) == ("always", len(good_paths()))
        found = await asyncio.to_thread(temporary_crawls.crawl, crawler, PLAIN)
    assert {urlsplit(page.url).path for page in found} == good_paths()
    assert all(page.root.findtext(".//dd[@class='price']") for page in found)
