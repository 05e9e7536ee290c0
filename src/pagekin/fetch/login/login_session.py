"""A session behind a login form: begun once, kept by cookies, and begun again when the site has ended it."""

import asyncio
import enum
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace

from pagekin.dom import Page, parse_page
from pagekin.dom.content_types import why_no_page
from pagekin.dom.forms import find_forms
from pagekin.dom.shown_digest import shown_digest
from pagekin.errors import FetchError
from pagekin.fetch.login.login_forms import filled_in, find_login_form, why_not_in
from pagekin.fetch.origin_secrets import origin_of
from pagekin.fetch.raw_response import plain_headers
from pagekin.fetch.request_errors import NetworkError, Refused, SessionEndedError
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.web_request import WebRequest, WebResponse, post_under, request_under
from pagekin.site import FailureKind
from pagekin.site.login_kinds import Login
from pagekin.urls import Scope

_TURNED_AWAY = frozenset({401, 403})
_ERROR, _SERVER_ERROR = 400, 500
_PATIENCE = 3  # sessions begun in a row that were of no use
_PASSWORD_FIELD = re.compile(rb"""type\s*=\s*["']?password""", re.IGNORECASE)
_WAY_OUT = re.compile(
    r"(?:^|[^a-z])(?:(?:log|sign)[-_]?(?:out|off)|abmelden|ausloggen|deconnexion|uitloggen"
    r"|cerrar[-_]?sesion|esci|logga[-_]?ut)(?:[^a-z]|$)",
    re.IGNORECASE,
)

Send = Callable[[WebRequest], Awaitable[WebResponse]]


class _Sign(enum.Enum):
    """A way in which a site shows that a session has ended."""

    UNAUTHORIZED = "401"
    FORBIDDEN = "403"
    REDIRECT = "to the login page"
    FORM = "to log in, on a page where it was not before"


