"""Pages as they are after their scripts have run: one browser for a site, a few tabs at a time.

The page comes through pagekin's own fetch first, like any other; the browser is shown what came, and gets
everything else through that fetch, too (`tab_requests`). Playwright and Chromium are needed only here.
"""

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pagekin.dom.script_shell import RENDERED
from pagekin.fetch.outages import Outages, Tries
from pagekin.fetch.raw_response import RawResponse
from pagekin.fetch.rendering.browser import (
    DeadProxy,
    find_chromium,
    find_node,
    launch,
    load_playwright,
)
from pagekin.fetch.rendering.browser_folder import BrowserFolder
from pagekin.fetch.rendering.need import wants_rendering
from pagekin.fetch.rendering.preflights import Preflights
from pagekin.fetch.rendering.resource_cache import ResourceCache
from pagekin.fetch.rendering.tab import CRASHED, BrowserLostError, opened_tab
from pagekin.fetch.rendering.tab_requests import CookiesFor, RenderingParts, Send
from pagekin.fetch.request_errors import Refused
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.settings import Settings
from pagekin.site import Exchange, FailureKind
from pagekin.urls import InvalidUrl, canonical

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

# Each takes memory and a processor; more of them would not make a site faster.
MOST_TABS = 4
_HEADERS = {"content-type": "text/html; charset=utf-8", RENDERED: "yes"}
# Headers that hold only for the document as it came.
_OUTDATED = frozenset({"content-encoding", "content-length", "etag", "last-modified", "refresh"})
_TRIES = 2
# Seconds for the browser, and then for its driver, which ends whatever is left of it: together with what a tab takes
# (tab.HURRY) less than a person waits after Ctrl-C.
GOODBYE = 0.35


class _HostBackError(Exception):
    """The host was away while a page was rendered, and is back."""


class Renderer:
    """A site's browser: started for the first page that needs it, and again when it breaks."""

    def __init__(
        self,
        options: Settings,
        send: Send,
        page_policy: RequestPolicy,
        cookies: CookiesFor,
        outages: Outages,
    ) -> None:
        self._options = options
        self._outages = outages
        self._never_comes: set[str] = set()  # although the host is well
        self.wants = wants_rendering(options.render)
        self._module = load_playwright() if options.render else None
        if options.render:
            find_chromium(os.environ)  # better known now than at the first page
        error = self._module.Error if self._module else Exception
        self._parts = RenderingParts(
            send, page_policy, cookies, ResourceCache(), Preflights(send), error
        )
        self._tabs = asyncio.Semaphore(min(options.concurrency, MOST_TABS))
        self._starting = asyncio.Lock()
        self._running: _Running | None = None
        self._is_closed = False

    async def render(self, document: RawResponse) -> RawResponse:
        """Return a page as its scripts made it; raises `Refused` if they do not let us.

        If the host goes away meanwhile, the page is rendered again when it is back; raises OutageError if
        it stays away.
        """
        tries = Tries(self._outages, 0, waits=True)
        async with self._tabs:
            lost = 0
            while lost < _TRIES:
                browser = await self._browser()
                try:
                    return await self._rendered(browser, document, tries)
                except BrowserLostError:  # perhaps by another page: try once more in a new browser
                    lost += 1
                    await self._discard(browser)
                except _HostBackError:
                    continue
        raise Refused(FailureKind.NETWORK, CRASHED, document.status)

    async def _rendered(
        self, browser: "Browser", document: RawResponse, tries: Tries
    ) -> RawResponse:
        try:
            async with opened_tab(browser, self._parts, document, self._options) as tab:
                await tab.show(document.url)
                await tab.grow(self._options.scroll)
                await self._check_host(tab.lost, tries)
                url, html = await tab.content()
        except self._parts.playwright_error as error:
            raise BrowserLostError(str(error)) from error
        final = canonical(url, sort_query=self._options.sort_query)
        if isinstance(final, InvalidUrl) or not self._parts.page_policy.may_follow(final):
            final = document.url
        headers = {k: v for k, v in document.headers.items() if k not in _OUTDATED}
        return RawResponse(final, document.status, headers | _HEADERS, html)

    async def _check_host(self, lost: Mapping[str, str], tries: Tries) -> None:
        """Raise _HostBackError if what scripts have asked for in vain may come now."""
        for url, detail in lost.items():
            place = url.partition("?")[0]
            if place not in self._never_comes:
                if await tries.was_outage(url, detail):
                    raise _HostBackError
                self._never_comes.add(place)

    async def _browser(self) -> "Browser":
        async with self._starting:
            if self._is_closed:
                raise Refused(FailureKind.NETWORK, "given up, since the site was closed")
            if self._running is None or not self._running.browser.is_connected():
                await self._end()
                self._running = await _Running.start(self._module)
            return self._running.browser

    async def _discard(self, browser: "Browser") -> None:
        async with self._starting:
            if self._running is not None and self._running.browser is browser:
                await self._end()

    async def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            await running.end(self._parts.playwright_error)

    async def close(self) -> None:
        """End the browser, and whatever is rendered by it."""
        self._is_closed = True
        await self._parts.resources.close()
        async with self._starting:
            await self._end()


class _Running:
    """A running browser, with the driver that speaks to it."""

    def __init__(
        self,
        playwright: "Playwright",
        browser: "Browser",
        dead_proxy: DeadProxy,
        folder: BrowserFolder,
    ) -> None:
        self.browser = browser
        self._playwright = playwright
        self._dead_proxy = dead_proxy
        self._folder = folder

    @classmethod
    async def start(cls, module: Any) -> "_Running":
        """Start a driver and a browser."""
        folder = BrowserFolder()
        dead_proxy = DeadProxy()
        try:
            with folder.as_home(find_node()):
                playwright = await module.async_playwright().start()
                try:
                    browser = await launch(playwright, dead_proxy, folder.path)
                except BaseException:
                    await playwright.stop()
                    raise
            return cls(playwright, browser, dead_proxy, folder)
        except BaseException:
            dead_proxy.close()
            folder.remove()
            raise

    async def end(self, error: type[Exception]) -> None:
        """End both; the driver takes the browser with it if need be."""
        for ending in (self.browser.close, self._playwright.stop):
            with suppress(TimeoutError, error):
                async with asyncio.timeout(GOODBYE):
                    await ending()
        self._dead_proxy.close()
        self._folder.remove()


def rendered_exchange(page: RawResponse) -> Exchange:
    """Return a rendered page as the archive keeps it: an answer that nobody sent, marked as that."""
    return Exchange(
        page.url,
        datetime.now(UTC),
        b"HTTP/1.1 200 OK",
        headers=tuple((name.encode(), value.encode()) for name, value in _HEADERS.items()),
        body=page.body,
        method="",
        metadata=(("rendered", "yes"),),
    )
