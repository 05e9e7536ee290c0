"""The home page: sites, crawlers, what happened last, and what to do first."""

from __future__ import annotations

from typing import Any

from django.shortcuts import render

from pagekin.console.access import Who, link_to, route
from pagekin.console.crawler_files import CrawlerFile, crawler_files
from pagekin.console.models import OPEN_STATES, Job
from pagekin.store.models import Crawl, Event, Site, Watch

_EVENTS = 12
_SITES = 50


@route("", name="home", who=Who.USER)
def home(request: Any) -> Any:
    """Show what there is, or how to begin."""
    watched = dict(Watch.objects.values_list("name", "schedule"))
    about = {
        "sites": [_site(request, site) for site in Site.objects.order_by("name")[:_SITES]],
        "crawlers": [_crawler(request, file, watched) for file in crawler_files()],
        "new_crawler_url": link_to(request, "new-crawler"),
        "events": Event.objects.select_related("crawl__site").order_by("-id")[:_EVENTS],
        "jobs": Job.objects.filter(state__in=OPEN_STATES).order_by("id"),
        "watches": len(watched),
    }
    return render(request, "console/home.html", about)


def _site(request: Any, site: Site) -> dict[str, Any]:
    crawls = Crawl.objects.of_site(site.name).order_by("-id")
    return {
        "name": site.name,
        "url": link_to(request, "site", name=site.name),
        "last": crawls.first(),
        "crawlers": site.crawlers.count(),
    }


def _crawler(request: Any, file: CrawlerFile, watched: dict[str, str]) -> dict[str, Any]:
    return {
        "name": file.name,
        "url": link_to(request, "crawler", name=file.name),
        "schedule": watched.get(file.name, ""),
        "changed_at": file.changed_at,
    }
