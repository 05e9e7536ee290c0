"""Whether another origin lets scripts ask it for more than a link could: browsers ask first, and so do we.

Playwright tells the browser that everybody agrees to everything. So the question is asked here, through
pagekin's own fetch, before such a request is sent.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from pagekin.fetch.rendering.resource_rules import BrowserRequest, for_server
from pagekin.fetch.request_errors import Refused
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.web_request import WebRequest, WebResponse, request_under
from pagekin.site import FailureKind

# What any page could have a browser send by a link or a form (Fetch standard, "CORS-safelisted").
_SIMPLE_HEADERS = frozenset({"accept", "accept-language", "content-language", "origin"})
_SIMPLE_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
_MOST_KNOWN = 1000

_Question = tuple[str, str, frozenset[str]]


class Preflights:
    """The questions asked so far, with their answers."""

    def __init__(self, send: Callable[[WebRequest], Awaitable[WebResponse]]) -> None:
        self._send = send
        self._known: dict[_Question, bool] = {}

    async def check(self, wanted: BrowserRequest) -> None:
        """Refuse a request that another origin has not agreed to."""
        asked_for = special_headers(wanted)
        if not wanted.is_foreign or not asked_for:
            return
        origin = wanted.headers["origin"]
        question = (origin, wanted.url.partition("?")[0], asked_for)
        if question not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[question] = await self._is_allowed(wanted, origin, asked_for)
        if not self._known[question]:
            raise Refused(FailureKind.SCOPE, "the other site does not allow that")

    async def _is_allowed(
        self, wanted: BrowserRequest, origin: str, asked_for: frozenset[str]
    ) -> bool:
        url = wanted.url.partition("#")[0]
        headers = {
            "Origin": origin,
            "Access-Control-Request-Method": wanted.method,
            "Access-Control-Request-Headers": ",".join(sorted(asked_for)),
        }
        request = request_under(RequestPolicy(lambda _: False, robots_apply=False), url)
        response = await self._send(replace(request, method="OPTIONS", headers=headers, body=b""))
        allowed = _words(response, "Access-Control-Allow-Headers")
        is_welcome = bool({"*", origin} & _words(response, "Access-Control-Allow-Origin"))
        return (
            response.status in range(200, 300)
            and is_welcome
            and ("*" in allowed or asked_for <= allowed)
        )


def special_headers(wanted: BrowserRequest) -> frozenset[str]:
    """Return the headers for which a page needs the other origin's consent."""
    content_type = wanted.headers.get("content-type", "").lower()
    is_simple = not content_type or content_type.startswith(_SIMPLE_TYPES)
    simple = _SIMPLE_HEADERS | {"content-type"} if is_simple else _SIMPLE_HEADERS
    return frozenset(for_server(wanted)) - simple


def _words(response: WebResponse, header: str) -> set[str]:
    value = response.headers.get(header, "")
    return {word.strip().lower() for word in value.split(",")} - {""}
