"""When a page in the browser is ready, with the browser's side of it made up."""

import asyncio
from dataclasses import dataclass, field

import pytest

from pagekin.fetch.rendering import tab as tabs
from pagekin.fetch.rendering.isolated_world import ScriptError
from pagekin.fetch.rendering.page_scripts import CONTENT, MORE, STATE
from pagekin.fetch.rendering.tab import CRASHED, BrowserLostError, RenderedTab
from pagekin.fetch.request_errors import Refused
from pagekin.settings import Settings
from pagekin.site import FailureKind

TIMEOUT = 20.0


class GoneError(Exception):
    """What Playwright raises when a tab is gone."""


@dataclass
class Parts:
    playwright_error: type = GoneError


@dataclass
class Requests:
    waiting: bool = False
    last_sent_at: float | None = None
    changed_at: float = 0.0
    lost: dict = field(default_factory=dict)
    put_off_by: int | None = None
    went_wild: asyncio.Event = field(default_factory=asyncio.Event)


class Tab:
    """A tab of the browser."""

    url = "https://shop.test/p"

    def __init__(self):
        self.listeners, self.closed, self.shown = {}, False, []

    def on(self, event, listener):
        self.listeners[event] = listener

    def is_closed(self):
        return self.closed

    async def goto(self, url, **_options):
        self.shown.append(url)


class World:
    """Answers scripts by what a test says; an error is raised."""

    def __init__(self, **answers):
        self.answers, self.ran = answers, []

    async def run(self, script, argument):
        name = {STATE: "state", CONTENT: "content", MORE: "more"}[script]
        self.ran.append((name, argument))
        answer = self.answers.get(name)
        if isinstance(answer, list) and answer and isinstance(answer[0], list | Exception):
            answer = answer.pop(0) if len(answer) > 1 else answer[0]
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, asyncio.Event):
            await answer.wait()
        return answer


def rendered(world=None, requests=None, **options):
    settings = Settings(timeout=TIMEOUT, max_body=1000, **options)
    return RenderedTab(Tab(), world or World(), requests or Requests(), Parts(), settings)


@pytest.mark.parametrize(
    ("silence", "unchanged_for", "is_quiet"),
    [
        (0.4, 0.4, True),
        (0.39, 0.4, False),  # something was asked for
        (0.4, 0.39, False),  # something changed
        (2.0, 0.0, True),  # a clock, or a slide show
        (1.9, 0.0, False),
    ],
)
def test_a_page_is_quiet_when_nothing_is_asked_for_and_nothing_changes(
    silence, unchanged_for, is_quiet
):
    tab = rendered(requests=Requests(changed_at=100.0))
    assert tab._is_quiet(100.0 + silence, unchanged_for) is is_quiet


@pytest.mark.parametrize(
    ("since", "unchanged_for", "is_quiet"),
    [(5.1, 0.4, True), (5.0, 9.0, False), (5.1, 0.3, False)],
)
def test_what_does_not_come_within_five_seconds_is_not_waited_for(since, unchanged_for, is_quiet):
    """The server answers when there is news."""
    tab = rendered(requests=Requests(last_sent_at=100.0, changed_at=100.0))
    assert tab._is_quiet(100.0 + since, unchanged_for) is is_quiet


def test_while_a_request_waits_for_its_turn_no_page_is_quiet():
    assert not rendered(requests=Requests(waiting=True))._is_quiet(999.0, 99.0)


@pytest.mark.parametrize(
    ("seconds", "stalled_for", "waiting", "is_over"),
    [
        (5, 5, False, False),
        (21, 21, False, True),
        (20, 20, False, False),
        (21, 3, False, False),  # requests still come and go
        (21, 21, True, False),
        (200, 3, False, False),
        (201, 3, False, True),
    ],
)
def test_a_page_has_the_time_out_and_ten_times_that_while_requests_come_and_go(
    seconds, stalled_for, waiting, is_over
):
    tab = rendered(requests=Requests(waiting=waiting))
    assert tab._is_over(seconds, stalled_for) is is_over


def test_a_page_whose_requests_still_wait_at_the_very_end_is_no_page():
    with pytest.raises(Refused, match="takes too long"):
        rendered(requests=Requests(waiting=True))._is_over(201, 3)


@pytest.fixture
def quick(monkeypatch):
    """Let pages be ready soon."""
    monkeypatch.setattr(tabs, "QUIET", 0.001)
    monkeypatch.setattr(tabs, "_LOOK_EVERY", 0.001)


@pytest.mark.usefixtures("quick")
async def test_a_page_is_shown_until_it_is_complete():
    loading, complete = ["loading", 1, 10], ["complete", 1, 10]
    world = World(state=[loading, GoneError(), loading, complete, complete])
    tab = rendered(world)
    await tab.show("https://shop.test/p")
    assert tab._tab.shown == ["https://shop.test/p"]
    assert len(world.ran) >= 4


@pytest.mark.usefixtures("quick")
async def test_a_page_that_grows_is_scrolled_as_often_as_allowed():
    sizes = [["complete", 0, 10 * n] for n in range(100)]

    async def scrolled(times, growing):
        grown = [0]

        class Growing(World):
            async def run(self, script, argument):
                answer = await super().run(script, argument)
                if script == MORE:
                    grown[0] += 1
                return sizes[min(grown[0], growing)] if script == STATE else answer

        world = Growing()
        await rendered(world).grow(times)
        return sum(name == "more" for name, _ in world.ran)

    assert await scrolled(3, growing=99) == 3
    assert await scrolled(9, growing=2) == 3  # the third time it did not grow
    assert await scrolled(0, growing=99) == 0


