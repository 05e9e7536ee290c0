"""Follows redirects, but only where the request's policy allows it, and without its secrets elsewhere."""

from dataclasses import replace

from pagekin.fetch.origin_secrets import SECRET_HEADERS, origin_of, without_credentials
from pagekin.fetch.request_errors import Refused, SessionEndedError
from pagekin.fetch.web_request import WebRequest, WebResponse, asked_conditionally
from pagekin.site import FailureKind
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.urls import InvalidUrl, canonical

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SAME_AGAIN = frozenset({307, 308})  # these send a body once more
_MOVED = frozenset({301, 302})  # after a POST, these ask for the page that it led to, like 303
_SEE_OTHER = 303
_OF_THE_BODY = frozenset({"content-type", "content-length", "content-encoding", "content-language"})
_OF_THE_PAGE_BEFORE = frozenset({"referer"})


class Redirects:
    """Redirects of one crawl."""

    def __init__(self, most: int, login: Login | None) -> None:
        self._most = most
        self._login = login if login and login.kind is LoginKind.FORM else None

    def following(self, request: WebRequest, response: WebResponse) -> WebRequest | None:
        """Return the request that a redirect leads to, or refuse it; None if it is no redirect."""
        if response.status not in _REDIRECTS:
            return None
        location = response.headers.get("Location")
        if not location:
            return None
        target = self._checked(request, response.status, _readable(location))
        # What is followed is exactly what was checked, not another reading of the same header.
        return _redirected(request, response.status, target)

    def _checked(self, request: WebRequest, status: int, location: str) -> str:
        """Return the canonical target of a redirect that may be followed; else refuse it."""
        target = canonical(location, request.url)
        if isinstance(target, InvalidUrl):
            raise _refused(f"redirected to {without_credentials(str(target))}")
        self._see_login(request, target)
        is_elsewhere = origin_of(request.url) != origin_of(target)
        if status in _SAME_AGAIN and request.body and is_elsewhere:
            raise _refused(f"redirected to send what was posted to {target}, too")
        if not request.policy.may_follow(target):
            detail = f"redirected out of scope, to {target}"
            raise Refused(FailureKind.REDIRECT, detail, leads_to=target)
        # Coming back once is what sites do that set a cookie first.
        if [*request.hops, request.url].count(target) > 1:
            raise _refused(f"redirected in a loop, again and again to {target}")
        limit = request.policy.max_redirects
        most = self._most if limit is None else limit
        if len(request.hops) >= most:
            raise _refused(f"redirected more than {most} times")
        return target

    def _see_login(self, request: WebRequest, target: str) -> None:
        """End a request that is led to the login page instead of where it wanted to go."""
        if self._login is None or not self._login.is_at(target):
            return
        asked_for = request.hops[0] if request.hops else request.url
        if not (request.policy.logging_in or self._login.is_at(asked_for)):
            raise SessionEndedError


def _redirected(request: WebRequest, status: int, target: str) -> WebRequest:
    left_out = _OF_THE_PAGE_BEFORE
    if (status in _MOVED and request.method == "POST") or (
        status == _SEE_OTHER and request.method not in {"GET", "HEAD"}
    ):
        left_out |= _OF_THE_BODY
        request = replace(request, method="GET", body=b"")
    if origin_of(target) != origin_of(request.url):
        left_out |= SECRET_HEADERS
    return asked_conditionally(
        replace(
            request,
            url=target,
            headers=request.without_headers(left_out),
            hops=(*request.hops, request.url),
            challenges=(),
        )
    )


def _readable(location: str) -> str:
    """Return a header that aiohttp has read, with what is no UTF-8 replaced."""
    return location.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _refused(detail: str) -> Refused:
    return Refused(FailureKind.REDIRECT, detail)
