"""Wrappers by pointing: fields of which a person has pointed out one value, or several of a kind."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lxml import etree

from pagekin.dom.page import Page
from pagekin.errors import UsageError
from pagekin.wrappers.by_example.example_bundles import MAX_INSTANCES, Region, regions_of
from pagekin.wrappers.by_example.example_induction import PAGE, field_by, repeated_bundle
from pagekin.wrappers.by_example.examples import LocatedExample
from pagekin.wrappers.by_example.field_learning import FieldLearner
from pagekin.wrappers.by_example.pointed_lists import (
    MAX_WAYS,
    are_of_one_kind,
    generalising,
    list_ways,
)
from pagekin.wrappers.by_example.preceding_texts import row_label
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.field_places import places_of
from pagekin.wrappers.locator_finder import PageReader, finder_of
from pagekin.wrappers.model import Bundle, Field, Locator, Wrapper
from pagekin.wrappers.node_readings import single_spaced, text_of
from pagekin.wrappers.xpath_steps import text_steps

_MAX_PLACES = 200  # of a list that show which instances a bundle has

_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type


@dataclass(frozen=True, slots=True)
class PointedPlace:
    """What a person pointed at: an element of a page, one of its texts (from 1), or one of its attributes."""

    page: int
    element: _Element
    text: int = 0
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class PointedField:
    """A field with the places that were pointed at, in any order, and the way to find it that was chosen."""

    name: str
    places: tuple[PointedPlace, ...]
    choice: str = ""  # the path of a way; "" is the best
    alone: bool = False  # it is one value of the page, whatever repeats around it


@dataclass(frozen=True, slots=True)
class PointedWay:
    """A way to find a field, and how many values it finds on each page."""

    locators: tuple[Locator, ...]
    many: bool
    counts: tuple[int, ...]
    places: tuple[_Element, ...] = ()  # of a list, on the page with the places pointed at

    @property
    def path(self) -> str:
        """The path of the first locator, by which the way is known."""
        return self.locators[0].path


class PointingLearner:
    """A learner of fields that are pointed at, on pages of one template; it remembers what it has learned."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = pages
        self._ways: dict[tuple[str, tuple[PointedPlace, ...]], tuple[PointedWay, ...]] = {}
        self._bundles: dict[tuple[PointedField, ...], Bundle | None] = {}

    @cached_property
    def _learner(self) -> FieldLearner:
        return FieldLearner(self._pages)

    @cached_property
    def _readers(self) -> list[PageReader]:
        return [PageReader(page) for page in self._pages]

    def are_of_one_kind(self, one: PointedPlace, other: PointedPlace) -> bool:
        """Return whether two places belong to one field rather than to two."""
        return are_of_one_kind(_example(one), _example(other), self._learner.common)

    def label_of(self, place: PointedPlace) -> str:
        """Return the label that the page gives to a place, "" if none."""
        target = _example(place).targets[0]
        return row_label(place.element, target.suffix, self._learner.common)

    def value_at(self, place: PointedPlace) -> str:
        """Return the text of a place, "" if it has none."""
        return _target(place).text

    def ways(self, field: PointedField) -> tuple[PointedWay, ...]:
        """Return the ways to find a field, the best first, each of which finds something else."""
        key = field.name, field.places
        if key not in self._ways:
            shown = [_example(place) for place in _in_document_order(field.places)]
            pages = [example.page for example in shown]
            is_list = len(set(pages)) < len(pages)
            learn = self._ways_to_list if is_list else self._ways_to_value
            self._ways[key] = tuple(learn(field.name, shown))
        return self._ways[key]

    def way(self, field: PointedField) -> PointedWay:
        """Return the way that was chosen for a field, or the best."""
        ways = self.ways(field)
        return next((way for way in ways if way.path == field.choice), ways[0])

    def wrapper(self, fields: Sequence[PointedField], known: Sequence[Bundle] = ()) -> Wrapper:
        """Return the wrapper of some fields: those that repeat together are a bundle of their own.

        What stands in the instances of a bundle that is known already is a part of that one.
        """
        left = {field.name: field for field in fields}
        bundles: list[Bundle] = []
        for one in known:
            more = self._within(one, list(left.values()))
            if more is not None:
                bundles.append(more)
                inside = {field.name for field in more.fields}
                left = {name: field for name, field in left.items() if name not in inside}
        joining = {name: self._all_shown(one) for name, one in left.items() if not one.alone}
        for region in regions_of(joining):
            bundle = self._bundle(region, [left[name] for name in region.fields])
            if bundle is not None:
                bundles.append(bundle)
                left = {name: left[name] for name in left if name not in region.fields}
        if left:
            bundles.insert(0, Bundle(PAGE, tuple(map(self._field, left.values()))))
        return Wrapper(tuple(bundles))

    def _ways_to_list(self, name: str, shown: Sequence[LocatedExample]) -> list[PointedWay]:
        if len({example.targets[0].suffix for example in shown}) > 1:
            raise UsageError(f"{name}: these are parts of different kinds, which no list has")
        ways = list_ways(self._pages, name, shown, self._learner.common)
        if not ways:
            raise UsageError(f"{name}: no path leads to all of what was clicked")
        home = _home(shown)
        return [
            PointedWay(way.locators, many=True, counts=tuple(map(len, way.found)), places=way.found[home])
            for way in ways
        ]  # fmt: skip

    def _ways_to_value(self, name: str, shown: Sequence[LocatedExample]) -> list[PointedWay]:
        learned = self._learner.learn_one(name, shown)
        found = tuple(learned.found(page) for page in range(len(self._pages)))
        ways = {found: [trial.locator for trial in learned.trials]}
        for trial in learned.ranked:
            same = ways.setdefault(trial.found, [])
            if trial.found != found and trial.locator.anchor not in {at.anchor for at in same}:
                same.append(trial.locator)
        general = generalising(list(ways))
        general.sort(key=lambda texts: self._unlike(ways[texts], shown))  # stable: else as learned
        return [
            PointedWay(tuple(ways[texts]), many=False, counts=tuple(map(len, texts)))
            for texts in general[:MAX_WAYS]
        ]

    def _unlike(self, locators: Sequence[Locator], shown: Sequence[LocatedExample]) -> int:
        """Return on how many pages locators find an element unlike those that they find where it was shown.

        Where a value is missing, a path that counts finds the one that stands there instead.
        """
        pages = {example.page for example in shown}
        found = [self._first_found(locators, page) for page in self._pages]
        models = [element for page in pages if (element := found[page]) is not None]
        return sum(
            element is not None and not any(_are_alike(element, model) for model in models)
            for element in found
            if models
        )

    def _first_found(self, locators: Sequence[Locator], page: Page) -> _Element | None:
        field = Field("", "text", tuple(locators))
        [places] = places_of(page, Wrapper((Bundle("", (field,)),))).values()
        return places[0].element if places else None

    def _all_shown(self, field: PointedField) -> list[LocatedExample]:
        """Return the examples of a field; of a list, all that was found on the page where it was pointed at."""
        shown = [_example(place) for place in _in_document_order(field.places)]
        way = self.way(field)
        if not way.many:
            return shown
        home = _home(shown)
        first = next(place for place in field.places if place.page == home)
        alike = (replace(first, element=element) for element in way.places[:_MAX_PLACES])
        return [example for place in alike if (example := _example(place)).value]

    def _within(self, known: Bundle, fields: Sequence[PointedField]) -> Bundle | None:
        """Return the part of a known bundle that fields in its instances make up, None if there are none."""
        for page in dict.fromkeys(place.page for field in fields for place in field.places):
            instances = _instances(known, self._pages[page])
            inside = [field for field in fields if _are_in(field, page, instances)]
            parent = instances[0].getparent() if len(instances) > 1 else None
            if inside and parent is not None:
                region = Region(page, parent, instances, tuple(field.name for field in inside))
                bundle = self._bundle(region, inside)
                if bundle is not None:
                    return replace(bundle, name=known.name, id=known.id, each=known.each)
        return None

    def _bundle(self, region: Region, fields: Sequence[PointedField]) -> Bundle | None:
        key = tuple(fields)
        if key not in self._bundles:
            shown = {
                field.name: [_example(place) for place in _in_document_order(field.places)]
                for field in fields
            }
            whole = replace(region, complete=True)
            bundle = repeated_bundle(whole, shown, self._pages, self._learner)
            is_whole = bundle is not None and len(bundle.fields) == len(fields)
            self._bundles[key] = bundle if is_whole else None
        return self._bundles[key]

    def _field(self, field: PointedField) -> Field:
        way = self.way(field)
        return field_by(field.name, way.locators, self._readers, many=way.many)


