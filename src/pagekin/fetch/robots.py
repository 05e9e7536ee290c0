"""robots.txt as RFC 9309 has it: fetched once for each host, obeyed, and no way round it if it fails."""

import asyncio
import re
from dataclasses import dataclass
from typing import Self

from protego import Protego
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from pagekin.fetch.spider import site_spider
from pagekin.fetch.terms import NETWORK_ERRORS, Refused, Terms, request_under, terms_of
from pagekin.site import FailureKind

# RFC 9309, 2.5: the least that a crawler must read; more only costs time.
READ_AT_MOST = 500 * 1024
# How long a host stays closed, in seconds, after its robots.txt could not be had.
CLOSED_FOR = 60.0
_LONG = 64 * 1024
_TOO_MANY_REQUESTS = 429
_URL = re.compile(r"\+?https?://\S+")


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a host's robots.txt came to: rules to ask, or the reason why nothing may be fetched."""

    protego: Protego | None = None
    closed: tuple[FailureKind, str] | None = None
    closed_until: float = 0.0


class Robots:
    """Refuses the requests that robots.txt forbids."""

    def __init__(self, crawler: Crawler) -> None:
        options = site_spider(crawler).options
        if not options.obey_robots:
            raise NotConfigured
        self._crawler = crawler
        # Groups are found by names in the user agent; those in its project page are not meant.
        self._user_agent = _URL.sub("", options.user_agent)
        self._rules: dict[str, asyncio.Task[_Rules]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware, unless robots.txt is not to be obeyed."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let a request pass or refuse it."""
        if not terms_of(request).robots_apply:
            return
        rules = await self._rules_for(request.url)
        if rules.closed:
            raise Refused(*rules.closed)
        if rules.protego and not rules.protego.can_fetch(request.url, self._user_agent):
            raise Refused(FailureKind.ROBOTS, "forbidden by robots.txt")

    async def _rules_for(self, url: str) -> _Rules:
        origin = url[: url.index("/", len("https://"))]
        task = self._rules.get(origin)
        if task is None or _is_over(task):
            task = self._rules[origin] = asyncio.create_task(self._fetch(origin))
        return task.result() if task.done() else await task

    async def _fetch(self, origin: str) -> _Rules:
        terms = Terms(lambda _: True, read_at_most=READ_AT_MOST, robots_apply=False)
        request = request_under(terms, f"{origin}/robots.txt")
        try:
            response = await self._crawler.engine.download_async(request)
        except Refused as refused:
            if refused.kind is FailureKind.REDIRECT:
                return _Rules()  # RFC 9309, 2.3.1.2: as if there were none
            if refused.kind in {FailureKind.NETWORK, FailureKind.SCOPE}:
                return _closed(refused.kind, refused.detail)
            return _closed(FailureKind.ROBOTS, f"robots.txt cannot be read: {refused.detail}")
        except NETWORK_ERRORS as error:
            return _closed(FailureKind.NETWORK, str(error))
        if response.status >= 500 or response.status == _TOO_MANY_REQUESTS:
            detail = f"robots.txt answers {response.status}, so nothing may be fetched"
            return _closed(FailureKind.ROBOTS, detail)
        return _Rules() if response.status >= 300 else _Rules(await _parsed(response.body))


def _is_over(task: asyncio.Task[_Rules]) -> bool:
    """Tell whether it is time to ask a closed host again."""
    if not task.done():
        return False
    if task.cancelled() or task.exception():
        return True
    rules = task.result()
    return bool(rules.closed) and asyncio.get_running_loop().time() >= rules.closed_until


def _closed(kind: FailureKind, detail: str) -> _Rules:
    until = asyncio.get_running_loop().time() + CLOSED_FOR
    return _Rules(closed=(kind, detail), closed_until=until)


async def _parsed(body: bytes) -> Protego:
    if len(body) >= READ_AT_MOST:  # also once decompressed; the last line may be cut in two
        body = body[: body.rfind(b"\n", 0, READ_AT_MOST) + 1]
    text = body.decode("utf-8-sig", errors="ignore")
    if len(text) < _LONG:
        return Protego.parse(text)
    return await asyncio.to_thread(Protego.parse, text)
