"""Records as CSV: a file a table."""

import csv
import io
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from pagekin.errors import CannotAppendError
from pagekin.output.atomic_files import (
    copy_without_closing,
    has_content,
    replacing,
    standard_output,
)
from pagekin.output.cells import MANY, as_text, for_xml, without_formula, without_inner_formulas
from pagekin.output.destination import Destination
from pagekin.output.output_format import OutputFormat
from pagekin.output.tables import Cell, Table, Tables
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record


class CsvFormat(OutputFormat):
    """A file for each table."""

    name = "csv"

    def writer(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> "CsvWriter":
        """Open a file for each table."""
        return CsvWriter(destination, wrapper, stack)

    def check_old(self, destination: Destination, wrapper: Wrapper | None) -> None:
        """Raise CannotAppendError if an old file has other columns than those of a wrapper."""
        if wrapper is None:
            return
        tables = Tables(wrapper)
        for path, table in zip(tables.files(destination), tables.all, strict=True):
            if has_content(path):
                _check_header(path, table)


class CsvWriter:
    """Writes the main table in the file itself, every other one beside it; on stdout only the main one."""

    def __init__(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> None:
        self._tables = Tables(wrapper)
        self.notes = self._tables.notes(destination)
        if destination.is_stdout:
            stream = stack.enter_context(standard_output())
            self._writers = [_rows(stream, self._tables.all[0], stack, new=True)]
        else:
            self._writers = [
                _file(path, table, stack, append=destination.append)
                for path, table in zip(
                    self._tables.files(destination), self._tables.all, strict=True
                )
            ]

    def write(self, page: str, record: Record) -> None:
        """Write the rows of a record."""
        for number, cells in self._tables.rows(page, record):
            if number < len(self._writers):
                self._writers[number].writerow([_text(cell) for cell in cells])

    def close(self) -> None:
        """Do nothing: rows are written at once, and the streams have owners."""


def _file(path: Path, table: Table, stack: ExitStack, *, append: bool) -> Any:
    old = append and has_content(path)
    if old:
        _check_header(path, table)
    stream = stack.enter_context(replacing(path))
    if old and copy_without_closing(path, stream):
        stream.write(b"\n")
    return _rows(stream, table, stack, new=not old)


def _rows(stream: BinaryIO, table: Table, stack: ExitStack, *, new: bool) -> Any:
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
    stack.callback(text.detach)  # flushes, and leaves the stream open for whoever owns it
    rows = csv.writer(text, lineterminator="\n")
    if new:
        rows.writerow(map(_text, table.header))
    return rows


def _check_header(path: Path, table: Table) -> None:
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as old:
        try:
            header = next(csv.reader(old), [])
        except csv.Error:
            header = []
    if header != [_text(name) for name in table.header]:
        raise CannotAppendError(
            f"cannot append to {path}: it has other columns ({', '.join(header[:8])}…); "
            "-O overwrites it"
        )


def _text(cell: Cell) -> str:
    """Return a cell as text; a lone carriage return would end the row for some readers, quoted or not."""
    if isinstance(cell, list):
        cell = MANY.join(as_text(part) for part in cell)
    if not isinstance(cell, str):
        return as_text(cell)
    text = without_inner_formulas(without_formula(for_xml(cell)))
    return text.replace("\r\n", "\n").replace("\r", "\n")
