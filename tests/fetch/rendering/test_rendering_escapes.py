"""Pages in the browser reach nobody but through pagekin's own fetch, however they try."""

import asyncio
import os

from escapes import MARKUP, MOVES, SCRIPTED, hostile_routes, listening
from loopback import serving
from rendered import rendering

from chromium import needs_chromium
from pagekin.dom import Page
from pagekin.fetch.rendering import browser as browser_module
from pagekin.fetch.rendering import renderer

pytestmark = needs_chromium
PAGES = ["/markup", "/scripted", *(f"/{name}" for name in MOVES)]


async def heard_by_canary():
    async with listening() as canary, serving(hostile_routes(canary.origin)) as server:
        async with rendering(server, timeout=120.0) as site:
            pages = await asyncio.gather(*(site.fetch(server.url(path)) for path in PAGES))
        return canary.heard, pages


def unwalled(launch):
    return lambda playwright, dead_end, home: launch(playwright, dead_end, home, walled=False)


async def test_no_page_reaches_a_server_that_nobody_named():
    heard, pages = await heard_by_canary()
    assert heard == []
    assert all(isinstance(page, Page) for page in pages)
    # Whoever does not leave is there to the end, and no file of this machine is on any page.
    assert all(b"still here" in page.body for page in pages[:2])
    assert not any(b"root:" in page.body for page in pages)


async def test_nor_where_the_system_gives_the_browser_no_network_of_its_own(monkeypatch):
    launch = unwalled(browser_module.launch)
    monkeypatch.setattr(renderer, "launch", launch)
    heard, _ = await heard_by_canary()
    assert heard == []


async def test_nor_where_what_the_browser_asks_is_not_seen_at_all(tmp_path):
    """Only the dead end is left: no interception, no network of its own."""
    heard, _ = await heard_from_bare_browser(home=tmp_path)
    assert heard == []


async def test_without_all_that_they_would_reach_it_in_many_ways():
    heard, ways = await heard_from_bare_browser()
    assert len(ways) >= 40, sorted(ways)
    assert "a datagram" in heard


async def heard_from_bare_browser(home=None):
    """Show the pages in a browser that goes where it likes, or into the dead end if it has a home."""
    dead_end = browser_module.DeadProxy()
    async with (
        listening() as canary,
        serving(hostile_routes(canary.origin)) as server,
        browser_module.load_playwright().async_playwright() as driver,
    ):
        if home:
            browser = await browser_module.launch(driver, dead_end, home, walled=False)
        else:
            program = browser_module.find_chromium(os.environ)
            browser = await driver.chromium.launch(executable_path=program, chromium_sandbox=False)
        context = await browser.new_context()
        if home:
            await context.route("**/*", lambda route: only_own_pages(route, server))
        for path in PAGES:
            tab = await context.new_page()
            await tab.goto(server.url(path), wait_until="commit")
        await (asyncio.sleep(1.5) if home else until_heard(canary))
        await browser.close()
        dead_end.close()
        return canary.heard, ways_of(canary)


async def until_heard(canary):
    """Wait for what pages do in their own time."""
    async with asyncio.timeout(1500):
        while not (len(ways_of(canary)) >= 40 and "a datagram" in canary.heard):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def ways_of(canary):
    return set(canary.heard) & {*MARKUP, *SCRIPTED, *MOVES, "away"}


async def only_own_pages(route, server):
    """Let the browser have the hostile pages themselves, and ask for everything else on its own."""
    own = server.routes.get(route.request.url.removeprefix(server.origin))
    if own and own.status == 200:
        await route.fulfill(status=200, headers=own.headers, body=own.body)
    else:
        await route.continue_()
