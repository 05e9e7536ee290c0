"""A report as the HTML of a mail: what programs for mail show alike, which is little.

They drop style sheets, so styles stand where they are used; nothing is loaded from anywhere, and links go
to web pages only.
"""

import time
from html import escape

from pagekin.report.document import ReportCell, ReportDocument, ReportSection, ReportTable
from pagekin.report.escaping import code, count, esc, short_url
from pagekin.urls import canonical

_BODY = (
    "margin:0;padding:16px;background:#ffffff;color:#1c2430;"
    "font:15px/1.45 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
)
_QUIET = "color:#5b6675;font-size:13px"
_WARNING = "margin:12px 0;padding:10px 12px;background:#fff4e0;border-left:4px solid #d98a00"
_ROW = "padding:8px 0;border-bottom:1px solid #e3e7ec;overflow-wrap:anywhere"
_LINK = "color:#1a5fb4"
_OLD = "color:#a3282d;text-decoration:line-through"


def render_mail(document: ReportDocument, most_rows: int, link: str = "") -> str:
    """Return a report with the first rows of each table; `link` leads to all of it."""
    made = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(document.made_at))
    parts = [
        f'<h1 style="font-size:20px;margin:0 0 4px">{esc(document.title)}</h1>',
        f'<p style="{_QUIET};margin:0 0 12px">{esc(document.site)} · {made}</p>',
        f"<p>{esc(document.text)}</p>" if document.text else "",
        *(f'<p style="{_WARNING}">{esc(warning)}</p>' for warning in document.warnings),
        *(_section(section, most_rows, document.site) for section in document.sections),
        f'<p style="{_QUIET};margin-top:24px">{_footer(document, link)}</p>',
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{esc(document.title)}</title></head>\n"
        f'<body style="{_BODY}"><div style="max-width:720px;margin:0 auto">\n'
        + "\n".join(filter(None, parts))
        + "\n</div></body></html>\n"
    )


def _footer(document: ReportDocument, link: str) -> str:
    whole = "The whole report is attached. " if document.sections else ""
    if link:
        whole += f'<a href="{escape(link)}" style="{_LINK}">Open it in the console</a>. '
    return f"{whole}Sent by pagekin; 'pagekin people' changes what you are told."


def _section(section: ReportSection, most_rows: int, host: str) -> str:
    if not section.text and not section.tables:
        return ""  # graphs alone: they are in the whole report
    question = f'<p style="{_QUIET}">{code(section.question)}</p>' if section.question else ""
    text = f'<p style="margin:4px 0">{esc(section.text)}</p>' if section.text else ""
    tables = "".join(_table(table, most_rows, host) for table in section.tables if table.rows)
    title = f'<h2 style="font-size:16px;margin:20px 0 4px">{esc(section.title)}</h2>'
    return title + question + text + tables


def _table(table: ReportTable, most_rows: int, host: str) -> str:
    """Return rows one below the other: the columns of a table would not fit on a phone."""
    shown = table.rows[:most_rows]
    rows = "".join(_row(table.columns, row, host) for row in shown)
    left_out = table.more + len(table.rows) - len(shown)
    more = f'<p style="{_QUIET}">and {count(left_out, "more row")}</p>' if left_out else ""
    return rows + more


def _row(columns: tuple[str, ...], row: tuple[ReportCell, ...], host: str) -> str:
    first, *others = row
    values = "".join(
        f'<div><span style="{_QUIET}">{esc(name)}</span> {_value(cell)}</div>'
        for name, cell in zip(columns[1:], others, strict=True)
        if cell.text or cell.was
    )
    return f'<div style="{_ROW}">{_linked(first, host)}{values}</div>'


def _value(cell: ReportCell) -> str:
    was = f'<span style="{_OLD}">{esc(cell.was or "–")}</span> → ' if cell.was is not None else ""
    return was + esc(cell.text or "–")


def _linked(cell: ReportCell, host: str) -> str:
    """Link to a web page, without the host if it is the site's own; anything else is only shown."""
    address = canonical(cell.url) if cell.url else None
    if not isinstance(address, str):
        return esc(cell.text)
    text = short_url(cell.text, host)
    return f'<a href="{escape(address)}" style="{_LINK}">{esc(text)}</a>'
