"""Asking stored crawls a query."""

from collections.abc import Sequence

from pagekin.app.asked_crawl import crawl_to_ask, last_crawls
from pagekin.query.answer import QueryAnswer
from pagekin.query.answer_table import AnswerTable
from pagekin.query.asking import QueryLimits, ask, explain
from pagekin.store.database import Connection


def query(
    connection: Connection,
    text: str,
    crawl: int | None = None,
    site: str = "",
    limits: QueryLimits | None = None,
) -> QueryAnswer:
    """Return the answer to a query: of a crawl, by default of the last one that found something.

    A site is asked by the last crawl of each of its crawlers: a name stands for the fields of all that have it.
    """
    if crawl is not None or not site:
        return ask(connection, text, crawl_to_ask(connection, crawl, site).id, limits)
    crawls = last_crawls(connection, site)
    answers = [ask(connection, text, one, limits, elsewhere=crawls) for one in crawls]
    return answers[0] if len(answers) == 1 else _together(answers, limits or QueryLimits())


def _together(answers: Sequence[QueryAnswer], limits: QueryLimits) -> QueryAnswer:
    """Return several answers to one question as one, under all their columns."""
    columns = tuple(dict.fromkeys(name for one in answers for name in one.columns))
    rows = [
        row._replace(
            values=tuple(map(dict(zip(one.columns, row.values, strict=True)).get, columns))
        )
        for one in answers
        for row in one.rows
    ]
    return QueryAnswer(
        max(one.crawl for one in answers),
        columns,
        tuple(rows[: limits.rows]),
        tuple(sorted({older for one in answers for older in one.older})),
        is_cut=len(rows) > limits.rows or any(one.is_cut for one in answers),
        notes=tuple(dict.fromkeys(note for one in answers for note in one.notes)),
    )


def explained(connection: Connection, text: str, crawl: int | None = None, site: str = "") -> str:
    """Return the SQL that a query is asked by, and its parameters."""
    return explain(connection, text, crawl_to_ask(connection, crawl, site).id)


def as_table(answer: QueryAnswer) -> AnswerTable:
    """Return an answer as a table: the page, the key, what was asked for, and the result's digest.

    Where something has changed, the table says what the instance was known again by.
    """
    if not answer.older:
        rows = [(row.url, row.key or None, *row.values, row.digest) for row in answer.rows]
        columns = ("page", "key", *answer.columns, "result")
        return AnswerTable(columns, rows, answer.is_cut, notes=answer.notes)
    compared = [
        (row.url, row.key or None, *row.values, row.paired_by or None, row.digest)
        for row in answer.rows
    ]
    columns = ("page", "key", *answer.columns, "paired by", "result")
    return AnswerTable(columns, compared, answer.is_cut, answer.older, answer.notes)
