"""Answers as files, in any format of records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagekin.output import open_output
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

if TYPE_CHECKING:
    from pagekin.output import Destination
    from pagekin.query.answer_table import AnswerTable, Cell


def write_answer_file(answer: AnswerTable, destination: Destination, name: str) -> None:
    """Write an answer to a destination; `name` is what its rows are called there."""
    fields = tuple(Field(column, "text", ()) for column in answer.columns[1:])
    with open_output(destination, Wrapper((Bundle(name, fields),))) as writer:
        for page, *cells in answer.rows:
            texts = zip(answer.columns[1:], cells, strict=True)
            values = {
                column: (Value(cell_text(cell), "text"),)
                for column, cell in texts
                if cell is not None
            }
            writer.write(cell_text(page), Record(name, 0, values))


def cell_text(cell: Cell) -> str:
    """Return what stands in a cell as text."""
    if cell is None:
        return ""
    return f"{cell:g}" if isinstance(cell, float) else str(cell)
