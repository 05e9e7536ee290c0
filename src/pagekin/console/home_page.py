"""The home page: sites, crawlers, what happened last, and what to do first."""

from __future__ import annotations

from typing import Any

from django.shortcuts import render

from pagekin.console.access import Who, link_to, route
from pagekin.console.crawler_files import CrawlerFile, crawler_files
from pagekin.console.models import OPEN_STATES, Job
from pagekin.console.told_events import told_events
from pagekin.store.models import Crawl, RepairProposal, Site, Watch
from pagekin.store.states import CrawlPurpose, ProposalState

_CRAWLS = 20  # the last ones: what happened before is on the pages of sites
_SITES = 50


@route("", name="home", who=Who.USER)
def home(request: Any) -> Any:
    """Show what there is, or how to begin."""
    watched = dict(Watch.objects.values_list("name", "schedule"))
    about = {
        "sites": [_site(request, site) for site in Site.objects.order_by("name")[:_SITES]],
        "crawlers": [_crawler(request, file, watched) for file in crawler_files()],
        "new_crawler_url": link_to(request, "new-crawler"),
        "happened": _happened(request),
        "repairs": _repairs(request),
        "jobs": Job.objects.filter(state__in=OPEN_STATES).order_by("id"),
        "watches": len(watched),
    }
    return render(request, "console/home.html", about)


def _site(request: Any, site: Site) -> dict[str, Any]:
    crawls = Crawl.objects.of_site(site.name).filter(purpose=CrawlPurpose.CRAWL)
    return {
        "name": site.name,
        "url": link_to(request, "site", name=site.name),
        "records_url": link_to(request, "site-records", name=site.name),
        "last": crawls.order_by("-id").first(),
        "crawlers": site.crawlers.count(),
    }


def _happened(request: Any) -> list[dict[str, Any]]:
    """Return what the last crawls have told, those that told nothing left out."""
    crawls = Crawl.objects.filter(purpose=CrawlPurpose.CRAWL).select_related("site")
    last = list(crawls.order_by("-id")[:_CRAWLS])
    told = told_events(crawl.pk for crawl in last)
    return [
        {
            "crawl": crawl,
            "events": told[crawl.pk],
            "url": link_to(request, "site-changes", name=crawl.site.name) + f"?crawl={crawl.pk}",
        }
        for crawl in last
        if crawl.pk in told
    ]


def _repairs(request: Any) -> list[dict[str, str]]:
    """Return the sites whose template has changed so that a person has to look."""
    waiting = RepairProposal.objects.filter(state=ProposalState.OPEN)
    names = waiting.values_list("crawler__site__name", flat=True).distinct()
    return [
        {"site": name, "url": link_to(request, "site-template", name=name)}
        for name in sorted(names)
    ]


def _crawler(request: Any, file: CrawlerFile, watched: dict[str, str]) -> dict[str, Any]:
    return {
        "name": file.name,
        "url": link_to(request, "crawler", name=file.name),
        "schedule": watched.get(file.name, ""),
        "changed_at": file.changed_at,
    }
