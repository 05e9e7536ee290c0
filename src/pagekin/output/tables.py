"""Records as rows of tables: one table a bundle, columns in the order of the wrapper.

The main table has the column `url`, then one for each field: a number, a date, an address, else the text as it
stands on the page. Amounts of money share the column `currency`. A bundle with several instances has `index`,
too, the key of the page (`product.sku`), and the index of the instance around it (`variant.index`).
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from pagekin.output.cells import MANY, Scalar, as_text
from pagekin.output.destination import Destination
from pagekin.output.layout import Layout
from pagekin.values import Reading, Value, read
from pagekin.values.registry import type_named
from pagekin.values.value_type import ValueType
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.main_table import main_fields
from pagekin.wrappers.record import Record
from pagekin.wrappers.unused_names import unused_name

Cell = Scalar | list[Scalar]

CURRENCY = "currency"
BREADCRUMBS = "breadcrumbs"
_TRAIL = " > "
_ADDRESS = "href"  # of a link
_TEXT = "text"  # besides the attributes of a type, where its text is not the cell
_NAMED = 4  # columns to name of a table that is left out


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column that holds a field's values or one of their attributes."""

    name: str
    field: str
    type: str
    attribute: str | None = None  # None: what stands for the value
    many: bool = False
    cell: str = ""  # the attribute that stands for the value, if it is not the text
    lead: str = ""  # template text that is left out in front of texts

    @property
    def is_extra(self) -> bool:
        """Whether its cells are what some values have besides what stands for them."""
        return self.attribute is not None and self.field != CURRENCY

    @property
    def between(self) -> str:
        """What stands between the values of a list where one cell has all of them."""
        if self.name == BREADCRUMBS:
            return _TRAIL
        return " " if self.type == "long_text" else MANY  # of paragraphs, a space

    @property
    def is_dated(self) -> bool:
        """Whether its cells are days or moments."""
        return self.attribute is None and self.cell in {"date", "datetime"}

    @property
    def is_address(self) -> bool:
        """Whether its cells are addresses of the web."""
        return self.attribute is None and self.cell in {"href", "src"}

    @property
    def is_money(self) -> bool:
        """Whether its cells are amounts of money."""
        return self.attribute is None and _is_money(type_named(self.type))


@dataclass(frozen=True, slots=True)
class Table:
    """A bundle's table: columns that say where a record belongs, then those of its fields."""

    name: str
    path: tuple[str, ...]  # the bundles from the page to this one
    places: tuple[str, ...]  # the names of the first columns: url, key, indexes
    columns: tuple[TableColumn, ...]
    is_counted: bool = False  # its bundle has several instances
    is_main: bool = True

    @property
    def header(self) -> list[str]:
        """The names of all columns."""
        return [*self.places, *(column.name for column in self.columns)]

    def text(self, column: int, cell: Cell) -> str:
        """Return a cell of the column of a number as one text."""
        if not isinstance(cell, list):
            return as_text(cell)
        number = column - len(self.places)
        between = self.columns[number].between if number >= 0 else MANY
        if between == _TRAIL:  # signs that the page itself has between them
            return between.join(as_text(part).strip(" »›>/|·•→") for part in cell)
        return between.join(map(as_text, cell))

    def cells(self, record: Record) -> list[Cell]:
        """Return the cells of a record, one for each column."""
        currency = _currency(record, self.columns)
        return [_cell(record, column, currency) for column in self.columns]


