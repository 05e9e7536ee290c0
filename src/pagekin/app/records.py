"""The stored records of a crawl, written to a file in any format."""

from dataclasses import dataclass

from pagekin.app.coverage import NAMED_PAGES, Coverage
from pagekin.app.step_runner import StepRunner
from pagekin.app.storing.stored_records import records_of_crawl
from pagekin.app.storing.workspace import Workspace
from pagekin.app.table_writing import WantedTable, Written, write_table
from pagekin.errors import NothingFoundError, UsageError
from pagekin.output import Destination, open_output
from pagekin.site import Stop
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.reading.crawls import (
    CrawlInfo,
    crawl_numbered,
    last_crawl,
    versions_of_crawl,
)
from pagekin.store.reading.record_sets import wrapper_numbered
from pagekin.store.states import CrawlPurpose, CrawlState
from pagekin.wrappers import Wrapper


@dataclass(frozen=True, slots=True)
class RecordsRequest:
    """Whose records, and where they go."""

    destination: Destination
    crawl: int | None = None  # None: the last one that came to its end
    named_pages: int | None = NAMED_PAGES  # in the report of each field; None: all


@dataclass(frozen=True, slots=True)
class RecordsResult:
    """How good the records are."""

    crawl: int
    coverage: Coverage
    notes: list[str]  # by the writer of the output


def write_records(
    store: Store, request: RecordsRequest, runner: StepRunner, stop: Stop
) -> RecordsResult:
    """Write the records of a crawl as they are stored; nothing is fetched or parsed."""
    with store.connection() as connection:
        crawl = crawl_with_records(connection, request.crawl)
        wrapper = wrapper_of_crawl(connection, crawl.id)
    coverage = Coverage(wrapper, request.named_pages)
    with open_output(request.destination, wrapper) as writer:
        for url, records in runner.each(records_of_crawl(store, crawl.id, wrapper), stop):
            coverage.add(url, records)
            for record in records:
                writer.write(url, record)
        if not coverage.records:
            raise NothingFoundError(f"crawl {crawl.id} has no records")
    return RecordsResult(crawl.id, coverage, writer.notes)


def write_table_of(
    workspace: Workspace,
    destination: Destination,
    crawl: int,
    runner: StepRunner,
    *,
    is_partial: bool,
) -> Written:
    """Write the table of a crawl that was just made; a file that an interrupted one began is written anew."""
    with workspace.store.connection() as connection:
        wrapper = wrapper_of_crawl(connection, crawl)
    pages = records_of_crawl(workspace.store, crawl, wrapper)
    return write_table(
        workspace, WantedTable(destination), wrapper, pages, runner, is_partial=is_partial
    )


def crawl_with_records(connection: Connection, number: int | None) -> CrawlInfo:
    """Return the crawl of a number, or the last one that came to its end."""
    crawl = (
        last_crawl(connection, CrawlPurpose.CRAWL, CrawlState.FINISHED)
        if number is None
        else crawl_numbered(connection, number)
    )
    if crawl is not None:
        return crawl
    if number is None:
        raise NothingFoundError("no crawl has come to its end yet: there are no records")
    raise UsageError(f"there is no crawl {number}; 'pagekin crawls' lists the crawls")


def wrapper_of_crawl(connection: Connection, crawl: int) -> Wrapper:
    """Return the wrapper that a crawl was mined with, with the bundles of all its classes."""
    versions = [one.wrapper_version for one in versions_of_crawl(connection, crawl)]
    wrappers = [wrapper_numbered(connection, one) for one in versions if one is not None]
    bundles = tuple(bundle for wrapper in wrappers for bundle in wrapper.bundles)
    if not bundles:
        raise NothingFoundError(
            f"crawl {crawl} has no records: its crawler had no wrapper; "
            f"'pagekin mine CRAWLER.json --crawl {crawl}' extracts them from the archive"
        )
    return Wrapper(bundles)
