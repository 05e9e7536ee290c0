"""A report as one HTML file: for a screen, a phone or paper."""

import time
from html import escape

from pagekin.report.document import ReportCell, ReportDocument, ReportSection, ReportTable
from pagekin.report.escaping import code, count, esc
from pagekin.report.line_graph import line_graph
from pagekin.report.standalone_page import standalone_page, style_sheet
from pagekin.urls import canonical


def render_html(document: ReportDocument) -> str:
    """Return the text of the file."""
    body = [
        _header(document),
        *(f'<p class="warning">{esc(text)}</p>' for text in document.warnings),
        _tiles(document),
        _contents(document),
        *(_section(number, section) for number, section in enumerate(document.sections, start=1)),
        "<footer><p>Made by pagekin. This file holds no scripts and loads nothing.</p></footer>",
    ]
    return standalone_page(document.title, style_sheet("report.css"), "\n".join(filter(None, body)))


def _header(document: ReportDocument) -> str:
    made = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(document.made_at))
    text = f"<p>{esc(document.text)}</p>" if document.text else ""
    return (
        f"<header><h1>{esc(document.title)}</h1><p>{esc(document.site)} · {made}</p>{text}</header>"
    )


def _tiles(document: ReportDocument) -> str:
    tiles = "".join(f"<li><b>{esc(value)}</b>{esc(name)}</li>" for value, name in document.facts)
    return f'<ul class="tiles">{tiles}</ul>' if tiles else ""


def _contents(document: ReportDocument) -> str:
    """List the sections with the number of their rows, so that nobody has to scroll to what is empty."""
    if len(document.sections) < 3:
        return ""
    lines = "".join(
        f'<li><a href="#section-{number}">{esc(section.title)}</a> {_size(section)}</li>'
        for number, section in enumerate(document.sections, start=1)
    )
    return f'<nav aria-label="Sections"><ul>{lines}</ul></nav>'


def _size(section: ReportSection) -> str:
    rows = sum(len(table.rows) + table.more for table in section.tables)
    return f"({rows:,})" if section.tables else ""


def _section(number: int, section: ReportSection) -> str:
    question = f'<p class="question">{code(section.question)}</p>' if section.question else ""
    text = f"<p>{esc(section.text)}</p>" if section.text else ""
    graphs = "".join(map(line_graph, section.graphs))
    tables = "".join(_table(table, section.title) for table in section.tables if table.rows)
    return (
        f'<section id="section-{number}"><h2>{esc(section.title)}</h2>{question}{text}{graphs}{tables}'
        "</section>"
    )


def _table(table: ReportTable, title: str) -> str:
    head = "".join(f'<th scope="col">{esc(name)}</th>' for name in table.columns)
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td data-name="{esc(name)}">{_cell(cell)}</td>'
            if cell.text or cell.was
            else "<td></td>"
            for name, cell in zip(table.columns, row, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    more = f'<p class="more">and {count(table.more, "more row")}</p>' if table.more else ""
    # In reach of the keyboard, so that a wide table can be scrolled without a mouse.
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{esc(title)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{more}"
    )


def _cell(cell: ReportCell) -> str:
    text = _linked(cell)
    if cell.was is None:
        return text
    was = f"<del>{esc(cell.was)}</del>" if cell.was else ""
    return f"{was} <ins>{text}</ins>".strip() if cell.text else was


def _linked(cell: ReportCell) -> str:
    """Link to a web page; anything else that calls itself a URL is only shown."""
    address = canonical(cell.url) if cell.url else None
    if not isinstance(address, str):
        return esc(cell.text)
    return f'<a href="{escape(address)}" rel="noopener noreferrer">{esc(cell.text)}</a>'