async def test_a_page_that_is_on_its_way_has_no_size():
    assert await rendered(World(state=GoneError()))._size() == 0
    assert await rendered(World(state=["complete", 1, 77]))._size() == 77


async def test_content_is_the_html_of_what_is_shown_now():
    world = World(content="<p>ä")
    assert await rendered(world).content() == ("https://shop.test/p", "<p>ä".encode())
    assert world.ran == [("content", 1000)]


@pytest.mark.parametrize(
    ("content", "is_page"), [("x" * 1000, True), ("x" * 1001, False), (None, False)]
)
async def test_a_page_that_has_become_too_large_is_refused(content, is_page):
    tab = rendered(World(content=content))
    if is_page:
        await tab.content()
    else:
        with pytest.raises(Refused) as refused:
            await tab.content()
        assert refused.value.kind is FailureKind.TOO_LARGE


async def test_a_page_whose_site_said_later_is_refused_with_that_status():
    with pytest.raises(Refused, match="answers 429") as refused:
        await rendered(World(content="x"), Requests(put_off_by=429)).content()
    assert (refused.value.kind, refused.value.status) == (FailureKind.STATUS, 429)


@pytest.mark.usefixtures("quick")
async def test_a_page_that_moves_on_is_written_down_at_the_third_try_at_the_latest():
    state = ["complete", 1, 1]
    moving = [GoneError(), GoneError(), ["x"]]
    world = World(state=state, content=moving)
    assert await rendered(world)._content() == ["x"]
    world = World(state=state, content=[GoneError()] * 4)
    with pytest.raises(Refused, match="moves on and on"):
        await rendered(world)._content()
    assert [name for name, _ in world.ran].count("content") == 3


async def test_who_crashes_is_lost_or_goes_wild_is_told_apart():
    tab = rendered(World(content=asyncio.Event()))
    asking = asyncio.ensure_future(tab._ask(CONTENT))
    await asyncio.sleep(0)
    tab._tab.listeners["crash"](tab._tab)
    with pytest.raises(Refused, match=CRASHED):
        await asking
    with pytest.raises(Refused, match=CRASHED):
        raise tab._reason(GoneError("x"))
    tab = rendered(World(content=ScriptError("no such world")))
    tab._tab.closed = True
    with pytest.raises(BrowserLostError, match="no such world"):
        await tab._ask(CONTENT)
    requests = Requests()
    requests.went_wild.set()
    with pytest.raises(Refused, match="more and more"):
        await rendered(World(content=asyncio.Event()), requests)._ask(CONTENT)


async def test_scripts_that_do_not_end_are_told_with_their_time(monkeypatch):
    tab = rendered(World(content=asyncio.Event()))
    monkeypatch.setattr(tab, "_timeout", 0.01)
    with pytest.raises(Refused, match=r"did not end within 0.01 seconds"):
        await tab._ask(CONTENT)


# Opening and closing.


@dataclass
class Browser:
    closed: bool = False

    async def close(self):
        self.closed = True


@dataclass
class Context:
    """A tab's own cookies and cache, which may not want to close."""

    error: Exception | None = None
    hangs: bool = False
    browser: Browser | None = field(default_factory=Browser)

    async def close(self):
        if self.error:
            raise self.error
        if self.hangs:
            await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("context", "is_closed"),
    [(Context(), False), (Context(GoneError()), True), (Context(hangs=True), True)],
)
async def test_a_browser_whose_tab_does_not_close_is_closed(context, is_closed, monkeypatch):
    monkeypatch.setattr(tabs, "GOODBYE", 0.01)
    await tabs._closed(context, Parts())
    assert context.browser.closed is is_closed


async def test_who_is_told_to_stop_does_not_wait_long_for_a_tab_to_close(monkeypatch):
    monkeypatch.setattr(tabs, "GOODBYE", 60.0)
    monkeypatch.setattr(tabs, "HURRY", 0.01)
    context = Context(hangs=True)

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            await tabs._closed(context, Parts())

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    assert context.browser.closed


async def test_a_context_without_a_browser_is_nobodys(monkeypatch):
    monkeypatch.setattr(tabs, "GOODBYE", 0.01)
    await tabs._closed(Context(GoneError(), browser=None), Parts())


async def test_a_browser_that_does_not_answer_is_lost(monkeypatch):
    monkeypatch.setattr(tabs, "_STUCK", 0.01)
    with pytest.raises(BrowserLostError, match="does not answer"):
        await tabs._in_time(asyncio.Event().wait())


async def test_scripts_see_their_cookies_but_for_those_that_the_browser_refuses():
    given = []

    class Cookies:
        async def add_cookies(self, cookies):
            if cookies[0]["name"] == "bad":
                raise GoneError
            given.extend(cookies)

    parts = Parts()
    parts.cookies = lambda _url: [("a", "1"), ("bad", "2"), ("c", "3")]
    await tabs._give_cookies(Cookies(), parts, "https://shop.test/")
    assert given == [
        {"name": "a", "value": "1", "url": "https://shop.test/"},
        {"name": "c", "value": "3", "url": "https://shop.test/"},
    ]
