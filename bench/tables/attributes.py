"""Attributes with a known truth: whether the main table has them, and says so in its header."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bench.extraction.methods import Outcome
from bench.extraction.scoring import FieldScore, field_score, page_score
from bench.extraction.side_by_side import mean_f1
from bench.extraction.tasks import Task
from bench.tables.disguise import disguised
from bench.tables.main_tables import MainTable, is_set_aside, main_table
from bench.tables.right_names import is_right_name
from pagekin.dom.page import Page, parse_page

COUNTED = 20  # columns: what a person looks through
_FOUND = 0.5  # the F1 from which on a column is the attribute at all


@dataclass(frozen=True, slots=True)
class AttributeTold:
    """An attribute: its best column among the first, and whether one as good has a right name."""

    name: str
    column: str
    score: FieldScore
    named: bool
    members: tuple[int, int]  # of lists: how many there are, how many are missing
    by_page: float  # the F1 if one of the true values of a page is enough


@dataclass(frozen=True, slots=True)
class Told:
    """What the main table of a site says."""

    site: str
    attributes: tuple[AttributeTold, ...]
    header: tuple[str, ...]
    unwanted: tuple[str, ...]

    def lines(self, *, faults: bool) -> Iterator[str]:
        """Show the site; with `faults` also its header."""
        parts = (
            f"{one.name} {one.score.f1:.2f} {'=' if one.named else '≠'} {one.column}"
            for one in self.attributes
        )
        yield f"{self.site:<22}{len(self.header):>3} columns  {'  '.join(parts)}"
        if faults:
            yield f"    header: {' '.join(self.header)}"
            yield from (f"    unwanted: {one}" for one in self.unwanted)


def disguised_told(task: Task) -> Told:
    """Do the same with pages whose classes and ids say nothing."""
    return attributes_told(task, disguised)


def attributes_told(task: Task, changed: Callable[[bytes], bytes] = bytes) -> Told:
    """Learn the table of a task's pages and look for its attributes."""

    def page(number: int) -> Page:
        return parse_page(task.url(number), changed(task.files[number].read_bytes()))

    table = main_table([page(i) for i in task.learn], map(page, task.apply))
    first = table.first(COUNTED)
    return Told(
        task.name,
        tuple(_told(task, name, first) for name in task.attributes),
        tuple(column.name for column in table.columns),
        tuple(table.unwanted()),
    )


def _told(task: Task, name: str, table: MainTable) -> AttributeTold:
    truth = [task.truth[name][i] for i in task.apply]
    told = {column.name: (column.texts, column.written) for column in table.columns}
    scores = {
        name: max((field_score(truth, texts, task.fold) for texts in both), key=lambda s: s.f1)
        for name, both in told.items()
    }
    best = max(scores, key=lambda column: scores[column].f1, default="")
    score = scores.get(best, FieldScore(0, 0, sum(map(len, truth))))
    equal = [c for c, s in scores.items() if s.f1 >= score.f1 - 0.02 and s.f1 >= _FOUND]
    right = next((column for column in equal if is_right_name(column, name)), None)
    is_list = any(column.name == best and column.many for column in table.columns)
    members = (score.true, score.true - score.hits) if is_list else (0, 0)
    by_page = max(
        (page_score(truth, texts, task.fold).f1 for both in told.values() for texts in both),
        default=0.0,
    )
    return AttributeTold(name, right or best, score, right is not None, members, by_page)


def rival_line(name: str, outcomes: Sequence[Outcome]) -> str:
    """Say how good a rival is on the same attributes, shown the values of one page."""
    done = sum(bool(outcome.pages_per_second) for outcome in outcomes)
    return (
        f"{name}, shown the values of one page: mean F1 {mean_f1(outcomes):.3f}, "
        f"with a result on {done} of {len(outcomes)} sites"
    )


def summary(told: Sequence[Told]) -> Iterator[str]:
    """Summarise each part of the sites, then all of them: both measures of values, names, columns."""
    parts = {
        "looked at": [one for one in told if not is_set_aside(one.site)],
        "set aside": [one for one in told if is_set_aside(one.site)],
    }
    if all(parts.values()):
        for name, sites in parts.items():
            yield from (f"{name}: {line}" for line in _summary(sites))
    yield from _summary(told)


def _summary(told: Sequence[Told]) -> Iterator[str]:
    attributes = [one for site in told for one in site.attributes]
    if not attributes:
        return
    named = sum(one.named for one in attributes)
    members, missing = (sum(one.members[i] for one in attributes) for i in (0, 1))
    columns = [len(site.header) for site in told]
    yield (
        f"{len(attributes)} attributes of {len(told)} sites, first {COUNTED} columns: "
        f"mean F1 {statistics.fmean(one.score.f1 for one in attributes):.3f} "
        f"({statistics.fmean(one.by_page for one in attributes):.3f} if one true value of a page is enough); "
        f"named right {named / len(attributes):.1%}; "
        f"members of lists missing {missing} of {members}; "
        f"columns {statistics.median(columns):.0f} (median), {max(columns)} (most); "
        f"unwanted {sum(len(site.unwanted) for site in told)} of {sum(columns)}"
    )
