"""Finds the login for a site: what was typed or is in the environment, else what the store keeps."""

import os
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

from pagekin.discovery import checked_url
from pagekin.dom import Page
from pagekin.errors import FetchError, UsageError
from pagekin.fetch import HttpSite, open_site
from pagekin.fetch.login.login_forms import find_login_form
from pagekin.fetch.origin_secrets import is_private
from pagekin.fetch.process_sharing import ProcessSharing
from pagekin.lazy import lazy_module
from pagekin.settings import Settings, setting_values
from pagekin.site import Failure
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.urls import Scope

stored_logins = lazy_module("pagekin.app.storing.stored_logins")
_NOBODY: Mapping[str, str] = {}
# What a person typed in this run, by the name of the variable that it stands for.
typed: ContextVar[Mapping[str, str]] = ContextVar("typed", default=_NOBODY)


@asynccontextmanager
async def open_network(
    scope: Scope,
    settings: Settings,
    named: Iterable[str] = (),
    sharing: ProcessSharing | None = None,
    *,
    answered: str = "",
) -> AsyncIterator[HttpSite]:
    """Open a site on the network, logged in if there is a login for it.

    `named` are the (canonical) URLs that a person named: the secrets go to their origins only.
    `sharing` are those who share the pace of its host, by default the processes of this machine.
    `answered` is a page that came just now, if there is one.
    """
    places = tuple(named) or (f"{scope.scheme or 'https'}://{scope.host}/",)
    login = login_for(settings, places)
    async with open_site(
        scope, settings, named=places, login=login, sharing=sharing, answered=answered
    ) as site:
        yield site


def login_for(
    settings: Settings, places: Iterable[str], environ: Mapping[str, str] | None = None
) -> Login | None:
    """Return the login for a site by its (canonical) URLs that a person named; None if it needs none."""
    environ = os.environ if environ is None else environ
    urls = [checked_url(settings.login_url, "login_url")] if settings.login_url else [*places]
    given = {**environ, **typed.get()}
    password = given.get(settings.login_password_variable)
    kind = wanted_kind(settings)
    if kind is LoginKind.FORM and not settings.login_url:
        raise UsageError("login is 'form', but login_url does not say on which page the form is")
    if kind and password:
        user = given.get(settings.login_user_variable, "")
        return Login(kind, urls[0], user, password, settings.login_success)
    stored = _stored(urls, environ)
    if stored is None and kind:
        raise UsageError(
            f"the login for {urls[0]} is missing: set {settings.login_user_variable} and "
            f"{settings.login_password_variable}, or keep it with 'pagekin login {urls[0]}'"
        )
    return stored


def who_asks(settings: Settings, places: Iterable[str]) -> dict[str, Any]:
    """Say as whom pages are asked for, without any secret: members may get others than everybody does."""
    login = login_for(settings, places)
    headers = setting_values.headers(settings.headers)
    return {
        "user_agent": settings.user_agent,
        "login": [login.kind.value, login.url] if login else [],
        "headers": [[name, "" if is_private(name) else value] for name, value in headers],
        "cookies": [name for name, _ in setting_values.cookies(settings.cookies)],
    }


def _stored(urls: Iterable[str], environ: Mapping[str, str]) -> Login | None:
    return next(filter(None, (stored_logins.stored_login(url, environ) for url in urls)), None)


def wanted_kind(settings: Settings) -> LoginKind | None:
    """Return the kind of login that is set; a login page has a form."""
    name = settings.login or ("form" if settings.login_url else "")
    return LoginKind(name) if name else None


async def find_login(url: str, settings: Settings) -> tuple[LoginKind, str]:
    """Find out how to log in at a URL, and where: it may lead to the page with the form."""
    async with open_site(Scope.around(url), settings, named=[url]) as site:
        answer = await site.visit(url)
    if isinstance(answer.result, Page) and find_login_form(answer.result):
        return LoginKind.FORM, answer.result.url
    asked = answer.exchanges[-1].header("WWW-Authenticate").lower() if answer.exchanges else ""
    for kind in (LoginKind.DIGEST, LoginKind.BASIC, LoginKind.BEARER):
        if kind.value in asked:
            return kind, url
    reason = answer.result.detail if isinstance(answer.result, Failure) else "there is no form"
    raise FetchError(
        f"no way to log in was found at {url} ({reason}): give the page with the login form, "
        "or say with --login how it is done"
    )


async def check_login(login: Login, settings: Settings) -> None:
    """Log in and see whether that works; raises a FetchError if it does not."""
    scope = Scope.around(login.url)
    async with open_site(scope, settings, named=[login.url], login=login) as site:
        if login.kind is LoginKind.FORM:
            return
        result = await site.download(login.url)
    if isinstance(result, Failure):
        raise FetchError(f"the login at {login.url} failed: {result.detail}")
