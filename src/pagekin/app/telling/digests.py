"""Digests: what a run has to tell a person, as one document; and documents that are told together."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.app.answers import as_asked
from pagekin.app.report import report_table
from pagekin.report.document import ReportDocument, ReportSection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.app.telling.alerts import AlertAnswer
    from pagekin.query.answer_table import AnswerTable


def digest_document(
    watch: str, report: ReportDocument, alerts: Sequence[AlertAnswer], told: Sequence[ReportSection]
) -> ReportDocument | None:
    """Return what a person is told besides the frame of a report; None if there is nothing to tell.

    The sections that are told anyway come after the answers to alerts; graphs of the report are kept.
    """
    found = [one for one in alerts if one.trouble or (one.news and one.news.rows)]
    if not found and not told:
        return None
    results = sum(len(one.news.rows) for one in found if one.news)
    events = sum(len(table.rows) + table.more for section in told for table in section.tables)
    counts = [_counted(results, "result")] if found else []
    counts += [_counted(events, "event")] if told else []
    return replace(
        report,
        title=f"{watch}: {', '.join(counts)}",
        warnings=(
            *report.warnings,
            *(
                f"{one.asked.title} could not be asked: {one.trouble}"
                for one in found
                if one.trouble
            ),
        ),
        sections=(
            *(_section(one, one.news) for one in found if one.news),
            *told,
            *report.sections,
        ),
    )


def trouble_document(
    watch: str, site: str, made_at: float, what: str, detail: str
) -> ReportDocument:
    """Return what administrators are told about a trouble."""
    return ReportDocument(title=f"{watch}: {what}", site=site, made_at=made_at, warnings=(detail,))


def merged(documents: Sequence[ReportDocument]) -> ReportDocument:
    """Return several documents as one, in their order."""
    if len(documents) == 1:
        return documents[0]
    sections = [
        replace(section, title=f"{document.title} – {section.title}")
        for document in documents
        for section in document.sections or (ReportSection(document.title, text=_lines(document)),)
    ]
    last = documents[-1]
    return ReportDocument(
        title=f"{len(documents)} reports: {'; '.join(document.title for document in documents)}",
        site=", ".join(dict.fromkeys(document.site for document in documents)),
        made_at=last.made_at,
        warnings=tuple(
            f"{document.title}: {warning}"
            for document in documents
            for warning in document.warnings
        ),
        sections=tuple(sections),
        news=tuple(entry for document in documents for entry in document.news),
    )


def subject_of(document: ReportDocument, alerts: Sequence[AlertAnswer]) -> str:
    """Return the subject of a message: the title, and the alerts that have found something."""
    asked = "; ".join(one.asked.title for one in alerts if one.news and one.news.rows)
    return f"{document.title} ({asked})" if asked else document.title


def identity(*parts: object) -> str:
    """Return what identifies a message: the same parts, the same text."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:32]


def _section(alert: AlertAnswer, news: AnswerTable) -> ReportSection:
    asked = as_asked(alert.asked.question)
    before = f" {alert.as_before:,} more were so before." if alert.as_before else ""
    cut = "at least " if news.is_cut else ""
    return ReportSection(
        alert.asked.title,
        "" if asked == alert.asked.title else asked,
        f"{cut}{_counted(len(news.rows), 'result')}.{before}",
        (report_table(news),),
    )


def _lines(document: ReportDocument) -> str:
    return " ".join((document.text, *document.warnings)).strip()


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
