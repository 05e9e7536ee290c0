"""What becomes of the requests of a page in the browser, with the browser's side of it made up."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest
from multidict import CIMultiDict, CIMultiDictProxy

from pagekin.fetch.raw_response import RawResponse
from pagekin.fetch.rendering import resource_cache, tab_requests
from pagekin.fetch.rendering.preflights import Preflights, special_headers
from pagekin.fetch.rendering.resource_cache import ResourceCache
from pagekin.fetch.rendering.resource_rules import (
    BrowserRequest,
    for_browser,
    for_server,
    why_refused,
)
from pagekin.fetch.rendering.tab_requests import RenderingParts, TabRequests
from pagekin.fetch.request_errors import NetworkError, Refused, SiteClosedError
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.web_request import WebRequest, WebResponse

PAGE, OTHER = "https://shop.test/p", "https://other.test/x"
ANYWHERE = RequestPolicy(lambda _: True)


class TabGoneError(Exception):
    """What Playwright raises when a tab is gone."""


def response(request, body=b"", status=200, headers=()):
    raw = tuple((name.encode(), value.encode()) for name, value in headers)
    return WebResponse(request, status, CIMultiDictProxy(CIMultiDict(headers)), raw, body)


@dataclass
class Server:
    """Answers what is sent by a table; notes what was sent."""

    answers: dict = field(default_factory=dict)
    sent: list = field(default_factory=list)

    async def send(self, request):
        if request.policy.sent:
            request.policy.sent()
        self.sent.append(request)
        answer = self.answers.get(request.url, b"")
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            return await answer(request)
        return (
            response(request, **answer) if isinstance(answer, dict) else response(request, answer)
        )


@dataclass(eq=False)
class Frame:
    page: object


class Tab:
    def __init__(self):
        self.main_frame = Frame(self)


@dataclass
class Asked:
    url: str
    resource_type: str = "fetch"
    method: str = "GET"
    headers: dict = field(default_factory=dict)
    post_data_buffer: bytes | None = None
    frame: Frame | None = None


@dataclass
class Route:
    """A request of the browser, and how it was answered."""

    request: Asked
    answer: object = None

    async def fulfill(self, **answer):
        self.answer = answer

    async def abort(self, reason):
        self.answer = reason


class Requests:
    """The requests of one tab, and who answers them."""

    def __init__(self, answers=(), may_follow=lambda url: "shop.test" in url):
        self.server, self.tab = Server(dict(answers)), Tab()
        document = RawResponse(PAGE, 200, {"x-page": "1", "set-cookie": "a=1"}, b"<p>page")
        parts = RenderingParts(
            self.server.send,
            RequestPolicy(may_follow),
            lambda _: [],
            ResourceCache(),
            Preflights(self.server.send),
            TabGoneError,
        )
        self.requests = TabRequests(parts, document, self.tab)

    async def __call__(self, url, kind="fetch", **more):
        frame = more.pop("frame", self.tab.main_frame)
        route = Route(Asked(url, kind, frame=frame, **more))
        await self.requests.answer(route)
        return route.answer


@pytest.mark.parametrize(
    ("url", "kind", "method", "reason"),
    [
        (PAGE, "document", "GET", None),
        (PAGE, "script", "GET", None),
        (PAGE, "stylesheet", "HEAD", None),
        (PAGE, "xhr", "POST", None),
        (PAGE, "fetch", "POST", None),
        (PAGE, "script", "POST", "POST may change something"),
        (PAGE, "fetch", "DELETE", "DELETE may change something"),
        (PAGE, "font", "GET", "of no use for the page's content: font"),
        ("file:///etc/passwd", "fetch", "GET", "file: is never fetched"),
    ],
)
def test_only_what_a_page_needs_and_what_changes_nothing_is_fetched(url, kind, method, reason):
    assert why_refused(BrowserRequest(url, kind, method, {})) == reason


def test_headers_of_the_page_go_to_the_server_and_those_of_the_browser_do_not():
    given = {
        "x-api-key": "1",
        "cookie": "a=1",
        "sec-fetch-mode": "cors",
        ":path": "/",
        "range": "x",
    }
    assert for_server(BrowserRequest(PAGE, "fetch", "GET", given)) == {"x-api-key": "1"}


def test_answers_are_joined_by_name_and_cookies_by_line():
    raw = [(b"X-A", b"1"), (b"x-a", b"2"), (b"Set-Cookie", b"a=1"), (b"Set-Cookie", b"b=2")]
    shown = for_browser(
        [*raw, (b"Content-Encoding", b"gzip")], BrowserRequest(PAGE, "xhr", "GET", {})
    )
    assert shown == {"x-a": "1, 2", "set-cookie": "a=1\nb=2"}


def test_what_does_not_say_who_may_read_it_may_be_read_by_its_own_origin_only():
    own = BrowserRequest(PAGE, "fetch", "GET", {"origin": "https://shop.test"})
    foreign = replace(own, url=OTHER)
    assert (own.is_foreign, foreign.is_foreign) == (False, True)
    assert for_browser([], own) == {}
    assert for_browser([], foreign) == {"access-control-allow-origin": "https://nobody.invalid"}
    open_to_all = [(b"Access-Control-Allow-Origin", b"*")]
    assert for_browser(open_to_all, foreign) == {"access-control-allow-origin": "*"}


# Preflights.

SPECIAL = {"origin": "https://shop.test", "x-api-key": "1"}


@pytest.mark.parametrize(
    ("headers", "special"),
    [
        ({"accept": "*/*", "origin": "o"}, set()),
        ({"content-type": "text/plain;charset=utf-8"}, set()),
        ({"content-type": "application/json"}, {"content-type"}),
        (SPECIAL, {"x-api-key"}),
    ],
)
def test_headers_that_no_link_or_form_could_send_need_consent(headers, special):
    assert special_headers(BrowserRequest(OTHER, "fetch", "POST", headers)) == special


AGREED = (
    ("Access-Control-Allow-Origin", "https://shop.test"),
    ("Access-Control-Allow-Headers", "X-Api-Key, x-other"),
)


@pytest.mark.parametrize(
    ("status", "headers", "is_allowed"),
    [
        (204, AGREED, True),
        (404, AGREED, False),
        (200, AGREED[:1], False),
        (200, AGREED[1:], False),
        (200, (("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Headers", "*")), True),
        (200, (*AGREED[:1], ("Access-Control-Allow-Headers", "x-other")), False),
    ],
)
async def test_another_origin_is_asked_before_and_once(status, headers, is_allowed):
    server = Server({OTHER: {"status": status, "headers": headers}})
    preflights = Preflights(server.send)
    wanted = BrowserRequest(OTHER, "fetch", "POST", SPECIAL, b"body")
    for _ in range(2):
        if is_allowed:
            await preflights.check(wanted)
        else:
            with pytest.raises(Refused, match="does not allow"):
                await preflights.check(wanted)
    [asked] = server.sent
    assert (asked.method, asked.body) == ("OPTIONS", b"")
    assert asked.headers == {
        "Origin": "https://shop.test",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-api-key",
    }


async def test_ones_own_origin_and_simple_requests_are_not_asked_about():
    server = Server()
    preflights = Preflights(server.send)
    await preflights.check(BrowserRequest(PAGE, "fetch", "POST", SPECIAL))
    await preflights.check(BrowserRequest(OTHER, "fetch", "GET", {"origin": "https://shop.test"}))
    assert server.sent == []


# What pages share.


async def test_those_who_ask_at_once_share_a_download_and_so_do_those_who_ask_later():
    server = Server({PAGE: b"x"})
    cache = ResourceCache()

    def fetch():
        return server.send(WebRequest(PAGE, ANYWHERE))

    first = await asyncio.gather(*(cache.get(PAGE, fetch) for _ in range(3)))
    assert {one.body for one in [*first, await cache.get(PAGE, fetch)]} == {b"x"}
    assert len(server.sent) == 1


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 404},
        {"headers": (("Cache-Control", "private, No-Store"),)},
        NetworkError("cut off"),
    ],
)
async def test_what_failed_or_must_not_be_kept_is_asked_for_again(answer):
    server = Server({PAGE: answer})
    cache = ResourceCache()
    for _ in range(2):
        asking = cache.get(PAGE, lambda: server.send(WebRequest(PAGE, ANYWHERE)))
        await asyncio.gather(asking, return_exceptions=True)
    assert len(server.sent) == 2


async def test_what_was_used_longest_ago_goes_when_there_is_too_much(monkeypatch):
    monkeypatch.setattr(resource_cache, "MOST_BYTES", 20)
    urls = [f"{PAGE}/{n}" for n in range(3)]
    server = Server(dict.fromkeys(urls, b"12345678"))
    cache = ResourceCache()

    async def get(url):
        before = len(server.sent)
        await cache.get(url, lambda: server.send(WebRequest(url, ANYWHERE)))
        return len(server.sent) - before

    assert [await get(url) for url in (*urls[:2], urls[0], urls[2])] == [1, 1, 0, 1]
    assert [await get(url) for url in (urls[0], urls[2], urls[1])] == [0, 0, 1]


async def test_who_loses_interest_does_not_take_it_from_others_and_closing_ends_all():
    cache, never = ResourceCache(), asyncio.Event()

    async def fetch():
        await never.wait()

    asking = [asyncio.ensure_future(cache.get(PAGE, fetch)) for _ in range(2)]
    await asyncio.sleep(0)
    asking[0].cancel()
    await asyncio.sleep(0)
    assert not asking[1].done()
    await cache.close()
    assert asking[1].done()


# The requests of a tab.


async def test_the_page_itself_came_already_and_is_shown_without_its_cookies():
    requests = Requests()
    shown = await requests(PAGE, "document")
    assert shown == {"status": 200, "headers": {"x-page": "1"}, "body": b"<p>page"}
    assert requests.server.sent == []


async def test_pictures_are_not_fetched_and_do_not_fail():
    requests = Requests()
    shown = await requests("https://cdn.test/a.png", "image")
    assert (shown["status"], shown["content_type"]) == (200, "image/gif")
    assert requests.server.sent == []


async def test_data_is_fetched_as_the_page_asks_for_it():
    requests = Requests({f"{PAGE}/data": {"body": b"{}", "headers": (("X-A", "1"),)}})
    shown = await requests(
        f"{PAGE}/data#part", method="POST", headers={"x-b": "2"}, post_data_buffer=b"q"
    )
    assert shown == {"status": 200, "headers": {"x-a": "1"}, "body": b"{}"}
    [sent] = requests.server.sent
    assert (sent.method, sent.headers, sent.body, sent.may_retry) == (
        "POST",
        {"x-b": "2"},
        b"q",
        False,
    )
    assert not sent.policy.robots_apply
    await requests(f"{PAGE}/data")
    assert requests.server.sent[1].may_retry
    assert requests.server.sent[1].body == b""


async def test_scripts_are_fetched_once_and_data_each_time():
    requests = Requests()
    for kind in ("script", "script", "stylesheet", "fetch", "fetch"):
        await requests(f"{PAGE}/{kind}", kind)
    await requests(f"{PAGE}/script", "script", method="HEAD")
    names = [sent.url.rpartition("/")[2] for sent in requests.server.sent]
    assert names == ["script", "stylesheet", "fetch", "fetch", "script"]


@pytest.mark.parametrize(
    ("kind", "reason"), [("document", "aborted"), ("fetch", "blockedbyclient")]
)
@pytest.mark.parametrize("error", [Refused("x", "y"), SiteClosedError(), ValueError(), KeyError()])
async def test_what_cannot_be_had_fails_in_the_browser(kind, reason, error, caplog):
    requests = Requests({f"{PAGE}/next": error})
    await requests(PAGE, "document")
    assert await requests(f"{PAGE}/next", kind) == reason
    assert requests.requests.lost == {}
    assert bool(caplog.records) is isinstance(error, KeyError)  # a fault of ours


async def test_what_did_not_come_from_the_own_site_is_noted_and_who_said_later():
    requests = Requests(
        {
            f"{PAGE}/cut": NetworkError("cut off"),
            f"{PAGE}/later": {"status": 429},
            f"{PAGE}/broken": {"status": 500},
            f"{PAGE}/gone": {"status": 404},
            OTHER: {"status": 503},
        }
    )
    for name in ("broken", "gone", "cut"):
        await requests(f"{PAGE}/{name}")
    await requests(OTHER)
    assert requests.requests.put_off_by is None
    await requests(f"{PAGE}/later")
    assert requests.requests.lost == {
        f"{PAGE}/broken": "the server answers 500",
        f"{PAGE}/cut": "cut off",
        f"{PAGE}/later": "the server answers 429",
    }
    assert requests.requests.put_off_by == 429


async def test_a_page_that_asks_for_very_much_has_gone_wild(monkeypatch):
    monkeypatch.setattr(tab_requests, "MOST_REQUESTS", 3)
    requests = Requests()
    for _ in range(3):
        await requests(f"{PAGE}/data")
    assert not requests.requests.went_wild.is_set()
    await requests(f"{PAGE}/data")
    assert requests.requests.went_wild.is_set()
    assert await requests(f"{PAGE}/data") is None  # not even refused
    assert len(requests.server.sent) == 4


async def test_a_page_that_gets_very_much_has_gone_wild(monkeypatch):
    monkeypatch.setattr(tab_requests, "MOST_BYTES", 10)
    requests = Requests({f"{PAGE}/data": b"x" * 6})
    for _ in range(2):
        await requests(f"{PAGE}/data")
    assert not requests.requests.went_wild.is_set()
    await requests(f"{PAGE}/data")
    assert requests.requests.went_wild.is_set()


async def test_a_script_may_move_on_within_the_site_five_times():
    requests = Requests({f"{PAGE}/{n}": b"<p>%d" % n for n in range(7)})
    await requests(PAGE, "document")
    moves = [await requests(f"{PAGE}/{n}", "document") for n in range(6)]
    assert [move["body"] for move in moves[:5]] == [b"<p>%d" % n for n in range(5)]
    assert moves[5] == "aborted"
    assert await requests(OTHER, "document") == "aborted"
    assert OTHER not in [sent.url for sent in requests.server.sent]


async def test_a_page_that_redirects_is_shown_at_its_own_address():
    async def redirected(request):
        return response(replace(request, url=f"{PAGE}/<there>"), b"<p>there")

    requests = Requests({f"{PAGE}/here": redirected})
    await requests(PAGE, "document")
    moving = await requests(f"{PAGE}/here", "document")
    assert "location.replace" in moving["body"]
    assert "<there>" not in moving["body"]  # it would be a tag
    shown = await requests(f"{PAGE}/%3Cthere%3E", "document")
    assert shown["body"] == b"<p>there"
    framed = await requests(f"{PAGE}/here", "document", frame=Frame(requests.tab))
    assert framed["body"] == b"<p>there"  # a frame may be anywhere


async def test_other_windows_get_nothing():
    requests = Requests()
    assert await requests(PAGE, "document", frame=Frame(Tab())) == "aborted"
    gone = Requests()

    class Gone(Asked):
        @property
        def frame(self):
            raise TabGoneError

        @frame.setter
        def frame(self, _):
            pass

    route = Route(Gone(PAGE, "document"))
    await gone.requests.answer(route)
    assert route.answer == "aborted"


async def test_a_request_waits_until_it_goes_out_and_is_under_way_until_it_is_answered():
    may_go, may_come = asyncio.Event(), asyncio.Event()
    requests = Requests()

    async def send(request):
        await may_go.wait()
        request.policy.sent()
        await may_come.wait()
        return response(request)

    requests.requests._parts = replace(requests.requests._parts, send=send)
    tab = requests.requests
    assert (tab.waiting, tab.last_sent_at) == (False, None)
    began = tab.changed_at
    asking = asyncio.ensure_future(requests(f"{PAGE}/data"))
    await asyncio.sleep(0.01)
    assert (tab.waiting, tab.last_sent_at) == (True, None)
    assert tab.changed_at > began
    may_go.set()
    await asyncio.sleep(0.01)
    assert not tab.waiting
    assert tab.last_sent_at == tab.changed_at
    may_come.set()
    await asking
    assert (tab.waiting, tab.last_sent_at) == (False, None)


async def test_closing_a_tab_ends_its_requests():
    never = asyncio.Event()

    async def hang(_request):
        await never.wait()

    requests = Requests({f"{PAGE}/data": hang})
    asking = asyncio.ensure_future(requests(f"{PAGE}/data"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await requests.requests.close()
    assert await asking is None


async def test_a_download_that_fails_is_told_to_all_who_asked_and_to_nobody_else():
    cache, troubles, may_fail = ResourceCache(), [], asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(lambda _, told: troubles.append(told))

    async def fail():
        await may_fail.wait()
        raise NetworkError("no answer")

    asking = [asyncio.ensure_future(cache.get(OTHER, fail)) for _ in range(2)]
    await asyncio.sleep(0)
    may_fail.set()
    told = await asyncio.gather(*asking, return_exceptions=True)
    assert [str(error) for error in told] == ["no answer"] * 2
    assert troubles == []

    async def come():
        return response(WebRequest(OTHER, ANYWHERE), b"here")

    assert (await cache.get(OTHER, come)).body == b"here"  # the failure was not kept


async def test_the_question_whether_one_may_ask_goes_nowhere_else_and_is_nothing_for_robots():
    server = Server()
    wanted = BrowserRequest(OTHER, "fetch", "GET", {"origin": "https://shop.test", "x-key": "1"})
    with pytest.raises(Refused):
        await Preflights(server.send).check(wanted)
    [question] = server.sent
    assert question.method == "OPTIONS"
    assert not question.policy.may_follow(OTHER)
    assert not question.policy.robots_apply
