"""Asking stored crawls a query."""

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
    """Return the answer to a query: of a crawl, by default of the last one that found something."""
    return ask(connection, text, crawl_to_ask(connection, crawl, site), limits)


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
    wanted = CrawlState.FINISHED.value, CrawlPurpose.CRAWL.value
    rows = connection.rows(_LAST, *wanted, site)
    if not rows:
        of_site = f" of {site}" if site else ""
        raise NothingFoundError(
            f"no crawl{of_site} has come to its end yet: there is nothing to ask"
        )
    last: int = rows[-1][0]
    return last


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
