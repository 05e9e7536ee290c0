"""A small shop on loopback whose prices change as a test wants, and a crawler of it, made by hand."""

import contextlib
import html
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from pagekin.dom.features import Feature
from pagekin.navigation import ANY, TARGET, Crawler, LearningSummary, MapNode, Navigation, Step
from pagekin.navigation.crawler_file import dumps
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.urls import Scope
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.model import Anchor, Locator

PRODUCTS = 6


def field(name, path, type_name="text", **more):
    return Field(name, type_name, (Locator(path, Anchor.NAME),), **more)


WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                field("name", ".//h1"),
                field("sku", ".//*[@class='sku']", "identifier", key=True),
                field("price", ".//*[@class='price']", "price"),
            ),
        ),
    )
)


class WatchedShop:
    """A home page that lists products of 11, 12, … euros."""

    def __init__(self):
        self.prices = {number: 10 + number for number in range(1, PRODUCTS + 1)}
        self.names = {}
        self.look = "<h1>{name}</h1><p class=price>€{price}.00</p><p class=sku>AB-{number}</p>"
        self.gone = set()  # numbers of products whose page is not found, though it is listed
        self.away = False
        self.requests = []
        self.before_answer = lambda path: None  # called in the server's thread
        shop = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                shop.requests.append(self.path)
                shop.before_answer(self.path)
                status, body = shop.answer(self.path)
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                with contextlib.suppress(ConnectionError):  # whoever asked may have been killed
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}"

    def answer(self, path):
        if self.away:
            return 503, b"away"
        if path == "/":
            links = "".join(f'<li><a href="/p?id={n}">{n}</a></li>' for n in self.prices)
            return 200, f"<html><body><ul>{links}</ul></body></html>".encode()
        number = int(path.rpartition("=")[2]) if "=" in path else 0
        if number not in self.prices or number in self.gone:
            return 404, b"nothing here"
        name = html.escape(self.names.get(number, f"Product {number}"))
        shown = self.look.format(name=name, price=self.prices[number], number=number)
        return (
            200,
            f"<html><head><title>{name}</title></head><body>{shown}</body></html>".encode(),
        )

    def crawler(self):
        home = f"{self.url}/"
        return Crawler(
            samples=(f"{self.url}/p?id=1",),
            entry=home,
            scope=Scope(self.host, scheme="http"),
            navigation=Navigation(
                (home,), (Step(ANY, TARGET, shape="/…?id"),), (("endpoint", "p"),), ("/…?id",)
            ),
            membership=MembershipRule(((Feature("path", "html/body/h1"),),)),
            learned=LearningSummary(
                "auto", "2026-01-02T03:04:05+00:00", 9, 0, 9, 9, complete=True, ended=""
            ),
            map=(MapNode(home, 1, 0, ()),),
            wrapper=WRAPPER,
        )

    def write_crawler(self, folder):
        path = Path(folder) / "shop.json"
        path.write_text(dumps(self.crawler()), encoding="utf-8")
        return path


@contextlib.contextmanager
def watched_shop(shop=None):
    """Serve such a shop, or another of its kind, for as long as the block lasts."""
    shop = shop or WatchedShop()
    thread = threading.Thread(target=shop.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield shop
    finally:
        shop.server.shutdown()
        shop.server.server_close()
        thread.join()
