"""Bundles by example: fields that repeat together on a page, all instances found from one or two."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import product

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.by_example.candidate_locators import conditions, named_paths
from pagekin.wrappers.by_example.examples import LocatedExample
from pagekin.wrappers.by_example.generalised_paths import repeated, terms_of
from pagekin.wrappers.compiled_paths import PathError
from pagekin.wrappers.document_frequency import NAMING, DocumentFrequency, short_text
from pagekin.wrappers.locator_finder import LocatorFinder
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.xpath_steps import alternatives, position_path, tag_test

INSTANCE = "instance"  # the tag of an instance that is treated as a page of its own
MAX_INSTANCES = 200
_MAX_PAIRS = 64
_FALLBACKS = 2
_MAX_WAYS = 6  # to choose from
_OF_TEMPLATE = 0.8  # the share of pages that have a text of the template


@dataclass(frozen=True, slots=True)
class Region:
    """The part of a page with a bundle's instances: the element around them, and those with examples."""

    page: int
    parent: etree._Element
    instances: tuple[etree._Element, ...]  # in the order of the page
    fields: tuple[str, ...]
    complete: bool = False  # these are all instances on the page, not some of them


def regions_of(shown: Mapping[str, Sequence[LocatedExample]]) -> Iterator[Region]:
    """Yield the regions that several examples show to repeat and that two or more fields share.

    Fields with two or more examples on a page show what repeats. Another field belongs to the region
    if its examples are inside: several in the order of the instances, a single one nowhere else.
    """
    left = dict(shown)
    while region := _best_region(left):
        yield region
        left = {name: examples for name, examples in left.items() if name not in region.fields}


def placed(
    examples: Sequence[LocatedExample], instances: Sequence[etree._Element]
) -> list[tuple[LocatedExample, etree._Element]] | None:
    """Pair each example with its instance, both in order; None if an example is in no instance.

    A value that is shown twice is in two instances.
    """
    places: list[tuple[LocatedExample, etree._Element]] = []
    number = 0
    for example in examples:
        while number < len(instances):
            instance = instances[number]
            known = {shown.value for shown, other in places if other is instance}
            inside = any(_inside(target.element, [instance]) for target in example.targets)
            if inside and example.value not in known:
                places.append((example, instance))
                break
            number += 1
        else:
            return None
    return places


def _best_region(shown: Mapping[str, Sequence[LocatedExample]]) -> Region | None:
    homes: dict[etree._Element, dict[str, tuple[etree._Element, ...]]] = defaultdict(dict)
    page_of: dict[etree._Element, int] = {}
    for name, examples in shown.items():
        if len(examples) < 2 or len({example.page for example in examples}) > 1:
            continue
        for parent, instances in smallest_regions(examples):
            homes[parent].setdefault(name, instances)
            page_of[parent] = examples[0].page
    best: Region | None = None
    for parent, found in homes.items():
        with_examples = {instance for instances in found.values() for instance in instances}
        instances = tuple(child for child in parent if child in with_examples)
        page = page_of[parent]
        inside = [name for name in shown if name in found or _belongs(shown[name], page, instances)]
        if len(inside) > 1 and (best is None or len(inside) > len(best.fields)):
            best = Region(page, parent, instances, tuple(inside))
    return best


def _belongs(
    examples: Sequence[LocatedExample], page: int, instances: Sequence[etree._Element]
) -> bool:
    if any(example.page != page for example in examples):
        return False
    if len(examples) > 1:
        return placed(examples, instances) is not None
    return all(_inside(target.element, instances) for target in examples[0].targets)


def smallest_regions(
    examples: Sequence[LocatedExample],
) -> list[tuple[etree._Element, tuple[etree._Element, ...]]]:
    """Return the repeating elements around some examples, each with the instances of the examples.

    Only the deepest in the page count.
    """
    regions = list(_repeating(examples))
    depths = [sum(1 for _ in parent.iterancestors()) for parent, _ in regions]
    return [region for region, depth in zip(regions, depths, strict=True) if depth == max(depths)]


