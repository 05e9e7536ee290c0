"""The requests of one page while its scripts run: each is refused, or sent by pagekin's own fetch.

The browser itself reaches nobody. What it asks for goes through the same address filter, pace, caps and
time-outs as any other request of pagekin's, redirects included, and comes back as if it had asked itself.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pagekin.fetch.origin_secrets import origin_of
from pagekin.fetch.outages import is_trouble
from pagekin.fetch.pace import REFUSALS
from pagekin.fetch.raw_response import RawResponse, plain_headers
from pagekin.fetch.rendering.preflights import Preflights
from pagekin.fetch.rendering.resource_cache import ResourceCache
from pagekin.fetch.rendering.resource_rules import (
    CACHED,
    BrowserRequest,
    for_browser,
    for_server,
    why_refused,
)
from pagekin.fetch.request_errors import NetworkError, Refused, SiteClosedError
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.web_request import WebRequest, WebResponse, request_under
from pagekin.site import FailureKind
from pagekin.urls import InvalidUrl, canonical

if TYPE_CHECKING:
    from playwright.async_api import Page as Tab
    from playwright.async_api import Request as Asked
    from playwright.async_api import Route

_log = logging.getLogger(__name__)
Send = Callable[[WebRequest], Awaitable[WebResponse]]
CookiesFor = Callable[[str], list[tuple[str, str]]]
# For one page; one that asks for more has gone wild.
MOST_REQUESTS = 500
MOST_BYTES = 64 * 1024 * 1024
MOST_MOVES = 5  # to other pages, by scripts
# Pictures are not fetched; if they failed, scripts would put others in their place.
_PICTURE = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)
# The page itself was allowed by robots.txt; this is for what it needs in order to be shown.
_NEEDED = RequestPolicy(lambda _: True, robots_apply=False)


@dataclass(frozen=True, slots=True)
class RenderingParts:
    """What the pages of a site share: how requests are sent, under which policy, and what came already."""

    send: Send
    page_policy: RequestPolicy
    cookies: CookiesFor  # that scripts may read
    resources: ResourceCache
    preflights: Preflights
    playwright_error: type[Exception]


class TabRequests:
    """The requests of one tab of the browser."""

    def __init__(self, parts: RenderingParts, document: RawResponse, tab: "Tab") -> None:
        self._parts = parts
        self._held: RawResponse | None = document  # came already; the tab asks for it next
        self._tab = tab
        # When it went out; None while it waits for its turn at the server.
        self._under_way: dict[asyncio.Task[None], float | None] = {}
        self._count = self._bytes = self._moves = 0
        self.went_wild = asyncio.Event()
        self.lost: dict[str, str] = {}  # what did not come from the page's own site, and why
        self.put_off_by: int | None = None  # the status by which the site said: later
        self._origin = origin_of(document.url)
        self._clock = asyncio.get_running_loop().time
        self.changed_at = self._clock()  # when a request last came or went

    @property
    def waiting(self) -> bool:
        """Whether some request has yet to go out: the server is asked politely, and that takes time."""
        return None in self._under_way.values()

    @property
    def last_sent_at(self) -> float | None:
        """When the last of the requests under way went out; None if there are none."""
        return max((at for at in self._under_way.values() if at is not None), default=None)

    async def answer(self, route: "Route") -> None:
        """Answer a request by the browser; never raises for what a page or a server does."""
        if self.went_wild.is_set():  # refusing thousands would leave no time for anything else
            return
        task = asyncio.create_task(self._answer(route))
        self._under_way[task] = None
        self.changed_at = self._clock()
        try:
            await asyncio.wait({task})
        finally:
            self.changed_at = self._clock()
            del self._under_way[task]

    def _sent(self, task: "asyncio.Task[None] | None") -> None:
        if task in self._under_way:
            self.changed_at = self._under_way[task] = self._clock()

    async def close(self) -> None:
        """End what is under way."""
        tasks = list(self._under_way)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer(self, route: "Route") -> None:
        asked = route.request
        with suppress(self._parts.playwright_error):  # the page may be gone by now
            try:
                answer = await self._fulfilment(asked)
            except NetworkError as error:
                self._lose(asked.url, str(error))
                await _refuse(route)
            except (Refused, SiteClosedError, ValueError):
                await _refuse(route)
            except Exception:  # noqa: BLE001 - a fault of ours must not leave the page waiting
                _log.exception("a request of a rendered page failed: %s", asked.url)
                await _refuse(route)
            else:
                await route.fulfill(**answer)

    async def _fulfilment(self, asked: "Asked") -> dict[str, Any]:
        if asked.resource_type == "image":
            return {"status": 200, "content_type": "image/gif", "body": _PICTURE}
        wanted = BrowserRequest(
            asked.url,
            asked.resource_type,
            asked.method,
            asked.headers,
            asked.post_data_buffer or b"",
        )
        self._check(wanted)
        if wanted.kind == "document":
            return await self._document(wanted, is_main=self._is_main(asked))
        response = await self._resource(wanted)
        self._bytes += len(response.body)
        if is_trouble(response.status):
            self._lose(wanted.url, f"the server answers {response.status}", response.status)
        headers = for_browser(response.raw_headers, wanted)
        return {"status": response.status, "headers": headers, "body": response.body}

    def _lose(self, url: str, detail: str, status: int | None = None) -> None:
        """Note that something of the page's own site did not come, though another time it may."""
        if origin_of(url) == self._origin:
            self.lost[url] = detail
            if status in REFUSALS:
                self.put_off_by = status

    def _is_main(self, asked: "Asked") -> bool:
        try:
            frame = asked.frame
        except self._parts.playwright_error:
            raise Refused(FailureKind.SCOPE, "for another window") from None
        if frame.page != self._tab:
            raise Refused(FailureKind.SCOPE, "for another window")
        return frame == self._tab.main_frame

    def _check(self, wanted: BrowserRequest) -> None:
        self._count += 1
        if self._count > MOST_REQUESTS or self._bytes > MOST_BYTES:
            self.went_wild.set()
        reason = why_refused(wanted)
        if reason:
            raise Refused(FailureKind.SCOPE, reason)

    async def _resource(self, wanted: BrowserRequest) -> WebResponse:
        await self._parts.preflights.check(wanted)
        request = replace(
            self._request(_NEEDED, wanted.url.partition("#")[0]),
            method=wanted.method,
            headers=for_server(wanted),
            body=wanted.body,
            posted=None,
            may_retry=wanted.method != "POST",
        )
        if wanted.kind in CACHED and wanted.method == "GET":
            return await self._parts.resources.get(wanted.url, lambda: self._parts.send(request))
        return await self._parts.send(request)

    def _request(self, policy: RequestPolicy, url: str) -> WebRequest:
        """Return a request that tells us when it goes out."""
        task = asyncio.current_task()
        return request_under(replace(policy, sent=lambda: self._sent(task)), url)

    async def _document(self, wanted: BrowserRequest, *, is_main: bool) -> dict[str, Any]:
        """Return the page itself, the content of a frame, or the page that a script moves on to."""
        if is_main and self._held:
            document, self._held = self._held, None
            return _shown(document, wanted)
        address = canonical(wanted.url)
        if isinstance(address, InvalidUrl) or not self._parts.page_policy.may_follow(address):
            raise Refused(FailureKind.SCOPE, "another site's page")
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise Refused(FailureKind.REDIRECT, f"moved on more than {MOST_MOVES} times")
        response = await self._parts.send(self._request(self._parts.page_policy, address))
        document = RawResponse(
            response.url, response.status, plain_headers(response.raw_headers), response.body
        )
        if is_main and response.url != address:
            # The browser only believes redirects that it followed itself, so it is sent there, to find what came.
            self._held = document
            script = json.dumps(response.url).replace("<", "\\u003c")
            page = f"<!doctype html><script>location.replace({script})</script>"
            return {"status": 200, "content_type": "text/html", "body": page}
        return _shown(document, wanted)


async def _refuse(route: "Route") -> None:
    """Let a request fail; for any other reason the browser would show a page of its own instead."""
    is_page = route.request.resource_type == "document"
    await route.abort("aborted" if is_page else "blockedbyclient")


def _shown(document: RawResponse, wanted: BrowserRequest) -> dict[str, Any]:
    raw = ((name.encode(), value.encode("latin-1")) for name, value in document.headers.items())
    headers = for_browser(raw, wanted)
    headers.pop("set-cookie", None)  # the tab has those that its scripts may read
    return {"status": document.status, "headers": headers, "body": document.body}
