"""A new password: by who knows the old one, or by mail; and a person's own details."""

from __future__ import annotations

import secrets
import time
from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user_model, login, update_session_auth_hash
from django.contrib.auth.tokens import default_token_generator
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from pagekin.app.people import PersonRequest, change_person
from pagekin.console.access import Who, person_of, route
from pagekin.console.accounts.account_forms import (
    ChangePasswordForm,
    DetailsForm,
    NewPasswordForm,
    ResetForm,
)
from pagekin.console.auditing import audit
from pagekin.console.console_settings import here_settings
from pagekin.console.current_store import current_store
from pagekin.errors import DeliveryError, NothingFoundError, UsageError
from pagekin.notify import Message, send

_DJANGO = "django.contrib.auth.backends.ModelBackend"
_RESET = """Somebody, probably you, wants a new password for {name} in pagekin.

Choose it here: {link}

If that was not you, there is nothing to do: the old password stays."""


@route("password/", name="password", who=Who.USER, methods=("GET", "POST"))
def change_password(request: Any) -> Any:
    """Change one's password; other browsers are logged out by that."""
    form = ChangePasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        request.user.set_password(form.cleaned_data["password"])
        request.user.save()
        update_session_auth_hash(request, request.user)
        audit(request, "changed the password")
        messages.success(request, "Your password is changed.")
        return redirect("details")
    return render(request, "console/password.html", {"form": form})


@route("me/", name="details", who=Who.USER, methods=("GET", "POST"))
def details(request: Any) -> Any:
    """Show and change one's own details."""
    person: Any = person_of(request)
    known = {"mail": request.user.email, "time_zone": person.time_zone, "quiet": person.quiet}
    form = DetailsForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        wanted = PersonRequest(person.name, time_zone=given["time_zone"], quiet=given["quiet"])
        try:
            change_person(current_store(), wanted)
        except UsageError as error:
            form.add_error(None, str(error))
        else:
            request.user.email = given["mail"]
            request.user.save()
            audit(request, "changed own details")
            messages.success(request, "Saved.")
            return redirect("details")
    return render(request, "console/details.html", {"form": form})


@route("reset/", name="reset", who=Who.ANYBODY, methods=("GET", "POST"))
def reset(request: Any) -> Any:
    """Send a link for a new password; whether there is such an account is not told."""
    form = ResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            for user in get_user_model().objects.filter(
                email__iexact=form.cleaned_data["mail"], is_active=True
            ):
                _send_link(request, user)
        except (DeliveryError, UsageError) as error:
            form.add_error(
                None, f"No mail could be sent ({error}). Ask an administrator for a link."
            )
        else:
            return render(request, "console/reset_sent.html")
    return render(request, "console/reset.html", {"form": form})


@route(
    "reset/<str:account>/<str:token>/",
    name="reset-confirm",
    who=Who.ANYBODY,
    methods=("GET", "POST"),
)
def reset_confirm(request: Any, account: str, token: str) -> Any:
    """Let who got the mail choose a new password."""
    user = _user_of(account)
    if user is None or not default_token_generator.check_token(user, token):
        raise NothingFoundError("this link was used already, or is too old; ask for another")
    form = NewPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        user.set_password(form.cleaned_data["password"])
        user.save()
        login(request, user, backend=_DJANGO)
        audit(request, "chose a new password by mail")
        messages.success(request, "Your password is changed.")
        return redirect("home")
    return render(request, "console/welcome.html", {"form": form, "name": user.get_username()})


def _user_of(account: str) -> Any:
    try:
        number = int(urlsafe_base64_decode(account))
    except ValueError:
        return None
    return get_user_model().objects.filter(pk=number, is_active=True).first()


def _send_link(request: Any, user: Any) -> None:
    account = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    path = reverse("reset-confirm", kwargs={"account": account, "token": token})
    text = _RESET.format(name=user.get_username(), link=request.build_absolute_uri(path))
    message = Message(secrets.token_hex(), "A new password for pagekin", text)
    send(message, f"mailto:{user.email}", here_settings(), now=time.time())
