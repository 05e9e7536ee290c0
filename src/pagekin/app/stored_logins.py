"""The logins that the store keeps, by the URLs that they are for."""

import os
from collections.abc import Mapping

from pagekin.site.login import Login, LoginKind
from pagekin.store.opening import open_store
from pagekin.store.places import place_from
from pagekin.store.secrets import Secrets, has_secrets


def stored_login(url: str, environ: Mapping[str, str]) -> Login | None:
    """Give the login that the store keeps for the origin of a URL; None if there is none."""
    place = place_from(environ)
    if not has_secrets(place):
        return None
    return Secrets(open_store(place)).login_for(Login(LoginKind.BASIC, url).origin)


def keep_login(login: Login) -> None:
    """Keep a login in the store, encrypted."""
    Secrets(open_store()).keep(login)


def forget_login(url: str) -> bool:
    """Forget the login for the origin of a URL; tell whether there was one."""
    place = place_from(os.environ)
    origin = Login(LoginKind.BASIC, url).origin
    return has_secrets(place) and Secrets(open_store(place)).forget(origin)
