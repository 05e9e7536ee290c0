"""Alerts: questions that are asked of each crawl of a watch, and what in the answers is news.

What compares a crawl with an earlier one is news each time. What only says how a page is now, such as
"price < 100", is news when a page begins to be so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagekin.errors import QueryError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.query.answer import QueryAnswer
    from pagekin.store.database import Connection
    from pagekin.store.reading.subscribers import SubscribedQuery

with lazy_imports():  # the grammar takes a while to load
    from pagekin.query import asking, conditions, parsing


@dataclass(frozen=True, slots=True)
class AlertAnswer:
    """What is new in the answer to an alert, or why there is none."""

    query: SubscribedQuery
    answer: QueryAnswer | None
    as_before: int = 0  # results that the crawl before had, too
    trouble: str = ""


def check_alert(connection: Connection, text: str, crawl: int | None) -> None:
    """Raise QueryError for an alert that is none; with a crawl, its fields have to be known there."""
    if crawl is None:
        parsing.parse(text)
    else:
        asking.compile_query(connection, text, crawl, 1)


def answered(
    connection: Connection, query: SubscribedQuery, crawl: int, before: int | None
) -> AlertAnswer:
    """Ask a crawl, and leave out what was so already in the crawl before."""
    try:
        answer = asking.ask(connection, query.text, crawl)
        if before is None or _is_about_changes(query.text):
            return AlertAnswer(query, answer)
        known = {row.digest for row in asking.ask(connection, query.text, before).rows}
    except QueryError as error:
        return AlertAnswer(query, None, trouble=str(error))
    new = tuple(row for row in answer.rows if row.digest not in known)
    return AlertAnswer(query, replace(answer, rows=new), len(answer.rows) - len(new))


def _is_about_changes(text: str) -> bool:
    found = conditions.conditions_of(parsing.parse(text).where)
    return any(isinstance(condition, conditions.CHANGES) for condition in found)
