"""Alerts: questions that are asked of each crawl of a watch, and what in the answers is news.

What compares a crawl with an earlier one is news each time. What only says how a page is now, such as
"price < 100", is news when a page begins to be so; and all of it, the first time that it is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagekin.errors import NothingFoundError, PagekinError
from pagekin.lazy import lazy_imports
from pagekin.store.saved_queries import Question, kept_answer
from pagekin.store.states import QueryKind

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from pagekin.query.answer_table import AnswerTable
    from pagekin.store.database import Connection
    from pagekin.store.reading.crawls import CrawlInfo
    from pagekin.store.saved_queries import SavedQuestion

with lazy_imports():  # the grammar takes a while to load
    from pagekin.app import answers
    from pagekin.query import asking, conditions, parsing
    from pagekin.query.fixed import fixed_catalogue

_DIGEST = "result"  # the column that identifies a result, whichever crawl has it


@dataclass(frozen=True, slots=True)
class AlertAnswer:
    """What is new in the answer to an alert, or why there is none."""

    asked: SavedQuestion
    news: AnswerTable | None
    as_before: int = 0  # results that the crawl before had, too
    trouble: str = ""


def alert_question(text: str) -> Question:
    """Return the question of an alert: the name of a fixed query, or one in the query language."""
    is_fixed = any(text == known.name for known in fixed_catalogue.fixed_queries())
    return Question(QueryKind.FIXED if is_fixed else QueryKind.CONDITIONS, text)


def check_alert(connection: Connection, question: Question, crawl: int | None) -> None:
    """Raise QueryError for an alert that is none; with a crawl, its fields have to be known there."""
    if crawl is None or question.kind is not QueryKind.CONDITIONS:
        answers.check(question)
    else:
        asking.compile_query(connection, question.text, crawl, 1)


def answered(
    connection: Connection, asked: SavedQuestion, crawl: CrawlInfo, before: CrawlInfo | None
) -> AlertAnswer:
    """Ask a crawl, and leave out what was so already when the same was asked of the one before."""
    question = asked.question
    try:
        found = answers.answer(connection, question, crawl)
        was_asked = before is not None and kept_answer(connection, before.id, question) is not None
        if before is None or not was_asked or _compares(question):
            return AlertAnswer(asked, found)
        known = set(_identities(answers.answer(connection, question, before)))
    except NothingFoundError:  # there is no crawl to compare with yet
        return AlertAnswer(asked, None)
    except PagekinError as error:
        return AlertAnswer(asked, None, trouble=str(error))
    rows = zip(_identities(found), found.rows, strict=True)
    new = [row for identity, row in rows if identity not in known]
    return AlertAnswer(asked, replace(found, rows=new), len(found.rows) - len(new))


def _identities(table: AnswerTable) -> Iterator[Hashable]:
    """Yield what identifies each row."""
    place = table.columns.index(_DIGEST) if _DIGEST in table.columns else None
    for row in table.rows:
        yield row if place is None else row[place]


def _compares(question: Question) -> bool:
    """Whether a question is about what has changed."""
    if question.kind is QueryKind.FIXED:
        return fixed_catalogue.fixed_query(question.text).compares
    found = conditions.conditions_of(parsing.parse(question.text).where)
    return any(isinstance(condition, conditions.CHANGES) for condition in found)
