"""Headers that a person gave, and logins that are one: secret ones go to their own origin only."""

from base64 import b64encode
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pagekin.fetch.origin_secrets import is_private, origin_of
from pagekin.site.login_kinds import Login, LoginKind

if TYPE_CHECKING:
    from multidict import CIMultiDict


class CustomHeaders:
    """The headers of the settings, and the Authorization header of a basic or bearer login."""

    def __init__(
        self,
        headers: Iterable[tuple[str, str]],
        origins: frozenset[str],
        login: Login | None = None,
    ) -> None:
        """Take the headers with the origins that secret ones are for, and the login with its own."""
        pairs = tuple(headers)
        self._for_all = dict(pair for pair in pairs if not is_private(pair[0]))
        self._private = dict(pair for pair in pairs if is_private(pair[0]))
        self._origins = origins
        has_header = login is not None and login.kind is not LoginKind.FORM
        self._login_origin = login.origin if login and has_header else None
        self._authorization = _authorization(login) if login else None

    def add_to(self, headers: "CIMultiDict[str]", url: str) -> None:
        """Set the headers of a request, over those that pagekin or a page would send by itself."""
        if self._for_all:
            headers.update(self._for_all)
        if self._private:
            if origin_of(url) in self._origins:
                headers.update(self._private)
            else:
                for name in self._private:
                    headers.pop(name, None)
        if self._login_origin:
            self._authorize(headers, url)

    def _authorize(self, headers: "CIMultiDict[str]", url: str) -> None:
        if origin_of(url) != self._login_origin:
            headers.pop("Authorization", None)
        elif self._authorization:
            headers["Authorization"] = self._authorization


def _authorization(login: Login) -> str | None:
    """Return the Authorization header that is the same for all requests; None if there is none."""
    if login.kind is LoginKind.BEARER:
        return f"Bearer {login.password}"
    if login.kind is LoginKind.BASIC:
        return "Basic " + b64encode(f"{login.user}:{login.password}".encode()).decode("ascii")
    return None
