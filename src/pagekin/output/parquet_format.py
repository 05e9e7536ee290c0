"""Records as Parquet: a file a table, columns of the narrowest type that holds all their values.

The types are known only at the end, so rows wait on disk until then.
"""

import contextlib
import importlib
import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any, BinaryIO

from pagekin.output.atomic_files import replacing, whole_to_standard_output
from pagekin.output.cells import Scalar, as_text
from pagekin.output.destination import Destination
from pagekin.output.output_format import OutputFormat
from pagekin.output.tables import Cell, Table, Tables
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record

_BATCH = 10_000  # rows in memory at once
_INT64 = 2**63


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
        self._tables = Tables(wrapper)
        self.notes = self._tables.notes(destination)
        if destination.is_stdout:
            streams = [stack.enter_context(whole_to_standard_output())]
        else:
            streams = [
                stack.enter_context(replacing(path)) for path in self._tables.files(destination)
            ]
        self._waiting = [
            stack.enter_context(contextlib.closing(_WaitingRows(table, stream)))
            for table, stream in zip(self._tables.all, streams, strict=False)
        ]

    def write(self, page: str, record: Record) -> None:
        """Keep the rows of a record."""
        for number, cells in self._tables.rows(page, record):
            if number < len(self._waiting):
                self._waiting[number].add(cells)

    def close(self) -> None:
        """Write the files."""
        for waiting in self._waiting:
            waiting.finish()


class _WaitingRows:
    """The rows of a table on disk, and what kinds of values its columns have."""

    def __init__(self, table: Table, stream: BinaryIO) -> None:
        self._table = table
        self._stream = stream
        self._rows = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed below
        self._kinds: list[set[type]] = [set() for _ in table.header]

    def close(self) -> None:
        self._rows.close()

    def add(self, cells: list[Cell]) -> None:
        for kinds, cell in zip(self._kinds, cells, strict=True):
            for part in cell if isinstance(cell, list) else (cell,):
                kinds.add(_kind(part))
        self._rows.write(json.dumps(cells) + "\n")

    def finish(self) -> None:
        arrow, parquet = _library("pyarrow"), _library("pyarrow.parquet")
        kinds = [_narrowest(kinds) for kinds in self._kinds]
        schema = self._schema(arrow, kinds)
        self._rows.seek(0)
        with parquet.ParquetWriter(self._stream, schema) as writer:
            for batch in _batches(self._rows):
                columns = zip(*batch, strict=True)
                arrays = [
                    arrow.array([_fitting(cell, kind) for cell in column], schema.field(i).type)
                    for i, (column, kind) in enumerate(zip(columns, kinds, strict=True))
                ]
                writer.write_table(arrow.table(arrays, schema=schema))

    def _schema(self, arrow: Any, kinds: list[type]) -> Any:
        types = {
            bool: arrow.bool_(),
            int: arrow.int64(),
            float: arrow.float64(),
            str: arrow.string(),
        }
        many = [False] * len(self._table.places) + [c.many for c in self._table.columns]
        return arrow.schema(
            (name, arrow.list_(types[kind]) if lists else types[kind])
            for name, kind, lists in zip(self._table.header, kinds, many, strict=True)
        )


def _library(name: str) -> Any:
    """Load a part of the library, which is an extra and large."""
    return importlib.import_module(name)


def _batches(rows: Any) -> Iterator[list[list[Cell]]]:
    while batch := [json.loads(line) for line in islice(rows, _BATCH)]:
        yield batch


def _kind(value: Scalar) -> type:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= _INT64:
        return str
    return type(value)


def _narrowest(kinds: set[type]) -> type:
    """Return the narrowest type for values of these kinds."""
    kinds = kinds - {type(None)}
    if kinds == {bool}:
        return bool
    if kinds == {int}:
        return int
    return float if kinds and kinds <= {int, float} else str


def _fitting(cell: Cell, kind: type) -> Any:
    if isinstance(cell, list):
        return [_fitting(part, kind) for part in cell]
    if cell is not None and kind is str:
        return as_text(cell).encode("utf-8", "replace").decode()
    return float(cell) if cell is not None and kind is float else cell
