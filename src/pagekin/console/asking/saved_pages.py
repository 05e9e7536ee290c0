"""The questions that there are: saved ones, fixed ones, and SQL of administrators; asked, kept, shared, deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseRedirect
from django.shortcuts import redirect, render

from pagekin.app import saved as app
from pagekin.app.answers import as_asked
from pagekin.app.query_draft import names_to_choose_from
from pagekin.console.access import Who, route
from pagekin.console.asking.asked_question import asked_question, asker_of, of_saved
from pagekin.console.asking.crawl_choice import (
    asked_crawl,
    asked_crawl_or_none,
    crawls_to_choose_from,
)
from pagekin.console.asking.shown_answer import shown_answer
from pagekin.console.auditing import audit
from pagekin.console.current_store import current_store
from pagekin.errors import NothingFoundError, UsageError
from pagekin.query.fixed.fixed_catalogue import fixed_queries


@route("queries/", name="queries", who=Who.USER)
def queries(request: Any) -> Any:
    """List the questions that there are."""
    asker = asker_of(request)
    crawl = asked_crawl_or_none({})
    with current_store().connection() as connection:
        saved = app.visible_questions(connection, asker)
        fields = names_to_choose_from(connection, crawl.id)[0] if crawl else []
    about = {
        "saved": [
            {
                "saved": one,
                "asked": as_asked(one.question),
                "url": of_saved(one).address(title=one.title),
                "may_change": asker.may_change(one),
            }
            for one in saved
        ],
        "fixed": fixed_queries(),
        "fields": fields,
    }
    return render(request, "console/asking/queries.html", about)


@route("queries/answer/", name="answer", who=Who.USER)
def answer(request: Any) -> Any:
    """Answer a question that is not edited here: a fixed one, or one that was saved."""
    asked = asked_question(request, request.GET)
    crawl = asked_crawl(request.GET)
    about: dict[str, Any] = {
        "asked": asked,
        "said": as_asked(asked.question),
        "crawls": crawls_to_choose_from(crawl.id),
        "title": asked.title,
    }
    try:
        about |= shown_answer(asked, crawl, request.GET)
    except NothingFoundError as error:  # there is no earlier crawl yet
        about["trouble"] = str(error)
    return render(request, "console/asking/answer.html", about)


@route("queries/sql/", name="own-sql", who=Who.ADMINISTRATOR)
def own_sql(request: Any) -> Any:
    """Ask by SQL."""
    sql = request.GET.get("sql", "")
    about: dict[str, Any] = {"sql": sql}
    if sql:
        try:
            asked = asked_question(request, request.GET)
            about |= shown_answer(asked, asked_crawl(request.GET), request.GET)
        except UsageError as error:
            about["trouble"] = str(error)
    return render(request, "console/asking/own_sql.html", about)


@route("queries/save/", name="query-save", who=Who.USER, methods=("POST",))
def save(request: Any) -> Any:
    """Keep a question under a title."""
    asked = asked_question(request, request.POST)
    title, shared = request.POST.get("title", ""), request.POST.get("shared") == "yes"
    with current_store().connection() as connection:
        number = app.save(connection, asker_of(request), title, asked.question, shared=shared)
        saved = app.visible_question(connection, asker_of(request), number)
    audit(request, "saved a question", saved.title)
    messages.success(request, f"Saved as {saved.title}.")
    return redirect("queries")


@route("queries/<int:number>/", name="query", who=Who.USER)
def saved_query(request: Any, number: int) -> Any:
    """Lead to where a saved question is asked."""
    with current_store().connection() as connection:
        saved = app.visible_question(connection, asker_of(request), number)
    return HttpResponseRedirect(of_saved(saved).address(title=saved.title))


@route("queries/<int:number>/share/", name="query-share", who=Who.USER, methods=("POST",))
def share(request: Any, number: int) -> Any:
    """Let everybody see a question, or nobody else."""
    wanted = request.POST.get("shared") == "yes"
    with current_store().connection() as connection:
        saved = app.share(connection, asker_of(request), number, shared=wanted)
    audit(request, "shared a question" if wanted else "shared a question no more", saved.title)
    messages.success(
        request, f"{'Everybody' if wanted else 'Nobody else'} can see {saved.title} now."
    )
    return redirect("queries")


@route("queries/<int:number>/delete/", name="query-delete", who=Who.USER, methods=("POST",))
def delete(request: Any, number: int) -> Any:
    """Delete a question."""
    with current_store().connection() as connection:
        saved = app.delete(connection, asker_of(request), number)
    audit(request, "deleted a question", saved.title)
    messages.success(request, f"{saved.title} is deleted.")
    return redirect("queries")
