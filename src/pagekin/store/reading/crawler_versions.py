"""Crawlers and their versions, as they are listed and compared; through the models, as consoles read them."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connections
from django.db.models import Count, Max

from pagekin.store.models import Crawler, CrawlerVersion
from pagekin.store.opening import Store


@dataclass(frozen=True, slots=True)
class CrawlerListing:
    """A crawler in the list of all crawlers."""

    id: int
    site: str
    uid: str
    name: str
    versions: int
    crawls: int
    last_crawl_at: float | None


@dataclass(frozen=True, slots=True)
class VersionListing:
    """A version of a crawler; `content` is its file as it was."""

    number: int
    made_at: float
    finding_digest: str
    crawls: int
    content: str


@contextlib.contextmanager
def models_of(store: Store) -> Iterator[str]:
    """Yield the name of a store for Django's queries (`Crawl.objects.using(name)`), and disconnect."""
    alias = store.alias
    try:
        yield alias
    finally:
        connections[alias].close()


def list_crawlers(store: Store, site: str = "") -> list[CrawlerListing]:
    """List the crawlers of all sites, or of one."""
    with models_of(store) as alias:
        found = Crawler.objects.using(alias).select_related("site").order_by("site__name", "pk")
        if site:
            found = found.filter(site__name=site)
        found = found.annotate(
            version_count=Count("versions", distinct=True),
            crawl_count=Count("crawls", distinct=True),
            last=Max("crawls__began_at"),
        )
        return [
            CrawlerListing(
                one.pk,
                one.site.name,
                one.uid,
                one.name,
                one.version_count,
                one.crawl_count,
                one.last,
            )
            for one in found
        ]


def list_versions(store: Store, crawler: int) -> list[VersionListing]:
    """List the versions of a crawler, the first one first."""
    with models_of(store) as alias:
        found = CrawlerVersion.objects.using(alias).filter(crawler_id=crawler).order_by("number")
        return [
            VersionListing(
                one.number, one.made_at, one.finding_digest, one.crawl_count, one.content
            )
            for one in found.annotate(crawl_count=Count("in_crawls", distinct=True))
        ]


def crawler_named(store: Store, name: str) -> CrawlerListing | None:
    """Find a crawler by its id, or the beginning of it, or by its name; None if there is not just one."""
    found = list_crawlers(store)
    for matches in (
        [one for one in found if one.uid == name],
        [one for one in found if name and one.uid.startswith(name)],
        [one for one in found if one.name == name],
    ):
        if matches:
            return matches[0] if len(matches) == 1 else None
    return None
