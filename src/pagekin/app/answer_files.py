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

_TEXT, _NUMBER = "text", "number"


def write_answer_file(answer: AnswerTable, destination: Destination, name: str) -> None:
    """Write an answer to a destination; `name` is what its rows are called there."""
    address, *columns = answer.columns
    fields = tuple(Field(column, _TEXT, ()) for column in columns)
    with open_output(destination.for_answers(address), Wrapper((Bundle(name, fields),))) as writer:
        for page, *cells in answer.rows:
            named = zip(columns, cells, strict=True)
            values = {column: (_value(cell),) for column, cell in named if cell is not None}
            writer.write(cell_text(page), Record(name, 0, values))


def _value(cell: str | float) -> Value:
    """Return a cell as a value: a number stays one."""
    if isinstance(cell, str):
        return Value(cell, _TEXT)
    return Value(cell_text(cell), _NUMBER, {"value": cell})


def cell_text(cell: Cell) -> str:
    """Return what stands in a cell as text."""
    if cell is None:
        return ""
    return f"{cell:g}" if isinstance(cell, float) else str(cell)
