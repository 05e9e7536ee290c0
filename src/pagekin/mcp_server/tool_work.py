"""What the tools do: a request to the application layer, and its result as bounded JSON values."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from pagekin.app.answers import keep_asked
from pagekin.app.changes import Change, changes, crawls_to_compare
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.crawler_folder import CrawlerFolder, name_for
from pagekin.app.field_editing import listed_fields
from pagekin.app.find_kin import find_kin
from pagekin.app.learn import LearnRequest, task_from
from pagekin.app.page_mining import PageMiner
from pagekin.app.query import as_table, query
from pagekin.app.records import crawl_with_records, wrapper_of_crawl
from pagekin.app.sites.named_pages import open_pages, report_unread
from pagekin.app.sites.settings_for_others import settings_for_others
from pagekin.app.step_runner import StepRunner
from pagekin.app.storing.stored_records import records_of_crawl
from pagekin.app.storing.workspace import open_workspace
from pagekin.discovery import checked_url
from pagekin.errors import UsageError
from pagekin.mcp_server.bounded import bounded
from pagekin.navigation import Crawler
from pagekin.navigation.sentences import sentences
from pagekin.query.asking import QueryLimits
from pagekin.site import Stop
from pagekin.store.opening import Store, open_store
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record, record_content

_SHOWN_URLS = 20
_RECORDS_OF_PAGE = 100  # a long list of reviews or offers
_MOST_RESULTS = 10_000  # of a query that are counted; a person would not read on either
_PagesWithRecords = Iterable[tuple[str, Sequence[Record]]]


@dataclass(frozen=True, slots=True)
class KinWish:
    """The pages whose like are wanted, some that are not, and how long to look."""

    samples: tuple[str, ...]
    negatives: tuple[str, ...]
    max_pages: int
    max_seconds: float


def kin_of(wish: KinWish, runner: StepRunner) -> dict[str, Any]:
    """Learn a crawler from one page or several, keep it, and say what it finds, how, and what is not clear."""
    first = checked_url(wish.samples[0], "url")
    settings = settings_for_others(
        urlsplit(first).netloc, {"max_pages": wish.max_pages, "max_seconds": wish.max_seconds}
    )
    task = task_from(wish.samples, None, settings, wish.negatives)
    with open_workspace() as workspace:
        found = find_kin(workspace, LearnRequest(task, settings), runner)
        folder = CrawlerFolder.of(workspace.store.location)
    crawler = found.crawler
    name = name_for(crawler)
    file = folder.write(name, crawler)
    learned = crawler.learned
    return {
        "crawler": name,
        "file": str(file),
        "expected_pages": learned.expected,
        **bounded(found.targets, _SHOWN_URLS).content("pages"),
        "navigation": list(sentences(crawler)),
        "fields": [one.as_json() for one in _fields(crawler.wrapper)],
        "complete": learned.complete,
        "ended": learned.ended,
        "questions": [asdict(question) for question in crawler.questions],
        "doubtful_pages": list(crawler.doubtful[:_SHOWN_URLS]),
        "pages_fetched": learned.pages,
    }


def _fields(wrapper: Wrapper | None) -> list[Any]:
    return listed_fields(wrapper) if wrapper else []


def records_of_urls(
    name: str, urls: Sequence[str], limit: int, runner: StepRunner
) -> dict[str, Any]:
    """Return the records of some pages, extracted by a kept crawler."""
    places = [checked_url(url, "urls") for url in urls]  # nothing but URLs: files are not theirs
    crawler = _kept(name)
    wrapper = _wrapper(crawler, name)
    settings = settings_for_others(urlsplit(places[0]).netloc)
    miner, stop = PageMiner(wrapper), Stop()
    with open_pages([places], settings, runner, stop) as (pages,):
        mined = [(page.url, miner.mine(page)) for page in pages]
        report_unread(pages, runner.notice, any_read=bool(mined))
        unread = [{"page": one.name, "reason": one.reason} for one in pages.unread]
    return {
        "crawler": name,
        "pages_read": len(mined),
        "unread": unread,
        **bounded(_contents(mined), limit).content("pages"),
    }


def records_of_site(name: str, max_pages: int, limit: int, runner: StepRunner) -> dict[str, Any]:
    """Run a kept crawler, and return the records of what it found."""
    crawler = _kept(name)
    wrapper = _wrapper(crawler, name)
    settings = settings_for_others(crawler.scope.host)
    with open_workspace() as workspace:
        found = crawl(workspace, CrawlRequest((crawler,), settings, max_pages), runner)
        pages = records_of_crawl(workspace.store, found.number, wrapper)
        records = bounded(_contents(pages), limit)
    return {
        "crawler": name,
        "crawl": found.number,
        "pages_found": found.counts.targets,
        "pages_failed": found.counts.failed,
        "stopped_early": found.stopped,
        **records.content("pages"),
    }


def records_in_store(number: int, limit: int, offset: int) -> dict[str, Any]:
    """Return records of a crawl that is in the store; nothing is fetched."""
    store = open_store()
    with store.connection() as connection:
        wanted = crawl_with_records(connection, number)
        wrapper = wrapper_of_crawl(connection, wanted.id)
    pages = records_of_crawl(store, wanted.id, wrapper)
    return {
        "crawl": wanted.id,
        "offset": offset,
        **bounded(_contents(pages), limit, offset).content("pages"),
    }


def answer_to(text: str, crawl_number: int | None, site: str, limit: int) -> dict[str, Any]:
    """Return the answer to a query."""
    with open_store().connection() as connection:
        answer = query(connection, text, crawl_number, site, QueryLimits(_MOST_RESULTS))
        table = as_table(answer)
        shown = bounded(table.as_dicts(), limit)
        if shown.rows:
            first = replace(table, rows=table.rows[: len(shown.rows)], is_cut=bool(shown.left_out))
            keep_asked(connection, text, answer.crawl, first)
    more = {"left_out_at_least": shown.left_out} if answer.is_cut else {}
    return {
        "crawl": answer.crawl,
        "compared_with": list(answer.older),
        "notes": list(answer.notes),
        **(shown.content("results") | more),
    }


def changes_between(crawl_number: int | None, since: int | None, limit: int) -> dict[str, Any]:
    """Return what became of the pages from one crawl to another."""
    store: Store = open_store()
    with store.connection() as connection:
        older, newer = crawls_to_compare(connection, crawl_number, since)
        counts: Counter[str] = Counter()
        found = changes(store, connection, older, newer, counts)
        shown = bounded(map(_change, found), limit)
    return {
        "from_crawl": older.id,
        "to_crawl": newer.id,
        "counts": dict(sorted(counts.items())),
        **shown.content("changes"),
    }


def _change(change: Change) -> dict[str, Any]:
    about = {"state": change.state, "page": change.url, "name": change.name}
    about |= {"was": change.was, "reason": change.reason}
    fields = [
        {"field": one.name, "old": one.old, "new": one.new, "note": one.note}
        for one in change.fields
    ]
    said = {key: value for key, value in about.items() if value}
    return said | ({"fields": [_said(field) for field in fields]} if fields else {})


def _said(field: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in field.items() if value}


def _contents(pages: _PagesWithRecords) -> Iterator[dict[str, Any]]:
    """Yield each page with its records; one page alone must not fill a reply."""
    for url, records in pages:
        contents = (record_content(record) for record in records)
        yield {"page": url} | bounded(contents, _RECORDS_OF_PAGE).content("records")


def _kept(name: str) -> Crawler:
    return CrawlerFolder.of(open_store().location).read(name)


def _wrapper(crawler: Crawler, name: str) -> Wrapper:
    if crawler.wrapper is None:
        raise UsageError(
            f"the crawler {name!r} has no fields: the pages that it was learned from differ in nothing"
        )
    return crawler.wrapper
