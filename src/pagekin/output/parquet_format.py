"""Records as Parquet: a file a table, columns of the narrowest type that holds all their values."""

import contextlib
import importlib
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date, datetime
from itertools import islice
from typing import Any, BinaryIO

from pagekin.output.atomic_files import replacing, whole_to_standard_output
from pagekin.output.cells import as_text, moment_in
from pagekin.output.destination import Destination
from pagekin.output.output_format import OutputFormat
from pagekin.output.tables import Cell, Table, Tables, cell_type
from pagekin.output.waiting_rows import WaitingRows
from pagekin.values.value_type import finite
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record

_BATCH = 10_000  # rows in memory at once


class ParquetFormat(OutputFormat):
    """A file for each table."""

    name = "parquet"
    library = "pyarrow"
    is_text = False
    can_be_continued = False

    def writer(
        self, destination: Destination, wrapper: Wrapper, stack: ExitStack
    ) -> "ParquetWriter":
        """Open a file for each table."""
        return ParquetWriter(destination, wrapper, stack)


class ParquetWriter:
    """Writes the main table in the file itself, every other one beside it; on stdout only the main one."""

    def __init__(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> None:
        self._tables = Tables(wrapper, destination.layout)
        self._by_type = destination.layout.by_type
        self.notes = self._tables.notes(destination)
        if destination.is_stdout:
            self._streams = [stack.enter_context(whole_to_standard_output())]
        else:
            self._streams = [
                stack.enter_context(replacing(path)) for path in self._tables.files(destination)
            ]
        self._waiting = [
            stack.enter_context(contextlib.closing(WaitingRows(table, destination.layout)))
            for table, _ in zip(self._tables.all, self._streams, strict=False)
        ]

    def write(self, page: str, record: Record) -> None:
        """Keep the rows of a record."""
        for number, cells in self._tables.rows(page, record):
            if number < len(self._waiting):
                self._waiting[number].add(cells)

    def close(self) -> None:
        """Write the files."""
        for waiting, stream in zip(self._waiting, self._streams, strict=True):
            columns = waiting.columns
            kinds = (
                [_kind_of(waiting.table, column) for column in columns]
                if self._by_type
                else [_narrowest(waiting.kinds[column]) for column in columns]
            )
            _write(waiting, stream, columns, kinds)


def _write(
    waiting: WaitingRows, stream: BinaryIO, columns: Sequence[int], kinds: Sequence[type]
) -> None:
    arrow, parquet = _library("pyarrow"), _library("pyarrow.parquet")
    schema = _schema(arrow, waiting.table, columns, kinds)
    rows = waiting.rows(columns)
    with parquet.ParquetWriter(stream, schema) as writer:
        while batch := list(islice(rows, _BATCH)):
            arrays = [
                arrow.array([_fitting(cell, kind) for cell in column], schema.field(i).type)
                for i, (column, kind) in enumerate(
                    zip(zip(*batch, strict=True), kinds, strict=True)
                )
            ]
            writer.write_table(arrow.table(arrays, schema=schema))


def _schema(arrow: Any, table: Table, columns: Sequence[int], kinds: Sequence[type]) -> Any:
    types = {
        bool: arrow.bool_(),
        int: arrow.int64(),
        float: arrow.float64(),
        str: arrow.string(),
        date: arrow.date32(),
        datetime: arrow.timestamp("s"),
    }
    many = [False] * len(table.places) + [column.many for column in table.columns]
    return arrow.schema(
        (table.header[column], arrow.list_(types[kind]) if many[column] else types[kind])
        for column, kind in zip(columns, kinds, strict=True)
    )


def _library(name: str) -> Any:
    """Load a part of the library, which is an extra and large."""
    return importlib.import_module(name)


def _kind_of(table: Table, column: int) -> type:
    """Return the type of a column that holds what its name says, whatever came."""
    places = len(table.places)
    if column >= places:
        return cell_type(table.columns[column - places])
    return int if table.places[column].rpartition(".")[2] == "index" else str


def _narrowest(kinds: set[type]) -> type:
    """Return the narrowest type for values of these kinds."""
    if len(kinds) == 1:
        return next(iter(kinds))
    return float if kinds and kinds <= {int, float} else str


def _fitting(cell: Cell, kind: type) -> Any:
    if isinstance(cell, list):
        return [_fitting(part, kind) for part in cell]
    if cell is not None and kind is str:
        return as_text(cell).encode("utf-8", "replace").decode()
    if isinstance(cell, str):
        return _moment(cell, kind)
    if kind is float:
        return finite(cell)
    return cell if cell is None or isinstance(cell, kind) else None


def _moment(text: str, kind: type) -> date | datetime | None:
    """Return the day or moment that a text is, as a column of a kind holds it; None if it is none."""
    if kind not in {date, datetime}:
        return None
    found = moment_in(text)
    if kind is datetime and type(found) is date:
        return datetime(found.year, found.month, found.day)  # noqa: DTZ001 - as the page has it
    return found.date() if kind is date and isinstance(found, datetime) else found
