"""Sites, crawlers, crawls and the work on them."""

from collections import Counter
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from django.db.models import Max
from ninja import Path, Status

from pagekin.app.changes import Change, changes, crawls_to_compare
from pagekin.app.field_editing import listed_fields
from pagekin.app.records import crawl_with_records
from pagekin.console.access import Who
from pagekin.console.api import answers as api
from pagekin.console.api.operations import note, operation
from pagekin.console.crawler_files import CrawlerFile, crawler_file, crawler_files, free_name
from pagekin.console.current_store import current_store
from pagekin.console.finding.find_jobs import FIND
from pagekin.console.jobs.job_rows import stop_job
from pagekin.console.jobs.job_table import start_job
from pagekin.console.models import Job
from pagekin.console.pages.crawler_running import CRAWL
from pagekin.discovery import checked_url
from pagekin.errors import NothingFoundError
from pagekin.navigation.crawler_json import to_content
from pagekin.navigation.sentences import sentences
from pagekin.store.models import Crawl, Crawler, Event, EventPage, Site
from pagekin.store.reading.crawl_pages import counts_of
from pagekin.store.reading.record_sets import records_after
from pagekin.store.states import CrawlPurpose, EventState
from pagekin.wrappers.record import record_content

_NAMED = 3  # pages of an event
_TOLD = (EventState.TOLD, EventState.HELD)


@operation("GET", "/sites", who=Who.USER, answer=list[api.SiteSummary])
def sites(request: Any) -> Any:
    """List the sites."""
    del request
    return [
        api.SiteSummary(
            name=site.name,
            crawlers=site.crawlers.count(),
            last_crawl=Crawl.objects.of_site(site.name)
            .finished()
            .aggregate(last=Max("pk"))["last"],
        )
        for site in Site.objects.order_by("name")
    ]


@operation("GET", "/crawlers", who=Who.USER, answer=list[api.CrawlerSummary])
def crawlers(request: Any) -> Any:
    """List the crawlers that were made in the console."""
    del request
    return [_crawler(file) for file in crawler_files()]


@operation("POST", "/crawlers", who=Who.ADMINISTRATOR, answer=api.JobAnswer, status=202)
def find(request: Any, wanted: api.FindPages) -> Any:
    """Find the pages like one, or like several; the job is about the new crawler, by its name."""
    samples = [checked_url(url, "sample") for url in wanted.samples]
    others = [checked_url(url, "other") for url in wanted.others]
    taken = set(Job.objects.filter(kind=FIND).values_list("about", flat=True))
    name = free_name(urlsplit(samples[0]).netloc, taken)
    job = start_job(FIND, name, {"samples": samples, "negatives": others}, request.auth.name)
    note(request, "began to look for pages", samples[0])
    return Status(202, _job(job))


@operation("GET", "/crawlers/{name}", who=Who.USER, answer=api.CrawlerDetails)
def crawler(request: Any, name: Path[api.Text]) -> Any:
    """Return a crawler: how it finds its pages, their fields, and its file."""
    del request
    file = crawler_file(name)
    found = file.read()
    return {
        **_crawler(file),
        "navigation": list(sentences(found)),
        "fields": [one.as_json() for one in listed_fields(found.wrapper)] if found.wrapper else [],
        "file": to_content(found),
    }


@operation(
    "POST", "/crawlers/{name}/crawl", who=Who.ADMINISTRATOR, answer=api.JobAnswer, status=202
)
def begin_crawl(request: Any, name: Path[api.Text], wanted: api.StartCrawl) -> Any:
    """Begin a crawl, or go on with the one that was interrupted; the job says how it comes along."""
    file = crawler_file(name)
    known = Crawler.objects.filter(uid=file.read().id).first()
    asked = {"crawler": known.pk if known else None, "fresh": wanted.fresh}
    job = start_job(CRAWL, name, asked, request.auth.name, file.path)
    note(request, "started a crawl", name)
    return Status(202, _job(job))


@operation("GET", "/jobs/{number}", who=Who.ADMINISTRATOR, answer=api.JobAnswer)
def job(request: Any, number: Path[api.Number]) -> Any:
    """Return how a job comes along."""
    del request
    return _job(_known_job(number))


@operation("POST", "/jobs/{number}/stop", who=Who.ADMINISTRATOR, answer=api.JobAnswer)
def end_job(request: Any, number: Path[api.Number]) -> Any:
    """Ask a job to end with what it has; a crawl can be continued."""
    found = _known_job(number)
    stop_job(found.pk)
    note(request, f"stopped a job: {found.kind}", found.about)
    return _job(_known_job(number))


@operation("GET", "/crawls", who=Who.USER, answer=api.CrawlList)
def crawls(
    request: Any,
    site: api.SiteName = "",
    before: api.Number | None = None,
    limit: api.Limit = 100,
) -> Any:
    """List crawls, the latest first; `before` is the `next` of the part before."""
    del request
    found = Crawl.objects.filter(purpose=CrawlPurpose.CRAWL).select_related("site", "crawler")
    found = found.of_site(site) if site else found
    found = found.filter(pk__lt=before) if before else found
    some = list(found.order_by("-pk")[: limit + 1])
    rest = some[limit - 1].pk if len(some) > limit else None
    return {"crawls": [_crawl(one) for one in some[:limit]], "next": rest}


