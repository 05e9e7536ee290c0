"""A report as plain text: for mail, and for the terminal."""

import textwrap
import time
from collections.abc import Iterator

from pagekin.report.document import ReportCell, ReportDocument, ReportSection, ReportTable
from pagekin.report.escaping import visible

_WIDTH = 78


def render_text(document: ReportDocument, most_rows: int | None = None, link: str = "") -> str:
    """Return a report as lines; with `most_rows`, no more than these of each table; `link` leads to all."""
    lines = [*_lines(document, most_rows), *(("", f"In the console: {link}") if link else ())]
    return "\n".join(lines) + "\n"


def _lines(document: ReportDocument, most_rows: int | None) -> Iterator[str]:
    yield visible(document.title)
    yield "=" * min(_WIDTH, len(document.title))
    made = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(document.made_at))
    yield visible(f"{document.site}, {made}")
    if document.text:
        yield from _wrapped(document.text)
    if document.facts:
        yield ""
        yield visible(", ".join(f"{value} {name}" for value, name in document.facts))
    for warning in document.warnings:
        yield ""
        yield from _wrapped(f"! {warning}")
    for section in document.sections:
        if not section.text and not section.tables:
            continue  # graphs alone
        yield ""
        yield from _section(section, most_rows)


def _section(section: ReportSection, most_rows: int | None) -> Iterator[str]:
    yield visible(section.title)
    yield "-" * min(_WIDTH, len(section.title))
    if section.question:
        yield from _wrapped(section.question)
    if section.text:
        yield from _wrapped(section.text)
    for table in section.tables:
        yield from _table(table, most_rows)


def _table(table: ReportTable, most_rows: int | None) -> Iterator[str]:
    """Write a row as its first cell with the others below it: columns would not fit into a mail."""
    shown = table.rows[:most_rows]
    for first, *others in shown:
        yield visible(_cell(first))
        if first.url and first.url != first.text:
            yield f"  {visible(first.url)}"
        for name, cell in zip(table.columns[1:], others, strict=True):
            if cell.text or cell.was:
                yield visible(f"  {name}: {_cell(cell)}")
    left_out = table.more + len(table.rows) - len(shown)
    if left_out:
        yield f"… and {left_out:,} more"


def _cell(cell: ReportCell) -> str:
    return cell.text if cell.was is None else f"{cell.was or '–'} → {cell.text or '–'}"


def _wrapped(text: str) -> Iterator[str]:
    yield from textwrap.wrap(visible(text), _WIDTH) or [""]
