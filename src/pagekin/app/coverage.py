"""How an extraction went: the coverage of each field, and the pages where it fails, by name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as made

from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

NAMED_PAGES = 100  # pages to name for each field, unless all are asked for


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
    """Counts the records of pages; `keep` limits how many pages are named, None is no limit."""

    def __init__(self, wrapper: Wrapper, keep: int | None = NAMED_PAGES) -> None:
        self.pages = 0
        # Of the wrapper's own bundles, not those inside them.
        self.records_of = {bundle.name: 0 for bundle in wrapper.bundles}
        self.empty = PageList()  # pages without any value
        of_page = [bundle.name for bundle in wrapper.bundles if not bundle.each]
        self.main = frozenset(
            of_page or list(self.records_of)[:1]
        )  # the bundles of the main tables
        self._bundles = {bundle.name: bundle for bundle in _bundles(wrapper.bundles)}
        self.without = {name: PageList() for name in self._bundles}
        self.fields = {
            (bundle.name, part.name): FieldCoverage(bundle.name, part)
            for bundle in self._bundles.values()
            for part in bundle.fields
        }
        self._top = wrapper.bundles
        self._keep = keep

    def add(self, url: str, records: Sequence[Record]) -> None:
        """Count a page and its records, which all hold something."""
        self.pages += 1
        if not records:
            self.empty.add(url, "", self._keep)
            return
        for record in records:
            self.records_of[record.bundle] += 1
        # A hundred rows without a cell are one page.
        missing: dict[tuple[str, str], None] = {}
        misfits: dict[tuple[str, str], str] = {}
        without = dict.fromkeys(_absent(self._top, records))
        for record in records:
            self._count(record, missing, misfits, without)
        for key in missing:
            self.fields[key].missing.add(url, "", self._keep)
        for key, reason in misfits.items():
            self.fields[key].misfit.add(url, reason, self._keep)
        for name in without:
            self.without[name].add(url, "no instance found", self._keep)

    @property
    def records(self) -> int:
        """The number of records."""
        return sum(self.records_of.values())

    def _count(
        self,
        record: Record,
        missing: dict[tuple[str, str], None],
        misfits: dict[tuple[str, str], str],
        without: dict[str, None],
    ) -> None:
        bundle = self._bundles[record.bundle]
        for part in bundle.fields:
            key = record.bundle, part.name
            values = record.fields.get(part.name, ())
            coverage = self.fields[key]
            coverage.looked += 1
            coverage.found += bool(values)
            if not values and not part.optional:
                missing[key] = None
            for value in values:
                if value.misfit is not None:
                    misfits.setdefault(key, f"{value.text!r}: {value.misfit}")
        without |= dict.fromkeys(_absent(bundle.bundles, record.nested))
        for inner in record.nested:
            self._count(inner, missing, misfits, without)


def _absent(bundles: Sequence[Bundle], records: Sequence[Record]) -> Iterator[str]:
    """Yield the bundles that should have an instance among these and have none."""
    found = {record.bundle for record in records}
    return (b.name for b in bundles if b.each and not b.optional and b.name not in found)


def _bundles(bundles: Sequence[Bundle]) -> Iterator[Bundle]:
    for bundle in bundles:
        yield bundle
        yield from _bundles(bundle.bundles)