@operation("GET", "/crawls/{number}", who=Who.USER, answer=api.CrawlDetails)
def crawl(request: Any, number: Path[api.Number]) -> Any:
    """Return a crawl, with the number of its pages by what became of them."""
    del request
    found = _known_crawl(number)
    outcomes: Counter[str] = Counter()
    with current_store().connection() as connection:
        for seen in counts_of(connection, found.pk):
            outcomes[seen.outcome.value] += seen.pages
    return _crawl(found) | {"outcomes": dict(sorted(outcomes.items()))}


@operation("GET", "/crawls/{number}/records", who=Who.USER, answer=api.RecordsAnswer)
def records(
    request: Any,
    number: Path[api.Number],
    after: api.After = 0,
    limit: api.Limit = 100,
) -> Any:
    """Return the pages of a crawl with their records, part by part."""
    del request
    with current_store().connection() as connection:
        found = crawl_with_records(connection, number)
        some = list(records_after(connection, found.id, after, limit + 1))
    pages = [
        {"page": url, "records": [record_content(record) for record in several]}
        for _, url, several in some[:limit]
    ]
    rest = some[limit - 1][0] if len(some) > limit else None
    return {"crawl": found.id, "pages": pages, "next": rest}


@operation("GET", "/crawls/{number}/events", who=Who.USER, answer=api.EventsAnswer)
def events(
    request: Any,
    number: Path[api.Number],
    after: api.After = 0,
    limit: api.Limit = 100,
) -> Any:
    """Return what a crawl has told: what is new, gone or another than in the crawl before."""
    del request
    found = _known_crawl(number)
    told = Event.objects.filter(crawl=found, state__in=_TOLD, pk__gt=after)
    some = list(told.order_by("pk")[: limit + 1])
    shown = some[:limit]
    places: dict[int, list[str]] = {event.pk: [] for event in shown}
    first = EventPage.objects.filter(event_id__in=list(places), number__lt=_NAMED)
    for place in first.select_related("page").order_by("event_id", "number"):
        places[place.event_id].append(place.page.url)
    rest = some[limit - 1].pk if len(some) > limit else None
    return {
        "crawl": found.pk,
        "events": [_event(event, places[event.pk]) for event in shown],
        "next": rest,
    }


@operation("GET", "/crawls/{number}/changes", who=Who.USER, answer=api.ChangesAnswer)
def changes_since(
    request: Any,
    number: Path[api.Number],
    since: api.Number | None = None,
    limit: api.Limit = 100,
) -> Any:
    """Compare a crawl with the one before, or another: page by page, field by field."""
    del request
    store = current_store()
    with store.connection() as connection:
        older, newer = crawls_to_compare(connection, number, since)
        counts: Counter[str] = Counter()
        found = changes(store, connection, older, newer, counts)
        shown = [_change(one) for one in islice(found, limit)]
        left_out = sum(1 for _ in found)
    return {
        "older": older.id,
        "newer": newer.id,
        "counts": dict(sorted(counts.items())),
        "changes": shown,
        "left_out": left_out,
    }


def _crawler(file: CrawlerFile) -> dict[str, Any]:
    found = file.read()
    return {
        "name": file.name,
        "id": found.id,
        "site": found.scope.host,
        "samples": list(found.samples),
        "expected_pages": found.learned.expected,
    }


def _crawl(found: Any) -> dict[str, Any]:
    return {
        "number": found.pk,
        "site": found.site.name,
        "crawler": found.crawler.name if found.crawler else found.note,
        "state": str(found.state),
        "began_at": api.moment(found.began_at),
        "ended_at": api.moment(found.ended_at),
    }


def _job(found: Job) -> dict[str, Any]:
    return {
        "number": found.pk,
        "kind": found.kind,
        "about": found.about,
        "state": str(found.state),
        "step": found.step,
        "counts": found.counts,
        "notices": found.notices,
        "result": found.result,
        "who": found.who,
        "made_at": api.moment(found.made_at),
        "ended_at": api.moment(found.ended_at),
    }


def _event(event: Any, pages: list[str]) -> dict[str, Any]:
    return {
        "number": event.pk,
        "kind": str(event.kind),
        "field": event.name,
        "attribute": event.attribute,
        "old": event.old,
        "new": event.new,
        "pages": event.pages,
        "first_pages": pages,
        "detail": event.detail,
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "state": change.state,
        "page": change.url,
        "name": change.name,
        "was": change.was,
        "reason": change.reason,
        "fields": [
            {"field": one.name, "old": one.old, "new": one.new, "note": one.note}
            for one in change.fields
        ],
    }


def _known_crawl(number: int) -> Any:
    found = Crawl.objects.select_related("site", "crawler").filter(pk=number).first()
    if found is None:
        raise NothingFoundError(f"there is no crawl {number}")
    return found


def _known_job(number: int) -> Job:
    found: Job | None = Job.objects.filter(pk=number).first()
    if found is None:
        raise NothingFoundError(f"there is no job {number}")
    return found
