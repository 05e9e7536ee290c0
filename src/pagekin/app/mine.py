"""Mining: the records of crawls that are kept, extracted anew with the wrapper that a crawler has now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pagekin.app.page_mining import PageMiner
from pagekin.app.step_runner import StepRunner
from pagekin.app.storing.replay import LostPages, page_from
from pagekin.app.storing.workspace import CrawlerName, Workspace, claimed, page_class
from pagekin.archive import ArchiveError
from pagekin.dom import Page
from pagekin.errors import NothingFoundError, StoreError, UsageError
from pagekin.navigation import Crawler
from pagekin.site import Stop
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlListing, all_crawls
from pagekin.store.states import CrawlPurpose
from pagekin.store.writing.backfill import MinablePage, minable_pages, mine_crawl
from pagekin.wrappers.record import Record


@dataclass(frozen=True, slots=True)
class MineRequest:
    """Whose wrapper to apply, and to which crawls."""

    crawler: Crawler
    crawls: tuple[int, ...] = ()  # none: all kept crawls of the crawler
    jobs: int = 1  # processes; 0: one for each core


@dataclass(frozen=True, slots=True)
class MinedCrawl:
    """What became of a crawl."""

    crawl: int
    pages: int
    with_records: int


def mine(
    workspace: Workspace, request: MineRequest, runner: StepRunner, stop: Stop
) -> list[MinedCrawl]:
    """Apply a crawler's wrapper to the pages of kept crawls, to all of them or to none.

    Each crawl is switched to the new records at once. If the archive does not have every page, nothing
    is changed: a field that half of the crawls have would look like a change of the site.
    """
    crawler, wrapper = request.crawler, request.crawler.wrapper
    if wrapper is None:
        raise UsageError("this crawler has no wrapper yet; 'pagekin induce' learns one from pages")
    with (
        claimed(workspace, CrawlerName.of(crawler)),
        workspace.store.connection() as connection,
    ):
        chosen = _chosen(connection, request)
        pages = {crawl: list(minable_pages(connection, crawl)) for crawl in chosen}
        _check_archived(workspace, pages)
        mined = []
        for crawl in runner.each(chosen, stop):
            miner = PageMiner(wrapper, look_at=0)
            found = _records(workspace, miner, pages[crawl], request.jobs)
            number = mine_crawl(connection, crawl, page_class(crawler), found)
            if miner.in_part:
                runner.notice(f"of crawl {crawl} {miner.in_part}")
            mined.append(MinedCrawl(crawl, len(pages[crawl]), number))
        return mined


def _chosen(connection: Connection, request: MineRequest) -> list[int]:
    known = {listing.info.id: listing for listing in all_crawls(connection)}
    for number in request.crawls:
        _check_minable(number, known.get(number), request.crawler)
    if request.crawls:
        return list(request.crawls)
    own = [
        number
        for number, listing in known.items()
        if (listing.uid, listing.site) == (request.crawler.id, request.crawler.scope.host)
        and listing.info.purpose is CrawlPurpose.CRAWL
        and listing.info.has_ended
    ]
    if not own:
        raise NothingFoundError(
            "there is no crawl of this crawler that came to its end; --crawl names another"
        )
    return own


def _check_minable(number: int, listing: CrawlListing | None, crawler: Crawler) -> None:
    if listing is None:
        raise UsageError(f"there is no crawl {number}; 'pagekin crawls' lists the crawls")
    if listing.site != crawler.scope.host:
        raise UsageError(
            f"crawl {number} is one of {listing.site}, the crawler is for {crawler.scope.host}"
        )
    if listing.info.purpose is CrawlPurpose.LEARN or not listing.info.has_ended:
        raise UsageError(f"crawl {number} cannot be mined: it did not come to its end")
    if listing.uid and listing.uid != crawler.id:
        raise UsageError(f"crawl {number} is one of another crawler, {listing.name}")


def _check_archived(workspace: Workspace, pages: Mapping[int, Sequence[MinablePage]]) -> None:
    """Raise an error if the archive does not have every page as it was, before anything is changed."""
    lost = {crawl: _lost(workspace, some) for crawl, some in pages.items()}
    for crawl, found in lost.items():
        if found.lost:
            whole = " ".join(f"--crawl {other}" for other in lost if not lost[other].lost)
            instead = f"; 'pagekin mine CRAWLER {whole}' mines the others" if whole else ""
            raise StoreError(f"nothing was mined: of crawl {crawl} {found}{instead}")


def _lost(workspace: Workspace, pages: Sequence[MinablePage]) -> LostPages:
    why = dict(workspace.archive.damaged(sorted({one.position for one in pages if one.position})))
    lost = LostPages()
    for page in pages:
        never = ArchiveError("it was never archived")
        lost.add(page.url, why.get(page.position) if page.position else never)
    return lost


def _records(
    workspace: Workspace, miner: PageMiner, pages: Sequence[MinablePage], jobs: int
) -> Iterator[tuple[int, Sequence[Record]]]:
    archived = [page for page in pages if page.position is not None]
    read = (_archived(workspace, page) for page in archived)
    for page, (_, records) in zip(archived, miner.mine_each(read, jobs), strict=True):
        yield page.page, records


def _archived(workspace: Workspace, page: MinablePage) -> Page:
    assert page.position is not None  # noqa: S101 - for the type checker: the others are not read
    try:
        return page_from(workspace.archive.read(page.position), page.url)
    except ArchiveError as error:
        raise StoreError(f"{page.url} cannot be read from the archive: {error}") from None
