"""A page of an answer as a table: each result with its page, its values, and where to look closer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.urls import reverse

from pagekin.app.answers import first_results
from pagekin.app.report import report_table
from pagekin.console.asking.crawl_choice import number_in
from pagekin.console.current_store import current_store
from pagekin.query.asking import QueryLimits
from pagekin.query.fixed.fixed_catalogue import fixed_query
from pagekin.query.known_names import PROPERTIES
from pagekin.store.models import Crawl
from pagekin.store.states import QueryKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pagekin.console.asking.asked_question import AskedQuestion
    from pagekin.query.answer_table import AnswerTable, Cell
    from pagekin.report.document import ReportCell
    from pagekin.store.reading.crawls import CrawlInfo

ON_A_PAGE = 50
SECONDS = 10.0  # nobody looks at a page that loads for longer
EXPORTS = ("csv", "json", "jsonl", "xlsx")
_NO_FIELDS = frozenset({"page", "key", "paired by", *PROPERTIES})


@dataclass(frozen=True, slots=True)
class _Row:
    """What is needed to look closer at a result."""

    page: str
    key: str
    result: str


def shown_answer(
    asked: AskedQuestion, crawl: CrawlInfo, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Ask a crawl, and return what a template shows of the answer."""
    with current_store().connection() as connection:
        found = first_results(connection, asked.question, crawl, QueryLimits(seconds=SECONDS))
    page = Paginator(found.rows, ON_A_PAGE).get_page(number_in(given, "page") or 1)
    part = replace(found, rows=list(page))
    table = report_table(part)
    looks = _looks(asked, found, crawl.id)
    rows = [
        [
            _shown_cell(name, cell, row, looks)
            for name, cell in zip(table.columns, cells, strict=True)
        ]
        for cells, row in zip(table.rows, _rows(part), strict=True)
    ]
    named = {**asked.address_parts, "crawl": str(crawl.id)}
    return {
        "answer": found,
        "columns": [_heading(name) for name in table.columns],
        "rows": rows,
        "page": page,
        "more_of_address": urlencode(named),
        "exports": [
            (kind, f"{reverse('export')}?{urlencode({**named, 'as': kind})}") for kind in EXPORTS
        ],
        "asked_crawl": Crawl.objects.select_related("site").get(pk=crawl.id),
        "asked": asked,
    }


@dataclass(frozen=True, slots=True)
class _Looks:
    """How the results of an answer can be looked at closer."""

    crawl: int
    pages: str  # the column with their pages
    older: tuple[int, ...] = ()
    has_fields: bool = False  # columns are fields, which have a history
    compares: bool = False

    def verifier(self, row: _Row) -> str:
        """Return where a result is verified, "" if there is nothing to compare."""
        if not self.compares or not (row.result or row.page):
            return ""
        if not row.result:
            return verifier_address(result=row.page, crawl=self.crawl)
        if self.older:
            return verifier_address(result=row.result, crawl=self.crawl, since=self.older[-1])
        return verifier_address(result=row.result, crawl=self.crawl, page=row.page)

    def history(self, column: str, row: _Row) -> str:
        """Return where the values of a field are shown over time, "" if it is none."""
        is_field = column not in _NO_FIELDS and not column.startswith("meta.")
        if not (self.has_fields and is_field):
            return ""
        about = {"field": column, "key": row.key or row.page, "crawl": self.crawl}
        return f"{reverse('history')}?{urlencode(about)}"


def _looks(asked: AskedQuestion, found: AnswerTable, crawl: int) -> _Looks:
    kind, pages = asked.question.kind, found.columns[0]
    if kind is QueryKind.CONDITIONS:
        return _Looks(crawl, pages, found.older, has_fields=True, compares=bool(found.older))
    if kind is QueryKind.SQL:
        return _Looks(crawl, pages)
    compares = "result" in found.columns or fixed_query(asked.question.text).compares
    return _Looks(crawl, pages, compares=compares)


def _rows(found: AnswerTable) -> Iterator[_Row]:
    places = {name: place for place, name in enumerate(found.columns)}
    for row in found.rows:
        yield _Row(_text(row, 0), _text(row, places.get("key")), _text(row, places.get("result")))


def _text(row: tuple[Cell, ...], place: int | None) -> str:
    return "" if place is None or row[place] is None else str(row[place])


def _shown_cell(name: str, cell: ReportCell, row: _Row, looks: _Looks) -> dict[str, Any]:
    """Return a cell, and where a click leads: into the console, or out to the page itself."""
    about = {"name": _heading(name), "cell": cell, "inside": "", "outside": ""}
    if name == looks.pages:
        return about | {"outside": row.page, "inside": looks.verifier(row)}
    return about | {"inside": looks.history(name, row) if cell.text else ""}


def verifier_address(**given: object) -> str:
    """Return the address of the verifier for a result."""
    parts = {name: value for name, value in given.items() if value}
    return f"{reverse('verify')}?{urlencode(parts)}"


def _heading(name: str) -> str:
    return name[:1].upper() + name[1:]
