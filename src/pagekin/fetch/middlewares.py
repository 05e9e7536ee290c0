"""Downloader middlewares: redirects within the terms, cookies without a look-up."""

from collections.abc import Iterable
from http.cookiejar import Cookie
from typing import Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.http import Response
from scrapy.http.cookies import CookieJar
from scrapy.utils.httpobj import urlparse_cached

from pagekin.fetch.origin_secrets import drop_secrets_abroad, origin_of, without_credentials
from pagekin.fetch.request_policy import Refused, SessionEndedError, ask_conditionally, terms_of
from pagekin.fetch.spider import site_spider
from pagekin.settings import setting_values
from pagekin.site import FailureKind
from pagekin.site.login import LoginKind
from pagekin.urls import InvalidUrl, canonical
from pagekin.urls.public_suffixes import is_public_suffix

# Of one domain, and of characters of one cookie: as browsers have it (RFC 6265, 6.1).
_MOST_COOKIES = 150
_LONGEST_COOKIE = 4096
_PORTS = "80,443"  # those of a URL without a port
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SAME_AGAIN = frozenset({307, 308})  # these send a body once more


class Redirects(RedirectMiddleware):
    """Follows redirects as Scrapy does, but only where the request's terms allow it."""

    def process_response(
        self,
        request: Request,
        response: Response,
        spider: Spider | None = None,  # noqa: ARG002 - deprecated, but part of the signature
    ) -> Request | Response:
        """Make the next request out of a redirect, or refuse it."""
        location = response.headers.get(b"Location")
        if response.status not in _REDIRECTS or not location:
            return response
        target = canonical(location.decode("utf-8", errors="replace"), request.url)
        if isinstance(target, InvalidUrl):
            raise _refused(f"redirected to {without_credentials(str(target))}")
        self._see_login(request, target)
        if response.status in _SAME_AGAIN and request.body and not _is_same_origin(request, target):
            raise _refused(f"redirected to send what was posted to {target}, too")
        if not terms_of(request).may_follow(target):
            raise _refused(f"redirected out of scope, to {target}")
        hops: list[str] = request.meta.get("redirect_urls", [])
        # Coming back once is what sites do that set a cookie first.
        if [*hops, request.url].count(target) > 1:
            raise _refused(f"redirected in a loop, again and again to {target}")
        if len(hops) >= self._most(request):
            raise _refused(f"redirected more than {self._most(request)} times")
        # What is followed is exactly what was checked, not another reading of the same header.
        response.headers["Location"] = target
        following = super().process_response(request, response)
        if isinstance(following, Request):
            drop_secrets_abroad(following, came_from=request.url)
            ask_conditionally(following)
            following.meta.pop("download_slot", None)  # which is the host's that was left
        return following

    def _see_login(self, request: Request, target: str) -> None:
        """End a request that is led to the login page instead of where it wanted to go."""
        login = site_spider(self.crawler).login
        asked_for = request.meta.get("redirect_urls", [request.url])[0]
        if (
            login
            and login.kind is LoginKind.FORM
            and login.is_at(target)
            and not (terms_of(request).logging_in or login.is_at(asked_for))
        ):
            raise SessionEndedError

    def _most(self, request: Request) -> int:
        most = terms_of(request).max_redirects
        return site_spider(self.crawler).options.max_redirects if most is None else most


def _is_same_origin(request: Request, target: str) -> bool:
    return origin_of(request.url) == origin_of(target)


def _refused(detail: str) -> Refused:
    return Refused(FailureKind.REDIRECT, detail)


class Cookies:
    """Keeps a site's cookies.

    Scrapy's own middleware downloads the list of public suffixes at the first cookie; this one does the
    same work with the list at hand.
    """

    def __init__(
        self,
        given: tuple[tuple[str, str], ...] = (),
        origins: frozenset[str] = frozenset(),
    ) -> None:
        """Take the cookies that a person gave, and the origins that they are for."""
        self._jar = CookieJar()
        self._is_empty = True
        self._given = {origin: dict(given) for origin in origins} if given else {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware with a jar of its own: no crawl sees the cookies of another."""
        spider = site_spider(crawler)
        cookies = cls(setting_values.cookies(spider.options.cookies), spider.origins)
        spider.cookies_for_scripts = cookies.for_scripts
        return cookies

    def for_scripts(self, url: str) -> list[tuple[str, str]]:
        """Give the cookies that the scripts of a page at a URL may read: no person's, none for HTTP only."""
        request = Request(url)
        self._jar.add_cookie_header(request)
        sent = (request.headers.get(b"Cookie") or b"").decode("latin-1").split("; ")
        hidden = {cookie.name for cookie in self._jar if _is_for_http_only(cookie)}
        pairs = (pair.partition("=") for pair in sent)
        return [(name, value) for name, equals, value in pairs if equals and name not in hidden]

    def process_request(self, request: Request) -> None:
        """Send the cookies that belong to the URL, and no others."""
        if self._is_empty and not self._given:
            return
        request.headers.pop(b"Cookie", None)
        self._jar.add_cookie_header(request)
        given = self._given.get(origin_of(request.url))
        if given:
            kept = request.headers.get(b"Cookie")
            pairs = [f"{name}={value}".encode() for name, value in given.items()]
            request.headers[b"Cookie"] = b"; ".join([*pairs, *([kept] if kept else ())])

    def process_response(self, request: Request, response: Response) -> Response:
        """Keep the cookies of an answer."""
        if b"Set-Cookie" in response.headers:
            cookies = self._jar.make_cookies(response, request)
            given = self._given.get(origin_of(request.url), {})
            for cookie in response.headers.getlist(b"Set-Cookie"):
                # From now on the server decides about it, also if that means to forget it.
                given.pop(cookie.partition(b"=")[0].strip().decode("latin-1"), None)
            self._keep(cookies, request)
        return response

    def _keep(self, cookies: Iterable[Cookie], request: Request) -> None:
        url = urlparse_cached(request)
        host = url.hostname
        for cookie in cookies:
            # A session may be a secret: unlike in browsers it goes to no other port, nor from https to http.
            cookie.port = str(url.port or _PORTS)
            cookie.secure = cookie.secure or url.scheme == "https"
            domain = cookie.domain.removeprefix(".")
            if domain and is_public_suffix(domain):
                # A cookie for all of "co.uk" is nobody's, except of a host that is itself a suffix.
                if domain != host:
                    continue
                cookie.domain = domain
            if self._has_room_for(cookie):
                self._jar.set_cookie_if_ok(cookie, request)
                self._is_empty = False

    def _has_room_for(self, cookie: Cookie) -> bool:
        """Tell whether to keep a cookie: without limits a site could make every request a megabyte long."""
        if len(cookie.name) + len(cookie.value or "") > _LONGEST_COOKIE:
            return False
        paths = self._jar._cookies.get(cookie.domain, {})  # noqa: SLF001 - it offers no other way to look
        is_known = cookie.name in paths.get(cookie.path, {})
        return is_known or sum(map(len, paths.values())) < _MOST_COOKIES


def _is_for_http_only(cookie: Cookie) -> bool:
    return any(cookie.has_nonstandard_attr(name) for name in ("HttpOnly", "httponly", "HTTPOnly"))
