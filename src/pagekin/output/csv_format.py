"""Records as CSV: a file a table."""

import csv
import io
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from pagekin.errors import UsageError
from pagekin.output.cells import MANY, as_text, without_formula
from pagekin.output.destination import Destination
from pagekin.output.files import copy_without_closing, replacing, standard_output
from pagekin.output.tables import Cell, Table, Tables
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Record


class CsvWriter:
    """The main table in the file itself, every other one beside it; stdout has room for one only."""

    def __init__(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> None:
        self.notes: list[str] = []
        self._tables = Tables(wrapper)
        main, *others = self._tables.all
        self._writers = [_main(destination, main, stack)]
        for table in others:
            if destination.is_stdout:
                self.notes.append(f"{table.name} is another table: left out, write to a file")
            else:
                beside = destination.beside(table.name)
                self._writers.append(_file(beside, table, stack, append=destination.append))
                self.notes.append(f"{table.name} in {beside}")

    def write(self, page: str, record: Record) -> None:
        """Write the rows of a record."""
        for number, cells in self._tables.rows(page, record):
            if number < len(self._writers):
                self._writers[number].writerow([_text(cell) for cell in cells])

    def close(self) -> None:
        """End; the streams are closed by whoever opened the writer."""


def _main(destination: Destination, table: Table, stack: ExitStack) -> Any:
    if destination.is_stdout:
        return _rows(stack.enter_context(standard_output()), table, stack, new=True)
    return _file(destination.path, table, stack, append=destination.append)


def _file(path: Path, table: Table, stack: ExitStack, *, append: bool) -> Any:
    old = append and path.is_file() and path.stat().st_size > 0
    if old:
        _check_header(path, table)
    stream = stack.enter_context(replacing(path))
    if old and copy_without_closing(path, b"", b"", stream):
        stream.write(b"\n")
    return _rows(stream, table, stack, new=not old)


def _rows(stream: BinaryIO, table: Table, stack: ExitStack, *, new: bool) -> Any:
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
    stack.callback(text.detach)  # flushes, and leaves the stream open for whoever owns it
    rows = csv.writer(text, lineterminator="\n")
    if new:
        rows.writerow([without_formula(name) for name in table.header])
    return rows


def _check_header(path: Path, table: Table) -> None:
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as old:
        try:
            header = next(csv.reader(old), [])
        except csv.Error:
            header = []
    if header != [without_formula(name) for name in table.header]:
        raise UsageError(
            f"cannot append to {path}: it has other columns ({', '.join(header[:8])}…); "
            "-O overwrites it"
        )


def _text(cell: Cell) -> str:
    """Write a cell; a lone carriage return would end the row for some readers, quoted or not."""
    if isinstance(cell, list):
        cell = MANY.join(as_text(part) for part in cell)
    if not isinstance(cell, str):
        return as_text(cell)
    return without_formula(cell).replace("\r\n", "\n").replace("\r", "\n")
