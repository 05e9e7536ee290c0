"""Answers on the command line: a table on the terminal, or a file in any format of records."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.app.answer_files import cell_text, write_answer_file
from pagekin.cli.record_report import destination_from
from pagekin.cli.terminal_texts import printable, shortened
from pagekin.lazy import lazy_module

if TYPE_CHECKING:
    from pagekin.output import Destination
    from pagekin.query.answer_table import AnswerTable, Cell

# Only for the table on a terminal.
_box = lazy_module("rich.box")
_console = lazy_module("rich.console")
_table = lazy_module("rich.table")
_texts = lazy_module("rich.text")
_SHOWN = 80  # characters of a cell in a list for people; files get all of it
_WIDE = 10_000  # characters: what is no terminal gets whole lines


def answer_destination(output: str | None, overwrite: str | None) -> Destination | None:
    """Return where an answer goes; None if it is shown as a table."""
    return destination_from(output, overwrite) if output or overwrite else None


def write_answer(answer: AnswerTable, destination: Destination | None, name: str) -> None:
    """Write an answer to a destination, or show it; `name` is what its rows are called in a file."""
    if destination is None:
        show_answer(answer)
        return
    write_answer_file(answer, destination, name)


def write_listing(listed: AnswerTable, destination: Destination | None, name: str) -> None:
    """Write a list of what is not pages: on the terminal, without the column of the page."""
    if destination is not None:
        write_answer(listed, destination, name)
        return
    rows = [tuple(_short(cell) for cell in row[1:]) for row in listed.rows]
    show_answer(replace(listed, columns=listed.columns[1:], rows=rows))


def _short(cell: Cell) -> Cell:
    return shortened(cell, _SHOWN) if isinstance(cell, str) else cell


def show_answer(answer: AnswerTable) -> None:
    """Print an answer as a table; where no terminal reads along, no line is broken."""
    width = None if sys.stdout.isatty() else _WIDE
    console = _console.Console(file=sys.stdout, highlight=False, width=width)
    table = _table.Table(box=_box.SIMPLE_HEAD, show_edge=False)
    for column in answer.columns:
        table.add_column(_texts.Text(printable(column)), overflow="fold")
    for row in answer.rows:
        table.add_row(*(_texts.Text(printable(cell_text(cell))) for cell in row))
    console.print(table, soft_wrap=width is not None)