@dataclass(frozen=True, slots=True)
class InstanceWay:
    """A way to find the instances of a bundle, what it finds on each page, and how good it is."""

    locator: Locator
    found: tuple[tuple[etree._Element, ...], ...]
    score: float


def instance_locators(
    region: Region, pages: Sequence[Page], common: DocumentFrequency
) -> tuple[Locator, ...]:
    """Return locators of all instances of a region's bundle, the best first."""
    ways = instance_ways(region, pages, common)
    return tuple(way.locator for way in ways[: 1 + _FALLBACKS])


def instance_ways(
    region: Region, pages: Sequence[Page], common: DocumentFrequency
) -> list[InstanceWay]:
    """Return the ways to find all instances of a region's bundle, the best first."""
    wanted = set(region.instances)
    looks = set(map(_look, region.instances))
    ranked = []
    for locator in _candidates(region, common):
        try:
            finder = LocatorFinder(locator)
        except PathError:  # too long, as on pages with hundreds of levels
            continue
        there = set(finder.places(pages[region.page].root))
        if not wanted <= there:
            continue
        found = tuple(
            tuple(place for place in finder.places(page.root) if not isinstance(place, str))
            for page in pages
        )
        alike = [
            max(_likeness(own, look) for look in looks)
            for elements in found
            for own in map(_look, elements)
        ]
        share = sum(likeness >= 0.5 for likeness in alike) / len(alike)
        named = 0.05 * (locator.anchor is Anchor.NAME)
        exact = (region.complete and there == wanted) - _skipped(region, there, common)
        covered = sum(map(bool, found)) / len(pages)
        score = exact + share + named + 0.2 * covered + 0.001 * min(len(alike), 50)
        ranked.append(InstanceWay(locator, found, score - 0.0005 * len(locator.path)))
    return sorted(ranked, key=lambda way: -way.score)


def different_ways(ways: Sequence[InstanceWay]) -> list[InstanceWay]:
    """Return of the ways that find the same the best each, the best first."""
    known: dict[tuple[tuple[etree._Element, ...], ...], InstanceWay] = {}
    for way in ways:
        known.setdefault(way.found, way)
    return list(known.values())[:_MAX_WAYS]


def as_page(page: Page, instance: etree._Element) -> Page:
    """Return an instance as a page of its own, whose fields are learned as those of any page."""
    root = deepcopy(instance)
    root.tail = None
    root.tag = INSTANCE
    for name in list(root.attrib):
        if name in {"class", *NAMING}:
            del root.attrib[name]
    return Page(page.url, root, page.requested, page.encoding)


def relative(path: str) -> str:
    """Turn a path on such a page into one that starts at the instance's element."""
    steps = path.replace(f"//{INSTANCE}/", "./").replace(f"//{INSTANCE}[", "self::*[")
    parts = []
    for part in alternatives(steps):
        if part.startswith(f"/{INSTANCE}[1]"):
            parts.append("." + part.removeprefix(f"/{INSTANCE}[1]"))
        elif part.startswith("(/"):
            parts.append("(." + part[1:])
        else:
            parts.append(f".{part}" if part.startswith("/") else part)
    return " | ".join(parts)


def _repeating(
    examples: Sequence[LocatedExample],
) -> Iterator[tuple[etree._Element, tuple[etree._Element, ...]]]:
    """Yield the repeating elements around examples whose paths differ in numbers only."""
    places = [
        [target.element for target in example.targets if target.element is not None]
        for example in examples
    ]
    for number, elements in enumerate(product(*places)):
        if number >= _MAX_PAIRS:
            return
        terms = [terms_of(element) for element in elements]
        if len({tuple(term.test for term in chain) for chain in terms}) > 1:
            continue
        for depth, column in enumerate(zip(*terms, strict=True)):
            if len({term.index for term in column}) > 1:
                instances = tuple(_ancestor_at(element, depth) for element in elements)
                parent = instances[0].getparent()
                if parent is not None and len(set(instances)) == len(instances):
                    yield parent, instances
                break


