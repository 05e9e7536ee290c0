"""The records of a crawl as a table: sorted, filtered, page by page."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pagekin.console.access import Who, route
from pagekin.console.current_store import current_store
from pagekin.console.pages.site_choice import SiteChoice, chosen_site, number_in, site_page
from pagekin.console.shown_values import safe_address, short_address
from pagekin.store.reading.record_table import (
    CellComparison,
    RecordCondition,
    RecordTable,
    RowRange,
    TableRow,
    rows_of,
    tables_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.store.models import Crawl
    from pagekin.store.reading.record_table import ShownValue

ON_A_PAGE = 50
_LAST_PAGE = 200  # further ones would take long to sort; a filter leads there sooner
_CRAWLS = 60  # to choose from
_LONGEST, _LONGEST_ADDRESS = 160, 60  # characters that are shown
_MIDDLE, _LONG = 16, 60  # characters from which on a cell is wider
_NUMBERS = frozenset(
    {"price", "unit_price", "number", "integer", "count", "percentage", "quantity"}
)
_RARE = 0.5  # the share of records below which a column comes last
_EXPORTS = ("csv", "json", "jsonl", "xlsx")


@route("sites/<str:name>/records/", name="site-records", who=Who.USER)
def records(request: Any, name: str) -> Any:
    """Show a page of the records of a crawl."""
    choice = chosen_site(request, name)
    crawl = choice.crawl(request)
    about: dict[str, Any] = {"crawl": crawl, "crawls": choice.crawls()[:_CRAWLS], "table": None}
    if crawl is not None and choice.crawler is not None:
        about |= _table(request, choice, crawl)
    return site_page(request, choice, "site_records.html", about)


def _table(request: Any, choice: SiteChoice, crawl: Crawl) -> dict[str, Any]:
    wanted = min(max(number_in(request, "page") or 1, 1), _LAST_PAGE)
    with current_store().connection() as connection:
        tables = tables_of(connection, crawl.pk, choice.needed_crawler().pk)
        if not tables:
            return {}
        number = number_in(request, "table")
        table = _with_rare_last(next((t for t in tables if t.bundle == number), tables[0]))
        by = _field(table, number_in(request, "sort"))
        descending = request.GET.get("way") == "down"
        condition = _condition(request, table)
        first = (wanted - 1) * ON_A_PAGE
        order = RowRange(first, ON_A_PAGE + 1, by, descending)
        rows = rows_of(connection, table, order, (condition,) if condition else ())
    given = _given(request, crawl, table, by, descending=descending, condition=condition)
    return {
        "table": table,
        "tables": [
            (one, choice.address("site-records", **_of_table(crawl, one))) for one in tables
        ],
        "columns": [
            _column(choice, given, table, place, by, descending=descending)
            for place in range(len(table.fields))
        ],
        "rows": [_row(row, table) for row in rows[:ON_A_PAGE]],
        "condition": condition,
        "asked": _asked(request),
        "comparisons": list(CellComparison),
        "given": given,
        "first": first + 1,
        "last": first + min(len(rows), ON_A_PAGE),
        "previous_url": choice.address("site-records", **given, page=wanted - 1)
        if wanted > 1
        else "",
        "next_url": choice.address("site-records", **given, page=wanted + 1)
        if len(rows) > ON_A_PAGE and wanted < _LAST_PAGE
        else "",
        "is_last": wanted == _LAST_PAGE and len(rows) > ON_A_PAGE,
        "exports": _EXPORTS,
    }


def _with_rare_last(table: RecordTable) -> RecordTable:
    """Return a table whose columns that most records have come first, so that they are seen at once."""
    rare = [one.coverage is not None and one.coverage < _RARE for one in table.fields]
    order = sorted(range(len(rare)), key=rare.__getitem__)
    return replace(table, fields=tuple(table.fields[place] for place in order))


def _of_table(crawl: Crawl, table: RecordTable) -> dict[str, object]:
    return {"crawl": crawl.pk, "table": table.bundle}


def _given(
    request: Any,
    crawl: Crawl,
    table: RecordTable,
    by: int | None,
    *,
    descending: bool,
    condition: RecordCondition | None,
) -> dict[str, object]:
    """Return the parameters that the links to other parts of the same table have."""
    given = _of_table(crawl, table)
    if by is not None:
        given |= {"sort": by, "way": "down" if descending else "up"}
    return given | (_asked(request) if condition else {})


def _asked(request: Any) -> dict[str, object]:
    return {name: request.GET.get(name, "") for name in ("field", "how", "text")}


def _field(table: RecordTable, number: int | None) -> int | None:
    return number if number in {one.number for one in table.fields} else None


def _condition(request: Any, table: RecordTable) -> RecordCondition | None:
    """Return what a person wants to see; None if that is everything, or makes no sense."""
    field = _field(table, number_in(request, "field"))
    how, text = request.GET.get("how", ""), request.GET.get("text", "").strip()
    if field is None or how not in {one.value for one in CellComparison}:
        return None
    comparison = CellComparison(how)
    if comparison is CellComparison.MISSING:
        return RecordCondition(field, comparison)
    if comparison in {CellComparison.LEAST, CellComparison.MOST}:
        number = _number(text)
        return None if number is None else RecordCondition(field, comparison, text, number)
    return RecordCondition(field, comparison, text) if text else None


def _number(text: str) -> float | None:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _column(
    choice: SiteChoice,
    given: dict[str, object],
    table: RecordTable,
    place: int,
    by: int | None,
    *,
    descending: bool,
) -> dict[str, Any]:
    """Return a column's head: a link that sorts by it, or turns the order round."""
    field = table.fields[place]
    is_sorted = field.number == by
    way = "down" if is_sorted and not descending else "up"
    order = ("descending" if descending else "ascending") if is_sorted else ""
    url = choice.address("site-records", **{**given, "sort": field.number, "way": way})
    return {"field": field, "url": url, "order": order}


def _row(row: TableRow, table: RecordTable) -> dict[str, Any]:
    """Return a row as its template shows it, which is kept simple: there are thousands of cells."""
    cells = zip(table.fields, row.cells, strict=True)
    return {
        "page": _cell(row.page, row.page),
        "cells": [
            (_looks(field.type, some), [_cell(value.text, value.address) for value in some])
            for field, some in cells
        ],
    }


def _looks(type_name: str, values: Sequence[ShownValue]) -> str:
    """Return how a cell is laid out: numbers stand below each other, long texts get room and are cut."""
    if type_name in _NUMBERS:
        return "number"
    characters = sum(len(value.text) for value in values)
    return "long" if characters > _LONG else "middle" if characters > _MIDDLE else ""


def _cell(text: str, address: str) -> tuple[str, str]:
    """Return what is shown of a value, and where it leads: to web pages only."""
    shown = text if text and text != address else short_address(address)
    most = _LONGEST_ADDRESS if address else _LONGEST
    return shown if len(shown) <= most else shown[: most - 1] + "…", safe_address(address)
