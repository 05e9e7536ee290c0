"""Writing a query (Figure 5): conditions in rows beside the same as text, both editable, and its results (Figure 6).

Whichever of the two was changed counts: the text if it is not what it was when both were last the same, else the
rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.http import HttpResponseRedirect
from django.shortcuts import render

from pagekin.app.query_draft import (
    QueryDraft,
    draft_of_form,
    draft_of_text,
    names_to_choose_from,
)
from pagekin.console.access import Who, route
from pagekin.console.asking.asked_question import AskedQuestion, asker_of
from pagekin.console.asking.crawl_choice import asked_crawl_or_none, crawls_to_choose_from
from pagekin.console.asking.shown_answer import shown_answer
from pagekin.console.current_store import current_store
from pagekin.errors import PagekinError
from pagekin.query.query_form import JOINTS, OPERATORS, FormRow, QueryForm
from pagekin.store.saved_queries import Question
from pagekin.store.states import QueryKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.store.reading.crawls import CrawlInfo

_PARTS = ("field", "attribute", "operator", "value", "since", "joint")
_MOST_ROWS = 40
_JOINED = {"and": "and, anywhere on the page", "andwhere": "and, of the same item", "or": "or"}
_SINCE = ("last crawl", "yesterday", "last week", "last month", "3 days ago")
_UNFINISHED = "The conditions are not complete yet."


@route("queries/ask/", name="ask", who=Who.USER, methods=("GET", "POST"))
def ask(request: Any) -> Any:
    """Show the builder, and the answer to what is in it."""
    given = request.POST if request.method == "POST" else request.GET
    crawl = asked_crawl_or_none(given)
    if crawl is None:
        return render(request, "console/asking/ask.html", {"crawl": None})
    if request.method == "POST":
        return _posted(request, crawl)
    draft = _draft(given.get("q", "").strip(), crawl)
    about = _builder(draft, crawl)
    if draft.is_right:
        asked = AskedQuestion(Question(QueryKind.CONDITIONS, draft.text), draft.text)
        try:
            about |= shown_answer(asked, crawl, given)
        except PagekinError as error:  # it takes too long; it can be asked for less
            about["trouble"] = str(error)
    about |= {"title": given.get("title", ""), "asker": asker_of(request)}
    return render(request, "console/asking/ask.html", about)


@route("queries/translate/", name="translate", who=Who.USER, methods=("POST",))
def translate(request: Any) -> Any:
    """Return the half of the builder that was not changed, made the same as the other."""
    crawl = asked_crawl_or_none(request.POST)
    if crawl is None:
        return render(request, "console/error_part.html", {"text": "There is no crawl to ask yet."})
    draft = _Posted.of(request.POST).draft(crawl)
    shown = request.POST.get("shown", "")
    about = _builder(draft, crawl, is_unfinished=True)
    about["parts"] = [shown] if shown in {"rows", "text"} else ["rows", "text"]
    return render(request, "console/asking/translated.html", about)


@dataclass(frozen=True, slots=True)
class _Posted:
    """A builder as a person sends it: both halves, and the text that both last agreed on."""

    form: QueryForm
    text: str
    was: str

    @classmethod
    def of(cls, given: Any) -> _Posted:
        columns = [given.getlist(part)[:_MOST_ROWS] for part in _PARTS]
        rows = tuple(FormRow(*map(str.strip, row)) for row in zip(*columns, strict=False))
        form = QueryForm(rows, given.get("show", "").strip())
        return cls(form, _plain(given.get("q", "")), _plain(given.get("was", "")))

    def draft(self, crawl: CrawlInfo) -> QueryDraft:
        """Return the query that is meant."""
        filled = replace(self.form, rows=tuple(one for one in self.form.rows if not one.is_blank))
        with current_store().connection() as connection:
            written = draft_of_text(connection, self.text, crawl.id)
            is_blank = not (filled.rows or filled.show)
            if self.text != self.was or written.form == filled or is_blank:
                return written
            built = draft_of_form(connection, self.form, crawl.id)
        return replace(built, text=self.text) if built.mistakes else built


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _posted(request: Any, crawl: CrawlInfo) -> Any:
    posted, wanted = _Posted.of(request.POST), request.POST.get("do", "run")
    draft = posted.draft(crawl)
    rows = draft.form.rows if draft.form else ()
    if wanted == "add":
        draft = _with_rows(draft, (*rows, FormRow()))
    elif wanted.startswith("remove-"):
        number = wanted.removeprefix("remove-")
        left = tuple(row for place, row in enumerate(posted.form.rows) if str(place) != number)
        with current_store().connection() as connection:
            draft = draft_of_form(connection, replace(posted.form, rows=left), crawl.id)
    elif draft.is_right:
        question = Question(QueryKind.CONDITIONS, draft.text)
        there = AskedQuestion(question, "").address(
            crawl=request.POST.get("crawl", ""), title=request.POST.get("title", "")
        )
        return HttpResponseRedirect(there)
    about = _builder(draft, crawl, is_unfinished=wanted != "run")
    about |= {"title": request.POST.get("title", ""), "asker": asker_of(request)}
    if request.headers.get("HX-Request"):
        return render(
            request, "console/asking/translated.html", about | {"parts": ["rows", "text"]}
        )
    return render(request, "console/asking/ask.html", about)


def _with_rows(draft: QueryDraft, rows: tuple[FormRow, ...]) -> QueryDraft:
    return replace(draft, form=replace(draft.form or QueryForm(), rows=rows))


def _draft(text: str, crawl: CrawlInfo) -> QueryDraft:
    with current_store().connection() as connection:
        return draft_of_text(connection, text, crawl.id)


def _builder(draft: QueryDraft, crawl: CrawlInfo, *, is_unfinished: bool = False) -> dict[str, Any]:
    """Return what the builder's templates show; mistakes in rows that somebody is still at are not called so."""
    with current_store().connection() as connection:
        fields, attributes = names_to_choose_from(connection, crawl.id)
    mistakes = () if is_unfinished else draft.mistakes
    rows = (draft.form.rows if draft.form else ()) or (FormRow(),)
    wrong = {(one.row, one.part): one.message for one in mistakes}
    return {
        "crawl": crawl,
        "crawls": crawls_to_choose_from(crawl.id),
        "draft": draft,
        "form_rows": [_shown_row(number, row, wrong) for number, row in enumerate(rows)],
        "show": draft.form.show if draft.form else "",
        "show_wrong": wrong.get((None, "show"), ""),
        "is_text_only": draft.form is None,
        "unfinished": _UNFINISHED if is_unfinished and draft.mistakes else "",
        "fields": fields,
        "attributes": attributes,
        "operators": OPERATORS,
        "joints": [(joint, _JOINED[joint]) for joint in JOINTS],
        "since_examples": _SINCE,
        "examples": _examples(fields),
    }


def _examples(fields: Sequence[str]) -> list[str]:
    """Return questions that can be asked of a crawl with these fields."""
    price = next((name for name in fields if "price" in name), "")
    name = next((name for name in fields if name != price), "")
    return [
        *([f"{price} has changed", f"{price} fell by more than 10%"] if price else []),
        *([f"{name} has changed since last week", f"{name} is missing"] if name else []),
        "page vanished since last crawl",
        "status >= 400",
    ]


def _shown_row(
    number: int, row: FormRow, wrong: dict[tuple[int | None, str], str]
) -> dict[str, Any]:
    parts = {part: wrong.get((number, part), "") for part in _PARTS}
    return {"number": number, "row": row, "wrong": parts}
