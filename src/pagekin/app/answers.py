"""Answers to questions of any kind: each crawl is asked once, for all who share a question."""

import json
from dataclasses import replace

from pagekin.app.query import as_table
from pagekin.query.answer_table import AnswerTable
from pagekin.query.asking import QueryLimits, ask
from pagekin.query.fixed.fixed_catalogue import fixed_query, run_fixed
from pagekin.query.fixed.own_sql import checked_sql, run_own_sql
from pagekin.query.parsing import parse
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo
from pagekin.store.saved_queries import Question, keep_answer, kept_answer
from pagekin.store.states import QueryKind

_MOST_ROWS = 100_000  # kept of an answer


def answer(
    connection: Connection, question: Question, crawl: CrawlInfo, *, kept: bool = True
) -> AnswerTable:
    """Return what a crawl answers; by default it is kept, and taken from there the next time.

    Errors of the question (a field that is not known, no crawl to compare with) are raised as they are.
    """
    known = _kept(connection, question, crawl.id) if kept else None
    if known is not None:
        return known
    found = _asked(connection, question, crawl)
    if kept:
        _keep(connection, question, crawl.id, found)
    return found


def keep_asked(connection: Connection, text: str, crawl: int, found: AnswerTable) -> None:
    """Keep what a person was just answered, so that each result can be verified by its digest."""
    rows = len(found.rows) if found.is_cut else None
    _keep(connection, _as_kept(Question(QueryKind.CONDITIONS, text), rows), crawl, found)


def first_results(
    connection: Connection, question: Question, crawl: CrawlInfo, limits: QueryLimits
) -> AnswerTable:
    """Return what a person is shown of an answer at once: the first rows, taken from what is kept if they are."""
    if question.kind is not QueryKind.CONDITIONS:
        return answer(connection, question, crawl)
    for rows in (None, limits.rows):
        known = _kept(connection, _as_kept(question, rows), crawl.id)
        if known is not None:
            return known
    found = as_table(ask(connection, question.text, crawl.id, limits))
    keep_asked(connection, question.text, crawl.id, found)
    return found


def check(question: Question) -> None:
    """Raise an error for a question that could not be asked of any crawl."""
    match question.kind:
        case QueryKind.FIXED:
            fixed_query(question.text).filled_in(question.parameters)
        case QueryKind.SQL:
            checked_sql(question.text)
        case QueryKind.CONDITIONS:
            parse(question.text)


def as_asked(question: Question) -> str:
    """Return a question for people to read: what was asked, with its parameters in place."""
    if question.kind is not QueryKind.FIXED:
        return question.text
    query = fixed_query(question.text)
    if query.text:
        return query.question(question.parameters)
    given = ", ".join(f"{name} = {value}" for name, value in question.parameters.items())
    return f"{query.name}: {given}" if given else query.name


def _asked(connection: Connection, question: Question, crawl: CrawlInfo) -> AnswerTable:
    if question.kind is QueryKind.FIXED:
        return run_fixed(connection, question.text, crawl, question.parameters, _by_language)
    if question.kind is QueryKind.SQL:
        return run_own_sql(connection, question.text, crawl, question.parameters)
    return _by_language(connection, question.text, crawl.id)


def _by_language(connection: Connection, text: str, crawl: int) -> AnswerTable:
    return as_table(ask(connection, text, crawl, QueryLimits(rows=_MOST_ROWS)))


def _as_kept(question: Question, rows: int | None) -> Question:
    """Return what an answer is kept under of which there are only so many rows; None: all."""
    return question if rows is None else replace(question, parameters={"rows": str(rows)})


def _keep(connection: Connection, question: Question, crawl: int, found: AnswerTable) -> None:
    values = {
        "columns": found.columns,
        "rows": list(found.rows),
        "is_cut": found.is_cut,
        "older": found.older,
        "notes": found.notes,
    }
    keep_answer(connection, crawl, question, json.dumps(values), len(found.rows))


def _kept(connection: Connection, question: Question, crawl: int) -> AnswerTable | None:
    content = kept_answer(connection, crawl, question)
    if content is None:
        return None
    known = json.loads(content)
    return AnswerTable(
        tuple(known["columns"]),
        [tuple(row) for row in known["rows"]],
        known["is_cut"],
        tuple(known.get("older", ())),  # answers of earlier versions have neither
        tuple(known.get("notes", ())),
    )
