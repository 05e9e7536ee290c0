"""The question that a page is about, as its address says it: a text, a fixed one, SQL, or one that was saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.urls import reverse

from pagekin.app.answers import as_asked
from pagekin.app.saved import Asker, visible_question
from pagekin.console.access import Who, person_of, role_of
from pagekin.console.asking.crawl_choice import number_in
from pagekin.console.current_store import current_store
from pagekin.errors import UsageError
from pagekin.query.fixed.fixed_catalogue import fixed_query
from pagekin.store.saved_queries import Question, SavedQuestion
from pagekin.store.states import QueryKind

if TYPE_CHECKING:
    from collections.abc import Mapping

_PARAMETER = "set-"  # begins the names of parameters in addresses and forms


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question, what it is called, and where it is saved if it is."""

    question: Question
    title: str
    saved: SavedQuestion | None = None

    @property
    def address_parts(self) -> dict[str, str]:
        """What an address says of it."""
        if self.saved:
            return {"saved": str(self.saved.id)}
        if self.question.kind is QueryKind.CONDITIONS:
            return {"q": self.question.text}
        given = {f"{_PARAMETER}{name}": value for name, value in self.question.parameters.items()}
        return {self.question.kind.value: self.question.text, **given}

    def address(self, **more: object) -> str:
        """Return where it is asked: conditions where they can be edited, anything else by itself."""
        is_text = self.question.kind is QueryKind.CONDITIONS
        parts = {"q": self.question.text} if is_text else self.address_parts
        given = {name: value for name, value in more.items() if value}
        return f"{reverse('ask' if is_text else 'answer')}?{urlencode({**parts, **given})}"


def asker_of(request: Any) -> Asker:
    """Return who asks."""
    person: Any = person_of(request)
    return Asker(person.name, role_of(request) >= Who.ADMINISTRATOR)


def asked_question(request: Any, given: Mapping[str, Any]) -> AskedQuestion:
    """Return the question that an address or a form is about; SQL is for administrators."""
    number = number_in(given, "saved")
    if number is not None:
        with current_store().connection() as connection:
            return of_saved(visible_question(connection, asker_of(request), number))
    parameters = {
        name.removeprefix(_PARAMETER): given[name].strip()
        for name in given
        if name.startswith(_PARAMETER) and given[name].strip()
    }
    if given.get("fixed"):
        fixed = fixed_query(given["fixed"])
        return AskedQuestion(Question(QueryKind.FIXED, fixed.name, parameters), fixed.title)
    if given.get("sql"):
        if role_of(request) < Who.ADMINISTRATOR:
            raise PermissionDenied("Only administrators ask by SQL.")
        return AskedQuestion(Question(QueryKind.SQL, given["sql"], parameters), "Your SQL")
    if given.get("q", "").strip():
        question = Question(QueryKind.CONDITIONS, given["q"].strip())
        return AskedQuestion(question, as_asked(question))
    raise UsageError("there is no question: choose one, or write one")


def of_saved(saved: SavedQuestion) -> AskedQuestion:
    """Return a question that was saved."""
    return AskedQuestion(saved.question, saved.title, saved)
