"""URLs that stand for submitted forms become the requests that submit them, and nothing else does."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pagekin.dom import Page
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind, Validators
from pagekin.urls import Scope

REDIRECTS = {
    "/see-other": (303, "/shown?id=1"),
    "/found": (302, "/shown?id=1"),
    "/kept": (307, "/moved"),
    "/trap": (302, "/canary?__wb_method=POST&x=1"),
    "/kept-trap": (307, "/canary?__wb_method=POST&x=1"),
}


@pytest.fixture
def server():
    """Serves pages that say what was asked; keeps the requests."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            kind = self.headers.get("Content-Type", "")
            asked.append((self.command, self.path, body, kind, self.headers.get("If-None-Match")))
            status, to = REDIRECTS.get(self.path, (200, ""))
            if self.path == "/robots.txt":
                text = b"User-agent: *\nDisallow: /secret\nSitemap: /s.xml?__wb_method=POST"
            else:
                text = f"<h1>{self.command} {self.path} {body}</h1>".encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.send_header("Location", to) if to else None
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_POST = do_GET  # noqa: N815 - the base class's way

        def log_message(self, *_):
            pass

    asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.asked = asked
    server.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def opened(server, **settings):
    chosen = Settings(**{"delay": 0.0, "retries": 0, "obey_robots": False} | settings)
    return open_site(Scope.around(f"{server.url}/"), chosen)


def sent(server):
    return [
        (method, path, body) for method, path, body, *_ in server.asked if path != "/robots.txt"
    ]


async def test_what_was_posted_is_posted_and_the_page_keeps_its_url(server):
    url = f"{server.url}/find?lang=de&__wb_method=POST&kind=gr%C3%BCn+tea&a=1&a=2"
    async with opened(server) as site:
        page = await site.fetch(url)
    assert (page.url, page.requested) == (url, url)
    ((method, path, body, kind, _),) = server.asked
    assert (method, path, body) == ("POST", "/find?lang=de", "kind=gr%C3%BCn+tea&a=1&a=2")
    assert kind == "application/x-www-form-urlencoded"


async def test_fresh_values_are_sent_along_and_are_no_part_of_the_url(server):
    url = f"{server.url}/find?__wb_method=POST&kind=tea"
    async with opened(server) as site:
        site.fresh[f"{server.url}/find"] = "csrf=abc"
        page = await site.fetch(url)
        await site.fetch(f"{server.url}/other?__wb_method=POST&kind=tea")
    assert page.url == url
    assert sent(server) == [
        ("POST", "/find", "kind=tea&csrf=abc"),
        ("POST", "/other", "kind=tea"),
    ]


@pytest.mark.parametrize("path", ["/see-other", "/found"])
async def test_a_redirect_after_a_post_leads_to_an_ordinary_page(server, path):
    async with opened(server) as site:
        page = await site.fetch(f"{server.url}{path}?__wb_method=POST&a=1")
    assert page.url == f"{server.url}/shown?id=1"
    assert sent(server)[-1] == ("GET", "/shown?id=1", "")


async def test_a_redirect_that_keeps_the_method_keeps_what_was_posted(server):
    async with opened(server) as site:
        page = await site.fetch(f"{server.url}/kept?__wb_method=POST&a=1")
    assert page.url == f"{server.url}/moved?__wb_method=POST&a=1"
    assert sent(server)[-1] == ("POST", "/moved", "a=1")


@pytest.mark.parametrize(
    "start", ["/trap", "/trap?__wb_method=POST&a=1", "/kept-trap?__wb_method=POST"]
)
async def test_no_redirect_makes_us_submit_anything(server, start):
    async with opened(server) as site:
        result = await site.fetch(server.url + start)
    assert isinstance(result, Failure)
    assert result.kind is FailureKind.REDIRECT
    assert not [path for _, path, _ in sent(server) if "canary" in path]


async def test_what_is_posted_is_never_asked_for_conditionally(server):
    url = f"{server.url}/find?__wb_method=POST&a=1"
    async with opened(server) as site:
        answer = await site.visit(url, Validators(etag='"1"'))
    assert isinstance(answer.result, Page)
    assert server.asked[0][-1] is None
    (exchange,) = answer.exchanges
    assert (exchange.method, exchange.url) == ("POST", f"{server.url}/find")
    assert exchange.request_body == b"a=1"


async def test_robots_txt_holds_for_where_a_form_goes_to(server):
    async with opened(server, obey_robots=True) as site:
        result = await site.fetch(f"{server.url}/secret/find?__wb_method=POST&a=1")
        sitemaps = await site.sitemaps()
    assert result.kind is FailureKind.ROBOTS
    assert sitemaps == ()
    assert sent(server) == []


async def test_queries_that_are_sorted_leave_what_was_posted_as_it_is(server):
    async with opened(server, sort_query=True) as site:
        page = await site.fetch(f"{server.url}/find?b=1&a=2&__wb_method=POST&z=1&b=2")
    assert page.url == f"{server.url}/find?a=2&b=1&__wb_method=POST&z=1&b=2"
    assert sent(server) == [("POST", "/find?a=2&b=1", "z=1&b=2")]
