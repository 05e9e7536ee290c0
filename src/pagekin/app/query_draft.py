"""A query that somebody is writing: its text, the same as a form, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.errors import QueryError
from pagekin.query.asking import compile_query
from pagekin.query.known_names import known_names
from pagekin.query.parsing import parse
from pagekin.query.query_form import FormMistake, QueryForm, form_of, text_of

if TYPE_CHECKING:
    from pagekin.store.database import Connection


@dataclass(frozen=True, slots=True)
class QueryDraft:
    """A query as far as it was written.

    Without a form it can only be shown as text. An error has its place in the text, as
    `errors.QueryError.pointer` shows it; mistakes are those of a form, which has no text then.
    """

    text: str
    form: QueryForm | None
    error: str = ""
    pointer: str = ""
    mistakes: tuple[FormMistake, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether it can be asked."""
        return bool(self.text) and not self.error and not self.mistakes


def draft_of_text(connection: Connection, text: str, crawl: int) -> QueryDraft:
    """Return the draft of a text, which is left as it was typed; its names are those of a crawl."""
    if not text.strip():
        return QueryDraft("", QueryForm())
    try:
        form = form_of(parse(text), known_names(connection, crawl).is_attribute)
    except QueryError as error:
        return QueryDraft(text, None, str(error), error.pointer)
    return _checked(connection, text, form, crawl)


def draft_of_form(connection: Connection, form: QueryForm, crawl: int) -> QueryDraft:
    """Return the draft of a form, with its text if nothing is wrong with it."""
    text, mistakes = text_of(form)
    if mistakes or not text:
        return QueryDraft("", form, mistakes=mistakes)
    return _checked(connection, text, form, crawl)


def names_to_choose_from(connection: Connection, crawl: int) -> tuple[list[str], list[str]]:
    """Return the names that a query of a crawl can use, and those of attributes."""
    return known_names(connection, crawl).to_choose_from()


def _checked(connection: Connection, text: str, form: QueryForm | None, crawl: int) -> QueryDraft:
    """Return a draft whose names, and whose crawls to compare with, are known to be there."""
    try:
        compile_query(connection, text, crawl, 1)
    except QueryError as error:
        return QueryDraft(text, form, str(error), error.pointer)
    return QueryDraft(text, form)
