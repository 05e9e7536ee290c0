"""The robots.txt files of hosts as RFC 9309 has them: fetched once a day, read up to a limit."""

import asyncio
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from protego import Protego

from pagekin.fetch.pace import host_of
from pagekin.fetch.request_errors import NetworkError, NoRobotsTxtError, Refused
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.web_request import WebRequest, WebResponse, request_under
from pagekin.site import FailureKind
from pagekin.urls import canonical
from pagekin.urls.form_urls import is_marked

# RFC 9309, 2.5: the least that a crawler must read; more only costs time.
READ_AT_MOST = 500 * 1024
# RFC 9309, 2.3.1.2 and 2.4: redirects to follow; seconds for which to keep what was read.
REDIRECTS = 5
KEPT_FOR = 24 * 60 * 60.0
# Seconds for which a host stays closed after its robots.txt could not be fetched.
CLOSED_FOR = 60.0
_LONG = 64 * 1024
_MOST_SITEMAPS = 1000
_TOO_MANY_REQUESTS = 429
_URL = re.compile(r"\+?https?://\S+")
_POLICY = RequestPolicy(
    lambda _: True, read_at_most=READ_AT_MOST, robots_apply=False, max_redirects=REDIRECTS
)


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What a host's robots.txt came to: rules to ask, or the reason why nothing may be fetched."""

    expires: float
    protego: Protego | None = None
    closed: tuple[FailureKind, str] | None = None
    may_open: bool = False  # soon, since the host only seems to be away


class RobotsTxt:
    """The robots.txt files that were needed so far."""

    def __init__(
        self, send: Callable[[WebRequest], Awaitable[WebResponse]], user_agent: str
    ) -> None:
        self._send = send
        # Groups are found by names in the user agent; those in its project page are not meant.
        self._user_agent = _URL.sub("", user_agent)
        self._rules: dict[str, RobotsRules] = {}
        self._coming: dict[str, asyncio.Task[RobotsRules]] = {}

    async def check(self, url: str) -> None:
        """Refuse a (canonical) URL that may not be fetched."""
        rules = await self._rules_for(url)
        if rules.closed:
            raise NoRobotsTxtError(*rules.closed) if rules.may_open else Refused(*rules.closed)
        if rules.protego and not rules.protego.can_fetch(url, self._user_agent):
            raise Refused(FailureKind.ROBOTS, "forbidden by robots.txt")

    def forget_closed(self, url: str) -> None:
        """Ask again whether a host is open, now that there is reason to hope so."""
        origin = _origin(url)
        rules = self._rules.get(origin)
        if rules and rules.may_open:
            del self._rules[origin]

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps that the robots.txt of a URL's host names, each once; none if it fails."""
        rules = await self._rules_for(url)
        named = rules.protego.sitemaps if rules.protego else ()
        urls = (canonical(sitemap, url) for sitemap in named)
        named = (u for u in urls if isinstance(u, str) and not is_marked(u))
        return tuple(dict.fromkeys(named))[:_MOST_SITEMAPS]

    async def close(self) -> None:
        """Wait for what is under way to end; whoever sends the requests has ended it."""
        if self._coming:
            await asyncio.wait(self._coming.values())

    async def _rules_for(self, url: str) -> RobotsRules:
        origin = _origin(url)
        rules = self._rules.get(origin)
        if rules is not None and rules.expires > asyncio.get_running_loop().time():
            return rules
        task = self._coming.get(origin)
        if task is None:
            task = self._coming[origin] = asyncio.create_task(self._fetch(origin))
            task.add_done_callback(lambda done: self._came(origin, done))
        # Whoever loses interest must not take it away from the others.
        return await asyncio.shield(task)

    def _came(self, origin: str, task: asyncio.Task[RobotsRules]) -> None:
        del self._coming[origin]
        if not task.cancelled() and task.exception() is None:
            self._rules[origin] = task.result()

    async def _fetch(self, origin: str) -> RobotsRules:
        try:
            response = await self._send(request_under(_POLICY, f"{origin}/robots.txt"))
        except Refused as refused:
            if refused.kind is FailureKind.REDIRECT:
                return _allowing()  # RFC 9309, 2.3.1.2: as if there were none
            if refused.kind in {FailureKind.NETWORK, FailureKind.SCOPE}:
                return _closed(refused.kind, refused.detail)
            return _closed(FailureKind.ROBOTS, f"robots.txt cannot be read: {refused.detail}")
        except NetworkError as error:
            return _closed(FailureKind.NETWORK, str(error), may_open=True)
        return await self._read(response, origin)

    async def _read(self, response: WebResponse, origin: str) -> RobotsRules:
        # RFC 9309 would let 429 allow everything; a server that says so does not mean "make more".
        if response.status >= 500 or response.status == _TOO_MANY_REQUESTS:
            detail = f"robots.txt answers {response.status}, so nothing may be fetched"
            return _closed(FailureKind.ROBOTS, detail, may_open=True)
        if response.status >= 300:
            return _allowing()
        protego = await _parsed(response.body)
        delay = protego.crawl_delay(self._user_agent)
        if delay:
            host_of(f"{origin}/").ask_every(delay)
        return _allowing(protego)


def _allowing(protego: Protego | None = None) -> RobotsRules:
    return RobotsRules(asyncio.get_running_loop().time() + KEPT_FOR, protego)


def _closed(kind: FailureKind, detail: str, *, may_open: bool = False) -> RobotsRules:
    until = asyncio.get_running_loop().time() + CLOSED_FOR
    return RobotsRules(until, closed=(kind, detail), may_open=may_open)


def _origin(url: str) -> str:
    return url[: url.index("/", len("https://"))]


async def _parsed(body: bytes) -> Protego:
    if len(body) >= READ_AT_MOST:  # also once decompressed; the last line may be cut in two
        body = body[: body.rfind(b"\n", 0, READ_AT_MOST) + 1]
    # It has to be UTF-8, but some editors save otherwise, and then say so in the first two bytes.
    encoding = "utf-16" if body.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
    text = body.decode(encoding, errors="ignore")
    if len(text) < _LONG:
        return Protego.parse(text)
    return await asyncio.to_thread(Protego.parse, text)
