"""Digests: what a run has to tell a person, as one document; and documents that are told together."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.report.document import ReportCell, ReportDocument, ReportSection, ReportTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.app.alerts import AlertAnswer

_MOST_ROWS = 500  # of a table: a report is to be read


def digest_document(
    watch: str, site: str, made_at: float, alerts: Sequence[AlertAnswer]
) -> ReportDocument | None:
    """Return what a person is told; None if there is nothing to tell."""
    told = [one for one in alerts if one.trouble or (one.answer and one.answer.rows)]
    if not told:
        return None
    results = sum(len(one.answer.rows) for one in told if one.answer)
    return ReportDocument(
        title=f"{watch}: {_counted(results, 'result')}",
        site=site,
        made_at=made_at,
        facts=((f"{results:,}", "results"), (f"{len(alerts):,}", "questions asked")),
        warnings=tuple(
            f"{one.query.title} could not be asked: {one.trouble}" for one in told if one.trouble
        ),
        sections=tuple(_section(one) for one in told if one.answer),
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


def identity(*parts: object) -> str:
    """Return what identifies a message: the same parts, the same text."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:32]


def _section(alert: AlertAnswer) -> ReportSection:
    answer = alert.answer
    if answer is None:
        return ReportSection(alert.query.title, alert.query.text)
    rows = tuple(
        (
            ReportCell(row.key or row.url, row.url),
            *(ReportCell(value or "") for value in row.values),
        )
        for row in answer.rows[:_MOST_ROWS]
    )
    before = f", {alert.as_before:,} more as before" if alert.as_before else ""
    cut = " at least" if answer.is_cut else ""
    return ReportSection(
        alert.query.title,
        "" if alert.query.title == alert.query.text else alert.query.text,
        f"{_counted(len(answer.rows), 'result')}{cut}{before}; compared with the crawl before",
        (ReportTable(("page", *answer.columns), rows, len(answer.rows) - len(rows)),),
    )


def _lines(document: ReportDocument) -> str:
    return " ".join((document.text, *document.warnings)).strip()


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
