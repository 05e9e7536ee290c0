"""Instance repair: find the elements that hold a bundle's known records, and a path to them all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.by_example.example_bundles import Region, instance_locators, relative
from pagekin.wrappers.document_frequency import DocumentFrequency
from pagekin.wrappers.locator_finder import LocatorFinder
from pagekin.wrappers.model import Anchor, Bundle, Locator
from pagekin.wrappers.node_readings import text_of
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair.edit_distance import edit_distance
from pagekin.wrappers.repair.field_repair import FieldRepair, RepairOutcome
from pagekin.wrappers.repair.page_index import PageIndex

_EXAMPLES = 4  # pages on which instances are searched for
_RECORDS = 6  # searched for on each page
Element = etree._Element  # noqa: SLF001 - lxml's own name for elements


@dataclass(frozen=True, slots=True)
class InstanceContext:
    """Where to search for the instances of a bundle, and its known records in their order."""

    page: Page
    element: Element
    small: Page  # the element as a page of its own, or the page itself
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class _Tried:
    locator: Locator
    agreed: int
    wrong: int
    distance: float
    is_old: bool = False


def mend_instances(bundle: Bundle, name: str, contexts: Sequence[InstanceContext]) -> FieldRepair:
    """Return where the instances of a bundle are now."""
    having = [context for context in contexts if context.records]
    if not having:
        return FieldRepair(name, RepairOutcome.UNKNOWN, bundle.each)
    old = [_tried(locator, contexts, 0.0, is_old=True) for locator in bundle.each]
    live = [tried for tried in old if tried.agreed > tried.wrong]
    moved = not live
    if live and 2 * live[0].agreed > len(having):
        kept = tuple(tried.locator for tried in live)
        confidence = round((live[0].agreed + 1) / (len(having) + 2), 4)
        return FieldRepair(
            name, RepairOutcome.KEPT, bundle.each, kept, confidence, live[0].agreed, len(having)
        )
    tried = sorted([*live, *_new(bundle, contexts)], key=_rank)
    if not tried or not tried[0].agreed:
        return FieldRepair(name, RepairOutcome.VANISHED, bundle.each, moved=moved)
    best = tried[0]
    sure = 2 * best.agreed > len(having)
    return FieldRepair(
        name,
        RepairOutcome.HEALED if sure else RepairOutcome.DOUBTFUL,
        bundle.each,
        (best.locator,) if sure else (),
        round((best.agreed + 1) / (len(having) + 2), 4),
        best.agreed,
        len(having),
        moved,
    )


def instances_at(
    locators: Sequence[Locator], context: InstanceContext
) -> list[tuple[Element, Record]]:
    """Return the elements that locators find, each with the known record whose values it has."""
    elements = next(filter(None, (_elements(at, context.element) for at in locators)), [])
    if len(elements) == len(context.records):
        return list(zip(elements, context.records, strict=True))
    matched, start = [], 0
    for record in context.records:
        for number in range(start, len(elements)):
            if _has(elements[number], record):
                matched.append((elements[number], record))
                start = number + 1
                break
    return matched


def _rank(tried: _Tried) -> tuple[float, ...]:
    return (
        tried.wrong - tried.agreed,
        not tried.is_old,
        tried.locator.anchor is Anchor.POSITION,
        tried.distance,
        len(tried.locator.path),
    )


def _tried(
    locator: Locator,
    contexts: Sequence[InstanceContext],
    distance: float,
    *,
    is_old: bool = False,
) -> _Tried:
    """Count the contexts where a path finds the known records, and those where it finds others."""
    agreed = wrong = 0
    for context in contexts:
        elements = _elements(locator, context.element)
        if not elements:
            continue
        matched = sum(
            any(_has(element, record) for element in elements) for record in context.records
        )
        fitting = 2 * matched > len(context.records) and 2 * matched >= len(elements)
        agreed += fitting
        wrong += not fitting
    return _Tried(locator, agreed, wrong, distance, is_old)


def _new(bundle: Bundle, contexts: Sequence[InstanceContext]) -> Iterator[_Tried]:
    pages = [context.small for context in contexts]
    common = DocumentFrequency(pages)
    fullest = sorted(range(len(contexts)), key=lambda number: -len(contexts[number].records))
    seen = set()
    for number in fullest[:_EXAMPLES]:
        region = _region(number, contexts[number])
        if region is None:
            continue
        for locator in instance_locators(region, pages, common):
            inside = contexts[number].small is not contexts[number].page
            written = replace(locator, path=relative(locator.path)) if inside else locator
            if written not in seen:
                seen.add(written)
                distance = min(edit_distance(old.path, written.path) for old in bundle.each)
                yield _tried(written, contexts, distance)


def _region(number: int, context: InstanceContext) -> Region | None:
    """Return the sibling elements that hold the known records on one page.

    Values occur at other places too. The parent with the most values of different records in
    different children counts, of several such parents the innermost.
    """
    records = context.records[:_RECORDS]
    covers = _covered(PageIndex(context.small), records)
    above = (element.getparent() for element in covers)
    parents = dict.fromkeys(parent for parent in above if parent is not None)
    best: tuple[int, int] = (0, 0)
    region = None
    for parent in parents:
        children, values = _assigned(parent, covers, len(records))
        rank = values, sum(1 for _ in parent.iterancestors())
        if children and rank > best:
            best = rank
            region = Region(number, parent, tuple(children), tuple(records[0].fields))
    wanted = sum(len({field for field, _ in _texts(record)}) for record in records)
    return region if 2 * best[0] > wanted else None


def _covered(index: PageIndex, records: Sequence[Record]) -> dict[Element, dict[int, set[str]]]:
    """Return for each element the fields of each record with a value inside it."""
    covers: dict[Element, dict[int, set[str]]] = {}
    for number, record in enumerate(records):
        for field, text in _texts(record):
            for target in index.places(text):
                if target.element is not None:
                    for element in (target.element, *target.element.iterancestors()):
                        covers.setdefault(element, {}).setdefault(number, set()).add(field)
    return covers


def _assigned(
    parent: Element, covers: dict[Element, dict[int, set[str]]], records: int
) -> tuple[list[Element], int]:
    """Assign each record the child with most of its values, no child to two of them."""
    children = [child for child in parent if child in covers]
    taken: list[Element] = []
    values = 0
    for number in range(records):
        free = [child for child in children if child not in taken and number in covers[child]]
        if free:
            child = max(free, key=lambda one: len(covers[one][number]))
            taken.append(child)
            values += len(covers[child][number])
    return taken, values


def _elements(locator: Locator, node: Element) -> list[Element]:
    return [place for place in LocatorFinder(locator).places(node) if not isinstance(place, str)]


def _texts(record: Record) -> list[tuple[str, str]]:
    return [
        (field, value.text)
        for field, values in record.fields.items()
        for value in values
        if value.text
    ]


def _has(element: Element, record: Record) -> bool:
    """Return whether an element holds most of a record's values, in its text or in attributes."""
    texts = _texts(record)
    if not texts:
        return False
    words = [text_of(element)]
    for node in element.iter("*"):
        words.extend(map(str, node.attrib.values()))
    said = "\n".join(words)
    return 2 * sum(text in said for _, text in texts) > len(texts)
