"""Repair: a wrapper brought up to date with a changed template, in its file."""

from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from pagekin.app.known_records import read_records
from pagekin.app.learned_file import LearnedFile, read_learned, write_text
from pagekin.app.sites.named_pages import report_unread
from pagekin.app.step_runner import StepRunner
from pagekin.output.atomic_files import check_place
from pagekin.sources import Pages
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
