"""Records on the command line: where they go, how good they are, what they look like."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, TextIO

from pagekin.app.coverage import Coverage, FieldCoverage, PageList
from pagekin.app.field_editing import ListedField
from pagekin.cli.options import STDOUT
from pagekin.cli.printing import counted
from pagekin.cli.terminal_texts import printable
from pagekin.errors import UsageError
from pagekin.lazy import lazy_module
from pagekin.output import Destination, check
from pagekin.output.layout import Layout
from pagekin.output.tables import Cell, Tables
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record

# Only for the table on a terminal.
_box = lazy_module("rich.box")
_console = lazy_module("rich.console")
_table = lazy_module("rich.table")
_texts = lazy_module("rich.text")
_SHOWN_PAGES = 3  # by name, of each field
_SHOWN_ROWS = 5
_COLUMN_WIDTH = 18  # on average, of a terminal's width
_WIDEST = 32
_NAME_WIDTH = 24
_SHOWN_EXAMPLE = 40


def destination_from(
    output: str | None, overwrite: str | None, layout: Layout | None = None
) -> Destination:
    """Return the destination that was named; complain before the work if it cannot be written to."""
    if output and overwrite:
        raise UsageError("-o and -O at once: append or overwrite, not both")
    destination = Destination.parse(
        overwrite or output or STDOUT, append=not overwrite, layout=layout
    )
    check(destination)
    return destination


def show_first(first: Sequence[tuple[str, Record]], wrapper: Wrapper, stream: TextIO) -> None:
    """Print the first rows of the main table, with as many columns as can be read."""
    console = _console.Console(file=stream, highlight=False)
    tables = Tables(wrapper)
    main = tables.all[0]
    wanted = list(range(len(main.places), len(main.header)))
    shown = wanted[: max(2, console.width // _COLUMN_WIDTH)]
    table = _table.Table(box=_box.SIMPLE_HEAD, show_edge=False)
    for i in shown:
        title = _texts.Text(printable(main.header[i]))
        table.add_column(title, no_wrap=True, overflow="ellipsis", max_width=_WIDEST)
    for row in _rows(tables, first)[:_SHOWN_ROWS]:
        table.add_row(*(_texts.Text(printable(main.text(i, row[i]))) for i in shown))
    console.print(table)
    others = len(wanted) - len(shown)
    if others:
        console.print(f"… and {counted(others, 'more field')}")


def _rows(tables: Tables, records: Sequence[tuple[str, Record]]) -> list[list[Cell]]:
    """Return the rows of the main table."""
    return [
        cells
        for page, record in records
        for number, cells in tables.rows(page, record)
        if number == 0
    ]


def lines(coverage: Coverage, destination: Destination, notes: list[str]) -> list[str]:
    """Say how good the records are, and where they are."""
    told = [records_line(coverage), *coverage_lines(coverage, destination.layout)]
    if not destination.is_stdout:
        told.append(f"records in {destination.name}")
    return [*told, *(f"  {note}" for note in notes)]


def records_line(coverage: Coverage) -> str:
    """Say how many records there are, of which bundles."""
    total = counted(coverage.records, "record")
    if len(coverage.records_of) < 2:
        return total
    parts = (f"{number:,} {printable(name)}" for name, number in coverage.records_of.items())
    return f"{total}: {', '.join(parts)}"


def coverage_lines(coverage: Coverage, layout: Layout) -> Iterator[str]:
    """Say how each field that was written fared, and name the first pages where it fails."""
    parts = [part for part in coverage.fields.values() if _is_written(coverage, part, layout)]
    several = len({part.bundle for part in parts}) > 1
    for part in parts:
        name = f"{part.bundle}.{part.field.name}" if several else part.field.name
        share = f"{part.coverage:>6.1%}" if part.looked else "     –"
        head = f"  {printable(name):{_NAME_WIDTH}} {part.field.type:12} {share}"
        yield "; ".join([head, *_failures(part)])
    for name, pages in coverage.without.items():
        if pages.number and (layout.bundles or layout.nested):
            yield f"  no {printable(name)} on {_such_as(pages)}"
    if coverage.empty.number:
        yield f"nothing found on {_such_as(coverage.empty)}"


def _is_written(coverage: Coverage, part: FieldCoverage, layout: Layout) -> bool:
    is_main = part.bundle in coverage.main or layout.bundles or layout.nested
    return is_main and (not part.field.extra or layout.everything or layout.nested)


def coverage_content(coverage: Coverage) -> dict[str, Any]:
    """Return the same for machines, all pages by name."""
    return {
        "pages": coverage.pages,
        "records": coverage.records,
        "bundles": coverage.records_of,
        "fields": [
            {
                "bundle": part.bundle,
                "field": part.field.name,
                "type": part.field.type,
                "looked": part.looked,
                "found": part.found,
                "coverage": round(part.coverage, 4),
                "missing": part.missing.names,
                "misfits": [
                    {"page": page, "reason": reason}
                    for page, reason in zip(part.misfit.names, part.misfit.reasons, strict=True)
                ],
            }
            for part in coverage.fields.values()
        ],
        "empty": coverage.empty.names,
    }


def field_lines(fields: list[ListedField]) -> list[str]:
    """List fields by bundle: name, type, share of the pages that have it, an example or two."""
    width = min(max((len(field.name) for field in fields), default=0), _NAME_WIDTH)
    several = len({field.path for field in fields}) > 1
    lines: list[str] = []
    for path, group in groupby(fields, key=lambda field: field.path):
        lines += [printable(" / ".join(path))] if several else []
        lines += [
            f"{'*' if field.field.key else '':2}{printable(field.name):{width}}  {field.type:12} {field.share:>5}  {_examples(field)}"
            for field in group
        ]
    return lines


def _failures(part: FieldCoverage) -> Sequence[str]:
    lines = []
    if part.missing.number:
        lines.append(f"missing on {_such_as(part.missing)}")
    if part.misfit.number:
        first = f"{part.misfit.names[0]}: {part.misfit.reasons[0]}"
        lines.append(
            f"misfits on {counted(part.misfit.number, 'page')}, such as {printable(first)}"
        )
    return lines


def _such_as(pages: PageList) -> str:
    names = ", ".join(printable(name) for name in pages.names[:_SHOWN_PAGES])
    more = ", …" if pages.number > _SHOWN_PAGES else ""
    return f"{counted(pages.number, 'page')}: {names}{more}"


def _examples(field: ListedField) -> str:
    shown = [printable(example) for example in field.examples[:2]]
    return " · ".join(
        text if len(text) <= _SHOWN_EXAMPLE else text[: _SHOWN_EXAMPLE - 1] + "…" for text in shown
    )