class LoginSession:
    """The session of one crawl; everything that is fetched shares it, and its renewals."""

    def __init__(self, login: Login, scope: Scope, send: Send) -> None:
        self._login = login
        self._scope = scope
        self._send = send
        self._policy = RequestPolicy(
            self._may_follow, robots_apply=False, waits_for_host=True, logging_in=True
        )
        self._number = 0  # of sessions begun
        self._useful = 0  # the last of them that brought a page
        self._one_at_a_time = asyncio.Lock()
        self._failed = ""  # why no further session can be begun
        self._in_vain: Counter[_Sign] = Counter()
        self._last_in_vain = 0

    def _may_follow(self, target: str) -> bool:
        return origin_of(target) == self._login.origin or self._scope.contains(target)

    async def begin(self) -> None:
        """Log in; raises a FetchError that says why it did not work."""
        try:
            await self._log_in()
        except (Refused, NetworkError) as error:
            raise _failure(self._login, str(error)) from error

    async def fetch(self, request: WebRequest) -> WebResponse:
        """Send a request; if the session turns out to have ended, begin another and send it again.

        That one, too, may have ended before it was this request's turn: then once more.
        """
        earlier: _Sign | None = None
        for is_last in (False, False, True):
            before = self._number
            response, sign = await self._sent(request)
            if earlier:
                self._learn(sign, earlier, before)
            if sign is None:
                self._useful = before
                break
            is_over = is_last or (earlier and self._useful < before)
            if is_over or not self._is_credible(sign, before):
                break
            await self._renew(before)
            earlier = sign
        return _given(response)

    def _learn(self, sign: _Sign | None, earlier: _Sign, number: int) -> None:
        """Remember whether a sign was right: whether the session of this number, begun for it, was of use."""
        if sign is None:
            self._in_vain[earlier] = 0
        elif self._last_in_vain != number:  # else others were turned away at the same time
            self._in_vain[sign] += 1
            self._last_in_vain = number

    def _is_credible(self, sign: _Sign, before: int) -> bool:
        """Whether to begin a session because of a sign; ever more seldom if that was in vain before.

        Some pages are forbidden to this user, too, and some sites show the login form to everybody.
        """
        if self._failed or self._number != before or self._in_vain[sign] < _PATIENCE:
            return True
        self._in_vain[sign] += 1
        return self._in_vain[sign] & (self._in_vain[sign] - 1) == 0

    async def _sent(self, request: WebRequest) -> tuple[WebResponse | None, _Sign | None]:
        try:
            response = await self._send(request)
        except SessionEndedError:
            return None, _Sign.REDIRECT
        return response, self._sign_in(response, request.url)

    def _sign_in(self, response: WebResponse, asked_for: str) -> _Sign | None:
        """Return how an answer shows that the session has ended; None if it does not."""
        is_ours = self._scope.contains(asked_for) and self._scope.contains(response.url)
        if not is_ours or self._login.is_at(asked_for):
            return None
        if response.status in _TURNED_AWAY:
            return _Sign(str(response.status))
        if response.status < _ERROR and _PASSWORD_FIELD.search(response.body):
            page = _page(response)
            form = find_login_form(page) if page else None
            if form and origin_of(form.address) == self._login.origin:
                return _Sign.FORM
        return None

    async def _renew(self, ended: int) -> None:
        """Begin a session after the one with a number has ended, unless somebody else has done so."""
        async with self._one_at_a_time:
            if self._number == ended and not self._failed:
                try:
                    await self._log_in()
                except FetchError as error:
                    self._failed = str(error)  # further tries might lock the account
        if self._failed:
            detail = f"the session has ended, and {self._failed}"
            raise Refused(FailureKind.STATUS, detail)

    async def _log_in(self) -> None:
        page, status = await self._answer(request_under(self._policy, self._login.url))
        form = find_login_form(page) if page else None
        if page is None or form is None:
            if page is None or not self._is_in_already(page):
                raise _failure(self._login, _no_form(status))
        else:
            submission = filled_in(page, form, self._login)
            if isinstance(submission, str):
                raise _failure(self._login, submission)
            request = post_under(self._policy, submission.url, submission.body, came_from=page.url)
            after, status = await self._answer(request)
            reason = self._why_refused(after, status)
            reason = reason or await self._why_doubtful(after, submission.url)
            if reason:
                raise _failure(self._login, f"{reason}; are user and password right?")
        self._number += 1

    def _is_in_already(self, page: Page) -> bool:
        """Whether the login page redirected elsewhere, as it does for those who are logged in."""
        is_elsewhere = not self._login.is_at(page.url)
        is_sure = bool(self._number or self._login.success)
        return is_elsewhere and is_sure and why_not_in(page, self._login) is None

    def _why_refused(self, after: Page | None, status: int) -> str | None:
        if status in _TURNED_AWAY or status >= _SERVER_ERROR:
            return f"the server answers {status}"
        if after is not None:
            return why_not_in(after, self._login)
        return "what comes after it is no page" if self._login.success else None

    async def _why_doubtful(self, after: Page | None, sent_to: str) -> str | None:
        """Return why a login does not seem to have worked, though no form came after it; None if it does.

        A page that says "wrong password" has no form, either, and may be a page that one is sent on to. Those who
        are in find a way out, or do not see the form of the login page, or see what strangers do not see.
        """
        if self._login.success or (after and _has_way_out(after)):
            return None
        page, _ = await self._answer(request_under(self._policy, self._login.url))
        if page is None or not find_login_form(page):
            return None
        reason = "the login page shows its form as before"
        if after and after.url != sent_to and not self._login.is_at(after.url):
            if not await self._is_for_everybody(after.url):
                return None
            reason += f", and {after.url} is the same without a login"
        return (
            f"{reason} (if that is always so, name with login_success a text or link that is there only "
            "after the login)"
        )

    async def _is_for_everybody(self, url: str) -> bool:
        """Whether a page has nothing for those who are logged in."""
        stranger = replace(self._policy, as_stranger=True)
        ours, _ = await self._answer(request_under(self._policy, url))
        theirs, _ = await self._answer(request_under(stranger, url))
        if ours is None or theirs is None or _addresses(ours) != _addresses(theirs):
            return ours is theirs
        if shown_digest(ours) == shown_digest(theirs):
            return True
        again, _ = await self._answer(request_under(stranger, url))
        # Some pages are never the same.
        return again is not None and shown_digest(again) != shown_digest(theirs)

    async def _answer(self, request: WebRequest) -> tuple[Page | None, int]:
        response = await self._send(request)
        return _page(response), response.status


def leads_out(url: str) -> bool:
    """Whether a URL looks as if it would end a session."""
    return bool(_WAY_OUT.search(url.split("/", 3)[-1]))


def _addresses(page: Page) -> set[str]:
    """Return where a page leads, by links and by forms."""
    return {link.url for link in page.links} | {form.address for form in find_forms(page)}


def _has_way_out(page: Page) -> bool:
    return any(map(leads_out, _addresses(page)))


def _given(response: WebResponse | None) -> WebResponse:
    if response is None:
        raise Refused(FailureKind.REDIRECT, "it leads to the login page, although we are logged in")
    return response


def _page(response: WebResponse) -> Page | None:
    headers = plain_headers(response.raw_headers)
    if why_no_page(headers, response.body):
        return None
    return parse_page(response.url, response.body, headers)


def _no_form(status: int) -> str:
    if status >= _ERROR:
        return f"the server answers {status}"
    return "there is no form with a password field; is login_url right?"


def _failure(login: Login, reason: str) -> FetchError:
    return FetchError(f"the login at {login.url} failed: {reason}")
