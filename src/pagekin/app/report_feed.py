"""The news of a report, crawl by crawl, for readers of feeds."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.app.asked_crawl import crawl_to_ask
from pagekin.app.report import ReportRequest, build
from pagekin.report.document import FeedEntry
from pagekin.store.reading.crawls import earlier_crawls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pagekin.report.document import ReportCell, ReportDocument, ReportSection
    from pagekin.store.database import Connection

_CRAWLS = 5  # to look back: readers come by more often
_MOST = 100  # pieces of news of a section


def feed_document(connection: Connection, request: ReportRequest, title: str) -> ReportDocument:
    """Return a report whose news are those of the last crawls: what happened, or the results of its questions.

    What is found again by a later crawl is no news.
    """
    last = crawl_to_ask(connection, request.crawl, request.site)
    earlier = earlier_crawls(connection, last, _CRAWLS - 1)
    news: dict[str, FeedEntry] = {}
    newest = None
    for crawl in (*reversed(earlier), last):
        newest = build(connection, replace(request, crawl=crawl.id, site=""))
        for entry in _results(newest) if request.is_chosen else newest.news:
            news.setdefault(entry.id, entry)
    assert newest is not None  # noqa: S101 - there is a last one
    return replace(newest, title=title, news=tuple(news.values()))


def _results(document: ReportDocument) -> Iterator[FeedEntry]:
    for section in document.sections:
        yield from _entries(section, document.made_at)


def _entries(section: ReportSection, at: float) -> Iterator[FeedEntry]:
    """Yield each result of a question as a piece of news."""
    for table in section.tables:
        for row in table.rows[:_MOST]:
            told = [
                f"{name}: {_said(cell)}"
                for name, cell in zip(table.columns[1:], row[1:], strict=True)
                if cell.text or cell.was
            ]
            parts = (section.title, section.question, *(f"{one.text}\0{one.was}" for one in row))
            digest = hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:32]
            first = row[0]
            yield FeedEntry(
                digest, f"{section.title}: {first.text}", first.url, at, "; ".join(told)
            )


def _said(cell: ReportCell) -> str:
    return cell.text if cell.was is None else f"{cell.was or '–'} → {cell.text or '–'}"
