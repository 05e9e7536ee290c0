"""Alerts: questions that are asked of each crawl of a watch, and what in the answers is news.

What only says how a page is now, such as "price < 100", is news when a page begins to be so. What compares a
crawl with an earlier one is news with other values, too: a price may fall twice. The first time that an alert
is asked, all of it is news.
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

_KEY, _RESULT = "key", "result"  # columns: of the record, and of the digest of a row


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
        if before is None or kept_answer(connection, before.id, question) is None:
            return AlertAnswer(asked, found)
        known = set(_identities(answers.answer(connection, question, before), question))
    except NothingFoundError:  # there is no crawl to compare with yet
        return AlertAnswer(asked, None)
    except PagekinError as error:
        return AlertAnswer(asked, None, trouble=str(error))
    rows = zip(_identities(found, question), found.rows, strict=True)
    new = [row for identity, row in rows if identity not in known]
    return AlertAnswer(asked, replace(found, rows=new), len(found.rows) - len(new))


def _identities(table: AnswerTable, question: Question) -> Iterator[Hashable]:
    """Yield what makes each row the same result in another crawl: its page and key, or all of it."""
    names = table.columns
    key = names.index(_KEY) if _KEY in names and not _compares(question) else None
    result = names.index(_RESULT) if _RESULT in names else None
    for row in table.rows:
        if key is not None and row[key]:
            yield row[0], row[key]
        else:
            yield row if result is None else row[result]


def _compares(question: Question) -> bool:
    """Whether a question is about what has changed."""
    if question.kind is QueryKind.FIXED:
        return fixed_catalogue.fixed_query(question.text).compares
    found = conditions.conditions_of(parsing.parse(question.text).where)
    return any(isinstance(condition, conditions.CHANGES) for condition in found)
