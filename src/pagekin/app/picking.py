"""Fields picked by clicking: what a click on a page means, and the wrapper that clicks amount to.

As in the eShopmonitor paper a second value of the same kind generalises the first, and the same one clicked
twice stays alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lxml import etree

from pagekin.app.coverage import Coverage
from pagekin.app.field_editing import ListedField, dropped, joined, listed_fields
from pagekin.app.pick_draft import DraftField, Pick, PickDraft, as_said, changed
from pagekin.app.picked_fields import FieldShown, PickingShown, WayShown
from pagekin.dom import Page
from pagekin.errors import UsageError
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example.pointing import (
    PointedField,
    PointedPlace,
    PointedWay,
    PointingLearner,
)
from pagekin.wrappers.by_itself.field_naming import element_name, part_names
from pagekin.wrappers.field_places import ShownPlace, places_of
from pagekin.wrappers.node_readings import text_of
from pagekin.wrappers.record import Record, has_values
from pagekin.wrappers.unused_names import unused_name

ATTRIBUTES = ("href", "src", "alt", "title", "datetime", "value", "content")
_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type
_KNOWN_WRAPPERS = 8  # of which the records are remembered: the last few drafts
_SHORT = 80  # characters of a value that are shown


class Picking:
    """Some pages of a class, on which fields are picked; `wrapper` has the fields that there are already."""

    def __init__(self, pages: Sequence[Page], wrapper: Wrapper | None = None) -> None:
        if not pages:
            raise UsageError("there is no page to pick from")
        self.pages = tuple(pages)
        self._base = wrapper or Wrapper(())
        self._learner = PointingLearner(self.pages)
        self._known: dict[Wrapper, _MinedPages] = {}

    @cached_property
    def _elements(self) -> list[list[_Element]]:
        return [elements_of(page) for page in self.pages]

    @cached_property
    def _numbers(self) -> list[dict[_Element, int]]:
        return [{e: number for number, e in enumerate(some)} for some in self._elements]

    @cached_property
    def _part_names(self) -> frozenset[str]:
        return part_names(self.pages[0].root)

    def taken(self, draft: PickDraft, pick: Pick) -> tuple[PickDraft, str]:
        """Return what a click makes of a draft, and what to tell the person."""
        place = self._place(pick)
        name = self._suggested(draft, place)
        self._check(DraftField(name, (pick,)))
        selected = draft.field(draft.selected)
        if draft.adding and draft.selected:
            return self._shown_again(draft, pick)
        if selected and pick in selected.picks:
            return self._clicked_again(draft, selected)
        if selected and self._learner.are_of_one_kind(self._place(selected.picks[0]), place):
            return self._generalised(draft, selected, pick)
        owner = self._owner(draft, pick)
        if owner:
            return replace(draft, selected=owner), f"This is “{owner}” already."
        field = DraftField(name, (pick,))
        return draft.having(field), f"New field “{name}”: {_short(self._value(pick))}"

    def wrapper(self, draft: PickDraft) -> Wrapper:
        """Return the wrapper that a draft amounts to: what there was, as it was changed, and what was picked."""
        base = self.kept(draft)
        if not draft.fields:
            return base
        pointed = [self._pointed(field) for field in draft.fields]
        learned = self._learner.wrapper(pointed, [bundle for bundle in base.bundles if bundle.each])
        for entry in listed_fields(base):
            if draft.field(entry.field.name) and not _stays(entry, base, learned):
                base = dropped(base, ".".join((*entry.path, entry.field.name)))
        return joined(base, as_said(learned, draft))

    def kept(self, draft: PickDraft) -> Wrapper:
        """Return the fields that there were already, as a draft changes them."""
        return changed(self._base, draft)

    def shown(self, draft: PickDraft, page: int) -> PickingShown:
        """Return all fields as they are on one of the pages, and how they fare on all."""
        wrapper = self.wrapper(draft)
        mined = self._mined(wrapper)
        places = places_of(self.pages[page], wrapper)
        names = {(entry.path, entry.field.name): entry.name for entry in listed_fields(wrapper)}
        bundles = []
        for path, bundle in _all_bundles(wrapper.bundles, ()):
            fields = []
            for field in bundle.fields:
                shown = FieldShown(
                    names[path, field.name],
                    field,
                    mined.coverage.fields[bundle.name, field.name],
                    tuple(self._numbered(page, places.get((bundle.id, field.id), []))),
                    tuple(_values(mined.records[page], bundle.name, field.name)),
                )
                fields.append(self._with_pick(shown, draft.field(field.name), page))
            bundles.append((bundle, tuple(fields)))
        return PickingShown(tuple(bundles), len(self.pages))

    def places_of_way(
        self, draft: PickDraft, name: str, path: str, page: int
    ) -> list[tuple[int, int]]:
        """Return where one of the ways to find a picked field would find it on a page."""
        field = draft.field(name)
        if field is None:
            raise UsageError(f"no field “{name}” was picked")
        way = self._learner.way(self._pointed(replace(field, choice=path)))
        alone = Bundle(name, (Field(name, "text", way.locators, many=way.many),))
        [places] = places_of(self.pages[page], Wrapper((alone,))).values()
        return self._numbered(page, places)

    def wider(self, pick: Pick) -> Pick:
        """Return the element around what was clicked, the next one that holds more."""
        element = self._place(pick).element
        if pick.text or pick.attribute:
            return Pick(pick.page, pick.node)
        text = text_of(element)
        for around in element.iterancestors():
            if around.tag in {"body", "html"}:
                break
            if text_of(around) != text:
                return Pick(pick.page, self._numbers[pick.page][around])
        raise UsageError("there is nothing around it but the page")

    def _clicked_again(self, draft: PickDraft, field: DraftField) -> tuple[PickDraft, str]:
        if len(field.picks) > 1:
            return draft, f"This is “{field.name}” already."
        alone = draft.having(replace(field, alone=True))
        return alone, f"“{field.name}” is this one value on each page, and no others."

    def _generalised(
        self, draft: PickDraft, field: DraftField, pick: Pick
    ) -> tuple[PickDraft, str]:
        wider = replace(field, picks=(*field.picks, pick), choice="", alone=False)
        if self._finds(field, pick):
            return replace(draft, selected=field.name), f"“{field.name}” has this one already."
        self._check(wider)
        way = self._learner.way(self._pointed(wider))
        count = way.counts[pick.page]
        told = f"“{field.name}” is found {count:,} times here." if way.many else (
            f"“{field.name}” is found on {sum(map(bool, way.counts)):,} of {len(self.pages):,} pages."
        )  # fmt: skip
        return draft.having(wider), told

    def _shown_again(self, draft: PickDraft, pick: Pick) -> tuple[PickDraft, str]:
        """Take a click as one more value of the selected field, or as the new place of a known one."""
        field = draft.field(draft.selected)
        if field is None:
            again = DraftField(draft.selected.rpartition(".")[2], (pick,))
            return draft.having(again), f"“{again.name}” is here from now on."
        if pick in field.picks:
            return self._clicked_again(draft, field)
        wider = replace(field, picks=(*field.picks, pick), choice="", alone=False)
        self._check(wider)
        return draft.having(wider), f"“{field.name}” has {len(wider.picks)} examples."

    def _check(self, field: DraftField) -> None:
        """Raise a UsageError if no path leads to all that was clicked."""
        self._learner.ways(self._pointed(field))

    def _finds(self, field: DraftField, pick: Pick) -> bool:
        way = self._learner.way(self._pointed(field))
        element = self._place(pick).element
        return way.many and pick.page == field.picks[0].page and element in way.places

    def _owner(self, draft: PickDraft, pick: Pick) -> str:
        """Return the name of the field that finds what was clicked, "" if none does."""
        if pick.attribute:
            return ""
        shown = self.shown(draft, pick.page).fields
        spot = pick.node, pick.text
        return next((field.name for field in shown if spot in field.places), "")

    def _suggested(self, draft: PickDraft, place: PointedPlace) -> str:
        label = self._learner.label_of(place)
        name = element_name(place.element, label, self._part_names) or "field"
        taken = {entry.field.name for entry in listed_fields(self.kept(draft))}
        return unused_name(name, taken | {field.name for field in draft.fields})

    def _place(self, pick: Pick) -> PointedPlace:
        if not 0 <= pick.page < len(self.pages):
            raise UsageError(f"there is no page number {pick.page}")
        elements = self._elements[pick.page]
        if not 0 <= pick.node < len(elements) or pick.text < 0:
            raise UsageError(
                f"there is no element number {pick.node} on {self.pages[pick.page].url}"
            )
        if pick.attribute and pick.attribute not in ATTRIBUTES:
            raise UsageError(f"the attribute {pick.attribute!r} cannot be taken")
        return PointedPlace(pick.page, elements[pick.node], pick.text, pick.attribute)

    def _pointed(self, field: DraftField) -> PointedField:
        places = tuple(map(self._place, field.picks))
        return PointedField(field.name, places, field.choice, field.alone)

    def _value(self, pick: Pick) -> str:
        return self._learner.value_at(self._place(pick))

    def _mined(self, wrapper: Wrapper) -> "_MinedPages":
        if wrapper not in self._known:
            if len(self._known) >= _KNOWN_WRAPPERS:
                self._known.clear()
            self._known[wrapper] = _mined(wrapper, self.pages)
        return self._known[wrapper]

    def _with_pick(self, shown: FieldShown, picked: DraftField | None, page: int) -> FieldShown:
        """Add what is known of a field that was picked."""
        if picked is None:
            return shown
        pointed = self._pointed(picked)
        chosen = self._learner.way(pointed)
        ways = (_way_shown(way, page, chosen) for way in self._learner.ways(pointed))
        element = pointed.places[0].element
        attributes = tuple(name for name in ATTRIBUTES if (element.get(name) or "").strip())
        return replace(shown, picked=picked, ways=tuple(ways), attributes=attributes)

    def _numbered(self, page: int, places: Sequence[ShownPlace]) -> list[tuple[int, int]]:
        numbers = self._numbers[page]
        return [(numbers[place.element], place.text) for place in places]


def _stays(entry: ListedField, base: Wrapper, learned: Wrapper) -> bool:
    """Return whether a field that was picked anew is in the bundle that it was in."""
    if len(entry.path) > 1:
        return False
    was = next(bundle for bundle in base.bundles if bundle.name == entry.path[0])
    homes = [b for b in learned.bundles if any(f.name == entry.field.name for f in b.fields)]
    return any(home.each == was.each for home in homes)


def elements_of(page: Page) -> list[_Element]:
    """Return the elements of a page in their order: their places in this list are their numbers."""
    return list(page.root.iter("*"))


def _way_shown(way: PointedWay, page: int, chosen: PointedWay) -> WayShown:
    pages = sum(map(bool, way.counts))
    return WayShown(way.path, way.counts[page], sum(way.counts), pages, way is chosen)


@dataclass(frozen=True, slots=True)
class _MinedPages:
    coverage: Coverage
    records: tuple[tuple[Record, ...], ...]  # of each page


def _mined(wrapper: Wrapper, pages: Sequence[Page]) -> _MinedPages:
    extractor, coverage = Extractor(wrapper), Coverage(wrapper, keep=0)
    mined = []
    for page in pages:
        records = tuple(filter(has_values, extractor.extract(page).records))
        coverage.add(page.url, records)
        mined.append(records)
    return _MinedPages(coverage, tuple(mined))


def _values(records: Sequence[Record], bundle: str, field: str) -> Iterator[str]:
    for record in records:
        if record.bundle == bundle:
            yield from (_short(value.text) for value in record.fields.get(field, ()))
        yield from _values(record.nested, bundle, field)


def _all_bundles(
    bundles: Sequence[Bundle], around: tuple[str, ...]
) -> list[tuple[tuple[str, ...], Bundle]]:
    found = []
    for bundle in bundles:
        path = (*around, bundle.name)
        found += [(path, bundle), *_all_bundles(bundle.bundles, path)]
    return found


def _short(text: str) -> str:
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 1]}…"
