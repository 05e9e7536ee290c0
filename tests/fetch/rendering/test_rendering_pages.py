"""What pages are after their scripts ran: a gallery of pages, shown in one real browser."""

import asyncio
import json
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from loopback import Answer, Server, redirect, serving
from rendered import rendering
from script_shop import JSON

from chromium import needs_chromium
from pagekin.dom import Page
from pagekin.fetch.rendering import tab_requests
from pagekin.site import Failure, FailureKind

pytestmark = needs_chromium
MOST_REQUESTS = 50
SETTINGS = {"timeout": 20.0, "scroll": 3}
ROUTES = {"/robots.txt": Answer(b"User-agent: *\nDisallow: /no/\nDisallow: /api/\n")}


def hang(path, code="", body=""):
    """Hang a page with a script up in the gallery; give its path."""
    html = f"<!doctype html><title>x</title><body>{body}<script>{code}</script>"
    ROUTES[path] = Answer(html.encode())
    return path


@dataclass(frozen=True)
class Gallery:
    server: Server
    pages: dict[str, Page | Failure]

    def __getitem__(self, path):
        return self.pages[path]

    def url(self, path):
        return self.server.url(path)

    def was_asked_for(self, path):
        return bool(self.server.asked_for(path))


@pytest.fixture(scope="module")
def gallery():
    async def visit():
        shown = [path for path in ROUTES if path.startswith(("/shown", "/no/"))]
        async with serving(ROUTES) as server, rendering(server, **SETTINGS) as site:
            pages = await asyncio.gather(*(site.fetch(server.url(path)) for path in shown))
            return Gallery(server, dict(zip(shown, pages, strict=True)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tab_requests, "MOST_REQUESTS", MOST_REQUESTS)
        return asyncio.run(visit())


ROUTES["/no/page"] = Answer()
FORBIDDEN_FRAME = hang("/shown/frame", "", '<iframe src="/no/frame"></iframe>')
FORBIDDEN_MOVE = hang("/shown/forbidden-move", "location = '/no/move'")
ASKING = hang("/shown/asking", "fetch('/api/x').then(a => a.text()).then(t => document.title = t)")
ROUTES["/api/x"] = Answer(b"told")


def test_robots_txt_holds_for_pages_and_frames_but_not_for_what_a_page_needs(gallery):
    assert gallery["/no/page"].kind is FailureKind.ROBOTS
    assert gallery[FORBIDDEN_MOVE].url == gallery.url(FORBIDDEN_MOVE)
    assert gallery[ASKING].title == "told"
    assert not any(gallery.was_asked_for(path) for path in ("/no/page", "/no/frame", "/no/move"))


MOVING = hang("/shown/moving", "location = '/moved'")
ROUTES["/moved"] = redirect("/final")
hang("/final", "document.title = 'finally at ' + location.pathname")


def test_a_page_that_moves_on_is_the_page_it_moves_to(gallery):
    page = gallery[MOVING]
    assert (page.title, page.url) == ("finally at /final", gallery.url("/final"))
    assert page.requested == gallery.url(MOVING)
    assert len(gallery.server.asked_for("/final")) == 1


RENAMED = hang("/shown/p?id=1", "history.replaceState({}, '', '/p/1')")


def test_an_address_that_scripts_write_is_the_pages_address(gallery):
    assert gallery[RENAMED].url == gallery.url("/p/1")


RESTLESS = hang("/shown/restless", "location.reload()", "<p>again</p>")


def test_a_page_that_moves_on_for_ever_is_given_up(gallery):
    assert isinstance(gallery[RESTLESS], Page)
    assert len(gallery.server.asked_for(RESTLESS)) < 10


async def graphql(asked, _writer):
    answer = {"type": asked.headers["content-type"], "key": asked.headers["x-key"]}
    return Answer(json.dumps(answer).encode(), 200, JSON | {"Connection": "close"}).raw()


ROUTES["/graphql"] = graphql
GRAPHQL = hang(
    "/shown/graphql",
    """fetch('/graphql', {method: 'POST', body: '{"query": "{ goods }"}',
    headers: {'Content-Type': 'application/json', 'X-Key': 'k'}})
    .then(a => a.json()).then(a => document.title = a.type + ' ' + a.key)""",
)


def test_interfaces_are_asked_as_the_page_asks_them(gallery):
    assert gallery[GRAPHQL].title == "application/json k"


CHANGING = hang(
    "/shown/changing",
    """for (const method of ['PUT', 'PATCH', 'DELETE']) fetch('/change', {method});
    navigator.sendBeacon('/change'); const form = document.createElement('form');
    form.method = 'post'; form.action = '/change'; document.body.append(form); form.submit()""",
)


def test_what_may_change_something_is_not_sent(gallery):
    assert isinstance(gallery[CHANGING], Page)
    assert not gallery.was_asked_for("/change")


MISSING = hang("/shown/missing", "fetch('/missing').then(a => document.title = a.status)")


def test_scripts_see_errors_of_the_server_as_they_are(gallery):
    assert gallery[MISSING].title == "404"


PICTURES = hang(
    "/shown/pictures", "", '<img src="/lamp.jpg" onerror="this.src = \'/missing.png\'">'
)


def test_pictures_seem_to_load_so_that_no_script_puts_others_in_their_place(gallery):
    assert gallery[PICTURES].root.find(".//img").get("src") == "/lamp.jpg"
    assert not gallery.was_asked_for("/lamp.jpg")


SHADOW = hang(
    "/shown/shadow",
    """customElements.define('good-card', class extends HTMLElement { connectedCallback() {
    this.attachShadow({mode: 'open'}).innerHTML = '<a href="/p/1">Lamp</a><slot></slot>' } })""",
    "<good-card><p>made of brass</p></good-card>",
)


def test_components_with_shadow_roots_show_their_content(gallery):
    page = gallery[SHADOW]
    assert {urlsplit(link.url).path for link in page.links} == {"/p/1"}
    assert b"made of brass" in page.body


ROUTES["/late.json"] = Answer(b'{"title": "late"}', 200, JSON)
LATE = hang(
    "/shown/late",
    """setTimeout(() => fetch('/late.json').then(a => a.json()).then(a =>
    setTimeout(() => document.title = a.title, 300)), 300)""",
)


def test_what_comes_late_is_waited_for(gallery):
    assert gallery[LATE].title == "late"


CLOCK = hang(
    "/shown/clock", "setInterval(() => document.body.append(document.createElement('i')), 20)"
)
TALKING = hang(
    "/shown/talking",
    "alert(1); confirm(2); prompt(3); window.open('/other'); print(); document.title = 'done'",
)


def test_clocks_and_slide_shows_do_not_hold_a_page_up(gallery):
    assert b"<i></i>" in gallery[CLOCK].body


def test_a_page_may_talk_and_ask_for_windows_without_being_answered(gallery):
    assert gallery[TALKING].title == "done"
    assert not gallery.was_asked_for("/other")


KEEPING = """document.title = [localStorage.x, sessionStorage.x, document.cookie].join('|');
    localStorage.x = sessionStorage.x = 1; document.cookie = 'x=1'"""
KEEPERS = [hang(f"/shown/keeper-{n}", KEEPING) for n in range(3)]


def test_pages_leave_nothing_behind_for_each_other(gallery):
    assert [gallery[path].title for path in KEEPERS] == ["||"] * 3


ROUTES["/held"] = lambda *_: asyncio.Event().wait()
HELD = hang("/shown/held", "fetch('/held')", "<p>no news</p>")
ROUTES["/busy"] = Answer(b"later", 503)
PUT_OFF = hang("/shown/put-off", "fetch('/busy').then(() => document.title = 'Oops')")


def test_a_server_that_answers_only_when_there_is_news_does_not_hold_a_page_up(gallery):
    assert b"no news" in gallery[HELD].body


def test_a_page_whose_data_the_server_puts_off_has_failed_and_is_no_page_of_excuses(gallery):
    failure = gallery[PUT_OFF]
    assert (failure.kind, failure.status) == (FailureKind.STATUS, 503)
    assert failure.detail == "the server answers 503 to what its scripts ask for"


TAMPERED = hang(
    "/shown/tampered",
    """Object.defineProperty(document, 'readyState', {get: () => ({})}); Document.prototype.querySelectorAll = 1;
    Object.defineProperty(Element.prototype, 'outerHTML', {get: () => 'x'.repeat(1 << 26)});
    document.getElementsByTagName = () => { throw 1 }; String = Number = JSON = Array = undefined""",
    "<p>as it is</p>",
)


def test_scripts_cannot_change_how_they_are_looked_at(gallery):
    assert b"<p>as it is</p>" in gallery[TAMPERED].body
    assert len(gallery[TAMPERED].body) < 1000


GROWING = """let n = 0; const list = document.querySelector('ul'); const add = () => {
    for (let i = 0; i < 20; i++) list.insertAdjacentHTML('beforeend', `<li style="height: 99px"><a href="/n${n++}">x</a>`) };
    add();"""
SCROLLED = hang(
    "/shown/scrolled",
    GROWING + "new IntersectionObserver(seen => seen[0].isIntersecting && n < 1000 && add())"
    ".observe(document.querySelector('footer'))",
    "<ul></ul><footer>the end</footer>",
)
PRESSED = hang(
    "/shown/pressed",
    GROWING + "document.querySelector('button').onclick = () => n < 60 ? add() : 0",
    "<ul></ul><button>Show more (20)</button><form action='/other'><button>Load more</button></form>",
)
WITHIN = hang(
    "/shown/within",
    GROWING + "list.parentNode.onscroll = () => n < 60 ? add() : 0",
    "<div style='height: 300px; overflow: auto'><ul></ul></div>",
)


@pytest.mark.parametrize(("path", "items"), [(SCROLLED, 80), (PRESSED, 60), (WITHIN, 60)])
def test_lists_that_grow_when_one_goes_on_are_as_long_as_one_may_go(gallery, path, items):
    assert len(gallery[path].links) == items
    assert not gallery.was_asked_for("/other")


ENDLESS = hang("/shown/endless", "let n = 0; setInterval(() => fetch('/n/' + n++), 1)")


def test_a_page_that_asks_without_end_is_given_up(gallery):
    assert gallery[ENDLESS].detail == "its scripts ask for more and more"
    asked = [asked for asked in gallery.server.log if asked.target.startswith("/n/")]
    assert len(asked) <= MOST_REQUESTS
