"""The page on which a person makes and revokes tokens for programs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render

from pagekin.console.access import Who, route
from pagekin.console.api.tokens import make_token, revoke_token, tokens_of
from pagekin.console.auditing import audit
from pagekin.errors import NothingFoundError

_MOST = 50  # tokens of one person


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(
        max_length=80, label="What is it for?", help_text="Such as: nightly import"
    )


@route("me/tokens/", name="tokens", who=Who.USER, methods=("GET", "POST"))
def tokens(request: Any) -> Any:
    """List one's tokens, and make one; it is shown once."""
    form = TokenForm(request.POST or None)
    made = ""
    if request.method == "POST" and form.is_valid():
        if len(tokens_of(request.user)) >= _MOST:
            form.add_error(
                None, f"You have {_MOST} tokens: revoke one that is not needed any more."
            )
        else:
            made = make_token(request.user, form.cleaned_data["name"])
            audit(request, "made a token", form.cleaned_data["name"])
            form = TokenForm()
    about = {"form": form, "made": made, "tokens": tokens_of(request.user)}
    return render(request, "console/tokens.html", about)


@route("me/tokens/<int:number>/revoke/", name="token-revoke", who=Who.USER, methods=("POST",))
def token_revoke(request: Any, number: int) -> Any:
    """Revoke one of one's tokens: what uses it is refused from now on."""
    name = revoke_token(request.user, number)
    if name is None:
        raise NothingFoundError("you have no such token, or it is revoked already")
    audit(request, "revoked a token", name)
    messages.success(request, f"The token “{name}” is revoked.")
    return redirect("tokens")
