"""Asking stored crawls a query."""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.errors import NothingFoundError, UsageError
from pagekin.query.answer import QueryAnswer
from pagekin.query.answer_table import AnswerTable
from pagekin.query.asking import QueryLimits, ask, explain
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.states import CrawlPurpose, CrawlState

# The last finished crawl of each crawler of a site, and that of the site's other crawls.
_LAST = """
SELECT max(crawl.id) FROM pagekin_crawl crawl JOIN pagekin_site site ON site.id = crawl.site_id
WHERE crawl.state = %s AND crawl.purpose = %s AND %s IN ('', site.name)
GROUP BY crawl.site_id, crawl.crawler_id ORDER BY 1
"""


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
        return ask(connection, text, crawl_to_ask(connection, crawl, site), limits)
    crawls = _last_crawls(connection, site)
    answers = [ask(connection, text, one, limits, elsewhere=crawls) for one in crawls]
    return answers[0] if len(answers) == 1 else _together(answers, limits or QueryLimits())


def _together(answers: Sequence[QueryAnswer], limits: QueryLimits) -> QueryAnswer:
    """Return several answers to one question as one, under all their columns."""
    columns = tuple(dict.fromkeys(name for one in answers for name in one.columns))
    rows = [
        replace(
            row, values=tuple(map(dict(zip(one.columns, row.values, strict=True)).get, columns))
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
    return explain(connection, text, crawl_to_ask(connection, crawl, site))


def crawl_to_ask(connection: Connection, number: int | None, site: str = "") -> int:
    """Return the crawl of a number, or the last finished one, of a site if one is named."""
    if number is not None:
        crawl = crawl_numbered(connection, number)
        if crawl is None:
            raise UsageError(f"there is no crawl {number}; 'pagekin crawls' lists the crawls")
        if not crawl.has_ended:
            raise UsageError(f"crawl {number} did not come to its end: it cannot be asked yet")
        return crawl.id
    return _last_crawls(connection, site)[-1]


def _last_crawls(connection: Connection, site: str) -> list[int]:
    wanted = CrawlState.FINISHED.value, CrawlPurpose.CRAWL.value
    rows = connection.rows(_LAST, *wanted, site)
    if not rows:
        of_site = f" of {site}" if site else ""
        raise NothingFoundError(
            f"no crawl{of_site} has come to its end yet: there is nothing to ask"
        )
    return [number for (number,) in rows]


def as_table(answer: QueryAnswer) -> AnswerTable:
    """Return an answer as a table: the page, the key, what was asked for, and the result's digest.

    Where something has changed, the table says what the instance was known again by.
    """
    if not answer.older:
        rows = [(row.url, row.key or None, *row.values, row.digest) for row in answer.rows]
        return AnswerTable(("page", "key", *answer.columns, "result"), rows, answer.is_cut)
    compared = [
        (row.url, row.key or None, *row.values, row.paired_by or None, row.digest)
        for row in answer.rows
    ]
    columns = ("page", "key", *answer.columns, "paired by", "result")
    return AnswerTable(columns, compared, answer.is_cut)
