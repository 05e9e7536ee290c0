"""One page in a tab of the browser: shown, awaited until it is ready, and written down as HTML."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from pagekin.fetch.raw_response import RawResponse
from pagekin.fetch.rendering.isolated_world import IsolatedWorld, ScriptError
from pagekin.fetch.rendering.page_scripts import CONTENT, MORE, MORE_WORDS, PREPARE, STATE
from pagekin.fetch.rendering.tab_requests import RenderingParts, TabRequests
from pagekin.fetch.request_errors import Refused, too_large
from pagekin.settings import Settings
from pagekin.site import FailureKind

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext
    from playwright.async_api import Page as Tab

T = TypeVar("T")
# A page is ready when for this many seconds nothing was asked for and nothing in it changed …
QUIET = 0.4
# … or nothing was asked for during this time, so what changes is a clock or a slide show …
_QUIET_ENOUGH = 2.0
# … or what was asked for does not come, since the server answers only when there is news.
_PATIENCE = 5.0
_LOOK_EVERY = 0.05
# Seconds for a tab to close, and then for its browser if the tab does not: …
GOODBYE = 5.0
# … or was told to stop, since a page may be too busy to close, and the person who pressed Ctrl-C waits for that, too.
HURRY = 0.25
_STUCK = 30.0
_MOVES = 3  # to another page, just when this one was about to be written down
# How many times over the time-out may pass while requests still come and go.
_LONGEST = 10
CRASHED = "its scripts made the browser crash"
_WILD = "its scripts ask for more and more"


class BrowserLostError(Exception):
    """The tab, or all of the browser, is gone; that need not be this page's fault."""


@asynccontextmanager
async def opened_tab(
    browser: "Browser", parts: RenderingParts, document: RawResponse, options: Settings
) -> AsyncIterator["RenderedTab"]:
    """Open a tab that shares nothing with others; leaving closes it, whatever its page is doing."""
    context = await _in_time(
        browser.new_context(
            user_agent=options.user_agent,
            service_workers="block",
            accept_downloads=False,
            reduced_motion="reduce",
        )
    )
    requests = None
    try:
        await _in_time(context.add_init_script(PREPARE))
        await _in_time(_give_cookies(context, parts, document.url))
        tab = await _in_time(context.new_page())
        requests = TabRequests(parts, document, tab)
        await _in_time(context.route("**/*", requests.answer))
        world = await _in_time(IsolatedWorld.beside(tab))
        yield RenderedTab(tab, world, requests, parts, options)
    finally:
        await _closed(context, parts)
        if requests is not None:
            await requests.close()


async def _give_cookies(context: "BrowserContext", parts: RenderingParts, url: str) -> None:
    """Show scripts the cookies that they may read; pagekin itself sends those for servers."""
    for name, value in parts.cookies(url):
        with suppress(parts.playwright_error):  # servers send names that the browser refuses
            await context.add_cookies([{"name": name, "value": value, "url": url}])


async def _in_time(step: Awaitable[T]) -> T:
    """Wait for a step that takes the browser no time, unless it is stuck."""
    try:
        async with asyncio.timeout(_STUCK):
            return await step
    except TimeoutError:
        raise BrowserLostError("the browser does not answer") from None


async def _closed(context: "BrowserContext", parts: RenderingParts) -> None:
    """Close a tab; if that fails, the browser is not fit for another one and is closed, too."""
    task = asyncio.current_task()
    patience = HURRY if task and task.cancelling() else GOODBYE
    try:
        async with asyncio.timeout(patience):
            await context.close()
    except (TimeoutError, parts.playwright_error):
        browser = context.browser
        if browser is not None:
            with suppress(TimeoutError, parts.playwright_error):
                async with asyncio.timeout(patience):
                    await browser.close()


