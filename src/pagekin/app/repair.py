"""Repair: a wrapper brought up to date with a changed template, in its file.

From pages and records that a person names, or from the crawls in the store.
"""

from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from pagekin.app.crawl_differences import crawl_differences
from pagekin.app.known_records import read_records
from pagekin.app.learned_file import LearnedFile, read_learned, write_text
from pagekin.app.sites.named_pages import report_unread
from pagekin.app.step_runner import StepRunner
from pagekin.app.storing.workspace import CrawlerName, Workspace, claimed, name_of
from pagekin.app.template_repair import StoredRepair, apply_to_crawl, repair_from_store
from pagekin.app.template_watch import keep_proposal
from pagekin.app.watching import observe
from pagekin.errors import NothingFoundError, UsageError
from pagekin.monitor.repair_proposals import Proposal, decide, open_proposal
from pagekin.navigation import Crawler, crawler_file
from pagekin.navigation.crawler_file import dumps
from pagekin.output.atomic_files import check_place
from pagekin.sources import Pages
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.reading.crawls import baseline_of, crawl_numbered, crawls_of, find_crawler
from pagekin.store.states import CrawlPurpose, ProposalState
from pagekin.wrappers.repair import Repair
from pagekin.wrappers.repair import repair as repair_wrapper
from pagekin.wrappers.repair.earlier_records import KnownRecords
from pagekin.wrappers.sampling import stable_sample

_ENOUGH = 100  # pages to compare; more tell nothing new


@dataclass(frozen=True, slots=True)
class RepairRequest:
    """Which wrapper to repair, by what is known of its pages."""

    learned_file: Path
    known: Path  # earlier records
    output: Path | None = None  # where to write instead, whatever the change
    apply: bool = False  # write drastic changes, too

    @property
    def goal(self) -> Path:
        """The file that gets the repaired wrapper."""
        return self.output or self.learned_file


@dataclass(frozen=True, slots=True)
class RepairResult:
    """What became of a wrapper."""

    repair: Repair
    version: int  # of the wrapper that is in the file now
    written: bool


def check(request: RepairRequest) -> tuple[LearnedFile, KnownRecords]:
    """Read the files and say what is wrong with them, before any page is fetched."""
    learned = read_learned(request.learned_file)
    records = read_records(request.known)
    check_place(request.goal)
    return learned, records


def repair(request: RepairRequest, pages: Pages, runner: StepRunner) -> RepairResult:
    """Look for known values in pages as they are now, and write where they stand."""
    learned, records = check(request)
    known = (page for page in pages if page.url in records)
    chosen = stable_sample(known, _ENOUGH, attrgetter("url"))
    report_unread(pages, runner.notice, any_read=bool(chosen))
    repaired = repair_wrapper(learned.wrapper, records, chosen)
    wanted = request.apply or request.output is not None or not repaired.is_drastic
    written = repaired.has_changed and wanted
    if written:
        write_text(request.goal, replace(learned, wrapper=repaired.wrapper).dumps())
    version = repaired.wrapper.version if written else learned.wrapper.version
    return RepairResult(repaired, version, written)


@dataclass(frozen=True, slots=True)
class StoredRepairRequest:
    """Which crawler to repair by its crawls, and what to do with what is found."""

    crawler_file: Path
    output: Path | None = None  # where to write instead; the store stays as it is
    apply: bool = False  # drastic changes, too
    reject: bool = False  # the proposal that waits
    who: str = ""  # decides


@dataclass(frozen=True, slots=True)
class StoredRepairResult:
    """What became of a crawler: the repair, None if the proposal was rejected, and what was read anew."""

    repair: StoredRepair | None
    older: int
    newer: int
    written: bool
    mined: tuple[int, ...] = ()  # the crawls whose pages were read anew


