"""Records as CSV: a file a table, which Excel opens right."""

import codecs
import csv
import io
from collections.abc import Sequence
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
from pagekin.output.cells import for_xml, without_formula, without_inner_formulas
from pagekin.output.destination import Destination
from pagekin.output.layout import Layout
from pagekin.output.output_format import OutputFormat
from pagekin.output.tables import Table, Tables
from pagekin.output.waiting_rows import WaitingRows
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record


class CsvFormat(OutputFormat):
    """A file for each table."""

    name = "csv"

    def writer(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> "CsvWriter":
        """Open a file for each table."""
        return CsvWriter(destination, wrapper, stack)

    def check_old(self, destination: Destination, wrapper: Wrapper | None) -> None:
        """Raise CannotAppendError if an old file has columns that the records of a wrapper do not have."""
        if wrapper is None:
            return
        tables = Tables(wrapper, destination.layout)
        for path, table in zip(tables.files(destination), tables.all, strict=True):
            if has_content(path):
                _check_header(path, table, plain=destination.layout.plain)


class CsvWriter:
    """Writes the main table in the file itself, every other one beside it; on stdout only the main one."""

    def __init__(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> None:
        layout = destination.layout
        self._tables = Tables(wrapper, layout)
        self.notes = self._tables.notes(destination)
        self._files: list[_CsvFile] = []
        if destination.is_stdout:
            stream = stack.enter_context(standard_output())
            self._files.append(_CsvFile(stream, self._tables.all[0], layout, None, b""))
        else:
            mark = b"" if layout.plain else codecs.BOM_UTF8  # by which Excel knows that it is UTF-8
            for path, table in zip(self._tables.files(destination), self._tables.all, strict=True):
                old = path if destination.append and has_content(path) else None
                stream = stack.enter_context(replacing(path))
                self._files.append(_CsvFile(stream, table, layout, old, mark))
        for file in self._files:
            stack.callback(file.waiting.close)

    def write(self, page: str, record: Record) -> None:
        """Keep the rows of a record."""
        for number, cells in self._tables.rows(page, record):
            if number < len(self._files):
                self._files[number].waiting.add(cells)

    def close(self) -> None:
        """Write the files."""
        for file in self._files:
            file.finish()


class _CsvFile:
    """A table and the file that it is for."""

    def __init__(
        self, stream: BinaryIO, table: Table, layout: Layout, old: Path | None, mark: bytes
    ) -> None:
        self._stream = stream
        self._old = old
        self._mark = mark
        self._guarded = not layout.plain
        self._was = _check_header(old, table, plain=layout.plain) if old else []
        self.waiting = WaitingRows(table, layout)

    def finish(self) -> None:
        """Write the columns that hold anything here, or did in the old file."""
        header = [self._text(name) for name in self.waiting.table.header]
        used = {*self.waiting.columns, *map(header.index, self._was)}
        columns = sorted(used)
        shown = [header[column] for column in columns]
        if self._old and shown == self._was:
            if copy_without_closing(self._old, self._stream):
                self._stream.write(b"\n")
            self._write(columns, [])
        else:
            self._stream.write(_mark_of(self._old) if self._old else self._mark)
            self._write(columns, [shown, *self._old_rows(shown)])

    def _write(self, columns: Sequence[int], first: Sequence[Sequence[str]]) -> None:
        text = io.TextIOWrapper(self._stream, encoding="utf-8", errors="replace", newline="")
        rows: Any = csv.writer(text, lineterminator="\n")
        rows.writerows(first)
        table = self.waiting.table
        for cells in self.waiting.rows(columns):
            told = (table.text(column, cell) for column, cell in zip(columns, cells, strict=True))
            rows.writerow(
                [
                    self._text(text) if isinstance(cell, str | list) else text
                    for text, cell in zip(told, cells, strict=True)
                ]
            )
        text.detach()  # flushes, and leaves the stream open for whoever owns it

    def _old_rows(self, header: Sequence[str]) -> list[list[str]]:
        """Return the rows of the old file under a wider header."""
        if self._old is None:
            return []
        with self._old.open(encoding="utf-8-sig", errors="replace", newline="") as old:
            return [[row.get(name) or "" for name in header] for row in csv.DictReader(old)]

    def _text(self, text: str) -> str:
        return _text(text, guarded=self._guarded)


def _mark_of(path: Path) -> bytes:
    with path.open("rb") as old:
        return codecs.BOM_UTF8 if old.read(3) == codecs.BOM_UTF8 else b""


def _check_header(path: Path, table: Table, *, plain: bool) -> list[str]:
    """Return the columns of an old file; raise CannotAppendError if they are not those of a table."""
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as old:
        try:
            header = next(csv.reader(old), [])
        except csv.Error:
            header = []
    known = {_text(name, guarded=not plain) for name in table.header}
    if not known.issuperset(header) or not set(header).issuperset(table.places):
        raise CannotAppendError(
            f"cannot append to {path}: it has other columns ({', '.join(header[:8])}…); "
            "-O overwrites it"
        )
    return header


def _text(text: str, *, guarded: bool) -> str:
    """Return a text for a cell; a lone carriage return would end the row for some readers, quoted or not."""
    text = for_xml(text)
    if guarded:
        text = without_inner_formulas(without_formula(text))
    return text.replace("\r\n", "\n").replace("\r", "\n")
