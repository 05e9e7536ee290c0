"""Which site, crawler and crawl a page is about: the ones that its address names, else the latest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.db.models import Max, Q
from django.shortcuts import render
from django.urls import reverse

from pagekin.console.access import may
from pagekin.errors import NothingFoundError
from pagekin.store.models import Crawl, CrawlClass, Crawler, Site
from pagekin.store.states import CrawlPurpose, CrawlState

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpResponse

_LARGEST = 2**63 - 1  # of a number in a database
# The pages of a site: the text of the link, and the name of the view.
_TABS = (
    ("Overview", "site"),
    ("Records", "site-records"),
    ("Changes", "site-changes"),
    ("Errors", "site-errors"),
    ("Map", "site-map"),
    ("Template", "site-template"),
    ("Settings", "site-settings"),
    ("Versions", "site-versions"),
)


@dataclass(frozen=True, slots=True)
class SiteChoice:
    """A site, its crawlers (the one that ran last first), and the one of them that is looked at."""

    site: Site
    crawlers: tuple[Crawler, ...]
    crawler: Crawler | None

    def address(self, view: str, **given: object) -> str:
        """Return the address of a page about the same, with these parameters."""
        chosen = {"of": self.crawler.pk} if self.crawler and len(self.crawlers) > 1 else {}
        parameters = {name: value for name, value in (chosen | given).items() if value is not None}
        return reverse(view, kwargs={"name": self.site.name}) + (
            f"?{urlencode(parameters)}" if parameters else ""
        )

    def crawls(self) -> QuerySet:
        """Return the crawls of the crawler, or of the site if it has none, the latest first."""
        found = Crawl.objects.filter(site=self.site, purpose=CrawlPurpose.CRAWL)
        if self.crawler is not None:
            took_part = CrawlClass.objects.filter(crawler=self.crawler).values("crawl")
            found = found.filter(pk__in=took_part)
        return found.order_by("-pk")

    def crawl(self, request: Any) -> Crawl | None:
        """Return the crawl that a request names, else the latest that found something; None without any."""
        number = number_in(request, "crawl")
        if number is None:
            return self.crawls().filter(state=CrawlState.FINISHED).first()
        found: Crawl | None = self.crawls().filter(pk=number).first()
        if found is None:
            raise NothingFoundError(f"{self.site.name} has no crawl {number}, or it is gone")
        return found

    def needed_crawler(self) -> Crawler:
        """Return the crawler; raise NothingFoundError if the site has none."""
        if self.crawler is None:
            raise NothingFoundError(f"{self.site.name} has no crawler")
        return self.crawler


def chosen_site(request: Any, name: str) -> SiteChoice:
    """Return what a request is about; `?of=` names one of several crawlers."""
    site = Site.objects.filter(name=name).first()
    if site is None:
        raise NothingFoundError(f"no site is called {name!r}")
    crawled = Q(in_crawls__crawl__purpose=CrawlPurpose.CRAWL)
    last = Max("in_crawls__crawl", filter=crawled)
    known = tuple(Crawler.objects.filter(site=site).annotate(last=last).order_by("-last", "-pk"))
    number = number_in(request, "of")
    named = [one for one in known if one.pk == number]
    if number is not None and not named:
        raise NothingFoundError(f"{name} has no crawler {number}, or it is gone")
    # What was only looked for, perhaps in vain, is of no interest beside what was crawled.
    crawlers = tuple(one for one in known if one.last is not None or one in named) or known
    return SiteChoice(site, crawlers, (*named, *crawlers, None)[0])


def number_in(request: Any, name: str) -> int | None:
    """Return a number that a request has; None if it has none, or something else."""
    text = request.POST.get(name) or request.GET.get(name) or ""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else None
    return number if number is None or number <= _LARGEST else None


def page_links(choice: SiteChoice, view: str, page: Any, **given: object) -> dict[str, str]:
    """Return the addresses of the pages before and after one of a Paginator, "" where there is none."""
    before = page.previous_page_number() if page.has_previous() else None
    after = page.next_page_number() if page.has_next() else None
    return {
        "previous_url": choice.address(view, **given, page=before) if before else "",
        "next_url": choice.address(view, **given, page=after) if after else "",
    }


def site_page(
    request: Any, choice: SiteChoice, template: str, about: dict[str, Any]
) -> HttpResponse:
    """Return a page of a site, with the links to its others."""
    here = request.resolver_match.url_name
    tabs = [
        {"text": text, "url": choice.address(view), "here": view == here}
        for text, view in _TABS
        if may(request, view)
    ]
    others = [
        {"crawler": one, "url": f"{request.path}?of={one.pk}", "here": one == choice.crawler}
        for one in choice.crawlers
        if len(choice.crawlers) > 1
    ]
    common = {"choice": choice, "site": choice.site, "tabs": tabs, "others": others}
    return render(request, f"console/{template}", {**common, **about})
