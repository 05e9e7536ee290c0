"""What happened since the crawl before: events, each with the first of its pages."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count

from pagekin.console.access import Who, route
from pagekin.console.pages.site_choice import chosen_site, page_links, site_page
from pagekin.store.models import Event, EventPage
from pagekin.store.states import EventKind, EventState

_ON_A_PAGE = 50
_NAMED = 3  # pages of an event
_CRAWLS = 60  # to choose from
_SHOWN = (EventState.TOLD, EventState.HELD)


@route("sites/<str:name>/changes/", name="site-changes", who=Who.USER)
def changes(request: Any, name: str) -> Any:
    """Show what a crawl has told, all of it or one kind."""
    choice = chosen_site(request, name)
    crawl = choice.crawl(request)
    told = Event.objects.filter(crawl=crawl, state__in=_SHOWN)
    kinds = told.values("kind").annotate(number=Count("id")).order_by("kind")
    kind = request.GET.get("kind", "")
    if kind in {one.value for one in EventKind}:
        told = told.filter(kind=kind)
    page = Paginator(told.order_by("id"), _ON_A_PAGE).get_page(request.GET.get("page"))
    places = _places([event.pk for event in page])
    crawl_number = crawl.pk if crawl else None
    about = {
        "crawl": crawl,
        "crawls": choice.crawls()[:_CRAWLS],
        **page_links(choice, "site-changes", page, crawl=crawl_number, kind=kind or None),
        "number": page.paginator.count,
        "events": [{"event": event, "places": places[event.pk]} for event in page],
        "kinds": [
            {
                "name": one["kind"],
                "number": one["number"],
                "here": one["kind"] == kind,
                "url": choice.address("site-changes", crawl=crawl_number, kind=one["kind"]),
            }
            for one in kinds
        ],
        "all_url": choice.address("site-changes", crawl=crawl_number),
        "kind": kind,
    }
    return site_page(request, choice, "site_changes.html", about)


def _places(events: list[int]) -> dict[int, list[EventPage]]:
    found = EventPage.objects.filter(event_id__in=events, number__lt=_NAMED)
    by_event: defaultdict[int, list[EventPage]] = defaultdict(list)
    for place in found.select_related("page").order_by("event_id", "number"):
        by_event[place.event_id].append(place)
    return by_event
