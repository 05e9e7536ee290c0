"""Fetching with a spool: each page comes over the network once, and waits on disk."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from pagekin.app.form_settings import forms_to_follow
from pagekin.app.learning_cache import CachedSite, LearningCache
from pagekin.app.logins import open_network
from pagekin.discovery import checked_url
from pagekin.dom import Page
from pagekin.navigation import Crawler, FormUse
from pagekin.settings import Settings
from pagekin.settings.setting_values import domains
from pagekin.settings.setting_values import urls as listed
from pagekin.site import Counts, Failure, RecordedSite, Site, Stop, Watch
from pagekin.site.form_filling import FormFiller, FormSite, RecordedFormSite
from pagekin.sources import Spool
from pagekin.urls import Scope


def scope_around(url: str, settings: Settings) -> Scope:
    """Give the site around one of its (canonical) URLs, as the settings limit it."""
    return Scope.around(
        url,
        subdomains=settings.subdomains,
        prefix=settings.path_prefix,
        accept=settings.accept,
        reject=settings.reject,
        sort_query=settings.sort_query,
        domains=domains(settings.domains),
    )


@dataclass(frozen=True, slots=True)
class SpooledSite:
    """A site whose pages are kept: a crawl after the learning need not fetch them again."""

    site: Site
    spool: Spool

    async def fetch(self, url: str) -> Page | Failure:
        """Give a page from the spool, or fetch it."""
        if url in self.spool:
            return self.spool.page(url)
        result = await self.site.fetch(url)
        if isinstance(result, Page):
            self.spool.add(result)
        return result


@asynccontextmanager
async def open_spooled(
    scope: Scope,
    settings: Settings,
    kept: Spool | LearningCache | None,
    forms: FormUse | None = None,
    *,
    named: Iterable[str],
) -> AsyncIterator[Site]:
    """Open a site for fetching; what is kept already is not fetched.

    Its forms are filled in if it is said how. `named` are the (canonical) URLs that a person named: they
    may be on private hosts, and only their origins get to know secrets.
    """
    async with open_network(scope, settings, named) as network:
        site: Site = network
        if isinstance(kept, Spool):
            site = SpooledSite(network, kept)
        elif kept is not None:
            site = CachedSite(network, kept)
        yield site if forms is None else FormSite(FormFiller(site, network, forms))


def as_learned(settings: Settings, crawler: Crawler) -> Settings:
    """Give the settings with what a crawler's pages need: only as they were learned are they its pages."""
    return replace(
        settings,
        render=settings.render or crawler.render,
        scroll=settings.scroll or crawler.scroll,
    )


def named_in(crawler: Crawler) -> tuple[str, ...]:
    """Give the URLs of its site that the person named who had a crawler learned."""
    named = (crawler.entry, *crawler.samples, *crawler.seeds)
    return tuple(filter(crawler.scope.contains, named))


def as_set(crawler: Crawler, settings: Settings) -> Crawler:
    """Give a crawler with the limits of its site that are set now; what is not set stays as it was learned."""
    scope = replace(
        crawler.scope,
        accept=settings.accept or crawler.scope.accept,
        reject=settings.reject or crawler.scope.reject,
        domains=domains(settings.domains) or crawler.scope.domains,
    )
    return replace(crawler, scope=scope)


def seeds_for(crawler: Crawler, settings: Settings) -> tuple[str, ...]:
    """Give the seeds that are set now and were not when a crawler was learned: those are its starts."""
    seeds = (checked_url(seed, "seed") for seed in listed(settings.seeds))
    return tuple(seed for seed in seeds if seed not in crawler.seeds)


@asynccontextmanager
async def open_recorded(
    crawler: Crawler, settings: Settings, kept: LearningCache | None = None
) -> AsyncIterator[RecordedSite]:
    """Open a crawler's site for a crawl that is stored; its forms are filled in if it knows any."""
    options = as_learned(settings, crawler)
    named = (*named_in(crawler), *seeds_for(crawler, settings))
    async with open_network(crawler.scope, options, named) as network:
        site: RecordedSite = CachedSite(network, kept) if kept else network
        forms = forms_to_follow(crawler, settings)
        yield RecordedFormSite(site, FormFiller(site, network, forms)) if forms else site


async def fetch_all(
    urls: Sequence[str], settings: Settings, spool: Spool, stop: Stop, watch: Watch
) -> dict[str, Failure]:
    """Fetch pages of any sites into a spool, a site at a time; give what failed."""
    by_host: dict[str, list[str]] = {}
    for url in dict.fromkeys(urls):
        by_host.setdefault(urlsplit(url).netloc, []).append(url)
    failures: dict[str, Failure] = {}
    counts = Counts(queued=len(urls))
    for wanted in by_host.values():
        scope = scope_around(wanted[0], settings)
        async with open_spooled(scope, settings, spool, named=wanted) as site:
            some = 4 * settings.concurrency  # at a time; the site itself limits what is under way
            for start in range(0, len(wanted), some):
                if stop.reason(counts.pages):
                    return failures
                batch = wanted[start : start + some]
                results = await asyncio.gather(*(_failed(site, url) for url in batch))
                failures |= {failure.url: failure for failure in results if failure}
                counts.pages += len(batch)
                counts.queued -= len(batch)
                counts.failed = len(failures)
                watch(counts)
    return failures


async def _failed(site: Site, url: str) -> Failure | None:
    """Fetch a page into the spool and forget it; give why it did not come."""
    result = await site.fetch(url)
    return result if isinstance(result, Failure) else None