class Tables:
    """The tables of a wrapper that are written, main ones first, and those that are left out."""

    def __init__(self, wrapper: Wrapper, layout: Layout | None = None) -> None:
        layout = layout or Layout()
        self._key = _PageKey(wrapper)
        found = list(_named_apart(_all_tables(wrapper, layout, self._key.column)))
        if not any(table.is_main for table in found):
            found[:1] = [replace(table, is_main=True) for table in found[:1]]
        main = [table for table in found if table.is_main]
        others = [table for table in found if not table.is_main]
        self.main = tuple(main) or (Table("page", ("page",), (layout.url,), ()),)
        self.all = (*self.main, *others) if layout.bundles else self.main
        self.left_out = () if layout.bundles else tuple(others)
        self._numbers = {table.path: number for number, table in enumerate(self.all)}
        self._counted = {path for bundle in wrapper.bundles for path in _counted(bundle, ())}

    def files(self, destination: Destination) -> list[Path]:
        """Return the file of each table, for formats with one table a file."""
        return destination.files([table.name for table in self.all])

    def notes(self, destination: Destination) -> list[str]:
        """Return notes on where tables other than the first are, for such formats."""
        others = self.all[1:]
        if destination.is_stdout:
            told = [
                f"{table.name} is a table of its own and left out here: write to a file"
                for table in others
            ]
        else:
            files = self.files(destination)[1:]
            told = [f"{table.name} in {path}" for table, path in zip(others, files, strict=True)]
        return [*told, *self.left_out_notes()]

    def left_out_notes(self) -> list[str]:
        """Say which tables there are besides, and how to have them."""
        if not self.left_out:
            return []
        told = ", ".join(f"{table.name} ({_columns_in_short(table)})" for table in self.left_out)
        return [f"the pages also have {told}: --bundles writes a table of each"]

    def rows(self, page: str, record: Record) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the rows of a record and of those inside it, each with the number of its table."""
        self._key.meet(page, record)
        yield from self._rows(record, (), [page], [])

    def _rows(
        self, record: Record, around: tuple[str, ...], page: list[Cell], indexes: list[Cell]
    ) -> Iterator[tuple[int, list[Cell]]]:
        path = (*around, record.bundle)
        here = [*indexes, record.index] if path in self._counted else indexes
        number = self._numbers.get(path)
        if number is not None:
            table = self.all[number]
            key = [self._key.cell] if self._key.column in table.places else []
            yield number, [*page, *key, *here, *table.cells(record)]
        for inner in record.nested:
            yield from self._rows(inner, path, page, here)


class _PageKey:
    """The key of the page, for the tables of what it has many of."""

    def __init__(self, wrapper: Wrapper) -> None:
        keyed = [bundle for bundle in wrapper.bundles if not bundle.each and bundle.key]
        self._bundle = keyed[0].name if len(keyed) == 1 else ""
        self._field = keyed[0].key if len(keyed) == 1 else None
        self.column = f"{self._bundle}.{self._field.name}" if self._field else ""
        self.cell: Cell = None
        self._page = ""

    def meet(self, page: str, record: Record) -> None:
        """Remember the key of the page that records are of."""
        if page != self._page:
            self._page, self.cell = page, None
        if self._field and record.bundle == self._bundle:
            values = record.fields.get(self._field.name, ())
            self.cell = plain_cell(values[0], cell_of(self._field)) if values else None


def cell_of(field: Field) -> str:
    """Return the attribute that stands for a field's values in a table, "" if it is their text.

    Where links have different texts, such as the names of brands, it is these that people want; where the text
    is always "download", it is where the link leads.
    """
    kind = type_named(field.type)
    texts = field.seen.examples if field.seen else ()
    return "" if kind.cell == _ADDRESS and len(texts) != 1 else kind.cell


def cell_type(column: TableColumn) -> type:
    """Return the type of a column's cells, as far as that follows from the type of the values."""
    if column.attribute is not None or not column.cell:
        return str
    return type_named(column.type).cell_type


def plain_cell(value: Value, name: str) -> Scalar:
    """Return what stands for a value: the attribute of a name (a number, a date, an address), or its text."""
    found = value.attributes.get(name) if name else None
    is_number = not isinstance(found, float) or math.isfinite(found)
    return value.text if found is None or not is_number else found


def _all_tables(wrapper: Wrapper, layout: Layout, key: str) -> Iterator[Table]:
    return chain.from_iterable(_tables(bundle, (), layout, key) for bundle in wrapper.bundles)


def _tables(
    bundle: Bundle, around: tuple[Bundle, ...], layout: Layout, key: str
) -> Iterator[Table]:
    """Yield the tables of a bundle and of those inside it; one without fields has none."""
    line = (*around, bundle)
    counted = [outer for outer in line if outer.each]
    if bundle.fields:
        places = [layout.url, *([key] if key and counted else [])]
        places += [f"{outer.name}.index" for outer in around if outer.each]
        places += ["index"] if bundle.each else []
        columns = _apart(_columns(bundle, layout), places)
        path = tuple(outer.name for outer in line)
        is_main = not counted and (len(line) == 1 or not any(outer.fields for outer in around))
        yield Table(
            bundle.name, path, tuple(places), tuple(columns), bool(bundle.each), is_main=is_main
        )
    for inner in bundle.bundles:
        yield from _tables(inner, line, layout, key)


