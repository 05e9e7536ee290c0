"""Extraction: from pages that a person named to records in a file."""

from dataclasses import dataclass

from pagekin.app.coverage import NAMED_PAGES, Coverage
from pagekin.app.page_mining import PageMiner
from pagekin.app.sites.named_pages import report_unread
from pagekin.app.step_runner import StepRunner
from pagekin.errors import NothingFoundError
from pagekin.output import Destination, open_output
from pagekin.site import Stop
from pagekin.sources import Pages
from pagekin.wrappers import Wrapper
from pagekin.wrappers.repair import TemplateChanged


@dataclass(frozen=True, slots=True)
class ExtractRequest:
    """How to extract, and where the records go."""

    wrapper: Wrapper
    wrapper_file: str  # for messages
    destination: Destination
    named_pages: int | None = NAMED_PAGES  # in the report of each field; None: all
    jobs: int = 1  # processes; 0: one for each core


@dataclass(frozen=True, slots=True)
class ExtractResult:
    """How an extraction went."""

    coverage: Coverage
    template_changed: TemplateChanged | None
    notes: list[str]  # by the writer of the output


def extract(request: ExtractRequest, pages: Pages, runner: StepRunner, stop: Stop) -> ExtractResult:
    """Extract the records of pages, page by page, and write those that hold anything.

    Nothing is written if there is no record at all.
    """
    coverage = Coverage(request.wrapper, request.named_pages)
    miner = PageMiner(request.wrapper)
    with open_output(request.destination, request.wrapper) as writer:
        for url, records in runner.each(miner.mine_each(pages, request.jobs), stop):
            coverage.add(url, records)
            for record in records:
                writer.write(url, record)
        if miner.in_part:
            runner.notice(miner.in_part)
        report_unread(pages, runner.notice, any_read=bool(coverage.pages))
        changed = miner.template_changed
        if not coverage.records:
            raise NothingFoundError(_nothing(request, coverage.pages, changed))
    return ExtractResult(coverage, changed, writer.notes)


def how_to_repair(changed: TemplateChanged, wrapper_file: str) -> str:
    """Say that a template has changed, and what can be done about it."""
    return (
        f"the template has changed: {changed}; to follow it: "
        f"pagekin repair {wrapper_file} PAGES --known EARLIER_RECORDS.jsonl"
    )


def _nothing(request: ExtractRequest, pages: int, changed: TemplateChanged | None) -> str:
    read = f"{pages:,} page{'' if pages == 1 else 's'}"
    why = (
        how_to_repair(changed, request.wrapper_file)
        if changed
        else "is that the kind it was learned from?"
    )
    return f"no field of {request.wrapper_file} found on {read}; {why}"
