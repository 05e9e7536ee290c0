"""A report as values: what it says, whichever way it is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any


@dataclass(frozen=True, slots=True)
class ReportCell:
    """A text in a table; it may lead somewhere, and it may have been another text before."""

    text: str
    url: str = ""
    was: str | None = None


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under headings; `more` rows were left out."""

    columns: tuple[str, ...]
    rows: tuple[tuple[ReportCell, ...], ...]
    more: int = 0

    def as_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the headings and the rows as texts; what was another text before has a column for that."""
        changed = {n for row in self.rows for n, cell in enumerate(row) if cell.was is not None}
        heads = ((f"{c} before", c) if n in changed else (c,) for n, c in enumerate(self.columns))
        yield tuple(chain.from_iterable(heads))
        for row in self.rows:
            texts = (
                (cell.was or "", cell.text) if n in changed else (cell.text,)
                for n, cell in enumerate(row)
            )
            yield tuple(chain.from_iterable(texts))


@dataclass(frozen=True, slots=True)
class GraphPoint:
    """A value at a time (in seconds since 1970)."""

    at: float
    value: float


@dataclass(frozen=True, slots=True)
class Graph:
    """A value over time."""

    title: str
    points: tuple[GraphPoint, ...]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ReportSection:
    """The answer to one question: in a sentence, in tables and in graphs."""

    title: str
    question: str = ""  # as it was asked, letter by letter
    text: str = ""
    tables: tuple[ReportTable, ...] = ()
    graphs: tuple[Graph, ...] = ()


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One piece of news. The same news has the same id, in whichever report it stands."""

    id: str
    title: str
    url: str
    at: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """A report: its facts (a number and what it counts), what needs attention, and its sections."""

    title: str
    site: str
    made_at: float
    text: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    sections: tuple[ReportSection, ...] = ()
    news: tuple[FeedEntry, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return asdict(self)

    def as_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield it as one table, the headings first: the table that it has, or all of them cell by cell."""
        tables = [table for section in self.sections for table in section.tables]
        return tables[0].as_rows() if len(tables) == 1 else self._cells()

    def _cells(self) -> Iterator[tuple[str, ...]]:
        """Yield what stands in all tables, in one that all sections fit into."""
        yield "section", "row", "column", "value", "was", "url"
        for section in self.sections:
            for table in section.tables:
                for number, row in enumerate(table.rows, start=1):
                    for column, cell in zip(table.columns, row, strict=True):
                        yield (
                            section.title,
                            str(number),
                            column,
                            cell.text,
                            cell.was or "",
                            cell.url,
                        )


def from_json(content: Mapping[str, Any]) -> ReportDocument:
    """Return the document that `as_json` has made plain values of."""
    return ReportDocument(
        **{
            **content,
            "facts": tuple((value, name) for value, name in content["facts"]),
            "warnings": tuple(content["warnings"]),
            "sections": tuple(map(_section, content["sections"])),
            "news": tuple(FeedEntry(**entry) for entry in content["news"]),
        }
    )


def _section(content: Mapping[str, Any]) -> ReportSection:
    tables = tuple(
        ReportTable(
            tuple(table["columns"]),
            tuple(tuple(ReportCell(**cell) for cell in row) for row in table["rows"]),
            table["more"],
        )
        for table in content["tables"]
    )
    graphs = tuple(
        Graph(
            graph["title"], tuple(GraphPoint(**point) for point in graph["points"]), graph["unit"]
        )
        for graph in content["graphs"]
    )
    return ReportSection(content["title"], content["question"], content["text"], tables, graphs)