def _columns(bundle: Bundle, layout: Layout) -> list[TableColumn]:
    """Return the columns of a bundle: a field each, and one for the currency of all its amounts."""
    fields = bundle.fields if layout.everything else main_fields(bundle)
    columns: list[TableColumn] = []
    money = [field for field in fields if _is_money(type_named(field.type))]
    for field in fields:
        if money and field.name == CURRENCY:
            continue  # it is the column beside the amounts
        cell = cell_of(field)
        column = TableColumn(field.name, field.name, field.type, None, field.many, cell, field.lead)
        columns.append(column)
        if field in money and not layout.attributes and _has_ranges(field):
            columns.append(TableColumn(f"{field.name}_high", field.name, field.type, "high"))
        if money and field is money[0]:
            columns.append(TableColumn(CURRENCY, CURRENCY, field.type, CURRENCY))
        if layout.attributes:
            columns += _attributes(field)
        elif layout.by_type and cell_type(column) is not str:
            text = TableColumn(f"{field.name}.{_TEXT}", field.name, field.type, _TEXT, field.many)
            columns.append(text)
    return columns


def _has_ranges(field: Field) -> bool:
    """Return whether the amounts of a field go from one to another, as far as its examples tell."""
    texts = field.seen.examples if field.seen else ()
    ranges = sum("high" in read(field.type, Reading(text)).attributes for text in texts)
    return 2 * ranges > len(texts)


def _attributes(field: Field) -> Iterator[TableColumn]:
    """Yield a column for all that a value has besides what stands for it."""
    kind, cell = type_named(field.type), cell_of(field)
    for name in dict.fromkeys((*((_TEXT,) if cell else ()), *kind.attributes)):
        if name != (cell or _TEXT):
            yield TableColumn(f"{field.name}.{name}", field.name, field.type, name, field.many)


def _is_money(kind: ValueType) -> bool:
    return kind.unit == CURRENCY and kind.cell == kind.number


def _counted(bundle: Bundle, around: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    path = (*around, bundle.name)
    if bundle.each:
        yield path
    for inner in bundle.bundles:
        yield from _counted(inner, path)


def _currency(record: Record, columns: Iterable[TableColumn]) -> Scalar:
    """Return the currency of a row: that of its first amount, else what the field of that name says."""
    for column in columns:
        if column.is_money:
            for value in record.fields.get(column.field, ()):
                if value.attributes.get(CURRENCY):
                    return value.attributes[CURRENCY]
    return record.first_text(CURRENCY) or None


def _cell(record: Record, column: TableColumn, currency: Scalar) -> Cell:
    if column.attribute == CURRENCY and column.field == CURRENCY:
        return currency
    values = record.fields.get(column.field, ())
    if column.attribute is None:
        cells = [_value_cell(value, column, currency) for value in values]
    elif column.attribute == _TEXT and _TEXT not in type_named(column.type).attributes:
        cells = [value.text for value in values]
    else:
        cells = [value.attributes.get(column.attribute) for value in values]
    if column.many:
        return cells
    return cells[0] if cells else None


def _value_cell(value: Value, column: TableColumn, currency: Scalar) -> Scalar:
    """Return what stands for a value; an amount of another currency than that of its row is a text."""
    own = value.attributes.get(CURRENCY)
    is_other = own is not None and own != currency and _is_money(type_named(value.type))
    found = value.text if is_other else plain_cell(value, column.cell)
    return _without(found, column.lead) if isinstance(found, str) and column.lead else found


def _without(text: str, lead: str) -> str:
    """Return a text without the template text that it begins with."""
    return text.removeprefix(lead).lstrip() or text


def _apart(columns: Iterable[TableColumn], taken: Iterable[str]) -> Iterator[TableColumn]:
    """Yield the columns under unique names: a field may be called `url`."""
    names = set(taken)
    for column in columns:
        name = unused_name(column.name, names)
        names.add(name)
        yield replace(column, name=name)


def _named_apart(tables: Iterable[Table]) -> Iterator[Table]:
    names: set[str] = set()
    for table in tables:
        name = unused_name(table.name, names)
        names.add(name)
        yield replace(table, name=name)


def _columns_in_short(table: Table) -> str:
    names = [column.name for column in table.columns]
    return ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
