"""A site at a glance: how its crawls went, what they found over time, and when it is looked at again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator

from pagekin.app.watch import next_run
from pagekin.console.access import Who, route
from pagekin.console.current_store import current_store
from pagekin.console.drawings import drawn_graph
from pagekin.console.jobs.job_pages import progress
from pagekin.console.pages.crawler_running import interrupted_crawl, open_job, watches_of
from pagekin.console.pages.site_choice import SiteChoice, chosen_site, page_links, site_page
from pagekin.console.told_events import told_events
from pagekin.report.document import Graph, GraphPoint
from pagekin.store.models import CrawlFigures, RepairProposal
from pagekin.store.reading.watches import watch_numbered
from pagekin.store.states import ProposalState, WatchState

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from pagekin.store.models import Crawl

_ON_A_PAGE = 15
_DRAWN = 90  # crawls in a graph: a season, day by day


@route("sites/<str:name>/", name="site", who=Who.USER)
def overview(request: Any, name: str) -> Any:
    """Show the crawls of a site as a time line."""
    choice = chosen_site(request, name)
    page = Paginator(choice.crawls(), _ON_A_PAGE).get_page(request.GET.get("page"))
    figures = _figures(choice, [crawl.pk for crawl in page])
    events = told_events(crawl.pk for crawl in page)
    lines = [_line(choice, crawl, figures, events) for crawl in page]
    job = open_job(choice.crawler)
    waiting = RepairProposal.objects.filter(crawler=choice.crawler, state=ProposalState.OPEN)
    about = {
        **page_links(choice, "site", page),
        "lines": lines,
        "last": next((line for line in lines if line["figures"]), None),
        "graphs": _graphs(choice),
        "interrupted": None if job else interrupted_crawl(choice),
        "repair_waits": choice.crawler is not None and waiting.exists(),
        "watches": _watches(choice),
        **(progress(job) if job else {"job": None}),
    }
    return site_page(request, choice, "site_overview.html", about)


def _figures(choice: SiteChoice, crawls: list[int]) -> dict[int, CrawlFigures]:
    found = CrawlFigures.objects.filter(crawl_id__in=crawls, crawler=choice.crawler)
    return {one.crawl_id: one for one in found}


def _line(
    choice: SiteChoice,
    crawl: Crawl,
    figures: dict[int, CrawlFigures],
    events: dict[int, list[tuple[str, int]]],
) -> dict[str, Any]:
    return {
        "crawl": crawl,
        "seconds": crawl.ended_at - crawl.began_at if crawl.ended_at else None,
        "figures": figures.get(crawl.pk),
        "coverage": _coverage(figures.get(crawl.pk)),
        "events": events.get(crawl.pk, []),
        "records_url": choice.address("site-records", crawl=crawl.pk),
        "changes_url": choice.address("site-changes", crawl=crawl.pk),
        "errors_url": choice.address("site-errors", crawl=crawl.pk),
    }


def _coverage(figures: CrawlFigures | None) -> float | None:
    looked = figures.filled + figures.empty if figures else 0
    return figures.filled / looked if figures and looked else None


def _graphs(choice: SiteChoice) -> list[SafeString]:
    """Draw what crawls found over time, from the second one on."""
    began = dict(choice.crawls().values_list("pk", "began_at")[:_DRAWN])
    found = CrawlFigures.objects.filter(crawl_id__in=began, crawler=choice.crawler)
    points: dict[str, list[GraphPoint]] = {"Pages found": [], "Fields filled": [], "Errors": []}
    for one in found.order_by("crawl_id"):
        at, coverage = began[one.crawl_id], _coverage(one)
        points["Pages found"].append(GraphPoint(at, one.targets))
        points["Errors"].append(GraphPoint(at, one.failed))
        if coverage is not None:
            points["Fields filled"].append(GraphPoint(at, 100 * coverage))
    units = {"Fields filled": "%"}
    return [
        drawn_graph(Graph(title, tuple(some), units.get(title, "")))
        for title, some in points.items()
        if len(some) > 1
    ]


def _watches(choice: SiteChoice) -> list[dict[str, Any]]:
    found = watches_of(choice.crawler) if choice.crawler else []
    with current_store().connection() as connection:
        due = {one.pk: next_run(connection, watch_numbered(connection, one.pk)) for one in found}
    now = time.time()
    return [
        {
            "watch": one,
            "next": due[one.pk],
            "is_due": (due[one.pk] or now + 1) <= now,
            "is_active": one.state == WatchState.ACTIVE,
            "last": one.runs.exclude(began_at=None).order_by("-due").first(),
            "troubles": one.troubles.filter(ended_at=None),
        }
        for one in found
    ]
