"""`pagekin login`: try a user and password, and keep them for crawls to come."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pagekin import settings as settings_package
from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import FETCHING, setting_options
from pagekin.errors import NothingFoundError, UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from pagekin.settings import Settings
    from pagekin.site.login_kinds import LoginKind

with lazy_imports():
    import pagekin.app.sites.logins as app
    import pagekin.site.login_kinds as logins
    from pagekin import discovery
    from pagekin.app.storing import stored_logins
    from pagekin.cli import asking, running
    from pagekin.site import stop as stops

T = TypeVar("T")


@click.command("login", cls=GroupedCommand)
@click.argument("url")
@click.option("--forget", is_flag=True, help="Forget the login for this site instead.")
@setting_options(*FETCHING)
def command(url: str, forget: bool, **flags: Any) -> None:  # noqa: FBT001 - click hands flags over like this
    """Log in at a site, and keep the login for later crawls.

    URL is the page with the login form. User and password are asked for at the terminal, or taken from PAGEKIN_LOGIN_USER and PAGEKIN_LOGIN_PASSWORD, and
    kept in the store, encrypted. They are sent to the exact origin of URL and nowhere else.

    \b
    Example:
      pagekin login https://shop.example/accounts/login
    """
    address = discovery.checked_url(url, "login")
    if forget:
        if not stored_logins.forget_login(address):
            raise NothingFoundError(f"there is no login for {address}")
        click.echo(f"the login for {address} is forgotten", err=True)
        return
    settings = settings_package.load(
        flags, os.environ, Path(settings_package.FILE_NAME), address.split("/", 3)[2]
    )
    kind = app.wanted_kind(settings)
    if kind is None or kind is logins.LoginKind.FORM:
        kind, address = _run(app.find_login(address, settings))
    user, password = _asked_for(kind, settings)
    login = logins.Login(kind, address, user, password, settings.login_success)
    _run(app.check_login(login, settings))
    stored_logins.keep_login(login)
    click.echo(
        f"logged in at {address}; the login is kept, encrypted, for {login.origin}", err=True
    )


def _run(work: Coroutine[Any, Any, T]) -> T:
    return running.TerminalRunner().run("logging in", lambda _: work, stops.Stop())


def _asked_for(kind: LoginKind, settings: Settings) -> tuple[str, str]:
    """Return user and password from the environment, or ask a person at a terminal."""
    user = os.environ.get(settings.login_user_variable, "")
    password = os.environ.get(settings.login_password_variable, "")
    is_known = password and (user or kind is logins.LoginKind.BEARER)
    if not (is_known or _is_at_a_terminal()):
        raise UsageError(
            f"there is no terminal to ask at: set {settings.login_user_variable} and "
            f"{settings.login_password_variable}"
        )
    return (user, password) if is_known else asking.ask(kind, user, password)


def _is_at_a_terminal() -> bool:
    return sys.stdin.isatty()
