"""Questions that people keep: their own, those that are shared, and who may change which."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagekin.app.answers import check
from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.saved_queries import (
    SavedQuestion,
    delete_question,
    save_question,
    saved_question,
    saved_questions,
)
from pagekin.store.states import QueryKind

if TYPE_CHECKING:
    from pagekin.store.database import Connection
    from pagekin.store.saved_queries import Question

_LONGEST = 200  # characters of a title


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, saves and changes questions."""

    name: str
    administrator: bool = False

    def may_see(self, saved: SavedQuestion) -> bool:
        """Whether a question is theirs, or everybody's."""
        return saved.shared or saved.person in {"", self.name}

    def may_change(self, saved: SavedQuestion) -> bool:
        """Whether a question is theirs; administrators change what is everybody's, too."""
        return saved.person == self.name or (self.administrator and self.may_see(saved))


def visible_questions(connection: Connection, asker: Asker) -> list[SavedQuestion]:
    """Return the questions that somebody can see, by title."""
    return [one for one in saved_questions(connection) if asker.may_see(one)]


def visible_question(connection: Connection, asker: Asker, number: int) -> SavedQuestion:
    """Return a question by its number; NothingFoundError if there is none that somebody can see."""
    found = saved_question(connection, number)
    if found is None or not asker.may_see(found):
        raise NothingFoundError("there is no such question, or it is somebody else's")
    return found


def save(
    connection: Connection, asker: Asker, title: str, question: Question, *, shared: bool = False
) -> int:
    """Save a question for somebody, in the place of the one with the same title; return its number."""
    name = " ".join(title.split())
    if not name or len(name) > _LONGEST:
        raise UsageError(f"a saved question needs a title of at most {_LONGEST} characters")
    if question.kind is QueryKind.SQL and not asker.administrator:
        raise UsageError("only administrators save SQL")
    check(question)
    return save_question(connection, SavedQuestion(name, question, asker.name, shared=shared))


def share(connection: Connection, asker: Asker, number: int, *, shared: bool) -> SavedQuestion:
    """Let everybody see a question, or its owner alone."""
    changed = replace(_changeable(connection, asker, number), shared=shared)
    save_question(connection, changed)
    return changed


def delete(connection: Connection, asker: Asker, number: int) -> SavedQuestion:
    """Delete a question; nobody is told its answers any more."""
    found = _changeable(connection, asker, number)
    delete_question(connection, number)
    return found


def _changeable(connection: Connection, asker: Asker, number: int) -> SavedQuestion:
    found = visible_question(connection, asker, number)
    if not asker.may_change(found):
        raise UsageError(f"{found.title} is {found.person or 'everybody'}’s: you can ask it, only")
    return found
