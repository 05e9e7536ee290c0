"""Opens sites for fetching: with the pages that are cached, with forms filled in, as settings say."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import urlsplit

from pagekin.app.sites.form_settings import forms_to_follow
from pagekin.app.sites.logins import open_network
from pagekin.app.storing.learning_cache import CachedSite, LearningCache
from pagekin.app.storing.page_looks import PageLooks
from pagekin.app.storing.page_noting import PageNotes
from pagekin.discovery import checked_url
from pagekin.dom.page import UnparsedPage
from pagekin.fetch.process_sharing import ProcessSharing
from pagekin.navigation import Crawler, FormUse
from pagekin.navigation.whole_site import whole_site
from pagekin.settings import Settings
from pagekin.settings.setting_values import domains
from pagekin.settings.setting_values import urls as listed
from pagekin.site import Counts, Failure, RecordedSite, Site, Stop, Watch
from pagekin.site.form_filling import FormFiller, RecordedFormSite
from pagekin.sources import Spool
from pagekin.urls import Scope


def scope_around(url: str, settings: Settings) -> Scope:
    """Return the site around one of its (canonical) URLs, as the settings limit it."""
    return Scope.around(
        url,
        subdomains=settings.subdomains,
        prefix=settings.path_prefix,
        accept=settings.accept,
        reject=settings.reject,
        sort_query=settings.sort_query,
        domains=domains(settings.domains),
        acting=settings.acting_links,
    )


@asynccontextmanager
async def open_for_fetching(
    scope: Scope,
    settings: Settings,
    named: Iterable[str],
    *,
    cache: LearningCache | None = None,
    forms: FormUse | None = None,
    sharing: ProcessSharing | None = None,
    looks: PageLooks | PageNotes | None = None,
) -> AsyncIterator[RecordedSite]:
    """Open a site; pages in the cache are not fetched, and forms are filled in if it is said how.

    `named` are the (canonical) URLs that a person named: they may be on private hosts, and only their
    origins get to know secrets. With `looks`, who takes them parses the pages, unless there are forms to be read.
    """
    answered = cache.last_come if cache else ""
    async with open_network(scope, settings, named, sharing, answered=answered) as network:
        if looks is not None and not forms:
            network.made_page = UnparsedPage
            looks.note_shell = network.note_shell
        site: RecordedSite = network
        if cache is not None:
            notes = looks if isinstance(looks, PageNotes) and not forms else None
            site = CachedSite(network, cache, network.memory, network.made_page, notes)
        yield RecordedFormSite(site, FormFiller(site, network, forms)) if forms else site


@asynccontextmanager
async def open_for_crawling(
    crawler: Crawler,
    settings: Settings,
    cache: LearningCache | None = None,
    sharing: ProcessSharing | None = None,
    looks: PageLooks | None = None,
) -> AsyncIterator[RecordedSite]:
    """Open a crawler's site as it was learned; its forms are filled in if it knows any."""
    named = (*named_in(crawler), *seeds_for(crawler, settings))
    forms = forms_to_follow(crawler, settings)
    options = as_learned(settings, crawler)
    async with open_for_fetching(
        crawler.scope, options, named, cache=cache, forms=forms, sharing=sharing, looks=looks
    ) as site:
        yield site


def whole_site_from(url: str, settings: Settings) -> Crawler:
    """Return the crawler of the whole site around a (canonical) URL; it has no date, to stay the same."""
    seeds = tuple(checked_url(seed, "seed") for seed in listed(settings.seeds))
    return whole_site(scope_around(url, settings), url, "", seeds)


def together(crawlers: Sequence[Crawler]) -> Crawler:
    """Return a crawler that stands for several of one site: with all of their scope and needs."""
    first = crawlers[0]
    if len(crawlers) == 1:
        return first
    scope = first.scope
    if len({crawler.scope for crawler in crawlers}) > 1:
        subdomains = any(crawler.scope.subdomains for crawler in crawlers)
        scope = replace(scope, prefix="/", accept="", reject="", subdomains=subdomains)
    return replace(
        first,
        scope=scope,
        seeds=tuple(dict.fromkeys(url for crawler in crawlers for url in named_in(crawler))),
        forms=next((crawler.forms for crawler in crawlers if crawler.forms), None),
        render=next((crawler.render for crawler in crawlers if crawler.render), ""),
        scroll=max(crawler.scroll for crawler in crawlers),
    )


def as_learned(settings: Settings, crawler: Crawler) -> Settings:
    """Return the settings with what a crawler's pages need to look as they did when it was learned."""
    return replace(
        settings,
        render=settings.render or crawler.render,
        scroll=settings.scroll or crawler.scroll,
    )


def named_in(crawler: Crawler) -> tuple[str, ...]:
    """Return the URLs of its site that were named by the person who had a crawler learned."""
    named = (crawler.entry, *crawler.samples, *crawler.seeds)
    return tuple(filter(crawler.scope.contains, named))


def as_set(crawler: Crawler, settings: Settings) -> Crawler:
    """Return a crawler with the limits of its site that are set now; others stay as learned."""
    scope = replace(
        crawler.scope,
        accept=settings.accept or crawler.scope.accept,
        reject=settings.reject or crawler.scope.reject,
        domains=domains(settings.domains) or crawler.scope.domains,
    )
    return replace(crawler, scope=scope)


def seeds_for(crawler: Crawler, settings: Settings) -> tuple[str, ...]:
    """Return the seeds that are set now and were not known when a crawler was learned."""
    seeds = (checked_url(seed, "seed") for seed in listed(settings.seeds))
    return tuple(seed for seed in seeds if seed not in crawler.seeds)


async def fetch_into(
    spool: Spool, urls: Sequence[str], settings: Settings, stop: Stop, watch: Watch
) -> dict[str, Failure]:
    """Fetch pages of any sites into a spool, a site at a time, and return what failed."""
    by_host: dict[str, list[str]] = {}
    for url in dict.fromkeys(urls):
        by_host.setdefault(urlsplit(url).netloc, []).append(url)
    failures: dict[str, Failure] = {}
    counts = Counts(queued=len(urls))
    for wanted in by_host.values():
        async with open_for_fetching(scope_around(wanted[0], settings), settings, wanted) as site:
            some = 4 * settings.concurrency  # at a time; the site itself limits what is under way
            for start in range(0, len(wanted), some):
                if stop.reason(counts.pages):
                    return failures
                batch = wanted[start : start + some]
                under_way = asyncio.gather(*(_fetch(site, url, spool) for url in batch))
                if not await stop.waits_for(under_way):
                    under_way.cancel()
                    return failures
                results = await under_way
                failures |= {failure.url: failure for failure in results if failure}
                counts.pages += len(batch)
                counts.queued -= len(batch)
                counts.failed = len(failures)
                watch(counts)
    return failures


async def _fetch(site: Site, url: str, spool: Spool) -> Failure | None:
    """Fetch a page into the spool and forget it; return why it did not come."""
    if url in spool:
        return None
    result = await site.fetch(url)
    if isinstance(result, Failure):
        return result
    spool.add(result)
    return None
