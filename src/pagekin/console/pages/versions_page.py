"""The versions of a crawler: compared, and brought back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.shortcuts import redirect

from pagekin.app.crawlers import compare_versions, find_crawler, restore_version
from pagekin.app.watch import follow_file
from pagekin.console.access import Who, route
from pagekin.console.auditing import audit
from pagekin.console.current_store import current_store
from pagekin.console.pages.crawler_running import file_of, file_to_run
from pagekin.console.pages.site_choice import SiteChoice, chosen_site, number_in, site_page
from pagekin.errors import UsageError
from pagekin.store.models import CrawlerVersion

_LATEST = 100
_LINES = 2000  # of a comparison
_SIGNS = {"+": "added", "-": "removed", "@": "place"}


@route("sites/<str:name>/versions/", name="site-versions", who=Who.ADMINISTRATOR)
def versions(request: Any, name: str) -> Any:
    """List the versions of a crawler, and show in what two of them differ."""
    choice = chosen_site(request, name)
    listed = list(
        CrawlerVersion.objects.filter(crawler=choice.crawler)
        .order_by("-number")
        .annotate(crawl_count=Count("in_crawls", distinct=True))
        .defer("content")[:_LATEST]
    )
    about = {
        "versions": listed,
        "current": _current(choice),
        "older": number_in(request, "older"),
        "newer": number_in(request, "newer"),
        **_compared(request, choice),
    }
    return site_page(request, choice, "site_versions.html", about)


@route("sites/<str:name>/restore/", name="site-restore", who=Who.ADMINISTRATOR, methods=("POST",))
def restore(request: Any, name: str) -> Any:
    """Make a version the one that the next crawl is run with."""
    choice = chosen_site(request, name)
    number = number_in(request, "version")
    if number is None:
        raise UsageError("no version is named")
    store, crawler = current_store(), choice.needed_crawler()
    file = file_to_run(crawler)
    restore_version(store, find_crawler(store, crawler.uid), number, file)
    follow_file(store, file)
    audit(request, f"restored version {number}", name)
    messages.success(request, f"The next crawl is run with version {number}.")
    return redirect(choice.address("site-versions"))


def _compared(request: Any, choice: SiteChoice) -> dict[str, Any]:
    older, newer = number_in(request, "older"), number_in(request, "newer")
    if older is None or newer is None:
        return {}
    store = current_store()
    found = compare_versions(store, find_crawler(store, choice.needed_crawler().uid), older, newer)
    lines = [(_SIGNS.get(line[:1], ""), line) for line in found.lines[2 : _LINES + 2]]
    return {"difference": found, "lines": lines, "more_lines": len(found.lines) > _LINES + 2}


def _current(choice: SiteChoice) -> int | None:
    """Return the number of the version that is in the crawler's file; None if that is a new one."""
    file = file_of(choice.crawler) if choice.crawler else None
    if file is None:
        return None
    content = file.read_text(encoding="utf-8")
    same = CrawlerVersion.objects.filter(crawler=choice.crawler, content=content)
    return same.order_by("-number").values_list("number", flat=True).first()
