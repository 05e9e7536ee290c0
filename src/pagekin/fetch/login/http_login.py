"""The downloader middleware for logins that go with every request: basic, digest and bearer."""

from base64 import b64encode
from collections import Counter
from dataclasses import replace
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from pagekin.fetch.login.digest import Asking, Challenge, authorization, next_nonce, read_challenge
from pagekin.fetch.origin_secrets import origin_of
from pagekin.fetch.spider import site_spider
from pagekin.site.login import Login, LoginKind

_UNAUTHORIZED = 401
_MET = "pagekin_challenges_met"
_MOST_TRIES = 2  # with a nonce that is too old each time


class HttpLogin:
    """Adds the Authorization header to requests to the login's own origin, and takes it from all others."""

    def __init__(self, login: Login) -> None:
        self._login = login
        self._always = _unchanging(login)
        self._challenge: Challenge | None = None
        self._counts: Counter[str] = Counter()  # of requests, by nonce

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware, unless there is no such login."""
        login = site_spider(crawler).login
        if login is None or login.kind is LoginKind.FORM:
            raise NotConfigured
        return cls(login)

    def process_request(self, request: Request) -> None:
        """Let a request say who asks, if it goes to the right place."""
        value = self._authorization(request) if self._is_for(request) else None
        if value:
            request.headers["Authorization"] = value
        elif origin_of(request.url) != self._login.origin:
            request.headers.pop("Authorization", None)

    def process_response(self, request: Request, response: Response) -> Request | Response:
        """Meet the challenge of a digest login, once for each request unless only the nonce is too old."""
        if self._login.kind is not LoginKind.DIGEST or not self._is_for(request):
            return response
        if response.status != _UNAUTHORIZED:
            self._see_next_nonce(response)
            return response
        headers = response.headers.getlist("WWW-Authenticate")
        challenge = read_challenge(header.decode("utf-8", "replace") for header in headers)
        met = _met(request)
        if challenge is None or len(met) >= (_MOST_TRIES if challenge.stale else 1):
            return response
        self._keep(challenge)
        # Others may get a newer challenge meanwhile; this one is for this request.
        return request.replace(meta=request.meta | {_MET: (request.url, [*met, challenge])})

    def _see_next_nonce(self, response: Response) -> None:
        """Take what a server wants to see next time: it need not ask for that then."""
        nonce = next_nonce((response.headers.get("Authentication-Info") or b"").decode("latin-1"))
        if nonce and self._challenge:
            self._keep(replace(self._challenge, nonce=nonce))

    def _keep(self, challenge: Challenge) -> None:
        if self._challenge is None or self._challenge.nonce != challenge.nonce:
            self._challenge = challenge
            self._counts.clear()

    def _is_for(self, request: Request) -> bool:
        return origin_of(request.url) == self._login.origin

    def _authorization(self, request: Request) -> str | None:
        challenge = next(reversed(_met(request)), self._challenge)
        if self._always or challenge is None:
            return self._always
        self._counts[challenge.nonce] += 1
        uri = request.url[len(self._login.origin) :]
        asking = Asking.anew(request.method, uri, self._counts[challenge.nonce])
        return authorization(challenge, asking, self._login.user, self._login.password)


def _met(request: Request) -> list[Challenge]:
    """Give the challenges that were met for a request so far; a redirect elsewhere begins anew."""
    url, challenges = request.meta.get(_MET, ("", []))
    return list(challenges) if url == request.url else []


def _unchanging(login: Login) -> str | None:
    """Give the header that is the same for all requests; None if there is none such."""
    if login.kind is LoginKind.BEARER:
        return f"Bearer {login.password}"
    if login.kind is LoginKind.BASIC:
        return "Basic " + b64encode(f"{login.user}:{login.password}".encode()).decode("ascii")
    return None
