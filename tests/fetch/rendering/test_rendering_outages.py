"""A host that goes away while the scripts of a page ask it for more: no half-shown page passes for the page."""

import pytest
from loopback import HTML, Answer, serving

from chromium import needs_chromium
from outage_shop import WaitedClock
from pagekin.dom import Page
from pagekin.errors import OutageError
from pagekin.fetch import open_site, pace
from pagekin.settings import Settings
from pagekin.urls import Scope

pytestmark = needs_chromium
PAGE = Answer(
    b"<title>Cup</title><p id=price>unknown</p><script>"
    b"fetch('/data?of=' + location.pathname).then(a => a.text()).then(text => {price.textContent = text})"
    b"</script>"
)
PATHS = ["/1", "/2", "/3"]
PRICE = Answer(b"7.50", headers={**HTML, "Content-Type": "text/plain"})


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr(pace, "LONGEST_PAUSE", 0.01)


def shop():
    return dict.fromkeys(PATHS, PAGE) | {f"/data?of={path}": PRICE for path in PATHS}


def site_of(server, clock, **settings):
    chosen = Settings(
        **{"delay": 0, "retries": 0, "obey_robots": False, "render": "always", **settings}
    )
    return open_site(Scope.around(server.url()), chosen, clock=clock)


def leaving(server, how, come_back):
    """Make a route from which on the server is away."""

    async def leave(_asked, _writer):
        server.routes = dict.fromkeys(server.routes, how)
        come_back()
        return how

    return leave


@pytest.mark.parametrize(
    "how", [b"", Answer(b"", 502), Answer(b"", 503)], ids=["reset", "502", "503"]
)
async def test_a_page_is_rendered_again_when_the_host_is_back(how):
    clock = WaitedClock()
    async with serving(shop()) as server, site_of(server, clock) as site:
        await site.fetch(server.url("/1"))
        server.routes["/data?of=/2"] = leaving(
            server, how, lambda: clock.later(15, lambda: setattr(server, "routes", shop()))
        )
        page = await site.fetch(server.url("/2"))
        assert page.root.findtext(".//p") == "7.50"
        assert clock.waits == [1, 2, 4, 8]


async def test_a_host_that_stays_away_ends_the_run():
    clock = WaitedClock()
    async with serving(shop()) as server, site_of(server, clock, max_outage=30) as site:
        await site.fetch(server.url("/1"))
        server.routes["/data?of=/2"] = leaving(server, b"", lambda: None)
        with pytest.raises(OutageError, match="did not come back within 30 seconds"):
            await site.fetch(server.url("/2"))


async def test_what_never_comes_is_not_waited_for_and_asked_about_once():
    routes = shop() | {f"/data?of={path}": Answer(b"broken", 500) for path in PATHS}
    clock = WaitedClock()
    async with serving(routes) as server, site_of(server, clock) as site:
        for path in PATHS:
            page = await site.fetch(server.url(path))
            assert isinstance(page, Page)
            assert page.root.findtext(".//p") == "broken"
        assert not clock.waits
        assert len(server.log) <= 2 * len(PATHS) + 1