def _ancestor_at(element: etree._Element, depth: int) -> etree._Element:
    return [element, *element.iterancestors()][::-1][depth]


def _inside(element: etree._Element | None, instances: Sequence[etree._Element]) -> bool:
    if element is None:
        return False
    return any(node in instances for node in (element, *element.iterancestors()))


def _candidates(region: Region, common: DocumentFrequency) -> Iterator[Locator]:
    first = region.instances[0]
    test = tag_test(first)
    cells = _cells(region.instances)
    shared = [
        condition
        for condition, token in conditions(first, common)
        if all(token[2] in (other.get(token[1]) or "").split() for other in region.instances)
    ]
    for condition in shared:
        yield Locator(f"//{test}[{condition}]", Anchor.NAME)
    steps = [f"{test}[{condition}]" for condition in shared] + [test]
    steps += [f"{test}[{cells}]"] if cells else []
    for path, _, _ in named_paths(region.parent, common):
        yield from (Locator(f"{path}/{step}", Anchor.NAME) for step in steps)
    for path in repeated([terms_of(instance) for instance in region.instances]):
        home, _, last = path.rpartition(f"/{test}")
        lasts = [f"{test}{last}"]
        if cells and "/" not in last:
            lasts.append(f"{test}{last[:-1]} and {cells}]" if last else f"{test}[{cells}]")
        yield from (Locator(f"{home}/{step}", Anchor.POSITION) for step in lasts)
        if "/" not in last:
            for named, _, _ in named_paths(region.parent, common):
                yield from (
                    Locator(f"{named}/{step}", Anchor.NAME) for step in lasts if step != test
                )
    yield Locator(f"{position_path(region.parent)}/{test}", Anchor.POSITION)


def _cells(rows: Sequence[etree._Element]) -> str:
    """Return a condition that rows of a table have as many cells as these: headings and notes do not."""
    if any(row.tag != "tr" for row in rows):
        return ""
    number = min(len(row.findall("td")) for row in rows)
    return f"td[{number}]" if number > 1 else ""


def _skipped(region: Region, found: Collection[object], common: DocumentFrequency) -> float:
    """Return how much it counts against a path that it takes what whoever gave the examples has skipped.

    That is what stands between two of them, and what is of another kind: headings, notes. Of what stands before
    the first, those with texts of the template are headings.
    """
    children = list(region.parent)
    places = [children.index(instance) for instance in region.instances]
    between = children[min(places) : max(places)]
    if any(child in found and child not in region.instances for child in between):
        return 2.0
    shapes = set(map(_shape, region.instances))
    others = [child for child in children if child in found and child not in region.instances]
    if any(_shape(child) not in shapes for child in others if child.tag == "tr"):
        return 1.0
    before = [child for child in children[: min(places)] if child in found]
    return 1.0 if any(_is_heading(child, common) for child in before) else 0.0


def _shape(element: etree._Element) -> tuple[object, ...]:
    """Return the tags of a row's cells."""
    return tuple(cell.tag for cell in element)


def _is_heading(row: etree._Element, common: DocumentFrequency) -> bool:
    """Whether all texts of a row are those of the template; on a single page, of a row one cannot tell."""
    texts = [text for cell in row if (text := short_text(cell))]
    if common.pages < 2:
        return True
    return bool(texts) and all(common.of_text(text) >= _OF_TEMPLATE for text in texts)


def _look(element: etree._Element) -> frozenset[tuple[str, str]]:
    """Return the tags and classes of an element and its descendants."""
    return frozenset((str(node.tag), node.get("class") or "") for node in element.iter("*"))


def _likeness(one: frozenset[object], other: frozenset[object]) -> float:
    return len(one & other) / len(one | other)
