"""Records as Parquet: a file a table, columns of the narrowest type that holds all their values.

The types are known only at the end, so that rows wait on disk until then.
"""

import contextlib
import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from pagekin.output.atomic_files import replacing, whole_to_standard_output
from pagekin.output.cells import Scalar, as_text
from pagekin.output.destination import Destination
from pagekin.output.tables import Cell, Table, Tables
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record

_BATCH = 10_000  # rows in memory at once
_INT64 = 2**63


class ParquetWriter:
    """The main table in the file itself, every other one beside it; stdout has room for one only."""

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
            stack.enter_context(contextlib.closing(_Waiting(table, stream)))
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


class _Waiting:
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
        types = [_type(kinds) for kinds in self._kinds]
        many = [False] * len(self._table.places) + [c.many for c in self._table.columns]
        schema = pa.schema(
            (name, pa.list_(kind) if lists else kind)
            for name, kind, lists in zip(self._table.header, types, many, strict=True)
        )
        self._rows.seek(0)
        with pq.ParquetWriter(self._stream, schema) as writer:
            for batch in _batches(self._rows):
                columns = zip(*batch, strict=True)
                arrays = [
                    pa.array([_fitting(cell, kind) for cell in column], schema.field(i).type)
                    for i, (column, kind) in enumerate(zip(columns, types, strict=True))
                ]
                writer.write_table(pa.table(arrays, schema=schema))


def _batches(rows: Any) -> Iterator[list[list[Cell]]]:
    while batch := [json.loads(line) for line in islice(rows, _BATCH)]:
        yield batch


def _kind(value: Scalar) -> type:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= _INT64:
        return str
    return type(value)


def _type(kinds: set[type]) -> pa.DataType:
    """Give the narrowest type for values of these kinds."""
    kinds = kinds - {type(None)}
    if kinds == {bool}:
        return pa.bool_()
    if kinds == {int}:
        return pa.int64()
    return pa.float64() if kinds and kinds <= {int, float} else pa.string()


def _fitting(cell: Cell, kind: pa.DataType) -> Any:
    if isinstance(cell, list):
        return [_fitting(part, kind) for part in cell]
    if cell is not None and pa.types.is_string(kind):
        return as_text(cell).encode("utf-8", "replace").decode()
    return float(cell) if cell is not None and pa.types.is_floating(kind) else cell
