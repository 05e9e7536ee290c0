"""Writing tables: the records of pages to a file, whole also when somebody interrupts it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from pagekin.app.coverage import NAMED_PAGES, Coverage
from pagekin.app.storing import partial_tables
from pagekin.app.threads import in_thread
from pagekin.errors import CannotAppendError, NothingFoundError, StoppedError
from pagekin.output import Destination, check, open_output
from pagekin.site import Counts, Stop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pagekin.app.step_runner import StepRunner
    from pagekin.app.storing.workspace import Workspace
    from pagekin.site import Watch
    from pagekin.wrappers import Wrapper
    from pagekin.wrappers.record import Record

    PagesWithRecords = Iterable[tuple[str, tuple[Record, ...]]]

FIRST = 5  # pages whose records are shown


@dataclass(frozen=True, slots=True)
class WantedTable:
    """Where a table goes, and how much of it there is to be."""

    destination: Destination
    limit: int = 0  # rows; 0: all
    named_pages: int | None = NAMED_PAGES  # in the report of each field; None: all


@dataclass(frozen=True, slots=True)
class Written:
    """A table that was written."""

    destination: Destination
    coverage: Coverage
    first: tuple[tuple[str, Record], ...]  # the records of the first pages, each with its page
    notes: list[str]  # by the writer of the output
    is_interrupted: bool = False


def write_table(
    workspace: Workspace,
    table: WantedTable,
    wrapper: Wrapper,
    pages: PagesWithRecords,
    runner: StepRunner,
    *,
    expected: int = 0,
    is_partial: bool = False,
) -> Written:
    """Write records, with their number to expect; what is there until an interruption is written whole.

    What is partial never continues a file: the next run writes all of it, and rows would be there twice.
    """
    destination = partial_tables.as_wanted(workspace, table.destination)
    destination = _fitting(destination, wrapper, runner)
    if is_partial and destination.continues():
        destination = destination.instead()
        runner.notice(
            f"{table.destination.name} is continued when all rows are there; those so far are in "
            f"{destination.name}"
        )
    stop = Stop()

    def write(watch: Watch) -> Written:
        coverage = Coverage(wrapper, table.named_pages)
        first: list[tuple[str, Record]] = []
        with open_output(destination, wrapper) as writer:
            for url, records in islice(pages, table.limit or None):
                coverage.add(url, records)
                for record in records:
                    writer.write(url, record)
                    if coverage.pages <= FIRST:
                        first.append((url, record))
                watch(Counts(coverage.pages, queued=max(expected - coverage.pages, 0)))
                if stop.interrupted.is_set():
                    _check_new(destination)
                    break
            if not coverage.records:
                raise NothingFoundError(f"no field found on any of {coverage.pages:,} pages")
        return Written(destination, coverage, tuple(first), writer.notes, stop.interrupted.is_set())

    written = runner.run("writing", lambda watch: in_thread(partial(write, watch)), stop)
    if is_partial or written.is_interrupted:
        partial_tables.remember(workspace, destination)
    return written


def _check_new(destination: Destination) -> None:
    """Leave a file that is being continued as it was."""
    if destination.continues():
        raise StoppedError(
            f"interrupted while writing: {destination.name} is as it was; "
            "what was found is kept: run it again to write all of it"
        )


def _fitting(destination: Destination, wrapper: Wrapper, runner: StepRunner) -> Destination:
    """Return the destination, or one beside it if it has other columns: no crawl shall be lost."""
    try:
        check(destination, wrapper)
    except CannotAppendError as error:
        instead = destination.instead()
        runner.notice(f"{error}; the records are in {instead.name}")
        return instead
    return destination
