"""Answers on the command line: a table on the terminal, or a file in any format of records."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.cli.record_report import destination_from
from pagekin.cli.terminal_texts import printable, shortened
from pagekin.lazy import lazy_module
from pagekin.output import open_output
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

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
    fields = tuple(Field(column, "text", ()) for column in answer.columns[1:])
    with open_output(destination, Wrapper((Bundle(name, fields),))) as writer:
        for page, *cells in answer.rows:
            texts = zip(answer.columns[1:], cells, strict=True)
            values = {
                column: (Value(_text(cell), "text"),) for column, cell in texts if cell is not None
            }
            writer.write(_text(page), Record(name, 0, values))


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
        table.add_row(*(_texts.Text(printable(_text(cell))) for cell in row))
    console.print(table, soft_wrap=width is not None)


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    return f"{cell:g}" if isinstance(cell, float) else str(cell)