class RenderedTab:
    """A tab with a page in it."""

    def __init__(
        self,
        tab: "Tab",
        world: IsolatedWorld,
        requests: TabRequests,
        parts: RenderingParts,
        options: Settings,
    ) -> None:
        self._tab = tab
        self._world = world
        self._requests = requests
        self._error = parts.playwright_error
        self._timeout = options.timeout
        self._longest = options.max_body
        self._crashed = asyncio.Event()
        tab.on("crash", lambda _: self._crashed.set())

    async def show(self, url: str) -> None:
        """Show a page and wait until it is ready, or has had its time."""
        try:
            await self._tab.goto(url, wait_until="commit", timeout=1000 * self._timeout)
        except self._error as error:
            raise self._reason(error) from error
        await self._settle()

    async def grow(self, times: int) -> None:
        """Scroll down a page that grows longer as one does, at most this many times."""
        for _ in range(times):
            before = await self._size()
            with suppress(_NotNowError):
                await self._ask(MORE, list(MORE_WORDS))
            await self._settle()
            if await self._size() <= before:
                return

    async def _size(self) -> int:
        state = await self._state()
        return int(state[2]) if state else 0

    @property
    def lost(self) -> Mapping[str, str]:
        """What the scripts asked the page's own site for in vain, and why."""
        return self._requests.lost

    async def content(self) -> tuple[str, bytes]:
        """Return the URL and the HTML of what is shown now."""
        status = self._requests.put_off_by
        if status:
            detail = f"the server answers {status} to what its scripts ask for"
            raise Refused(FailureKind.STATUS, detail, status)
        html = await self._content()
        body = b"" if html is None else html.encode("utf-8", "replace")
        if html is None or len(body) > self._longest:
            raise too_large(self._longest)
        return self._tab.url, body

    async def _content(self) -> str | None:
        for _ in range(_MOVES):
            with suppress(_NotNowError):
                html: str | None = await self._ask(CONTENT, self._longest)
                return html
            await self._settle()
        raise _NotNowError("it moves on and on")

    async def _settle(self) -> None:
        clock = asyncio.get_running_loop().time
        began = changed_at = clock()
        last = None
        while True:
            state = await self._state()
            now = clock()
            if state is None or state != last:
                last, changed_at = state, now
            is_loaded = state is not None and state[0] == "complete"
            if is_loaded and self._is_quiet(now, now - changed_at):
                return
            if self._is_over(now - began, now - max(began, self._requests.changed_at)):
                return
            await asyncio.sleep(_LOOK_EVERY)

    def _is_over(self, seconds: float, stalled_for: float) -> bool:
        """Whether the page has had its time; while requests wait for their turn, it has more."""
        if seconds > _LONGEST * self._timeout:
            if self._requests.waiting:  # an incomplete page would pass for a whole one
                raise Refused(FailureKind.NETWORK, "what its scripts ask for takes too long")
            return True
        return stalled_for > self._timeout and not self._requests.waiting

    def _is_quiet(self, now: float, unchanged_for: float) -> bool:
        if self._requests.waiting:
            return False
        sent_at = self._requests.last_sent_at
        if sent_at is not None:
            return now - sent_at > _PATIENCE and unchanged_for >= QUIET
        silence = now - self._requests.changed_at
        return silence >= QUIET and (unchanged_for >= QUIET or silence >= _QUIET_ENOUGH)

    async def _state(self) -> list[Any] | None:
        """Return what changes when the page does; None while it is on its way to another one."""
        try:
            state: list[Any] = await self._ask(STATE)
        except _NotNowError:
            return None
        return state

    async def _ask(self, script: str, argument: object = None) -> Any:
        """Run a script in the page; raises `Refused` if the page is too busy to answer."""
        asking = asyncio.ensure_future(self._world.run(script, argument))
        events = {self._crashed: CRASHED, self._requests.went_wild: _WILD}
        waiting = {asyncio.ensure_future(event.wait()): why for event, why in events.items()}
        try:
            await asyncio.wait(
                {asking, *waiting}, timeout=self._timeout, return_when=asyncio.FIRST_COMPLETED
            )
            for event, why in waiting.items():
                if event.done():
                    raise Refused(FailureKind.NETWORK, why)
            if not asking.done():
                why = f"its scripts did not end within {self._timeout:g} seconds"
                raise Refused(FailureKind.NETWORK, why)
            return asking.result()
        except (ScriptError, self._error) as error:
            raise self._reason(error) from error
        finally:
            for task in (asking, *waiting):
                task.cancel()
            await asyncio.gather(asking, *waiting, return_exceptions=True)

    def _reason(self, error: Exception) -> Exception:
        if self._crashed.is_set():
            return Refused(FailureKind.NETWORK, CRASHED)
        if self._tab.is_closed():
            return BrowserLostError(str(error))
        return _NotNowError(str(error))


class _NotNowError(Refused):
    """The page cannot be asked right now, since another one is taking its place."""

    def __init__(self, detail: str) -> None:
        first = detail.strip().partition("\n")[0]
        super().__init__(FailureKind.NETWORK, f"the browser cannot show it: {first}")
