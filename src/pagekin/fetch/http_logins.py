"""The downloader middleware for logins that go with every request: basic, digest and bearer."""

from base64 import b64encode
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from pagekin.fetch.digest import Asking, Challenge, authorization, read_challenge
from pagekin.fetch.secrets import origin_of
from pagekin.fetch.spider import site_spider
from pagekin.site.login import Login, LoginKind

_UNAUTHORIZED = 401
_MET = "pagekin_challenge_met"


class HttpLogin:
    """Adds the Authorization header to requests to the login's own origin, and takes it from all others."""

    def __init__(self, login: Login) -> None:
        self._login = login
        self._always = _unchanging(login)
        self._challenge: Challenge | None = None
        self._count = 0  # of requests under the challenge's nonce

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
        if (
            response.status != _UNAUTHORIZED
            or self._login.kind is not LoginKind.DIGEST
            or not self._is_for(request)
        ):
            return response
        headers = response.headers.getlist("WWW-Authenticate")
        challenge = read_challenge(header.decode("utf-8", "replace") for header in headers)
        met = request.meta.get(_MET, (None, 0))
        tries = met[1] if met[0] == request.url else 0
        if challenge is None or tries >= (2 if challenge.stale else 1):
            return response
        if self._challenge is None or self._challenge.nonce != challenge.nonce:
            self._challenge, self._count = challenge, 0
        return request.replace(meta=request.meta | {_MET: (request.url, tries + 1)})

    def _is_for(self, request: Request) -> bool:
        return origin_of(request.url) == self._login.origin

    def _authorization(self, request: Request) -> str | None:
        if self._always or self._challenge is None:
            return self._always
        self._count += 1
        uri = request.url[len(self._login.origin) :]
        asking = Asking.anew(request.method, uri, self._count)
        return authorization(self._challenge, asking, self._login.user, self._login.password)


def _unchanging(login: Login) -> str | None:
    """Give the header that is the same for all requests; None if there is none such."""
    if login.kind is LoginKind.BEARER:
        return f"Bearer {login.password}"
    if login.kind is LoginKind.BASIC:
        return "Basic " + b64encode(f"{login.user}:{login.password}".encode()).decode("ascii")
    return None
