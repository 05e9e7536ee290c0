"""The way of a request: robots.txt, headers and cookies, its turn, the wire, digest, redirects, retries."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from multidict import CIMultiDict

from pagekin.fetch.address_filter import AddressFilter
from pagekin.fetch.cookies import SiteCookies
from pagekin.fetch.custom_headers import CustomHeaders
from pagekin.fetch.decoding import ACCEPTED
from pagekin.fetch.fetch_stats import FetchStats
from pagekin.fetch.http_transfer import HttpTransfer
from pagekin.fetch.outages import Clock, Outages, Tries, is_trouble
from pagekin.fetch.pace import PaceLimits
from pagekin.fetch.redirects import Redirects
from pagekin.fetch.request_errors import (
    NetworkError,
    NoRobotsTxtError,
    Refused,
    SiteClosedError,
    StaleConnectionError,
)
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.robots import RobotsTxt
from pagekin.fetch.web_request import WebRequest, WebResponse
from pagekin.lazy import lazy_module
from pagekin.settings import Settings, setting_values
from pagekin.site import FailureKind
from pagekin.site.login_kinds import Login, LoginKind

digest_login = lazy_module("pagekin.fetch.login.digest_login")
_DEFAULT_HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en",
    "Accept-Encoding": ACCEPTED,
}
_PROBE = RequestPolicy(lambda _: False)


@dataclass(frozen=True, slots=True)
class Identity:
    """As whom a site is asked: the origins that a person named, and the login there, if any."""

    origins: frozenset[str]  # secrets go there and nowhere else
    login: Login | None = None


class Engine:
    """Sends the requests of one site."""

    def __init__(
        self,
        settings: Settings,
        identity: Identity,
        address_filter: AddressFilter,
        limits: PaceLimits,
        clock: Clock | None = None,
    ) -> None:
        login, origins = identity.login, identity.origins
        self.stats = FetchStats()
        self.robots = RobotsTxt(self.send, settings.user_agent)
        self.cookies = SiteCookies(setting_values.cookies(settings.cookies), origins)
        self._transfer = HttpTransfer(settings, address_filter, limits, self.stats)
        self.outages = Outages(self._comes, settings.max_outage, clock)
        self._redirects = Redirects(settings.max_redirects, login)
        self._defaults = CIMultiDict(_DEFAULT_HEADERS | {"User-Agent": settings.user_agent})
        self._custom = CustomHeaders(setting_values.headers(settings.headers), origins, login)
        has_digest = login is not None and login.kind is LoginKind.DIGEST
        self._digest = digest_login.DigestLogin(login) if has_digest else None
        self._obeys_robots = settings.obey_robots
        self._retries = settings.retries
        self._under_way: set[asyncio.Task[Any]] = set()
        self._all_ended = asyncio.Event()
        self._closing = asyncio.Event()

    async def send(self, request: WebRequest) -> WebResponse:
        """Send a request, its retries and redirects included, and return the last answer.

        Raises NetworkError, Refused, SiteClosedError if the site is closed meanwhile, or OutageError if
        the policy is to wait for the host, and it stays away.
        """
        if self._closing.is_set():
            raise SiteClosedError
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - for the type checker; a coroutine runs in a task
        self._under_way.add(task)
        try:
            return await self._answered(request)
        except asyncio.CancelledError:
            # Closing cancels each task once; if somebody else did, too, the task has to end.
            if self._closing.is_set() and not task.uncancel():
                raise SiteClosedError from None
            raise
        finally:
            self._under_way.discard(task)
            if self._closing.is_set() and not self._under_way:
                self._all_ended.set()

    async def _answered(self, request: WebRequest) -> WebResponse:
        """Send a request until it is answered well, or it is certain that it will not be."""
        retries = self._retries if request.may_retry else 0
        tries = Tries(self.outages, retries, waits=request.policy.waits_for_host)
        while True:
            try:
                await self._check_robots(request)
                response = await self._sent(request)
            except (NetworkError, Refused) as error:
                if not await self._is_worth_another(tries, request.url, error):
                    raise
                continue
            following = self._following(request, response)
            if following is not None:
                request = following
            elif not (
                is_trouble(response.status)
                and await tries.has_another(request.url, _detail(response))
            ):
                return response

    async def _is_worth_another(
        self, tries: Tries, url: str, error: NetworkError | Refused
    ) -> bool:
        """Return whether to try again after a request without an answer."""
        if isinstance(error, Refused) and error.kind is not FailureKind.NETWORK:
            return False
        if not isinstance(error, Refused | NoRobotsTxtError):
            return await tries.has_another(url, str(error))
        # Such as for a certificate that has expired meanwhile: trying at once would not help.
        was_outage = await tries.was_outage(url, str(error))
        if was_outage:
            self.robots.forget_closed(url)
        return was_outage

    async def _check_robots(self, request: WebRequest) -> None:
        if self._obeys_robots and request.policy.robots_apply:
            await self.robots.check(request.url)

    async def _sent(self, request: WebRequest) -> WebResponse:
        """Send a request once, and note whether the host is well."""
        waits = request.policy.waits_for_host
        number = await self.outages.number(request.url) if waits else 0
        response = await self._transferred(request)
        if waits and not is_trouble(response.status):
            is_page = response.status == HTTPStatus.OK and request.method == "GET"
            self.outages.answered(request.url, number, is_page=is_page)
        return response

    async def _comes(self, url: str) -> bool:
        """Whether a page comes now, or at least an answer that is no sign of trouble."""
        request = WebRequest(url, _PROBE)
        if self.outages.has_answered:
            self.robots.forget_closed(url)
        try:
            await self._check_robots(request)
            response = await self._transferred(request)
        except (NetworkError, Refused):
            return False
        return not is_trouble(response.status)

    async def _transferred(self, request: WebRequest) -> WebResponse:
        """Send a request over a connection that the server has not closed meanwhile."""
        try:
            return await self._transfer.send(request, self._headers_for(request))
        except StaleConnectionError:
            if not request.may_retry:
                raise
            return await self._transfer.send(request, self._headers_for(request))

    def _headers_for(self, request: WebRequest) -> "CIMultiDict[str]":
        headers = self._defaults.copy()
        if request.headers:
            headers.update(request.headers)
        self._custom.add_to(headers, request.url)
        if self._digest:
            proof = self._digest.authorization(request)
            if proof:
                headers["Authorization"] = proof
        if not request.policy.as_stranger:
            self.cookies.add_to(headers, request.url)
        return headers

    def _following(self, request: WebRequest, response: WebResponse) -> WebRequest | None:
        """Return the request that an answer calls for; None if it is the last."""
        set_cookies = response.headers.getall("Set-Cookie", None)
        if set_cookies and not request.policy.as_stranger:
            self.cookies.keep(set_cookies, request.url)
        following: WebRequest | None = None
        if self._digest:
            following = self._digest.retried(request, response)
        return following or self._redirects.following(request, response)

    async def close(self) -> None:
        """End all that is under way; whoever waits for it gets a SiteClosedError."""
        self._closing.set()
        for task in self._under_way:
            task.cancel()
        if self._under_way:
            await self._all_ended.wait()
        await self.robots.close()
        await self._transfer.close()


def _detail(response: WebResponse) -> str:
    return f"{response.url.split('/', 3)[2]} answers {response.status}"