def repair_stored(workspace: Workspace, request: StoredRepairRequest) -> StoredRepairResult:
    """Follow the template from the crawl before it changed to the one that saw it changed.

    What is written to the crawler's file is also applied to the crawls since then: their changed pages
    are read again from the archive, so that what they tell is true.
    """
    crawler = crawler_file.read(request.crawler_file)
    check_place(request.output or request.crawler_file)
    with (
        claimed(workspace, CrawlerName.of(crawler)),
        workspace.store.connection() as connection,
    ):
        number = find_crawler(connection, crawler.scope.host, crawler.id)
        waiting = None if number is None else open_proposal(connection, number)
        older, newer = _crawls_to_repair(connection, crawler, number, waiting)
        if request.reject:
            if waiting is None:
                raise UsageError(f"{request.crawler_file}: no proposed repair waits for a decision")
            decide(connection, waiting, ProposalState.REJECTED, request.who)
            return StoredRepairResult(None, older, newer, written=False)
        lost = _lost_fields(workspace, connection, crawler, older, newer)
        found = repair_from_store(workspace.store, connection, crawler, (older, newer), lost)
        if found is None or number is None:
            raise NothingFoundError(
                f"no page of crawl {older} came again in crawl {newer} with another content: "
                "there is nothing to compare"
            )
        if not found.has_changed:
            return StoredRepairResult(found, older, newer, written=False)
        if request.output is not None:
            write_text(request.output, dumps(found.after))
            return StoredRepairResult(found, older, newer, written=True)
        is_wanted = request.apply or not found.is_drastic
        if is_wanted:
            write_text(request.crawler_file, dumps(found.after))
        keep_proposal(
            connection, number, newer, found, waiting, accepted=is_wanted, who=request.who
        )
        mined = _reread(workspace, connection, found, older, newer) if is_wanted else ()
        return StoredRepairResult(found, older, newer, is_wanted, mined)


def reject_proposal(store: Store, crawler: int, who: str = "") -> None:
    """Turn down the repair of a crawler that waits for a decision; the same is not proposed again."""
    with store.connection() as connection:
        waiting = open_proposal(connection, crawler)
        if waiting is None:
            raise UsageError("no proposed repair waits for a decision")
        decide(connection, waiting, ProposalState.REJECTED, who)


def _crawls_to_repair(
    connection: Connection, crawler: Crawler, number: int | None, waiting: Proposal | None
) -> tuple[int, int]:
    """Find the last crawl before the template changed, and the first that saw it changed."""
    crawls = [] if number is None else crawls_of(connection, number)
    ended = [one for one in crawls if one.purpose is CrawlPurpose.CRAWL and one.has_ended]
    newer = next((one for one in ended if waiting and one.id == waiting.crawl), None)
    newer = newer or (ended[-1] if ended else None)
    older = baseline_of(connection, newer) if newer else None
    if newer is None or older is None:
        raise NothingFoundError(
            f"the store has no two crawls of {name_of(crawler)} to compare; with pages of your own: "
            "pagekin repair CRAWLER PAGES --known EARLIER_RECORDS.jsonl"
        )
    return older.id, newer.id


def _lost_fields(
    workspace: Workspace, connection: Connection, crawler: Crawler, older: int, newer: int
) -> frozenset[str]:
    compared = crawl_differences(workspace.store, connection, older, newer)
    return compared.template.field_names(crawler.wrapper)


def _reread(
    workspace: Workspace, connection: Connection, found: StoredRepair, older: int, newer: int
) -> tuple[int, ...]:
    """Read the pages of the crawls since the change again, and observe them anew."""
    since = crawl_numbered(connection, newer)
    later = [] if since is None or since.crawler is None else crawls_of(connection, since.crawler)
    numbers = [
        one.id
        for one in later
        if one.id >= newer and one.purpose is CrawlPurpose.CRAWL and one.has_ended
    ]
    for number in numbers:
        apply_to_crawl(workspace, connection, found.after, older, number)
    for number in numbers:
        observe(workspace, number)
    return tuple(numbers)
