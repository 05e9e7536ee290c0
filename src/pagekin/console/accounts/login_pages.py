"""Logging in and out, and the page behind a link that works once."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import authenticate, get_user_model, login, logout
from django.db import transaction
from django.http import HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from pagekin.app.people import PersonRequest, change_person
from pagekin.console.access import Who, role_of, route
from pagekin.console.accounts.account_forms import LoginForm, NewPasswordForm, WelcomeForm
from pagekin.console.accounts.invitations import invitation_of, is_administrator_missing
from pagekin.console.auditing import audit, audit_as
from pagekin.console.current_store import current_store
from pagekin.errors import NothingFoundError

_WRONG = "The name or the password is wrong."
_DJANGO = "django.contrib.auth.backends.ModelBackend"


@route("log-in/", name="log-in", who=Who.ANYBODY, methods=("GET", "POST"))
def log_in(request: Any) -> Any:
    """Log somebody in, and go on to where they wanted to go."""
    if role_of(request) > Who.ANYBODY:
        return HttpResponseRedirect(_next(request))
    form = LoginForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = authenticate(request, **form.cleaned_data)
        if user is not None:
            login(request, user)
            audit_as(user.get_username(), "logged in")
            return HttpResponseRedirect(_next(request))
        form.add_error(None, _WRONG)
    about = {"form": form, "next": _next(request), "is_new": is_administrator_missing()}
    return render(request, "console/log_in.html", about)


@route("log-out/", name="log-out", who=Who.USER, methods=("POST",))
def log_out(request: Any) -> Any:
    """Log somebody out."""
    audit(request, "logged out")
    logout(request)
    return redirect("log-in")


@route("welcome/<str:token>/", name="welcome", who=Who.ANYBODY, methods=("GET", "POST"))
def welcome(request: Any, token: str) -> Any:
    """Let somebody who has a link choose a password, and log them in; the link has done its work then."""
    invitation = invitation_of(token)
    if invitation is None:
        raise NothingFoundError(
            "this link was used already, or is too old; ask an administrator for another, "
            "or start 'pagekin serve' with --once-link"
        )
    user = get_user_model().objects.filter(username=invitation.name or None).first()
    form: Any = WelcomeForm(request.POST or None, initial={"name": invitation.name})
    if user is not None:
        form = NewPasswordForm(user, request.POST or None)
    elif invitation.name:
        form.fields["name"].disabled = True
    elif request.method == "POST" and _is_taken(form):
        form.add_error("name", "Somebody has this name already.")
    if request.method == "POST" and form.is_valid():
        user = _entered(invitation, user, form.cleaned_data)
        login(request, user, backend=_DJANGO)
        audit(request, "chose a password")
        messages.success(request, f"Welcome, {user.get_username()}.")
        return redirect("home")
    return render(request, "console/welcome.html", {"form": form, "name": invitation.name})


def _is_taken(form: Any) -> bool:
    name = form.is_valid() and form.cleaned_data["name"]
    return bool(name) and get_user_model().objects.filter(username=name).exists()


def _entered(invitation: Any, user: Any, given: dict[str, Any]) -> Any:
    """Enter an account with its person, or give a known one another password; the link is used up."""
    name = user.get_username() if user else given["name"]
    role = True if invitation.administrator else None
    change_person(current_store(), PersonRequest(name, administrator=role))
    with transaction.atomic():
        if user is None:
            user = get_user_model()(username=name, email=given["mail"])
        user.set_password(given["password"])
        user.is_active = True
        user.save()
        invitation.delete()
    return user


def _next(request: Any) -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    here = {request.get_host()}
    is_safe = url_has_allowed_host_and_scheme(wanted, here, require_https=request.is_secure())
    return wanted if is_safe else reverse("home")
