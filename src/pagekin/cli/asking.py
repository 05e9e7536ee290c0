"""Asks a person at the terminal for user and password."""

import os

import click

from pagekin.app.sites.logins import typed, wanted_kind
from pagekin.app.storing.stored_logins import stored_login
from pagekin.settings import Settings
from pagekin.site.login_kinds import LoginKind


def ask(kind: LoginKind, user: str = "", password: str = "") -> tuple[str, str]:
    """Return user and password, after asking for what is not known yet."""
    if not user and kind is not LoginKind.BEARER:
        user = click.prompt("User", err=True)
    what = "Token" if kind is LoginKind.BEARER else "Password"
    return user, password or click.prompt(what, hide_input=True, err=True)


def ask_if_missing(settings: Settings, site: str) -> None:
    """Ask for the login that is set for a site, unless the store keeps it; it is known until the end."""
    kind = wanted_kind(settings)
    places = [settings.login_url] if settings.login_url else [f"https://{site}/", f"http://{site}/"]
    if kind is None or any(stored_login(place, os.environ) for place in places):
        return
    click.echo(f"the login for {places[0]}:", err=True)
    user, password = ask(kind, os.environ.get(settings.login_user_variable, ""))
    names = (settings.login_user_variable, settings.login_password_variable)
    typed.set(dict(zip(names, (user, password), strict=True)))
