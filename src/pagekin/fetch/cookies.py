"""The cookies of one crawl: the servers' own, and those that a person gave.

Python's own cookie jar decides what goes where, since cookies must come back exactly as they were sent;
aiohttp's knows no ports, and writes values in its own way.
"""

from collections.abc import Iterable, Sequence
from email.message import Message
from http.cookiejar import Cookie, CookieJar
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import Request

from pagekin.fetch.origin_secrets import origin_of
from pagekin.urls.public_suffixes import is_public_suffix

if TYPE_CHECKING:
    from multidict import CIMultiDict

# The cookies of one domain, and the characters of one cookie, as in browsers (RFC 6265, 6.1).
_MOST_COOKIES = 150
_LONGEST_COOKIE = 4096
_PORTS = "80,443"  # those of a URL without a port


class SiteCookies:
    """A cookie jar of its own for each crawl: none sees the cookies of another."""

    def __init__(
        self,
        given: tuple[tuple[str, str], ...] = (),
        origins: frozenset[str] = frozenset(),
    ) -> None:
        """Take the cookies that a person gave, and the origins that they are for."""
        self._jar = CookieJar()
        self._is_empty = True
        self._given = {origin: dict(given) for origin in origins} if given else {}

    def for_scripts(self, url: str) -> list[tuple[str, str]]:
        """Return the cookies that a page's scripts may read: no person's, none for HTTP only."""
        hidden = {cookie.name for cookie in self._jar if _is_for_http_only(cookie)}
        pairs = (pair.partition("=") for pair in self._kept(url).split("; "))
        return [(name, value) for name, equals, value in pairs if equals and name not in hidden]

    def add_to(self, headers: "CIMultiDict[str]", url: str) -> None:
        """Set the cookies that belong to a URL, and no others."""
        if self._is_empty and not self._given:
            return
        headers.pop("Cookie", None)
        pairs = [f"{name}={value}" for name, value in self._given.get(origin_of(url), {}).items()]
        kept = self._kept(url)
        if pairs or kept:
            headers["Cookie"] = "; ".join([*pairs, kept] if kept else pairs)

    def keep(self, set_cookies: Sequence[str], url: str) -> None:
        """Keep the cookies that the Set-Cookie headers of an answer set."""
        given = self._given.get(origin_of(url), {})
        answer = Message()
        for header in set_cookies:
            # From now on the server decides about it, even if that means forgetting it.
            given.pop(header.partition("=")[0].strip(), None)
            answer.add_header("Set-Cookie", header)
        request = Request(url)  # noqa: S310 - nothing is opened
        response: Any = _Headers(answer)  # a jar asks a response for nothing else
        for cookie in self._admitted(self._jar.make_cookies(response, request), request):
            if self._has_room_for(cookie):
                self._jar.set_cookie_if_ok(cookie, request)
                self._is_empty = False

    def _kept(self, url: str) -> str:
        """Return the Cookie header that the jar has for a URL; "" if it has none."""
        request = Request(url)  # noqa: S310 - nothing is opened
        self._jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""

    @staticmethod
    def _admitted(cookies: Iterable[Cookie], request: Request) -> Iterable[Cookie]:
        url = urlsplit(request.full_url)
        for cookie in cookies:
            # A session may be a secret: unlike in browsers it goes to no other port, nor from https to http.
            cookie.port = str(url.port or _PORTS)
            cookie.secure = cookie.secure or url.scheme == "https"
            domain = cookie.domain.removeprefix(".")
            if domain and is_public_suffix(domain):
                # A cookie for all of "co.uk" is nobody's, except for a host that is itself a suffix.
                if domain != url.hostname:
                    continue
                cookie.domain = domain
            yield cookie

    def _has_room_for(self, cookie: Cookie) -> bool:
        """Whether to keep a cookie: without limits a site could make every request a megabyte long."""
        if len(cookie.name) + len(cookie.value or "") > _LONGEST_COOKIE:
            return False
        of_domain = [known for known in self._jar if known.domain == cookie.domain]
        is_known = any((k.path, k.name) == (cookie.path, cookie.name) for k in of_domain)
        return is_known or len(of_domain) < _MOST_COOKIES


class _Headers:
    """The headers of an answer, as a cookie jar asks for them."""

    def __init__(self, headers: Message) -> None:
        self._headers = headers

    def info(self) -> Message:
        return self._headers


def _is_for_http_only(cookie: Cookie) -> bool:
    return any(cookie.has_nonstandard_attr(name) for name in ("HttpOnly", "httponly", "HTTPOnly"))
