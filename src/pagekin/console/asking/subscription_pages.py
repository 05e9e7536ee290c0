"""What a person is told after each run of a watch: subscribed to, listed, ended."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.shortcuts import redirect, render

from pagekin.app.answers import as_asked
from pagekin.app.people import receivers_of
from pagekin.app.saved import visible_question
from pagekin.app.subscribing import own_subscriptions, subscribe_to, unsubscribe_from
from pagekin.console.access import Who, route
from pagekin.console.asking.asked_question import asker_of
from pagekin.console.asking.crawl_choice import number_in
from pagekin.console.auditing import audit
from pagekin.console.current_store import current_store
from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.models import Watch


@route("queries/<int:number>/subscribe/", name="subscribe", who=Who.USER, methods=("GET", "POST"))
def subscribe(request: Any, number: int) -> Any:
    """Have the answers to a saved question sent after each run of a watch; 0 stands for all that happens."""
    asker = asker_of(request)
    with current_store().connection() as connection:
        question = visible_question(connection, asker, number) if number else None
    about: dict[str, Any] = {
        "question": question,
        "said": as_asked(question.question) if question else "",
        "watches": Watch.objects.order_by("name"),
        "receivers": receivers_of(current_store(), asker.name),
    }
    if request.method == "POST":
        try:
            channels = _numbers(request.POST.getlist("channel"))
            watch = number_in(request.POST, "watch") or 0
            with current_store().connection() as connection:
                found = subscribe_to(connection, asker.name, watch, question, channels)
        except (UsageError, NothingFoundError) as error:
            about["wrong"] = str(error)
        else:
            title = question.title if question else "all that happens"
            audit(request, f"subscribed to {title}", found.name)
            messages.success(request, f"You are told after each run of {found.name}: {title}.")
            return redirect("reports")
    return render(request, "console/asking/subscribe.html", about)


@route("subscriptions/end/", name="unsubscribe", who=Who.USER, methods=("POST",))
def unsubscribe(request: Any) -> Any:
    """Have a question answered no more."""
    watch = number_in(request.POST, "watch")
    question = number_in(request.POST, "question")
    if watch is None:
        raise UsageError("say which watch is meant")
    with current_store().connection() as connection:
        found = unsubscribe_from(connection, asker_of(request).name, watch, question)
    audit(request, "ended a subscription", found.name)
    messages.success(request, "You are not told that any more.")
    return redirect("reports")


def told_of_watches(name: str) -> list[dict[str, Any]]:
    """Return what somebody is told, for a template."""
    with current_store().connection() as connection:
        found = own_subscriptions(connection, name)
    return [
        {
            "watch": one.watch,
            "questions": [
                {"number": asked.id if asked else "", "title": asked.title if asked else ""}
                for asked in one.questions
            ],
            "channels": [channel.shown for channel in one.channels],
        }
        for one in found
        if one.questions
    ]


def _numbers(texts: list[str]) -> list[int]:
    return [number for text in texts if (number := number_in({"channel": text}, "channel"))]
