"""Records as JSON objects: rows of the tables, or records with all that is inside them."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from pagekin.errors import CannotAppendError
from pagekin.output.atomic_files import has_content, replacing, standard_output
from pagekin.output.destination import Destination
from pagekin.output.json_streams import JsonStream
from pagekin.output.output_format import stream_of
from pagekin.output.record_writer import FormatWriter
from pagekin.output.tables import Table, Tables
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record, record_json

Opening = Callable[[BinaryIO, Path | None], JsonStream]
_NESTED = frozenset({"bundle", "index", "fields"})  # what each nested record has
_FIRST = 1 << 16  # characters in which the first record of a file is looked for


def json_writer(
    destination: Destination, wrapper: Wrapper, stack: ExitStack, opening: Opening
) -> FormatWriter:
    """Open a destination for records as they are wanted there."""
    if destination.layout.nested:
        old = destination.path if destination.continues() else None
        return NestedWriter(opening(stream_of(destination, stack), old))
    return FlatWriter(destination, Tables(wrapper, destination.layout), stack, opening)


class NestedWriter:
    """Writes records with those inside them, and values with all their attributes."""

    def __init__(self, stream: JsonStream) -> None:
        self.notes: list[str] = []
        self._stream = stream

    def write(self, page: str, record: Record) -> None:
        """Write a record."""
        self._stream.add(record_json(page, record))

    def close(self) -> None:
        """Write what comes after the last record."""
        self._stream.close()


class FlatWriter:
    """Writes an object for each row; the main tables share a file, every other one has its own."""

    def __init__(
        self, destination: Destination, tables: Tables, stack: ExitStack, opening: Opening
    ) -> None:
        self._tables = tables
        first = len(tables.main) - 1
        if destination.is_stdout:
            self._streams = [opening(stack.enter_context(standard_output()), None)]
            self.notes = tables.notes(destination)[first:]
        else:
            paths = [destination.path, *tables.files(destination)[first + 1 :]]
            self._streams = [
                opening(
                    stack.enter_context(replacing(path)),
                    path if destination.append and has_content(path) else None,
                )
                for path in paths
            ]
            self.notes = tables.notes(destination)[first:]
        self._first = first

    def write(self, page: str, record: Record) -> None:
        """Write the rows of a record."""
        for number, cells in self._tables.rows(page, record):
            stream = max(number - self._first, 0)
            if stream < len(self._streams):
                self._streams[stream].add(_row(self._tables.all[number], cells))

    def close(self) -> None:
        """Write what comes after the last row."""
        for stream in self._streams:
            stream.close()


def _row(table: Table, cells: list[Any]) -> dict[str, Any]:
    """Return a row as an object; of attributes that a value need not have, only those that are there."""
    extra = [False] * len(table.places) + [column.is_extra for column in table.columns]
    named = zip(table.header, cells, extra, strict=True)
    return {name: cell for name, cell, is_extra in named if cell is not None or not is_extra}


def check_shape(destination: Destination) -> None:
    """Raise CannotAppendError if the records of an old file are nested and the new ones are not, or vice versa."""
    with destination.path.open(encoding="utf-8-sig", errors="replace") as old:
        text = old.read(_FIRST).lstrip(" \t\r\n[")
    try:
        first, _ = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return
    was_nested = isinstance(first, dict) and first.keys() >= _NESTED
    if was_nested != destination.layout.nested:
        was, option = ("nested", "with") if was_nested else ("flat", "without")
        raise CannotAppendError(
            f"cannot append to {destination.name}: its records are {was}; -O overwrites it, "
            f"{option} --nested it is continued"
        )
