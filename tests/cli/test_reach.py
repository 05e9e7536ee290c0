"""What belongs to a site, as people set it: the commands keep to it over the wire, from learning to records."""

import json
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

LOOPBACK = "allow_networks = '127.0.0.0/8'\n"


@pytest.fixture
def neighbour(web):
    """The same pages on another host: three pages of a list, each with a product, found from the first."""
    server = ThreadingHTTPServer(("127.0.0.2", 0), web.server.RequestHandlerClass)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    for number in (1, 2, 3):
        items = f'<p><a href="/p?id={number + 50}">{number}</a></p>'
        on = f'<p class=on><a href="/l/{number + 1}">on</a></p>' if number < 3 else ""
        web.routes[f"/l/{number}"] = f"<html><body><h2>l</h2>{items}{on}</body></html>".encode()
        web.routes[f"/p?id={number + 50}"] = web.product(number + 50)
    yield f"127.0.0.2:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def asked(shop, beginning):
    return {path for path in shop.requests if path.startswith(beginning)}


def found(name="p.jsonl"):
    lines = Path(name).read_text(encoding="utf-8").splitlines()
    return {json.loads(line)["url"].partition("/p?id=")[2] for line in lines}


def test_what_is_excluded_is_asked_for_by_no_command(run, shop):
    shop.routes["/"] += b'<p><a href="/c/list.pdf">list</a> <a href="/c/list.PDF?x=1">again</a></p>'
    flags = ("--exclude", "/c/tea", "--exclude", "*.pdf", "--exclude", "*.PDF")
    sample = f"{shop.url}/p?id=1"
    assert run("learn", sample, "-o", "c.json", *flags)[0] == 0
    assert run("crawl", "c.json", "-o", "p.jsonl")[0] == 0
    assert len(found()) == 8
    assert run("get", sample, "-O", "r.jsonl", "--fresh", *flags)[0] == 0
    assert len(Path("r.jsonl").read_text(encoding="utf-8").splitlines()) == 8
    assert asked(shop, "/c/") == {"/c/cups", "/c/pots"}


def test_only_what_is_included_is_asked_for(run, shop):
    sample = f"{shop.url}/p?id=1"
    assert run("learn", sample, "-o", "c.json", "--include", "/c/cups, /p")[0] == 0
    assert run("crawl", "c.json", "-o", "p.jsonl")[0] == 0
    assert found() == {"1", "2", "3", "4"}
    assert asked(shop, "/c/") == {"/c/cups"}


def test_a_crawl_keeps_to_limits_that_were_set_after_learning(run, shop):
    assert run("learn", f"{shop.url}/p?id=1", "-o", "c.json")[0] == 0
    shop.requests.clear()
    Path("pagekin.toml").write_text("exclude = ['/c/tea']\n", encoding="utf-8")
    assert run("crawl", "c.json", "-o", "p.jsonl")[0] == 0
    assert len(found()) == 8
    assert asked(shop, "/c/") == {"/c/cups", "/c/pots"}


@pytest.mark.parametrize(("depth", "lists", "products"), [(1, 1, 0), (2, 2, 1), (3, 3, 2)])
def test_a_domain_is_followed_to_its_depth(run, shop, neighbour, depth, lists, products):
    """The list is one link from the home page, its products two."""
    shop.routes["/"] += f'<p><a href="http://{neighbour}/l/1">more</a></p>'.encode()
    settings = f"{LOOPBACK}domains = ['{neighbour}={depth}']\n"
    Path("pagekin.toml").write_text(settings, encoding="utf-8")
    assert run("learn", f"{shop.url}/p?id=1", "--entry", shop.url, "-o", "c.json")[0] == 0
    assert asked(shop, "/l/") == {f"/l/{number}" for number in range(1, lists + 1)}
    assert run("crawl", "c.json", "-o", "p.jsonl")[0] == 0
    assert len([number for number in found() if int(number) > 50]) == products
    assert len([number for number in found() if int(number) < 50]) == 12


def test_a_seed_on_another_host_is_learned_from_and_crawled(run, shop, neighbour):
    """It was named, so it may be private; what it leads to is on the same host."""
    named = ("--domains", neighbour, "--seeds", f"http://{neighbour}/l/1")
    assert run("learn", f"{shop.url}/p?id=1", "-o", "c.json", *named)[0] == 0
    assert json.loads(Path("c.json").read_text(encoding="utf-8"))["seeds"] == [
        f"http://{neighbour}/l/1"
    ]
    assert run("crawl", "c.json", "-o", "p.jsonl")[0] == 0
    assert {"51", "52", "53"} <= found()
