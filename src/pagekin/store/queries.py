"""The questions that consoles and reports ask of the tables, as methods of their querysets."""

from typing import Any, Self

from django.db import models

from pagekin.store.states import CrawlPurpose, CrawlState, Outcome


class CrawlQuery(models.QuerySet):
    """Crawls."""

    def of_site(self, name: str) -> Self:
        """Keep the crawls of a site."""
        return self.filter(site__name=name)

    def finished(self) -> Self:
        """Keep the crawls that came to their end and found something: those others are compared with."""
        return self.filter(state=CrawlState.FINISHED, purpose=CrawlPurpose.CRAWL)

    def before(self, crawl: Any) -> Self:
        """Keep the finished crawls of the same crawler before this one, the last first."""
        earlier = self.finished().filter(site_id=crawl.site_id, crawler_id=crawl.crawler_id)
        return earlier.filter(pk__lt=crawl.pk).order_by("-pk")


class CrawlPageQuery(models.QuerySet):
    """Pages of crawls."""

    def of(self, crawl: Any) -> Self:
        """Keep the pages of a crawl, in the order in which they were found."""
        return self.filter(crawl=crawl).order_by("page_id")

    def targets(self) -> Self:
        """Keep the targets."""
        return self.filter(outcome=Outcome.TARGET)

    def failed(self) -> Self:
        """Keep the pages that did not come."""
        return self.filter(outcome=Outcome.FAILED)


class RecordQuery(models.QuerySet):
    """Records."""

    def of(self, crawl: Any) -> Self:
        """Keep the records that a crawl saw."""
        return self.filter(set__in_crawls__crawl=crawl)

    def with_key(self, key: str) -> Self:
        """Keep the records of a key, in whichever crawl."""
        return self.filter(key=key)


class ValueQuery(models.QuerySet):
    """Values, or attributes of values."""

    def of(self, crawl: Any) -> Self:
        """Keep what a crawl saw."""
        return self.filter(set__in_crawls__crawl=crawl)

    def named(self, field: str, bundle: str | None = None) -> Self:
        """Keep what is of a field."""
        found = self.filter(field__name=field)
        return found if bundle is None else found.filter(field__bundle__name=bundle)


class LinkQuery(models.QuerySet):
    """Links."""

    def of(self, crawl: Any) -> Self:
        """Keep the links that a crawl saw."""
        return self.filter(set__in_crawls__crawl=crawl)

    def to_url(self, url: str) -> Self:
        """Keep the links that lead to a URL."""
        return self.filter(to__url=url)
