"""One browser for a site: started when it is needed, again when it breaks; with the browser made up."""

import asyncio
import os
import socket
import stat
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from outage_shop import WaitedClock
from pagekin.errors import FetchError, UsageError
from pagekin.fetch.outages import Outages
from pagekin.fetch.raw_response import RawResponse
from pagekin.fetch.rendering import browser as browsers
from pagekin.fetch.rendering import renderer as renderers
from pagekin.fetch.rendering import tab as tabs
from pagekin.fetch.rendering.browser_folder import BrowserFolder
from pagekin.fetch.rendering.isolated_world import IsolatedWorld, ScriptError
from pagekin.fetch.rendering.tab import BrowserLostError
from pagekin.fetch.request_errors import Refused
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.settings import Settings

PAGE = "https://shop.test/p"
DOCUMENT = RawResponse(PAGE, 200, {"etag": '"1"', "x-kept": "yes", "content-type": "x"}, b"<p>raw")


class Browser:
    def __init__(self, number):
        self.number, self.connected, self.ended = number, True, False

    def is_connected(self):
        return self.connected


class Running:
    """A started browser, and how often one was."""

    def __init__(self, browser):
        self.browser = browser

    async def end(self, _error):
        self.browser.ended, self.browser.connected = True, False


class Tab:
    """A tab that shows what a test says."""

    def __init__(self, url=PAGE, html=b"<p>rendered", lost=()):
        self.url, self.html, self.lost = url, html, dict(lost)
        self.shown, self.grown = [], []

    async def show(self, url):
        self.shown.append(url)

    async def grow(self, times):
        self.grown.append(times)

    async def content(self):
        return self.url, self.html


class Made:
    """A renderer whose tabs come from a list; an error in it is raised instead."""

    def __init__(self, monkeypatch, *tabs, **options):
        self.tabs, self.browsers, self.open, self.most_open = list(tabs), [], 0, 0
        self.asked = []
        monkeypatch.setattr(renderers, "opened_tab", self._opened)
        monkeypatch.setattr(renderers._Running, "start", self._start)
        monkeypatch.setattr(renderers, "find_chromium", lambda _environ: "chromium")

        async def probe(url):
            self.asked.append(url)
            return True

        self.clock = WaitedClock()
        self.outages = Outages(probe, 10, self.clock)
        self.outages.answered(PAGE, self.outages.next_number(), is_page=True)
        settings = Settings(**{"render": "always", "scroll": 3, **options})
        policy = RequestPolicy(lambda url: "shop.test" in url)
        self.renderer = renderers.Renderer(settings, None, policy, lambda _: [], self.outages)

    async def _start(self, _module):
        self.browsers.append(Browser(len(self.browsers)))
        return Running(self.browsers[-1])

    @asynccontextmanager
    async def _opened(self, _browser, _parts, _document, _options):
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        try:
            await asyncio.sleep(0)
            tab = self.tabs.pop(0) if len(self.tabs) > 1 else self.tabs[0]
            if isinstance(tab, Exception):
                raise tab
            yield tab
        finally:
            self.open -= 1

    def render(self, document=DOCUMENT):
        return self.renderer.render(document)


async def test_a_page_comes_back_as_its_scripts_made_it_with_the_headers_that_still_hold(
    monkeypatch,
):
    tab = Tab("https://shop.test/p?b=2&a=1")
    made = Made(monkeypatch, tab)
    page = await made.render()
    assert (page.url, page.status, page.body) == (
        "https://shop.test/p?b=2&a=1",
        200,
        b"<p>rendered",
    )
    assert page.headers["x-kept"] == "yes"
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "etag" not in page.headers
    assert (tab.shown, tab.grown) == ([PAGE], [3])


@pytest.mark.parametrize("url", ["https://other.test/", "about:blank"])
async def test_an_address_that_is_not_the_sites_is_not_the_pages(monkeypatch, url):
    assert (await Made(monkeypatch, Tab(url)).render()).url == PAGE


async def test_one_browser_serves_all_pages_and_few_at_a_time(monkeypatch):
    made = Made(monkeypatch, Tab(), concurrency=9)
    await asyncio.gather(*(made.render() for _ in range(12)))
    assert (len(made.browsers), made.most_open) == (1, 4)
    made = Made(monkeypatch, Tab(), concurrency=2)
    await asyncio.gather(*(made.render() for _ in range(12)))
    assert made.most_open == 2


