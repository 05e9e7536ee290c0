"""The robots.txt files of hosts as RFC 9309 has them: fetched once a day, read up to a limit."""

import asyncio
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass

from protego import Protego
from scrapy.crawler import Crawler
from scrapy.http import Response

from pagekin.fetch.pace import host_of
from pagekin.fetch.request_policy import NETWORK_ERRORS, Refused, RequestPolicy, request_under
from pagekin.site import FailureKind
from pagekin.urls import canonical
from pagekin.urls.form_urls import is_marked

# RFC 9309, 2.5: the least that a crawler must read; more only costs time.
READ_AT_MOST = 500 * 1024
# RFC 9309, 2.3.1.2 and 2.4: redirects to follow; seconds for which to keep what was read.
REDIRECTS = 5
KEPT_FOR = 24 * 60 * 60.0
# How long a host stays closed, in seconds, after its robots.txt could not be had.
CLOSED_FOR = 60.0
_LONG = 64 * 1024
_MOST_SITEMAPS = 1000
_TOO_MANY_REQUESTS = 429
_URL = re.compile(r"\+?https?://\S+")


@dataclass(frozen=True, slots=True)
class Rules:
    """What a host's robots.txt came to: rules to ask, or the reason why nothing may be fetched."""

    expires: float
    protego: Protego | None = None
    closed: tuple[FailureKind, str] | None = None


class RobotsTxt:
    """The robots.txt files that were needed so far."""

    def __init__(self, crawler: Crawler, user_agent: str) -> None:
        self._crawler = crawler
        # Groups are found by names in the user agent; those in its project page are not meant.
        self._user_agent = _URL.sub("", user_agent)
        self._rules: dict[str, asyncio.Task[Rules]] = {}

    async def check(self, url: str) -> None:
        """Refuse a (canonical) URL that may not be fetched."""
        rules = await self._rules_for(url)
        if rules.closed:
            raise Refused(*rules.closed)
        if rules.protego and not rules.protego.can_fetch(url, self._user_agent):
            raise Refused(FailureKind.ROBOTS, "forbidden by robots.txt")

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Give the sitemaps that the robots.txt of a URL's host names, each once; none if it fails."""
        rules = await self._rules_for(url)
        named = rules.protego.sitemaps if rules.protego else ()
        urls = (canonical(sitemap, url) for sitemap in named)
        named = (u for u in urls if isinstance(u, str) and not is_marked(u))
        return tuple(dict.fromkeys(named))[:_MOST_SITEMAPS]

    async def _rules_for(self, url: str) -> Rules:
        origin = url[: url.index("/", len("https://"))]
        task = self._rules.get(origin)
        if task is None or _is_over(task):
            task = self._rules[origin] = asyncio.create_task(self._fetch(origin))
        return task.result() if task.done() else await asyncio.shield(task)

    async def _fetch(self, origin: str) -> Rules:
        terms = RequestPolicy(
            lambda _: True, read_at_most=READ_AT_MOST, robots_apply=False, max_redirects=REDIRECTS
        )
        request = request_under(terms, f"{origin}/robots.txt")
        try:
            response = await self._crawler.engine.download_async(request)
        except Refused as refused:
            if refused.kind is FailureKind.REDIRECT:
                return _allowing()  # RFC 9309, 2.3.1.2: as if there were none
            if refused.kind in {FailureKind.NETWORK, FailureKind.SCOPE}:
                return _closed(refused.kind, refused.detail)
            return _closed(FailureKind.ROBOTS, f"robots.txt cannot be read: {refused.detail}")
        except NETWORK_ERRORS as error:
            return _closed(FailureKind.NETWORK, str(error))
        return await self._read(response, origin)

    async def _read(self, response: Response, origin: str) -> Rules:
        # RFC 9309 would let 429 allow everything; a server that says so does not mean "make more".
        if response.status >= 500 or response.status == _TOO_MANY_REQUESTS:
            detail = f"robots.txt answers {response.status}, so nothing may be fetched"
            return _closed(FailureKind.ROBOTS, detail)
        if response.status >= 300:
            return _allowing()
        protego = await _parsed(response.body)
        delay = protego.crawl_delay(self._user_agent)
        if delay:
            host_of(f"{origin}/").ask_every(delay)
        return _allowing(protego)


def _is_over(task: asyncio.Task[Rules]) -> bool:
    """Tell whether it is time to ask again."""
    if not task.done():
        return False
    if task.cancelled() or task.exception():
        return True
    return asyncio.get_running_loop().time() >= task.result().expires


def _allowing(protego: Protego | None = None) -> Rules:
    return Rules(asyncio.get_running_loop().time() + KEPT_FOR, protego)


def _closed(kind: FailureKind, detail: str) -> Rules:
    until = asyncio.get_running_loop().time() + CLOSED_FOR
    return Rules(until, closed=(kind, detail))


async def _parsed(body: bytes) -> Protego:
    if len(body) >= READ_AT_MOST:  # also once decompressed; the last line may be cut in two
        body = body[: body.rfind(b"\n", 0, READ_AT_MOST) + 1]
    # It has to be UTF-8, but some editors save otherwise, and then say so in the first two bytes.
    encoding = "utf-16" if body.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
    text = body.decode(encoding, errors="ignore")
    if len(text) < _LONG:
        return Protego.parse(text)
    return await asyncio.to_thread(Protego.parse, text)
