"""A crawler at work over the network."""

import contextlib
from collections.abc import AsyncGenerator, Callable

from pagekin.app.form_settings import forms_to_follow
from pagekin.app.site_opening import as_learned, named_in, open_spooled
from pagekin.crawl import StructureDrivenCrawl, Target
from pagekin.navigation import Crawler
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
    forms = forms_to_follow(crawler, settings)
    options, named = as_learned(settings, crawler), named_in(crawler)
    async with open_spooled(crawler.scope, options, spool, forms, named=named) as site:
        run = StructureDrivenCrawl(site, crawler, stop, concurrency=settings.concurrency)
        async with contextlib.aclosing(run.targets(watch)) as found:
            async for target in found:
                take(target)
        return run


async def targets(crawler: Crawler, settings: Settings, stop: Stop) -> AsyncGenerator[Target, None]:
    """Open the crawler's site and yield the targets, at the speed of whoever takes them."""
    forms = forms_to_follow(crawler, settings)
    options, named = as_learned(settings, crawler), named_in(crawler)
    async with open_spooled(crawler.scope, options, None, forms, named=named) as site:
        run = StructureDrivenCrawl(site, crawler, stop, concurrency=settings.concurrency)
        async with contextlib.aclosing(run.targets()) as found:
            async for target in found:
                yield target
