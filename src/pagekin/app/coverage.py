"""How an extraction went: the coverage of each field, and the pages where it fails, by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as made

from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.apply import Extraction, Problem
from pagekin.wrappers.record import Record

KEPT = 100  # pages to name for each field, unless all are asked for


@dataclass(slots=True)
class PageList:
    """A number of pages, the first of them by name."""

    number: int = 0
    names: list[str] = made(default_factory=list)
    reasons: list[str] = made(default_factory=list)

    def add(self, name: str, reason: str, keep: int | None) -> None:
        """Count a page; name it if there is room."""
        self.number += 1
        if keep is None or len(self.names) < keep:
            self.names.append(name)
            self.reasons.append(reason)


@dataclass(slots=True)
class FieldCoverage:
    """How one field fared."""

    bundle: str
    field: Field
    looked: int = 0  # records in which it was looked for
    found: int = 0
    missing: PageList = made(default_factory=PageList)  # where it must be and is not
    misfit: PageList = made(default_factory=PageList)

    @property
    def coverage(self) -> float:
        """The share of records that have the field."""
        return self.found / self.looked if self.looked else 0.0


class Coverage:
    """Counts extractions as they come; `keep` limits how many pages are named, None is no limit."""

    def __init__(self, wrapper: Wrapper, keep: int | None = KEPT) -> None:
        self.pages = 0
        # Of the wrapper's own bundles, not those inside them.
        self.records_of = {bundle.name: 0 for bundle in wrapper.bundles}
        self.empty = PageList()  # pages without any value
        self.without = {bundle.name: PageList() for bundle in _bundles(wrapper.bundles)}
        self.fields = {
            (bundle.name, part.name): FieldCoverage(bundle.name, part)
            for bundle in _bundles(wrapper.bundles)
            for part in bundle.fields
        }
        self._keep = keep

    def add(self, extraction: Extraction, records: tuple[Record, ...]) -> None:
        """Count a page and those of its records that hold anything."""
        self.pages += 1
        if not records:
            self.empty.add(extraction.url, "", self._keep)
            return
        for record in records:
            self.records_of[record.bundle] += 1
            self._count(record)
        for problem in _one_a_field(extraction.problems):
            self._note(extraction.url, problem)

    @property
    def records(self) -> int:
        """The number of records."""
        return sum(self.records_of.values())

    def _count(self, record: Record) -> None:
        for name, values in record.fields.items():
            tally = self.fields[record.bundle, name]
            tally.looked += 1
            tally.found += bool(values)
        for inner in record.nested:
            self._count(inner)

    def _note(self, url: str, problem: Problem) -> None:
        if not problem.field:
            self.without[problem.bundle].add(url, problem.reason, self._keep)
            return
        tally = self.fields[problem.bundle, problem.field]
        if problem.kind == "missing":
            tally.missing.add(url, problem.reason, self._keep)
        else:
            tally.misfit.add(url, f"{problem.text!r}: {problem.reason}", self._keep)


def has_values(record: Record) -> bool:
    """Tell whether a record holds anything at all."""
    return any(record.fields.values()) or any(has_values(inner) for inner in record.nested)


def _bundles(bundles: tuple[Bundle, ...]) -> Iterator[Bundle]:
    for bundle in bundles:
        yield bundle
        yield from _bundles(bundle.bundles)


def _one_a_field(problems: tuple[Problem, ...]) -> Iterator[Problem]:
    """Leave out what repeats itself on one page: a hundred rows without a cell are one page."""
    seen: set[tuple[str, str, str]] = set()
    for problem in problems:
        key = (problem.bundle, problem.field, problem.kind)
        if key not in seen:
            seen.add(key)
            yield problem