async def test_a_page_that_loses_its_browser_gets_another_and_no_third(monkeypatch):
    made = Made(monkeypatch, BrowserLostError(), Tab())
    assert (await made.render()).body == b"<p>rendered"
    assert [one.ended for one in made.browsers] == [True, False]
    made = Made(monkeypatch, BrowserLostError())
    with pytest.raises(Refused, match="crash"):
        await made.render()
    assert len(made.browsers) == 2


async def test_what_playwright_complains_of_is_a_lost_browser(monkeypatch):
    error = renderers.load_playwright().Error
    made = Made(monkeypatch, error("gone"), Tab())
    assert (await made.render()).body == b"<p>rendered"
    assert len(made.browsers) == 2


async def test_a_browser_that_went_away_by_itself_is_started_again(monkeypatch):
    made = Made(monkeypatch, Tab())
    await made.render()
    made.browsers[0].connected = False
    await made.render()
    assert len(made.browsers) == 2
    assert made.browsers[0].ended


async def test_only_ones_own_browser_is_given_up(monkeypatch):
    made = Made(monkeypatch, Tab())
    await made.render()
    await made.renderer._discard(Browser(9))
    assert not made.browsers[0].ended


async def test_a_closed_site_renders_nothing(monkeypatch):
    made = Made(monkeypatch, Tab())
    await made.render()
    await made.renderer.close()
    assert made.browsers[0].ended
    with pytest.raises(Refused, match="closed"):
        await made.render()


async def test_what_never_comes_although_the_host_is_well_is_asked_about_once(monkeypatch):
    lost = {f"{PAGE}/data?{n}": "cut off" for n in range(3)}
    made = Made(monkeypatch, Tab(lost=lost))
    for _ in range(2):
        assert (await made.render()).body == b"<p>rendered"
    assert made.asked == [PAGE]


async def test_a_page_is_rendered_again_after_an_outage(monkeypatch):
    made = Made(monkeypatch, Tab(lost={f"{PAGE}/data": "cut off"}), Tab(html=b"<p>whole"))
    away = [True, False]

    async def probe(_url):
        return not away.pop(0)

    made.outages._probe = probe
    assert (await made.render()).body == b"<p>whole"
    assert made.clock.waits == [1]
    assert len(made.browsers) == 1


def test_a_rendered_page_is_archived_as_what_nobody_sent():
    exchange = renderers.rendered_exchange(RawResponse(PAGE, 200, {}, b"<p>"))
    assert (exchange.url, exchange.method, exchange.body) == (PAGE, "", b"<p>")
    assert exchange.metadata == (("rendered", "yes"),)
    assert (b"content-type", b"text/html; charset=utf-8") in exchange.headers


# The browser's program.


def program(folder, name):
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o700)
    return str(path)


def test_the_browser_is_the_named_one_else_the_smallest_there_is(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="apt-get install"):
        browsers.find_chromium({})
    chrome = program(tmp_path, "google-chrome")
    assert browsers.find_chromium({}) == chrome
    shell = program(tmp_path, "chromium-headless-shell")
    assert browsers.find_chromium({}) == shell
    assert browsers.find_chromium({"PAGEKIN_CHROMIUM": chrome}) == chrome
    with pytest.raises(UsageError, match="nothing is no program"):
        browsers.find_chromium({"PAGEKIN_CHROMIUM": "nothing"})


def test_nobody_listens_at_the_dead_proxy_and_nobody_else_can():
    proxy = browsers.DeadProxy()
    host, _, port = proxy.url.removeprefix("http://").partition(":")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)))
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind((host, int(port)))
    proxy.close()
    with socket.socket() as other:
        other.bind((host, int(port)))


@pytest.mark.parametrize(("walled", "ways"), [(True, 3), (False, 1)])
def test_the_browser_is_started_by_a_script_within_limits(tmp_path, walled, ways):
    script = browsers._launcher("/usr/bin/my chromium", tmp_path, walled=walled)
    text = script.read_text()
    assert stat.S_IMODE(script.stat().st_mode) == 0o700
    assert f"ulimit -d {1 << 20} " in text  # a gibibyte
    assert text.count("--pdeathsig KILL") == ways
    assert text.count("unshare") == ways - 1
    assert text.count("exec $way '/usr/bin/my chromium'") == 1


class Chromium:
    """Notes how it is started, or does not start."""

    def __init__(self, error=None):
        self.error, self.options = error, None
        self.chromium = self

    async def launch(self, **options):
        self.options = options
        if self.error:
            raise browsers.load_playwright().Error(self.error)
        return "browser"


