"""Union repair: each path of a union is repaired as a field with one value."""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.values import Value
from pagekin.wrappers.locator_finder import LocatorFinder, finder_of
from pagekin.wrappers.model import Anchor, Field, Locator
from pagekin.wrappers.repair.field_repair import FieldMender, FieldRepair, RepairOutcome
from pagekin.wrappers.repair.repair_units import Finds, Readers, RepairUnit, known_key
from pagekin.wrappers.xpath_steps import alternatives

_MOST = 0.9  # the share of units that must have exactly their known values


def is_union(field: Field) -> bool:
    """Return whether a field joins several paths, each with values of its own."""
    first = field.locators[0] if field.locators else None
    return first is not None and first.anchor is not Anchor.DATA and len(_paths(field)) > 1


def mend_union(
    field: Field, units: Sequence[RepairUnit], bundle: str, whole: FieldRepair, *, instances: bool
) -> FieldRepair:
    """Repair the paths of a union one by one; return `whole` if the result is no better.

    The values of a union are in the order of its paths: where there are as many values as paths, the
    value of each path is known.
    """
    paths = _paths(field)
    having = [unit for unit in units if unit.values(field)]
    telling = [unit for unit in having if len(unit.values(field)) == len(paths)]
    if 2 * len(telling) <= len(having):
        return whole
    parts = []
    for number, path in enumerate(paths):
        locator = replace(field.locators[0], path=path)
        own = [_with_value(unit, field, unit.values(field)[number]) for unit in telling]
        mender = FieldMender(own, bundle, instances=instances)
        part = mender.mend(replace(field, locators=(locator,), many=False))
        single = _single(part, telling)
        if single is None:
            return whole
        parts.append((single, part.confidence))
    union = Locator(" | ".join(path for path, _ in parts), field.locators[0].anchor)
    if finder_of(union) is None:
        return whole
    agreed = _agreeing(union, field, telling)
    if agreed < max(_MOST * len(telling), whole.agreed):
        return whole
    confidence = min(confidence for _, confidence in parts)
    return replace(
        whole,
        outcome=RepairOutcome.HEALED,
        new=(union,),
        confidence=confidence,
        agreed=agreed,
        checked=len(telling),
    )


def _paths(field: Field) -> list[str]:
    return alternatives(field.locators[0].path)


def _with_value(unit: RepairUnit, field: Field, value: Value) -> RepairUnit:
    fields = {**unit.known.fields, field.name: (value,)}
    return replace(unit, known=replace(unit.known, fields=fields))


def _single(part: FieldRepair, units: Sequence[RepairUnit]) -> str | None:
    """Return the path of a repaired part that finds one place a unit, None if there is none."""
    if part.outcome not in {RepairOutcome.KEPT, RepairOutcome.HEALED}:
        return None
    for locator in part.new:
        if locator.before or locator.after or locator.anchor is Anchor.DATA:
            continue
        finder = LocatorFinder(locator)
        alone = all(len(finder.places(unit.element)) <= 1 for unit in units)
        path = locator.path if alone else f"({locator.path})[1]"
        if finder_of(replace(locator, path=path)) is not None:
            return path
    return None


def _agreeing(union: Locator, field: Field, units: Sequence[RepairUnit]) -> int:
    finds = Finds(units, field, Readers(units))
    return sum(
        finds.on(union, number)
        == tuple(known_key(field.type, value) for value in unit.values(field))
        for number, unit in enumerate(units)
    )
