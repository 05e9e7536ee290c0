"""The site as a picture: the kinds of pages on the way to those that are looked for."""

from __future__ import annotations

from typing import Any

from pagekin.console.access import Who, route
from pagekin.console.drawings import drawn_map
from pagekin.console.pages.site_choice import chosen_site, site_page
from pagekin.navigation.crawler_file import loads
from pagekin.store.models import CrawlerVersion


@route("sites/<str:name>/map/", name="site-map", who=Who.USER)
def map_page(request: Any, name: str) -> Any:
    """Show the map of the crawler's latest version."""
    choice = chosen_site(request, name)
    latest = CrawlerVersion.objects.filter(crawler=choice.crawler).order_by("-number").first()
    figure, cards, sentences = ("", "", "")
    if latest is not None and latest.content:
        figure, cards, sentences = drawn_map(loads(latest.content))
    about = {"figure": figure, "cards": cards, "sentences": sentences}
    return site_page(request, choice, "site_map.html", about)
