"""Records as an Excel workbook: a sheet a table, within Excel's limits."""

import importlib
import math
import re
import tempfile
from contextlib import ExitStack
from typing import Any, BinaryIO

from pagekin.output.atomic_files import whole_to_standard_output
from pagekin.output.cells import MANY, as_text, for_xml, looks_like_formula
from pagekin.output.destination import Destination
from pagekin.output.output_format import OutputFormat, stream_of
from pagekin.output.tables import Cell, Table, Tables
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record
from pagekin.wrappers.unused_names import unused_name

# Microsoft's "Excel specifications and limits".
MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384
MAX_TEXT = 32_767
_MAX_SHEET_NAME = 31
_NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\]")
_EXACT = 2**53  # beyond, Excel rounds whole numbers
_OPTIONS = {
    "constant_memory": True,  # a row is on disk as soon as the next one begins
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


class XlsxFormat(OutputFormat):
    """An Excel workbook."""

    name = "xlsx"
    library = "xlsxwriter"
    is_text = False
    can_be_continued = False

    def writer(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> "XlsxWriter":
        """Open a destination; a workbook is written to stdout as a whole."""
        stream = stream_of(destination, stack, whole_to_standard_output())
        return XlsxWriter(stream, wrapper, stack)


class XlsxWriter:
    """Writes a workbook row by row."""

    def __init__(self, stream: BinaryIO, wrapper: Wrapper, stack: ExitStack) -> None:
        self.notes: list[str] = []
        # The library keeps rows in files, which it removes only if all goes well.
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        xlsxwriter = importlib.import_module(XlsxFormat.library)  # an extra
        self._book = xlsxwriter.Workbook(stream, _OPTIONS | {"tmpdir": folder})
        self._closed = False
        stack.callback(self.close)
        # Excel's own mark that a cell is text, whatever it looks like; the text itself is unchanged.
        self._as_text = self._book.add_format({"quote_prefix": True})
        self._bold = self._book.add_format({"bold": True})
        self._tables = Tables(wrapper)
        self._names: set[str] = set()
        self._sheets = [self._sheet(table) for table in self._tables.all]
        self._next = [1] * len(self._sheets)

    def write(self, page: str, record: Record) -> None:
        """Write the rows of a record."""
        for number, cells in self._tables.rows(page, record):
            if self._next[number] == MAX_ROWS:
                table = self._tables.all[number]
                self._sheets[number], self._next[number] = self._sheet(table), 1
                self._note(f"{table.name} has more rows than a sheet can hold: more sheets")
            for column, cell in enumerate(cells[:MAX_COLUMNS]):
                self._write(self._sheets[number], self._next[number], column, cell)
            self._next[number] += 1

    def close(self) -> None:
        """Finish the workbook, even after an error, since that closes its files."""
        if not self._closed:
            self._closed = True
            self._book.close()

    def _sheet(self, table: Table) -> Any:
        clean = _NOT_IN_SHEET_NAMES.sub("_", for_xml(table.name)).strip("'")[: _MAX_SHEET_NAME - 3]
        # Excel ignores case in the names of sheets, and reserves one.
        lower = {name.lower() for name in self._names} | {"history"}
        name = (clean or "table") + unused_name(clean.lower(), lower)[len(clean) :]
        self._names.add(name)
        sheet = self._book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        if len(table.header) > MAX_COLUMNS:
            self._note(f"{table.name} has more columns than a sheet can hold: cut off")
        for column, title in enumerate(table.header[:MAX_COLUMNS]):
            sheet.write_string(0, column, for_xml(title)[:MAX_TEXT], self._bold)
        return sheet

    def _write(self, sheet: Any, row: int, column: int, cell: Cell) -> None:
        if isinstance(cell, bool):
            sheet.write_boolean(row, column, cell)
        elif isinstance(cell, int | float) and math.isfinite(cell) and abs(cell) <= _EXACT:
            sheet.write_number(row, column, cell)
        elif cell is not None:
            self._write_text(sheet, row, column, cell)

    def _write_text(self, sheet: Any, row: int, column: int, cell: Cell) -> None:
        text = MANY.join(map(as_text, cell)) if isinstance(cell, list) else as_text(cell)
        text = for_xml(text)
        if len(text) > MAX_TEXT:
            text = text[: MAX_TEXT - 1] + "…"
            self._note(f"texts of more than {MAX_TEXT:,} characters were cut off for Excel")
        if text:
            form = self._as_text if looks_like_formula(text) else None
            sheet.write_string(row, column, text, form)

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)
