"""A site on loopback for the commands to work on."""

import contextlib
import shutil
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pagekin.cli import _run


class Web:
    """Serves a table of path → bytes, (status, headers, bytes) or a path to redirect to."""

    def __init__(self):
        self.start_anew()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(handler):  # noqa: N805 - the base class's way
                self.heads.append(handler.path)
                handler.answer(*self.answer(handler.path), send_body=False)

            def do_GET(handler):  # noqa: N805 - the base class's way
                self.requests.append(handler.path)
                self.headers = handler.headers
                handler.answer(*self.answer(handler.path))

            def answer(handler, status, headers, body, *, send_body=True):  # noqa: N805
                handler.send_response(status)
                for name, value in {"Content-Type": "text/html", **headers}.items():
                    handler.send_header(name, value)
                handler.send_header("Content-Length", str(len(body)))
                with contextlib.suppress(ConnectionError):  # whoever asked may be gone by now
                    handler.end_headers()
                    handler.wfile.write(body if send_body else b"")

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def start_anew(self):
        """Be a site of no pages that nobody has asked for anything."""
        vars(self).pop("answer", None)  # of a test's own
        self.routes = {}
        self.requests = []
        self.heads = []  # paths that were asked for by HEAD
        self.headers = {}  # of the last request

    @staticmethod
    def product(number):
        return (
            f"<html><head><title>Product {number}</title></head><body><h1>Product {number}</h1>"
            f"<table><tr><th>Price</th><td>{number}</td></tr></table><p>Nice.</p></body></html>"
        ).encode()

    def answer(self, path):
        route = self.routes.get(path, (404, {}, b"nothing here"))
        if isinstance(route, bytes):
            return 200, {}, route
        if isinstance(route, str):
            return 302, {"Location": route}, b""
        return route


@pytest.fixture(scope="session")
def serving():
    """A server at one address for all tests, so that what commands have made of its pages can be kept."""
    site = Web()
    thread = threading.Thread(target=site.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield site
    site.server.shutdown()
    site.server.server_close()
    thread.join()


@pytest.fixture
def web(serving):
    serving.start_anew()
    return serving


@pytest.fixture
def shop(web):
    """A home page, three categories, twelve products: the smallest site worth a crawler."""
    links = "".join(f'<li><a href="/c/{name}">{name}</a></li>' for name in ("cups", "pots", "tea"))
    web.routes["/"] = f"<html><body><ul>{links}</ul></body></html>".encode()
    for place, name in enumerate(("cups", "pots", "tea")):
        numbers = range(place * 4 + 1, place * 4 + 5)
        items = "".join(f'<p><a href="/p?id={n}">{n}</a></p>' for n in numbers)
        web.routes[f"/c/{name}"] = f"<html><body><h2>{name}</h2>{items}</body></html>".encode()
        web.routes |= {f"/p?id={n}": web.product(n) for n in numbers}
    return web


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command in an empty folder; give exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAGEKIN_DELAY", "0")
    monkeypatch.setenv("PAGEKIN_RETRIES", "0")

    def run(*arguments):
        code = _run([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


@dataclass(frozen=True)
class KeptRun:
    """What a command said, and where copies are of what it left."""

    said: tuple[int, str, str]
    requests: list[str]
    copies: Path


@pytest.fixture(scope="session")
def kept_runs():
    return {}


@pytest.fixture
def once(run, web, data, tmp_path, kept_runs, tmp_path_factory):
    """Run a command like `run`, or have what it left copied if another test has begun in just the same way."""
    done = []

    def once(*arguments):
        done.append((arguments, tuple(sorted(web.routes.items()))))
        kept = kept_runs.get(tuple(done))
        if kept:
            shutil.rmtree(data)
            shutil.copytree(kept.copies / "data", data)
            shutil.copytree(kept.copies / "folder", tmp_path, dirs_exist_ok=True)
            web.requests.extend(kept.requests)
            return kept.said
        before = len(web.requests)
        said = run(*arguments)
        kept = KeptRun(said, web.requests[before:], tmp_path_factory.mktemp("kept"))
        shutil.copytree(data, kept.copies / "data")
        shutil.copytree(tmp_path, kept.copies / "folder")
        kept_runs[tuple(done)] = kept
        return said

    return once
