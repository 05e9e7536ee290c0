"""The history of a value over the crawls: as a table, and as a page with a graph."""

import time
from datetime import UTC, datetime

from pagekin.app.asked_crawl import crawl_to_ask
from pagekin.errors import NothingFoundError
from pagekin.query.answer_table import AnswerTable
from pagekin.query.value_history import ValueHistory, value_history
from pagekin.report.document import (
    Graph,
    GraphPoint,
    ReportCell,
    ReportDocument,
    ReportSection,
    ReportTable,
)
from pagekin.report.html_report import render_html
from pagekin.store.database import Connection


def history(
    connection: Connection, field: str, key: str, crawl: int | None = None, site: str = ""
) -> ValueHistory:
    """Return what a field was in each crawl, of the record with a key, or of the page at a URL."""
    found = value_history(connection, field, key, crawl_to_ask(connection, crawl, site).id)
    if not found.points:
        raise NothingFoundError(
            f"no crawl has seen {key}: the key is the value of the field that 'pagekin fields' marks "
            "with a *, or the URL of a page"
        )
    return found


def as_table(found: ValueHistory) -> AnswerTable:
    """Return a history as a table, the first crawl first."""
    rows = [(point.url, point.crawl, _moment(point.at), point.text) for point in found.points]
    return AnswerTable(("page", "crawl", "date", found.field), rows)


def graph_of(found: ValueHistory) -> Graph | None:
    """Return the numbers of a history as a graph; None if it has none."""
    points = tuple(
        GraphPoint(point.at, point.number) for point in found.points if point.number is not None
    )
    units = {point.unit for point in found.points if point.unit}
    unit = units.pop() if len(units) == 1 else ""
    return Graph(_title(found), points, unit) if points else None


def as_html(found: ValueHistory) -> str:
    """Return a history as a page of its own, with a graph of its numbers."""
    graph, last = graph_of(found), found.points[-1]
    rows = tuple(
        (
            ReportCell(_moment(point.at)),
            ReportCell(str(point.crawl)),
            ReportCell(point.text or ""),
            ReportCell(point.url, point.url),
        )
        for point in found.points
    )
    title = _title(found)
    section = ReportSection(
        title,
        tables=(ReportTable(("date", "crawl", found.field, "page"), rows),),
        graphs=(graph,) if graph else (),
    )
    site = last.url.partition("://")[2].partition("/")[0]
    return render_html(ReportDocument(title, site, time.time(), sections=(section,)))


def _title(found: ValueHistory) -> str:
    return f"{found.field} of {found.key}"


def _moment(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"
