"""Records as rows of tables: one table a bundle, columns in the order of the wrapper.

A bundle of the page has the column `page`; one with several instances also `index`; one inside another
also the index of the instance around it, `product.index`. A field is a column with its text; each typed
attribute is one more: `price`, `price.amount`, `price.currency`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pagekin.output.cells import Scalar
from pagekin.output.destination import Destination
from pagekin.values.registry import type_named
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record
from pagekin.wrappers.unused_names import unused_name

Cell = Scalar | list[Scalar]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column that holds a field's text or one of its typed attributes."""

    name: str
    field: str
    attribute: str | None = None  # None: the text
    many: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A bundle's table: columns that say where a record belongs, then those of its fields."""

    name: str
    path: tuple[str, ...]  # the bundles from the page to this one
    places: tuple[str, ...]  # the names of the first columns: page, indexes
    columns: tuple[TableColumn, ...]

    @property
    def header(self) -> list[str]:
        """The names of all columns."""
        return [*self.places, *(column.name for column in self.columns)]


class Tables:
    """The tables of a wrapper; the first is the main one."""

    def __init__(self, wrapper: Wrapper) -> None:
        found = [table for bundle in wrapper.bundles for table in _tables(bundle, ())]
        self.all = tuple(_named_apart(found)) or (Table("page", ("page",), ("page",), ()),)
        self._numbers = {table.path: number for number, table in enumerate(self.all)}
        self._counted = {path for bundle in wrapper.bundles for path in _counted(bundle, ())}

    def files(self, destination: Destination) -> list[Path]:
        """Return the file of each table, for formats with one table a file."""
        return destination.files([table.name for table in self.all])

    def notes(self, destination: Destination) -> list[str]:
        """Return notes on where the tables other than the main one are, for such formats."""
        others = self.all[1:]
        if destination.is_stdout:
            return [
                f"{table.name} is a table of its own and left out here: write to a file"
                for table in others
            ]
        files = self.files(destination)[1:]
        return [f"{table.name} in {path}" for table, path in zip(others, files, strict=True)]

    def rows(self, page: str, record: Record) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the rows of a record and of those inside it, each with the number of its table."""
        yield from self._rows(record, (), [page])

    def _rows(
        self, record: Record, around: tuple[str, ...], places: list[Cell]
    ) -> Iterator[tuple[int, list[Cell]]]:
        path = (*around, record.bundle)
        here = [*places, record.index] if path in self._counted else places
        number = self._numbers.get(path)
        if number is not None:
            yield number, [*here, *(_cell(record, c) for c in self.all[number].columns)]
        for inner in record.nested:
            yield from self._rows(inner, path, here)


def _tables(bundle: Bundle, around: tuple[Bundle, ...]) -> Iterator[Table]:
    """Yield the tables of a bundle and of those inside it; one without fields has none."""
    line = (*around, bundle)
    if bundle.fields:
        places = ["page", *(f"{outer.name}.index" for outer in around if outer.each)]
        places += ["index"] if bundle.each else []
        columns = _apart([c for field in bundle.fields for c in _columns(field)], places)
        path = tuple(outer.name for outer in line)
        yield Table(bundle.name, path, tuple(places), tuple(columns))
    for inner in bundle.bundles:
        yield from _tables(inner, line)


def _columns(field: Field) -> Iterator[TableColumn]:
    yield TableColumn(field.name, field.name, many=field.many)
    for attribute in type_named(field.type).attributes:
        yield TableColumn(f"{field.name}.{attribute}", field.name, attribute, field.many)


def _counted(bundle: Bundle, around: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    path = (*around, bundle.name)
    if bundle.each:
        yield path
    for inner in bundle.bundles:
        yield from _counted(inner, path)


def _cell(record: Record, column: TableColumn) -> Cell:
    values = record.fields.get(column.field, ())
    name = column.attribute
    cells = [v.text if name is None else v.attributes.get(name) for v in values]
    if column.many:
        return cells
    return cells[0] if cells else None


def _apart(columns: Iterable[TableColumn], taken: Iterable[str]) -> Iterator[TableColumn]:
    """Yield the columns under unique names: a field may be called `page`."""
    names = set(taken)
    for column in columns:
        name = unused_name(column.name, names)
        names.add(name)
        yield TableColumn(name, column.field, column.attribute, column.many)


def _named_apart(tables: Iterable[Table]) -> Iterator[Table]:
    names: set[str] = set()
    for table in tables:
        name = unused_name(table.name, names)
        names.add(name)
        yield Table(name, table.path, table.places, table.columns)
