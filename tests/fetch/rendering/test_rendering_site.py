"""A site that is empty without its scripts: its pages, its archive, its robots, and other hosts' scripts."""

import asyncio
import time
from urllib.parse import urlsplit

from loopback import HTML, Answer, opened, redirect, serving
from rendered import rendering
from script_shop import SCRIPT, good_paths, shop_routes

from chromium import needs_chromium
from pagekin.dom import Page
from pagekin.site import Validators

pytestmark = needs_chromium


def paths(page):
    return {urlsplit(link.url).path for link in page.links}


async def test_links_fields_and_forms_exist_only_after_scripts_ran(caplog):
    async with serving(shop_routes()) as server:
        async with opened(server) as site:
            plain = [await site.fetch(server.url(f"/c/{n}")) for n in range(3)]
            assert not any(map(paths, plain))
            assert site.stats.shells == 3
            assert "are empty without their scripts: try --render" in caplog.text
        async with rendering(server, user_agent="kin/1") as site:
            wanted = ["/c/1", "/p/7", "/about", *sorted(good_paths())[:3]]
            listing, good, about, *_ = await asyncio.gather(
                *(site.fetch(server.url(path)) for path in wanted)
            )
            assert site.stats.shells == 0
    assert {f"/p/{n}" for n in range(4, 8)} | {"/c/0", "/c/2", "/about"} <= paths(listing)
    assert good.title == "Chair No. 7"
    assert good.root.findtext(".//dd[@class='price']") == "€ 59.50"
    assert about.root.find(".//form/input[@name='q']") is not None
    # They share their scripts; pictures are not fetched; and the server sees pagekin, not a browser.
    assert len(server.asked_for("/app.js")) == len(server.asked_for("/app.css")) == 1
    assert not [asked for asked in server.log if asked.target.startswith("/img/")]
    assert {asked.headers["user-agent"] for asked in server.log[4:]} == {"kin/1"}
    assert not [name for asked in server.log for name in asked.headers if name.startswith("sec-")]


async def test_the_archive_gets_what_the_server_sent_and_then_what_became_of_it():
    routes = shop_routes() | {"/p/old": redirect("/p/3")}
    async with serving(routes) as server, rendering(server, render="/p/*") as site:
        answer = await site.visit(server.url("/p/old"))
        again = await site.visit(server.url("/p/3"), Validators('"tag"'))
        plain = await site.visit(server.url("/c/1"))
    moved, document, result = answer.exchanges
    assert (moved.status, document.status, result.status) == (302, 200, 200)
    assert document.metadata == ()
    assert b"Lamp" not in document.body
    assert dict(result.metadata) == {"rendered": "yes"}
    assert (result.method, result.header("content-type")) == ("", "text/html; charset=utf-8")
    assert result.url == document.url == answer.result.url == server.url("/p/3")
    assert result.body == answer.result.body
    assert b"Lamp No. 3" in result.body
    # The document may stay the same while what its scripts show changes: nobody asks whether it did.
    assert isinstance(again.result, Page)
    assert "if-none-match" not in server.asked_for("/p/3")[-1].headers
    # Only what the setting names is rendered.
    assert len(plain.exchanges) == 1


async def test_other_origins_decide_what_scripts_may_ask_and_read_and_the_gate_decides_before():
    plain = {"Content-Type": "text/plain"}
    welcome = plain | {"Access-Control-Allow-Origin": "*"}
    consent = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "X-Key"}
    routes = {
        "/closed": Answer(b"closed", 200, plain),
        "/open": Answer(b"open", 200, welcome),
        "/no-consent": Answer(b"asked", 200, welcome),
        "/consent": Answer(b"asked", 200, welcome | consent),
        "/read.js": Answer(b"go()", 200, SCRIPT),
    }
    async with serving(routes) as other:
        html = f"""<title>alone</title><script>
            const read = (path, headers) => fetch('{other.origin}' + path, {{headers}})
                .then(a => a.text(), () => 'refused');
            const go = () => Promise.all([read('/open'), read('/closed'),
                read('/no-consent', {{'X-Key': '1'}}), read('/consent', {{'X-Key': '1'}})])
                .then(texts => document.title = texts)
            </script><script src="{other.origin}/read.js"></script>"""
        async with serving({"/": Answer(html.encode())}) as server:
            async with rendering(server) as site:
                assert (await site.fetch(server.url("/"))).title == "alone"
            assert not other.log
            async with rendering(server, allow_networks="127.0.0.0/8") as site:
                assert (await site.fetch(server.url("/"))).title == "open,refused,refused,asked"
    assert other.asked_for("/closed")[0].headers["origin"] == server.origin
    assert len(other.asked_for("/no-consent")) == 1  # whether it may be asked: it may not
    assert len(other.asked_for("/consent")) == 2


async def test_what_the_browser_asks_for_keeps_to_the_pace_too():
    async with serving(shop_routes()) as server, rendering(server, delay=0.3) as site:
        began = time.monotonic()
        page = await site.fetch(server.url("/p/3"))
    assert page.title == "Lamp No. 3"
    assert len(server.log) == 6  # robots.txt, the page, its script and style sheet, two questions
    for number, asked in enumerate(server.log):  # which may be seen late, but never early
        assert asked.at >= began + 0.3 * number


async def test_scripts_read_the_cookies_that_are_for_them_on_every_page():
    page = b"<!doctype html><title></title><script>document.title = document.cookie</script>"
    cookies = "token=a%20b; Path=/\r\nSet-Cookie: session=secret; Path=/; HttpOnly"
    first = Answer(page, 200, HTML | {"Set-Cookie": cookies})
    routes = {"/first": first, "/second": Answer(page)}
    async with serving(routes) as server, rendering(server) as site:
        pages = [await site.fetch(server.url(path)) for path in routes]
    assert [page.title for page in pages] == ["token=a%20b"] * 2
    assert server.asked_for("/second")[0].headers["cookie"] == "token=a%20b; session=secret"
