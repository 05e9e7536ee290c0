"""Records as an Excel workbook: a sheet a table, within Excel's limits."""

import contextlib
import importlib
import math
import re
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date, datetime
from typing import Any, BinaryIO

from pagekin.output.atomic_files import whole_to_standard_output
from pagekin.output.cells import Scalar, as_text, for_xml, looks_like_formula, moment_in
from pagekin.output.destination import Destination
from pagekin.output.layout import Layout
from pagekin.output.output_format import OutputFormat, stream_of
from pagekin.output.tables import Table, Tables
from pagekin.output.waiting_rows import WaitingRows
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record
from pagekin.wrappers.unused_names import unused_name

# Microsoft's "Excel specifications and limits".
MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384
MAX_TEXT = 32_767
MAX_LINKS = 65_530
_MAX_LINK = 2_079
_MAX_SHEET_NAME = 31
_FIRST_YEAR = 1900
_NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\]")
_EXACT = 2**53  # beyond, Excel rounds whole numbers
_NARROW, _WIDE = 8, 50  # characters: a column is as wide as its longest cell, within reason
_FORMATS = {
    "bold": {"bold": True},
    "money": {"num_format": "#,##0.00"},
    "day": {"num_format": "yyyy-mm-dd"},
    "moment": {"num_format": "yyyy-mm-dd hh:mm"},
    # Excel's own mark that a cell is text, whatever it looks like; the text itself is unchanged.
    "text": {"quote_prefix": True},
}
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
        return XlsxWriter(stream, wrapper, destination.layout, stack)


class XlsxWriter:
    """Keeps the rows of all tables, and writes a workbook of them in the end."""

    def __init__(
        self, stream: BinaryIO, wrapper: Wrapper, layout: Layout, stack: ExitStack
    ) -> None:
        self._stream = stream
        self._tables = Tables(wrapper, layout)
        self.notes = self._tables.left_out_notes()
        self._waiting = [
            stack.enter_context(contextlib.closing(WaitingRows(table, layout)))
            for table in self._tables.all
        ]

    def write(self, page: str, record: Record) -> None:
        """Keep the rows of a record."""
        for number, cells in self._tables.rows(page, record):
            self._waiting[number].add(cells)

    def close(self) -> None:
        """Write the workbook."""
        # The library keeps rows in files, which it removes only if all goes well.
        with tempfile.TemporaryDirectory() as folder:
            xlsxwriter = importlib.import_module(XlsxFormat.library)  # an extra
            with xlsxwriter.Workbook(self._stream, _OPTIONS | {"tmpdir": folder}) as book:
                workbook = _Workbook(book, self.notes)
                for waiting in self._waiting:
                    workbook.add(waiting)


class _Workbook:
    """A workbook that is written sheet by sheet."""

    def __init__(self, book: Any, notes: list[str]) -> None:
        self._book = book
        self._notes = notes
        self._formats = {name: book.add_format(form) for name, form in _FORMATS.items()}
        self._names: set[str] = set()
        self._links = 0  # in the sheet at hand

    def add(self, waiting: WaitingRows) -> None:
        """Write a table, to more than one sheet if one does not hold it."""
        table, columns = waiting.table, waiting.columns
        if len(columns) > MAX_COLUMNS:
            self._note(f"{table.name} has more columns than a sheet can hold: cut off")
            columns = columns[:MAX_COLUMNS]
        looks = [_look(table, column) for column in columns]
        sheet, row = self._sheet(waiting, columns), 1
        for cells in waiting.rows(columns):
            if row == MAX_ROWS:
                sheet.autofilter(0, 0, row - 1, len(columns) - 1)
                sheet, row = self._sheet(waiting, columns), 1
                self._note(f"{table.name} has more rows than a sheet can hold: more sheets")
            for place, (cell, look) in enumerate(zip(cells, looks, strict=True)):
                told = table.text(columns[place], cell) if isinstance(cell, list) else cell
                self._write(sheet, (row, place), told, look)
            row += 1
        sheet.autofilter(0, 0, row - 1, len(columns) - 1)

    def _sheet(self, waiting: WaitingRows, columns: Sequence[int]) -> Any:
        """Begin a sheet: a header that stays, columns as wide as what they hold."""
        table = waiting.table
        clean = _NOT_IN_SHEET_NAMES.sub("_", for_xml(table.name)).strip("'")[: _MAX_SHEET_NAME - 3]
        # Excel ignores case in the names of sheets, and reserves one.
        lower = {name.lower() for name in self._names} | {"history"}
        name = (clean or "table") + unused_name(clean.lower(), lower)[len(clean) :]
        self._names.add(name)
        self._links = 0
        sheet = self._book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        for place, column in enumerate(columns):
            title = for_xml(table.header[column])[:MAX_TEXT]
            longest = max(
                waiting.widths[column], len(title) + 3
            )  # with room for the filter's button
            sheet.set_column(place, place, min(max(longest, _NARROW), _WIDE))
            sheet.write_string(0, place, title, self._formats["bold"])
        return sheet

    def _write(self, sheet: Any, place: tuple[int, int], cell: Scalar, look: str) -> None:
        moment = moment_in(cell) if look == "day" and isinstance(cell, str) else None
        if isinstance(cell, bool):
            sheet.write_boolean(*place, cell)
        elif isinstance(cell, int | float) and math.isfinite(cell) and abs(cell) <= _EXACT:
            sheet.write_number(*place, cell, self._formats["money"] if look == "money" else None)
        elif moment and moment.year >= _FIRST_YEAR:
            self._write_moment(sheet, place, moment)
        elif cell is not None:
            self._write_text(sheet, place, for_xml(as_text(cell)), is_address=look == "address")

    def _write_moment(self, sheet: Any, place: tuple[int, int], moment: date | datetime) -> None:
        form = "moment" if isinstance(moment, datetime) else "day"
        sheet.write_datetime(*place, moment, self._formats[form])

    def _write_text(
        self, sheet: Any, place: tuple[int, int], text: str, *, is_address: bool
    ) -> None:
        if len(text) > MAX_TEXT:
            text = text[: MAX_TEXT - 1] + "…"
            self._note(f"texts of more than {MAX_TEXT:,} characters were cut off for Excel")
        fits = len(text) <= _MAX_LINK and self._links < MAX_LINKS
        if is_address and fits and text.startswith(("http://", "https://")):
            self._links += 1
            sheet.write_url(*place, text, string=text)
        elif text:
            form = self._formats["text"] if looks_like_formula(text) else None
            sheet.write_string(*place, text, form)

    def _note(self, note: str) -> None:
        if note not in self._notes:
            self._notes.append(note)


def _look(table: Table, column: int) -> str:
    """Say how the cells of a column are shown: as an address, money, a day, or as they are."""
    if column == 0:
        return "address"
    if column < len(table.places):
        return ""
    kind = table.columns[column - len(table.places)]
    looks = {"address": kind.is_address, "money": kind.is_money, "day": kind.is_dated}
    return next((look for look, holds in looks.items() if holds), "")
