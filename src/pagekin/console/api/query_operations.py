"""Questions: asked at once, kept, and asked again."""

from typing import Any

from ninja import Path, Status

from pagekin.app.answers import answer, check, keep_asked
from pagekin.app.asked_crawl import crawl_to_ask
from pagekin.app.query import as_table, query
from pagekin.console.access import Who, allows
from pagekin.console.api import answers as api
from pagekin.console.api.operations import ApiRefusedError, note, operation
from pagekin.console.current_store import current_store
from pagekin.errors import NothingFoundError
from pagekin.query.answer_table import AnswerTable
from pagekin.query.asking import QueryLimits
from pagekin.store.database import Connection
from pagekin.store.saved_queries import (
    Question,
    SavedQuestion,
    delete_question,
    save_question,
    saved_question,
    saved_questions,
)
from pagekin.store.states import QueryKind

_SECONDS = 10.0  # that a question may take: a program waits for the answer


@operation("POST", "/query", who=Who.USER, answer=api.TableAnswer)
def ask(request: Any, asked: api.AskQuery) -> Any:
    """Ask a question in the query language."""
    del request
    with current_store().connection() as connection:
        limits = QueryLimits(asked.limit, _SECONDS)
        found = query(connection, asked.text, asked.crawl, asked.site, limits)
        table = as_table(found)
        if table.rows:
            keep_asked(connection, asked.text, found.crawl, table)
    return _table(table, found.crawl, asked.limit) | {"notes": list(found.notes)}


@operation("GET", "/queries", who=Who.USER, answer=list[api.SavedQueryAnswer])
def queries(request: Any) -> Any:
    """List the questions that are kept: your own, and those for everybody."""
    with current_store().connection() as connection:
        return [_saved(one) for one in saved_questions(connection, request.auth.name)]


@operation("POST", "/queries", who=Who.USER, answer=api.SavedQueryAnswer, status=201)
def save(request: Any, wanted: api.SaveQuery) -> Any:
    """Keep a question in the query language."""
    if wanted.shared and not allows(request, Who.ADMINISTRATOR):
        raise ApiRefusedError("only administrators can keep questions for everybody")
    question = Question(QueryKind.CONDITIONS, wanted.text)
    check(question)
    name = request.auth.name
    with current_store().connection() as connection:
        saved = SavedQuestion(wanted.title, question, name, wanted.shared)
        number = save_question(connection, saved)
        note(request, "kept a question", wanted.title)
        return Status(201, _saved(_known(connection, request, number)))


@operation("DELETE", "/queries/{number}", who=Who.USER, answer=api.Done)
def delete(request: Any, number: Path[api.Number]) -> Any:
    """Delete a question of your own; administrators can delete any."""
    with current_store().connection() as connection:
        known = _known(connection, request, number)
        if known.person != request.auth.name and not allows(request, Who.ADMINISTRATOR):
            raise ApiRefusedError("only administrators can delete questions of others")
        delete_question(connection, number)
    note(request, "deleted a question", known.title)
    return {"done": f"deleted {known.title}"}


@operation("GET", "/queries/{number}/answer", who=Who.USER, answer=api.TableAnswer)
def ask_again(
    request: Any,
    number: Path[api.Number],
    crawl: api.Number | None = None,
    site: api.SiteName = "",
    limit: api.Limit = 100,
) -> Any:
    """Return what a crawl answers to a question that is kept: by default the last one."""
    with current_store().connection() as connection:
        known = _known(connection, request, number)
        asked = crawl_to_ask(connection, crawl, site)
        return _table(answer(connection, known.question, asked), asked.id, limit)


def _known(connection: Connection, request: Any, number: int) -> SavedQuestion:
    """Return a question that who asks may see."""
    known = saved_question(connection, number)
    is_own = known is not None and known.person in {"", request.auth.name}
    if known is None or not (is_own or known.shared or allows(request, Who.ADMINISTRATOR)):
        raise NothingFoundError(f"there is no question {number}")
    return known


def _saved(known: SavedQuestion) -> dict[str, Any]:
    return {
        "number": known.id,
        "title": known.title,
        "kind": known.question.kind.value,
        "text": known.question.text,
        "parameters": dict(known.question.parameters),
        "person": known.person,
        "shared": known.shared,
    }


def _table(table: AnswerTable, crawl: int, limit: int) -> dict[str, Any]:
    return {
        "crawl": crawl,
        "columns": list(table.columns),
        "rows": [list(row) for row in table.rows[:limit]],
        "is_cut": table.is_cut or len(table.rows) > limit,
    }
