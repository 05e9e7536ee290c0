"""Wrapper repair: bring a wrapper up to date with pages whose earlier records are known."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pagekin.dom.page import Page
from pagekin.errors import UsageError
from pagekin.wrappers.by_example.example_bundles import as_page
from pagekin.wrappers.model import Bundle, Field, Healing, Wrapper
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair.earlier_records import KnownRecords
from pagekin.wrappers.repair.field_repair import FieldMender, FieldRepair, RepairOutcome, is_inside
from pagekin.wrappers.repair.instance_repair import InstanceContext, instances_at, mend_instances
from pagekin.wrappers.repair.repair_units import RepairUnit
from pagekin.wrappers.repair.union_repair import is_union, mend_union
from pagekin.wrappers.repair.value_search import spread

_PAGES = 60  # pages compared; more would tell nothing new
_UNITS = 120  # instances of a bundle compared; more would tell nothing new


@dataclass(frozen=True, slots=True)
class Repair:
    """What has become of every field, and the wrapper as it should be now.

    A drastic change is only a proposal: a person should see it before the wrapper is used.
    """

    wrapper: Wrapper
    fields: tuple[FieldRepair, ...]
    pages: int  # the number of pages compared
    is_drastic: bool

    @property
    def has_changed(self) -> bool:
        """Whether the wrapper has changed."""
        return any(field.has_changed for field in self.fields)

    def of(self, outcome: RepairOutcome) -> list[FieldRepair]:
        """Return the fields with an outcome."""
        return [field for field in self.fields if field.outcome is outcome]


def repair(
    wrapper: Wrapper, known: KnownRecords, pages: Sequence[Page], at: str | None = None
) -> Repair:
    """Find known values on the same pages as they are now, and follow them to their new places.

    `known` has the earlier records of pages by URL. Slight changes lead to a new version of the
    wrapper with the old and new locators of what has moved; for drastic ones it is a proposal.
    """
    compared = [page for page in pages if _records(known, page)]
    compared = [compared[number] for number in spread(range(len(compared)), _PAGES)]
    if not compared:
        raise UsageError(
            f"none of the {len(pages):,} pages is among the {len(known):,} whose records are known: "
            "repair compares a page with its own earlier records, by its URL"
        )
    mender = _Mender()
    bundles = tuple(
        mender.bundle(
            bundle,
            bundle.name,
            [
                InstanceContext(page, page.root, page, _of(_records(known, page), bundle.name))
                for page in compared
            ],
        )
        for bundle in wrapper.bundles
    )
    fields = tuple(mender.fields)
    when = at or dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    healings = tuple(
        Healing(field.name, field.old, field.new, field.confidence, when)
        for field in fields
        if field.has_changed
    )
    repaired = wrapper
    if healings:
        repaired = Wrapper(bundles, wrapper.version + 1, (*wrapper.healed, *healings))
    return Repair(repaired, fields, len(compared), _is_drastic(fields))


class _Mender:
    """A repairer of bundles, which keeps the result of every field."""

    def __init__(self) -> None:
        self.fields: list[FieldRepair] = []

    def bundle(self, bundle: Bundle, name: str, contexts: Sequence[InstanceContext]) -> Bundle:
        """Repair a bundle: its instances first, then its fields, then the bundles inside."""
        moved = False
        if bundle.each:
            found = mend_instances(bundle, name, contexts)
            self.fields.append(found)
            moved = found.moved
            if found.outcome in {RepairOutcome.VANISHED, RepairOutcome.DOUBTFUL}:
                self.fields.extend(
                    FieldRepair(f"{name}.{field.name}", found.outcome, field.locators, moved=True)
                    for field in bundle.fields
                )
                return bundle
            bundle = replace(bundle, each=found.new or bundle.each)
        units = list(_units(bundle, contexts))
        fields = self._fields(bundle, name, units, moved=moved)
        inner = tuple(
            self.bundle(
                part,
                f"{name}.{part.name}",
                [
                    InstanceContext(
                        unit.page, unit.element, unit.small, _of(unit.known.nested, part.name)
                    )
                    for unit in units
                ],
            )
            for part in bundle.bundles
        )
        return replace(bundle, fields=fields, bundles=inner)

    def _fields(
        self, bundle: Bundle, name: str, units: Sequence[RepairUnit], *, moved: bool
    ) -> tuple[Field, ...]:
        instances = bool(bundle.each)
        mender = FieldMender(units, name, instances=instances)
        mended = []
        for field in bundle.fields:
            found = mender.mend(field)
            if is_union(field) and found.outcome not in {RepairOutcome.KEPT, RepairOutcome.UNKNOWN}:
                found = mend_union(field, units, name, found, instances=instances)
            if moved:
                found = replace(found, moved=True)
            self.fields.append(found)
            mended.append(replace(field, locators=found.new) if found.has_changed else field)
        return tuple(mended)


def _units(bundle: Bundle, contexts: Sequence[InstanceContext]) -> Iterator[RepairUnit]:
    if not bundle.each:
        for context in contexts:
            for record in context.records[:1]:
                yield RepairUnit(context.page, context.element, record, context.small)
        return
    found = [
        (context, element, record)
        for context in contexts
        for element, record in instances_at(bundle.each, context)
    ]
    for number in spread(range(len(found)), _UNITS):
        context, element, record = found[number]
        yield RepairUnit(context.page, element, record, as_page(context.page, element))


def _records(known: KnownRecords, page: Page) -> Sequence[Record]:
    return known.get(page.url) or known.get(page.requested) or ()


def _of(records: Sequence[Record], bundle: str) -> tuple[Record, ...]:
    return tuple(record for record in records if record.bundle == bundle)


def _is_drastic(fields: Sequence[FieldRepair]) -> bool:
    """Return whether most fields on the page itself have moved.

    Data for machines (JSON-LD, meta elements) does not count: it often survives a new design.
    """
    inside = [
        field
        for field in fields
        if field.outcome is not RepairOutcome.UNKNOWN and any(map(is_inside, field.old))
    ]
    return 2 * sum(field.moved for field in inside) >= len(inside) > 0
