"""A crawler at work over the network."""

import contextlib
from collections.abc import AsyncGenerator, Callable

from pagekin.crawl import StructureDrivenCrawl, Target
from pagekin.fetch import open_site
from pagekin.navigation import Crawler
from pagekin.pipeline.fetching import open_spooled
from pagekin.settings import Settings
from pagekin.site import Stop, Watch
from pagekin.sources import Spool


async def crawl(
    crawler: Crawler,
    settings: Settings,
    stop: Stop,
    watch: Watch,
    take: Callable[[Target], None],
    *,
    spool: Spool | None = None,
) -> StructureDrivenCrawl:
    """Open the crawler's site, hand over each target as it comes, and tell how it went."""
    async with open_spooled(crawler.scope, settings, spool) as site:
        run = StructureDrivenCrawl(site, crawler, stop, concurrency=settings.concurrency)
        async with contextlib.aclosing(run.targets(watch)) as found:
            async for target in found:
                take(target)
        return run


async def targets(crawler: Crawler, settings: Settings, stop: Stop) -> AsyncGenerator[Target, None]:
    """Open the crawler's site and yield the targets, at the speed of whoever takes them."""
    async with open_site(crawler.scope, settings) as site:
        run = StructureDrivenCrawl(site, crawler, stop, concurrency=settings.concurrency)
        async with contextlib.aclosing(run.targets()) as found:
            async for target in found:
                yield target
