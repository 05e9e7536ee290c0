"""Induction by example: learn a wrapper for a class of pages from values shown on some of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from pagekin.dom.page import Page
from pagekin.errors import UsageError
from pagekin.values import infer_type, read
from pagekin.wrappers.by_example.example_bundles import (
    MAX_INSTANCES,
    InstanceWay,
    Region,
    as_page,
    different_ways,
    instance_ways,
    placed,
    regions_of,
    relative,
)
from pagekin.wrappers.by_example.examples import Example, LocatedExample, locate, pointed_at
from pagekin.wrappers.by_example.field_learning import FieldLearner, LearnedField, ways_of
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader, first_readings
from pagekin.wrappers.model import Bundle, Field, FieldEvidence, Locator, Wrapper
from pagekin.wrappers.node_readings import text_of
from pagekin.wrappers.sampling import random_sample

PAGE = "page"  # the bundle whose one instance is the page
_EXAMPLES_KEPT = 3
_MAX_EXAMPLE = 200
_LOCATORS = 3  # of a bundle's instances: the best, and two to fall back on
_AS_GOOD = 0.1  # two ways to find rows whose scores differ by less are both possible
_TYPED = 500  # readings from which the type is inferred
_PLAIN_NAMES = {"tr": "row", "li": "item", "dd": "item"}

__all__ = ["Example", "FieldDoubt", "Learned", "LocatorChoice", "choices", "induce", "learn"]


@dataclass(frozen=True, slots=True)
class LocatorChoice:
    """A way to find a field, and what it would select on each page."""

    locator: Locator
    selects: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class FieldDoubt:
    """A field whose examples allow several ways to find it that find different things; the first was taken."""

    field: str
    places: int  # where the value stands on the sample; 0: it is about the rows of a bundle
    options: tuple[LocatorChoice, ...]
    taken: int = 1  # the number of the option


@dataclass(frozen=True, slots=True)
class Learned:
    """A wrapper, and what is in doubt about it."""

    wrapper: Wrapper
    doubts: tuple[FieldDoubt, ...] = ()


def induce(pages: Sequence[Page], examples: Sequence[Example]) -> Wrapper:
    """Learn a wrapper from examples; all pages should be of one template, in any order."""
    return learn(pages, examples).wrapper


def learn(
    pages: Sequence[Page], examples: Sequence[Example], choose: Mapping[str, int] | None = None
) -> Learned:
    """Learn a wrapper from examples, and say where another one would do as well.

    Fields whose examples repeat together become a bundle of their own, all others belong to the page. `choose` has
    the number of the option that is wanted for some fields.
    """
    choose = choose or {}
    pages, places = _in_order(pages, examples)
    doubts: list[FieldDoubt] = []
    shown: dict[str, list[LocatedExample]] = {}
    for example in examples:
        shown.setdefault(example.field, []).append(locate(pages, _moved(example, places)))
    learner = FieldLearner(pages)
    bundles: list[Bundle] = []
    for region in regions_of(shown):
        ways, doubt = _rows(region, pages, learner, choose, places)
        bundle = repeated_bundle(region, shown, pages, learner, ways=ways, choose=choose)
        if bundle is not None:
            bundles.append(bundle)
            doubts += [doubt] if doubt else []
            inside = {field.name for field in bundle.fields}
            shown = {name: found for name, found in shown.items() if name not in inside}
    if shown:
        readers = [PageReader(page) for page in pages]
        fields = []
        for name, found in shown.items():
            learned = learner.learn(name, found)
            doubt = _doubt(name, learned, found, places)
            if name in choose:
                learned, doubt = _chosen(learned, doubt, name, choose[name])
            if doubt:
                doubts.append(doubt)
            fields.append(field_of(name, learned, readers))
        bundles.insert(0, Bundle(PAGE, tuple(fields)))
    return Learned(Wrapper(tuple(bundles)), tuple(doubts))


def _rows(
    region: Region,
    pages: Sequence[Page],
    learner: FieldLearner,
    choose: Mapping[str, int],
    places: Sequence[int],
) -> tuple[list[InstanceWay], FieldDoubt | None]:
    """Return the ways to find the rows of a bundle, the wanted one first, and whether another is as good."""
    ways = instance_ways(region, pages, learner.common)
    options = different_ways(ways)
    name = _bundle_name(region.instances[0])
    number = choose.get(name, 1)
    if not 1 <= number <= max(len(options), 1):
        raise UsageError(_no_choice(name, number, len(options)))
    is_open = len(options) > 1 and options[0].score - options[1].score < _AS_GOOD
    if not is_open and name not in choose:
        return ways, None
    taken = options[number - 1]
    shown = tuple(
        LocatorChoice(way.locator, tuple(tuple(map(text_of, way.found[at])) for at in places))
        for way in options
    )
    same = [way for way in ways if way.found == taken.found]
    return same, FieldDoubt(name, 0, shown, number)


def _doubt(
    name: str, learned: LearnedField, shown: Sequence[LocatedExample], places: Sequence[int]
) -> FieldDoubt | None:
    """Return the ways to find a field that find different things on these pages, None if there is one."""
    if any(example.given is not None for example in shown):
        return None
    ways = ways_of(learned)
    if len(ways) < 2:
        return None
    options = tuple(
        LocatorChoice(way.locator, tuple(way.found[place] for place in places)) for way in ways
    )
    standing = {
        target.element if target.element is not None else target.data_path
        for target in shown[0].targets
        if target.text == shown[0].value
    }
    return FieldDoubt(name, len(standing), options)


def _chosen(
    learned: LearnedField, doubt: FieldDoubt | None, name: str, number: int
) -> tuple[LearnedField, FieldDoubt | None]:
    """Return a field by the option of a number."""
    ways = ways_of(learned)
    if not 1 <= number <= len(ways):
        raise UsageError(_no_choice(name, number, len(ways)))
    if number > 1:
        learned = replace(learned, trials=(ways[number - 1],))
    return learned, replace(doubt, taken=number) if doubt else None


def _no_choice(name: str, number: int, there: int) -> str:
    are = "is 1" if there == 1 else f"are {there}"
    return f"{name}: there is no choice {number}; there {are} for these examples"


def choices(pages: Sequence[Page], examples: Sequence[Example]) -> list[LocatorChoice]:
    """Return all ways to find the field of some examples, ranked; `induce` would take the first."""
    pages, places = _in_order(pages, examples)
    shown = [locate(pages, _moved(example, places)) for example in examples]
    learned = FieldLearner(pages).learn(examples[0].field, shown)
    trials = dict.fromkeys([learned.trials[0], *learned.ranked])
    return [
        LocatorChoice(trial.locator, tuple(trial.found[place] for place in places))
        for trial in trials
    ]


def _in_order(
    pages: Sequence[Page], examples: Sequence[Example]
) -> tuple[Sequence[Page], Sequence[int]]:
    """Return the pages sorted by URL, and the new number of each.

    The order in which they are given, often that of their arrival, must not matter.
    """
    if not pages or not examples:
        raise UsageError("learning by example needs a page and an example")
    order = sorted(range(len(pages)), key=lambda number: (pages[number].url, pages[number].body))
    places = sorted(range(len(pages)), key=order.__getitem__)
    return [pages[number] for number in order], places


def _moved(example: Example, places: Sequence[int]) -> Example:
    if not 0 <= example.page < len(places):
        raise UsageError(f"{example.field}: there is no page number {example.page}")
    return replace(example, page=places[example.page])


def repeated_bundle(
    region: Region,
    shown: Mapping[str, Sequence[LocatedExample]],
    pages: Sequence[Page],
    learner: FieldLearner,
    *,
    ways: Sequence[InstanceWay] | None = None,
    choose: Mapping[str, int] | None = None,
) -> Bundle | None:
    """Learn the bundle of a region: its instances on all pages, then its fields from all instances.

    A field that no path inside the instances leads to is left out, and learned for the page instead.
    """
    if ways is None:
        ways = instance_ways(region, pages, learner.common)
    each = tuple(way.locator for way in ways[:_LOCATORS])
    if not each:
        return None
    found = _instances(region, each[0], pages)
    elements = [element for _, element in found]
    small_pages = [as_page(page, element) for page, element in found]
    inner = FieldLearner(small_pages)
    readers = [PageReader(page) for page in small_pages]
    fields = []
    for name in region.fields:
        places = placed(shown[name], region.instances) or ()
        own = [
            _shown_inside(example, instance, elements, small_pages) for example, instance in places
        ]
        try:
            learned = inner.learn(name, own)
        except UsageError:
            continue
        if choose and name in choose:
            learned, _ = _chosen(learned, None, name, choose[name])
        field = field_of(name, learned, readers)
        locators = tuple(replace(at, path=relative(at.path)) for at in field.locators)
        fields.append(replace(field, locators=locators))
    if not fields:
        return None
    has_all = all(_finds_any(each[0], page) for page in pages)
    return Bundle(_bundle_name(elements[0]), tuple(fields), each, optional=not has_all)


def _shown_inside(
    example: LocatedExample,
    instance: etree._Element,
    instances: Sequence[etree._Element],
    small_pages: Sequence[Page],
) -> LocatedExample:
    """Return an example as one on the page made of its instance; one given by a path keeps its path."""
    number = instances.index(instance)
    if example.pointed or example.given is not None:
        return pointed_at(example, number, instance, small_pages[number].root)
    return locate(small_pages, Example(number, "", example.value))


def _instances(
    region: Region, each: Locator, pages: Sequence[Page]
) -> list[tuple[Page, etree._Element]]:
    """Return the instances with examples, then as many others as are worth looking at."""
    own = pages[region.page]
    found = [(own, instance) for instance in region.instances]
    finder = LocatorFinder(each)
    per_page = max(2, MAX_INSTANCES // len(pages))
    for page in pages:
        others = [place for place in finder.places(page.root) if not isinstance(place, str)]
        found.extend((page, place) for place in others[:per_page] if place not in region.instances)
    return found[:MAX_INSTANCES]


def _finds_any(locator: Locator, page: Page) -> bool:
    return bool(LocatorFinder(locator).places(page.root))


def _bundle_name(instance: etree._Element) -> str:
    """Name a bundle after the class of its instances, if that is a word, else after their tag."""
    for token in (instance.get("class") or "").split():
        if re.fullmatch(r"[A-Za-z][A-Za-z_-]{2,29}", token):
            return token
    tag = str(instance.tag)
    return _PLAIN_NAMES.get(tag, tag)


def field_of(name: str, learned: LearnedField, readers: Sequence[PageReader]) -> Field:
    """Return a field as it was learned."""
    locators = tuple(trial.locator for trial in learned.trials)
    return field_by(name, locators, readers, many=learned.many)


def field_by(
    name: str, locators: Sequence[Locator], readers: Sequence[PageReader], *, many: bool
) -> Field:
    """Return the field that locators find, with its type and what it has on the pages of the readers."""
    finders = [LocatorFinder(locator) for locator in locators]
    readings = [first_readings(finders, reader, reader.page.root, many=many) for reader in readers]
    flat = [reading for page in readings for reading in page]
    kind = infer_type(random_sample(flat, _TYPED), name)
    fitting = sum(
        all(read(kind, reading).misfit is None for reading in page) for page in readings if page
    )
    texts = dict.fromkeys(reading.text[:_MAX_EXAMPLE] for reading in flat)
    found = sum(map(bool, readings))
    return Field(
        name,
        kind,
        tuple(locators),
        many=many,
        optional=found < len(readers),
        seen=FieldEvidence(len(readers), found, fitting, tuple(texts)[:_EXAMPLES_KEPT]),
    )
