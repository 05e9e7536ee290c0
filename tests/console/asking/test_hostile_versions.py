"""Pages that would run scripts, in the verifier of an administrator: nothing runs, and nothing is asked for."""

import shutil
from urllib.parse import quote

import pytest
from console_browser import ConsoleTabs, browsed, served
from console_clients import ADMINISTRATOR, Console, enter_account
from django.db import connections

from chromium import needs_chromium
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.console.current_store import open_here
from pagekin.settings import Settings
from pagekin.store.opening import open_store
from report.script_payloads import PAYLOADS
from watched_shop import WatchedShop, watched_shop

TOGETHER = 12  # payloads on one page: each alone takes minutes (bench.hostile_copies does that)
GROUPS = ["".join(PAYLOADS[at : at + TOGETHER]) for at in range(0, len(PAYLOADS), TOGETHER)]


class HostileShop(WatchedShop):
    """A shop each of whose pages has some of the payloads."""

    def __init__(self):
        super().__init__()
        self.prices = dict.fromkeys(range(1, len(GROUPS) + 1), 10)

    def answer(self, path):
        status, body = super().answer(path)
        number = int(path.rpartition("=")[2]) if "=" in path else 0
        payloads = GROUPS[number - 1] if number else ""
        return status, body.replace(b"</body>", f"{payloads}</body>".encode())


@pytest.fixture
def verifier(empty_console_data, data_directories, browser_thread, monkeypatch):
    """Tabs of a console with two crawls of such a shop, and the addresses of its pages."""
    directory = next(data_directories)
    shutil.copytree(empty_console_data, directory)
    monkeypatch.setenv("PAGEKIN_DATA", str(directory))
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    open_here(open_store())
    enter_account(ADMINISTRATOR, administrator=True)
    with watched_shop(HostileShop()) as shop, open_workspace(directory) as workspace:
        for price in (10, 11):
            shop.prices = dict.fromkeys(shop.prices, price)
            crawl(workspace, CrawlRequest((shop.crawler(),), Settings(delay=0.0)), QuietRunner())
        pages = [f"{shop.url}/p?id={number}" for number in shop.prices]
    with served() as url:
        tabs = ConsoleTabs(browser_thread, url, Console(directory))
        tabs.pages = pages
        yield tabs
        browser_thread.run(tabs.close)
    connections.close_all()


@needs_chromium
@browsed
def test_no_script_of_either_version_runs_and_nothing_is_asked_for(verifier):
    assert len(PAYLOADS) >= 150
    tab, seen = verifier()
    for page in verifier.pages:
        tab.goto(f"/verify/?result={quote(page, safe='')}")
        tab.frame_locator("iframe.copy").get_by_text("€11.00").first.wait_for()
    ours = (f"{verifier.url}/verify/", f"{verifier.url}/static/", "about:srcdoc", "data:")
    assert [url for url in seen.requests if not url.startswith(ours)] == []
    assert seen.said == []