async def test_the_browser_gets_no_secrets_and_no_way_out(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGEKIN_CHROMIUM", program(tmp_path, "chromium-shell"))
    monkeypatch.setenv("SECRET", "x")
    proxy, playwright = browsers.DeadProxy(), Chromium()
    assert await browsers.launch(playwright, proxy, tmp_path) == "browser"
    options = playwright.options
    assert f"--proxy-server={proxy.url}" in options["args"]
    assert "--js-flags=--max-old-space-size=512" in options["args"]
    assert "SECRET" not in options["env"]
    assert options["env"]["PATH"] == os.environ["PATH"]
    assert options["chromium_sandbox"] is (os.geteuid() != 0)
    assert (options["handle_sigint"], options["timeout"]) == (False, 30_000)
    proxy.close()


@pytest.mark.parametrize("root", [True, False])
def test_the_sandbox_is_used_unless_one_is_root(monkeypatch, root):
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
    assert browsers._may_use_sandbox() is not root


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("BrowserType.launch: it\nlog\n[pid=1][err] no libnss3\nmore", "no libnss3"),
        ("BrowserType.launch: no room\nmore", "no room"),
        ("x\n[err] No usable sandbox! y", "allow user namespaces"),
    ],
)
async def test_a_browser_that_does_not_start_says_why(tmp_path, monkeypatch, error, reason):
    monkeypatch.setenv("PAGEKIN_CHROMIUM", program(tmp_path, "chromium-shell"))
    proxy = browsers.DeadProxy()
    with pytest.raises(FetchError, match=f"chromium-shell cannot be started: .*{reason}"):
        await browsers.launch(Chromium(error), proxy, tmp_path)
    proxy.close()


# Where it is at home.


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_the_driver_is_at_home_in_the_folder_while_it_is_started(place, monkeypatch):
    monkeypatch.delenv("PLAYWRIGHT_NODEJS_PATH", raising=False)
    monkeypatch.setenv("TMPDIR", "/before")
    folder = BrowserFolder()
    with folder.as_home("/usr/bin/my node"):
        assert os.environ["TMPDIR"] == str(folder.path)
        script = Path(os.environ["PLAYWRIGHT_NODEJS_PATH"])
        assert stat.S_IMODE(script.stat().st_mode) == 0o700
        assert "'/usr/bin/my node' \"$@\"" in script.read_text()
    assert os.environ["TMPDIR"] == "/before"
    assert "PLAYWRIGHT_NODEJS_PATH" not in os.environ
    folder.remove()
    assert list(place.iterdir()) == []


def test_what_a_killed_browser_left_goes_and_that_of_a_living_one_stays(place):
    living = BrowserFolder()
    dead = place / "pagekin-browser-dead"
    dead.mkdir()
    (dead / "lock").touch()
    half = place / "pagekin-browser-half"
    half.mkdir()  # nobody has locked it yet
    others = place / "others"
    others.mkdir()
    last = BrowserFolder()
    assert set(place.iterdir()) == {living.path, last.path, half, others}
    for folder in (living, last):
        folder.remove()


# The world beside a page.


class Session:
    """Answers what is asked of the browser's inside."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    async def send(self, method, parameters=None):
        self.asked.append((method, parameters))
        if method == "Page.getFrameTree":
            return {"frameTree": {"frame": {"id": "f1"}}}
        if method == "Page.createIsolatedWorld":
            return {"executionContextId": "7"}
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


async def test_scripts_are_run_in_one_world_for_each_page():
    value = {"result": {"value": [1]}}
    session = Session(value, value, RuntimeError(), value)
    world = IsolatedWorld(session)
    assert [await world.run("f", "x") for _ in range(2)] == [[1], [1]]
    with pytest.raises(RuntimeError):
        await world.run("f")
    assert await world.run("f") == [1]
    methods = [method.partition(".")[2] for method, _ in session.asked]
    made = ["getFrameTree", "createIsolatedWorld"]
    assert methods == [*made, *["evaluate"] * 3, *made, "evaluate"]
    assert session.asked[2][1] == {
        "expression": '(f)("x")',
        "contextId": 7,
        "returnByValue": True,
    }


async def test_a_script_that_fails_says_so():
    world = IsolatedWorld(Session({"exceptionDetails": {"text": "no document"}}))
    with pytest.raises(ScriptError, match="no document"):
        await world.run("f")


def test_a_tab_a_browser_and_a_driver_that_all_hang_are_ended_before_a_person_loses_patience():
    """Two seconds are promised, also on a machine on which everything else takes longer."""
    assert 2 * tabs.HURRY + 2 * renderers.GOODBYE <= 1.2
