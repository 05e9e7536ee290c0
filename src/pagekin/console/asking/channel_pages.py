"""Where a person is told: mail, webhooks and other services, entered, tried out and removed by themselves."""

from __future__ import annotations

import time
from typing import Any

from django.contrib import messages
from django.shortcuts import redirect, render

from pagekin.app.people import PersonRequest, change_person, forget_receiver, receivers_of
from pagekin.app.telling.trial_message import send_trial
from pagekin.console.access import Who, person_of, route
from pagekin.console.auditing import audit
from pagekin.console.console_settings import here_settings
from pagekin.console.current_store import current_store
from pagekin.errors import DeliveryError, UsageError
from pagekin.notify.channel_address import read_address


@route("me/channels/", name="channels", who=Who.USER, methods=("GET", "POST"))
def channels(request: Any) -> Any:
    """List where somebody is told, and add to it."""
    person: Any = person_of(request)
    about: dict[str, Any] = {
        "suggested": f"mailto:{request.user.email}" if request.user.email else ""
    }
    if request.method == "POST":
        text = request.POST.get("address", "").strip()
        try:
            secrets = change_person(current_store(), PersonRequest(person.name, receivers=(text,)))
        except UsageError as error:
            about |= {"wrong": str(error), "address": text}
        else:
            shown = read_address(text).shown
            audit(request, "entered a receiver", shown)
            messages.success(request, f"{shown} is entered. Send a test to see that it works.")
            about["secrets"] = secrets
    about["receivers"] = receivers_of(current_store(), person.name)
    known = {shown for _, shown in about["receivers"]}
    about["suggested"] = "" if about["suggested"] in known else about["suggested"]
    return render(request, "console/asking/channels.html", about)


@route("me/channels/<int:number>/test/", name="channel-test", who=Who.USER, methods=("POST",))
def channel_test(request: Any, number: int) -> Any:
    """Send a message that shows that messages arrive."""
    person: Any = person_of(request)
    try:
        shown = send_trial(current_store(), person.name, number, here_settings(), time.time())
    except (DeliveryError, UsageError) as error:
        messages.error(request, f"The test did not get there: {error}")
    else:
        messages.success(request, f"A test is on its way to {shown}.")
    return redirect("channels")


@route("me/channels/<int:number>/remove/", name="channel-remove", who=Who.USER, methods=("POST",))
def channel_remove(request: Any, number: int) -> Any:
    """Tell somebody nothing there any more."""
    person: Any = person_of(request)
    shown = forget_receiver(current_store(), person.name, number)
    audit(request, "removed a receiver", shown)
    messages.success(request, f"Nothing is sent to {shown} any more.")
    return redirect("channels")
