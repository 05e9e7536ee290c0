"""An answer as a table: what queries about links and fixed queries give, whoever shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """Columns and rows; the first column is the URL of the page that a row is about."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    is_cut: bool = False  # there are more rows than it has
    older: tuple[int, ...] = ()  # the crawls that it compares with
    notes: tuple[str, ...] = ()  # what is to be known about it

    def as_dicts(self) -> list[dict[str, Cell]]:
        """Return the rows with the names of their columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]
