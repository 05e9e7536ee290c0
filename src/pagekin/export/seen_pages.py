"""Pages read once more, field by field, with what each value was read from: to see what an export keeps of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from pagekin.dom import Page
from pagekin.export.item_layout import PAGE, ItemField, ItemLayout, ItemList
from pagekin.export.value_reading import ReadingChoice, SeenValue, chosen_reading
from pagekin.values import read
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader, first_readings

Choices = Mapping[str, ReadingChoice]  # by the name of the field, with the lists around it


@dataclass(frozen=True, slots=True)
class SeenRecord:
    """The values of a page, or of one instance of a bundle, by the names of their fields."""

    values: dict[str, list[SeenValue]]
    many: frozenset[str]
    inner: dict[str, list["SeenRecord"]]

    def item(self, choices: Choices, around: str = "") -> dict[str, Any]:
        """Return the record as the exported project has it."""
        item: dict[str, Any] = {}
        for key, seen in self.values.items():
            contents = [choices[f"{around}{key}"].item(one) for one in seen]
            item[key] = contents if key in self.many else next(iter(contents), None)
        for key, records in self.inner.items():
            item[key] = [record.item(choices, f"{around}{key}.") for record in records]
        return item

    def all_values(self, around: str = "") -> Iterable[tuple[str, SeenValue]]:
        """Yield all values with the names of their fields."""
        for key, seen in self.values.items():
            yield from ((f"{around}{key}", one) for one in seen)
        for key, records in self.inner.items():
            for record in records:
                yield from record.all_values(f"{around}{key}.")


def seen_record(page: Page, layout: ItemLayout) -> SeenRecord:
    """Read a page."""
    return _record(PageReader(page), page.root, layout.fields, layout.lists)


def page_item(page: Page, record: SeenRecord, choices: Choices) -> dict[str, Any]:
    """Return the item of a page as the exported project yields it."""
    return {PAGE: page.url} | record.item(choices)


def choices_for(layout: ItemLayout, records: Iterable[SeenRecord]) -> dict[str, ReadingChoice]:
    """Choose a function for each field, by the values that were seen."""
    seen: dict[str, list[SeenValue]] = {name: [] for name, _ in layout.all_fields()}
    for record in records:
        for name, value in record.all_values():
            seen[name].append(value)
    return {name: chosen_reading(one.field.type, seen[name]) for name, one in layout.all_fields()}


def _record(
    reader: PageReader,
    node: etree._Element,
    fields: Sequence[ItemField],
    lists: Sequence[ItemList],
) -> SeenRecord:
    return SeenRecord(
        {one.key: _values(reader, node, one) for one in fields},
        frozenset(one.key for one in fields if one.field.many),
        {
            one.key: [_record(reader, inner, one.fields, one.lists) for inner in _each(node, one)]
            for one in lists
        },
    )


def _values(reader: PageReader, node: etree._Element, one: ItemField) -> list[SeenValue]:
    finders = map(LocatorFinder, one.field.locators)
    readings = first_readings(finders, reader, node, many=one.field.many)
    return [SeenValue(reading, read(one.field.type, reading)) for reading in readings]


def _each(node: etree._Element, one: ItemList) -> list[etree._Element]:
    if not one.bundle.each:
        return [node]
    for locator in one.bundle.each:
        places = LocatorFinder(locator).places(node)
        elements = [place for place in places if not isinstance(place, str)]
        if elements:
            return elements
    return []
