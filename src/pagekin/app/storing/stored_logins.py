"""The logins that the store keeps, by the URLs that they are for."""

import os
from collections.abc import Mapping

from pagekin.site.login_kinds import Login, LoginKind
from pagekin.store.location import location_from
from pagekin.store.login_vault import LoginVault, has_logins
from pagekin.store.opening import open_store


def stored_login(url: str, environ: Mapping[str, str]) -> Login | None:
    """Return the login that the store keeps for the origin of a URL; None if there is none."""
    location = location_from(environ)
    if not has_logins(location):
        return None
    return LoginVault(open_store(location)).login_for(Login(LoginKind.BASIC, url).origin)


def keep_login(login: Login) -> None:
    """Keep a login in the store, encrypted."""
    LoginVault(open_store()).keep(login)


def forget_login(url: str) -> bool:
    """Forget the login for the origin of a URL; return whether there was one."""
    location = location_from(os.environ)
    origin = Login(LoginKind.BASIC, url).origin
    return has_logins(location) and LoginVault(open_store(location)).forget(origin)
