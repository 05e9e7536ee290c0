"""The main table of a set of pages, as `pagekin get` would write it, and what a person would not want in it."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pagekin.dom.page import Page
from pagekin.output.cells import as_text
from pagekin.output.tables import Cell, Tables
from pagekin.values import Value
from pagekin.wrappers import Wrapper, by_itself
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.main_table import main_bundle, main_fields

Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class MainColumn:
    """A column: what the header says, and the values of each row."""

    name: str
    type: str
    many: bool
    rows: tuple[Values, ...]
    cells: tuple[Cell, ...] = ()  # of the same rows, as files have them

    @property
    def texts(self) -> list[list[str]]:
        """The texts of each row, without those that do not fit the column's type."""
        return [[value.text for value in row if not value.misfit] for row in self.rows]

    @property
    def written(self) -> list[list[str]]:
        """The texts of each row as files have them: dates in ISO 8601, without a label in front."""
        return [_texts(cell) for cell in self.cells]


@dataclass(frozen=True, slots=True)
class MainTable:
    """The columns of a table, all with the same number of rows."""

    columns: tuple[MainColumn, ...]
    wrapper: Wrapper

    def first(self, number: int) -> "MainTable":
        """Return the table with its first so many columns."""
        return MainTable(self.columns[:number], self.wrapper)

    def unwanted(self) -> list[str]:
        """Return what a person would not want: columns that are empty, rare, or say what another says."""
        told: dict[tuple[tuple[str, ...], ...], str] = {}
        found = []
        for column in self.columns:
            filled = sum(any(texts) for texts in column.texts)
            content = tuple(tuple(texts) for texts in column.written)
            if not filled:
                found.append(f"{column.name}: empty")
            elif filled < 0.1 * len(column.rows):
                found.append(f"{column.name}: {filled} of {len(column.rows)} rows")
            elif content in told:
                found.append(f"{column.name}: the same as {told[content]}")
            else:
                told[content] = column.name
        return found


def main_table(learned_from: Sequence[Page], rows: Iterable[Page]) -> MainTable:
    """Learn from some pages, and return the table of others."""
    wrapper = by_itself.induce(learned_from)
    bundle = main_bundle(wrapper)
    if bundle is None:
        return MainTable((), wrapper)
    fields = {field.name: field for field in main_fields(bundle)}
    extractor = Extractor(Wrapper((bundle,)))
    records = [extractor.extract(page).records[0] for page in rows]
    table = Tables(wrapper).main[0]
    cells = list(zip(*map(table.cells, records), strict=True))
    return MainTable(
        tuple(
            MainColumn(
                column.name,
                column.type,
                column.many,
                tuple(record.fields[column.field] for record in records),
                cells[number],
            )
            for number, column in enumerate(table.columns)
            if column.field in fields and column.attribute is None
        ),
        wrapper,
    )


def _texts(cell: Cell) -> list[str]:
    parts = cell if isinstance(cell, list) else [cell]
    return [as_text(part) for part in parts if part is not None]


def is_set_aside(site: str) -> bool:
    """Return whether nobody looks at a site while rules are made: half of them, by the hash of the name."""
    return hashlib.sha256(site.encode()).digest()[0] % 2 == 1