def _instances(bundle: Bundle, page: Page) -> tuple[_Element, ...]:
    """Return the instances of a bundle on a page, none if the page itself is its only one."""
    for locator in bundle.each:
        finder = finder_of(locator)
        places = finder.places(page.root) if finder else ()
        found = tuple(place for place in places if not isinstance(place, str))
        if found:
            return found[:MAX_INSTANCES]
    return ()


def _are_in(field: PointedField, page: int, instances: Sequence[_Element]) -> bool:
    """Return whether all places of a field are in instances, each in one of its own."""
    around = set(instances)
    homes = [
        next((e for e in (place.element, *place.element.iterancestors()) if e in around), None)
        for place in field.places
        if place.page == page
    ]
    return len(set(homes) - {None}) == len(field.places) and not field.alone


def _are_alike(one: _Element, other: _Element) -> bool:
    """Return whether two elements have the same tag, and a class in common if either has any."""
    classes = [set((element.get("class") or "").split()) for element in (one, other)]
    return one.tag == other.tag and (classes[0] == classes[1] or bool(classes[0] & classes[1]))


def _home(shown: Sequence[LocatedExample]) -> int:
    """Return the page with the most examples, the first of them."""
    pages = [example.page for example in shown]
    return max(pages, key=pages.count)


def _in_document_order(places: Sequence[PointedPlace]) -> list[PointedPlace]:
    numbers: dict[_Element, int] = {}
    for root in {place.element.getroottree().getroot() for place in places}:
        wanted = {place.element for place in places}
        numbers |= {element: n for n, element in enumerate(root.iter("*")) if element in wanted}
    return sorted(places, key=lambda place: (place.page, numbers[place.element], place.text))


def _example(place: PointedPlace) -> LocatedExample:
    """Return a place as an example; a UsageError if there is nothing to take."""
    target = _target(place)
    if not target.text:
        raise UsageError("there is nothing to take: it has no text")
    return LocatedExample(place.page, target.text, (target,), pointed=True)


def _target(place: PointedPlace) -> ValuePlace:
    element = place.element
    if place.attribute:
        text = single_spaced(element.get(place.attribute, ""))
        return ValuePlace(element, f"/@{place.attribute}", text)
    if place.text:
        texts = text_steps(element)
        raw = texts[place.text - 1][1] if place.text <= len(texts) else ""
        return ValuePlace(element, f"/text()[normalize-space()][{place.text}]", single_spaced(raw))
    return ValuePlace(element, "", text_of(element))
