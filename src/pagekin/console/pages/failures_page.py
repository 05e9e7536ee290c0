"""The pages of a crawl that did not come, and why."""

from __future__ import annotations

from typing import Any

from pagekin.console.access import Who, route
from pagekin.console.pages.site_choice import chosen_site, number_in, site_page
from pagekin.store.models import CrawlFigures, CrawlPage

_ON_A_PAGE = 50
_CRAWLS = 60  # to choose from


@route("sites/<str:name>/errors/", name="site-errors", who=Who.USER)
def failures(request: Any, name: str) -> Any:
    """Show the pages that did not come, with what leads to them."""
    choice = chosen_site(request, name)
    crawl = choice.crawl(request)
    number = max(number_in(request, "page") or 1, 1)
    first = (number - 1) * _ON_A_PAGE
    rows = []
    if crawl is not None:
        failed = CrawlPage.objects.of(crawl).failed().select_related("page", "found_on")
        rows = list(failed[first : first + _ON_A_PAGE + 1])
    figures = CrawlFigures.objects.filter(crawl=crawl, crawler=choice.crawler).first()
    given = {"crawl": crawl.pk if crawl else None}
    more = len(rows) > _ON_A_PAGE
    about = {
        "crawl": crawl,
        "crawls": choice.crawls()[:_CRAWLS],
        "rows": rows[:_ON_A_PAGE],
        "failed": figures.failed if figures else None,
        "previous_url": choice.address("site-errors", **given, page=number - 1) if first else "",
        "next_url": choice.address("site-errors", **given, page=number + 1) if more else "",
    }
    return site_page(request, choice, "site_errors.html", about)
