"""Rows that wait on disk until all have come: only then is it known which columns hold anything, and of what kind."""

import json
import tempfile
from collections.abc import Iterator, Sequence

from pagekin.output.cells import Scalar, moment_in
from pagekin.output.layout import Layout
from pagekin.output.tables import Cell, Table

_INT64 = 2**63


class WaitingRows:
    """The rows of a table, and what its columns hold; to be closed."""

    def __init__(self, table: Table, layout: Layout) -> None:
        self.table = table
        self.number = 0
        self.kinds: list[set[type]] = [set() for _ in table.header]
        self.widths = [0] * len(
            table.header
        )  # the characters of the longest text, up to what is cut off
        self._keep_empty = layout.plain or layout.all_columns or layout.by_type
        self._dated = [False] * len(table.places) + [column.is_dated for column in table.columns]
        self._rows = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed below

    def close(self) -> None:
        """Remove the rows."""
        self._rows.close()

    def add(self, cells: list[Cell]) -> None:
        """Keep a row."""
        for column, cell in enumerate(cells):
            parts = cell if isinstance(cell, list) else (cell,)
            dated = self._dated[column]
            self.kinds[column].update(
                _kind(part, dated=dated) for part in parts if part not in (None, "")
            )
            self.widths[column] = max(
                self.widths[column], sum(len(str(part)) + 3 for part in parts)
            )
        self._rows.write(json.dumps(cells) + "\n")
        self.number += 1

    @property
    def columns(self) -> list[int]:
        """The columns to write: those that say where a row belongs, and those with any value."""
        places, numbers = len(self.table.places), range(len(self.table.header))
        if self._keep_empty or not self.number:
            return list(numbers)
        return [number for number in numbers if number < places or self.kinds[number]]

    def rows(self, columns: Sequence[int]) -> Iterator[list[Cell]]:
        """Yield the cells of these columns, row by row."""
        self._rows.seek(0)
        for line in self._rows:
            cells = json.loads(line)
            yield [cells[column] for column in columns]


def _kind(part: Scalar, *, dated: bool) -> type:
    """Return the kind of a value; whole numbers that no program holds as such are texts."""
    if isinstance(part, str) and dated:
        return type(moment_in(part) or part)
    if isinstance(part, int) and not isinstance(part, bool) and abs(part) >= _INT64:
        return str
    return type(part)
