"""The server: real HTTP on loopback, in a thread for tests, with a log, and time that can be moved."""

import contextlib
import http.client
import signal
import socket
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest

from pagekin.demo import Logged, Shop, serve, truth
from pagekin.demo.server import Server
from pagekin.errors import UsageError

SMALL = Shop(products=100)


@pytest.fixture(scope="module")
def shared():
    with serve(SMALL) as server:
        yield server


@pytest.fixture
def server(shared):
    shared.shop = SMALL
    shared.requests.clear()
    return shared


@contextlib.contextmanager
def client(server):
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=600)
    try:
        yield connection
    finally:
        connection.close()


def ask(connection, target, method="GET", body=None, **headers):
    connection.request(method, target, body=body, headers=headers)
    response = connection.getresponse()
    return response, response.read()


def raw(server, data, parts=1):
    """Send bytes as they are, in so many pieces, and read until the server closes."""
    url = urlsplit(server.url)
    with socket.create_connection((url.hostname, url.port), timeout=600) as connection:
        size = -(-len(data) // parts)
        for start in range(0, len(data), size):
            connection.sendall(data[start : start + size])
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_it_listens_on_loopback_only_and_on_a_free_port(server):
    assert urlsplit(server.url).hostname == "127.0.0.1"
    assert urlsplit(server.url).port > 0


def test_a_connection_serves_many_requests(server):
    with client(server) as connection:
        connection.connect()
        port = connection.sock.getsockname()[1]
        for _ in range(3):
            response, body = ask(connection, "/")
            assert response.status == 200
            assert int(response.headers["Content-Length"]) == len(body)
            assert connection.sock.getsockname()[1] == port


def test_the_log_says_what_was_asked_and_answered(server):
    with client(server) as connection:
        _, body = ask(connection, "/outlet/list.php?cat=101")
        ask(connection, "/nothing")
    assert server.requests[0] == Logged("GET", "/outlet/list.php?cat=101", 200, len(body))
    assert [(entry.path, entry.status) for entry in server.requests[1:]] == [("/nothing", 404)]


def test_without_a_log_requests_are_only_counted():
    with serve(SMALL, log=False) as server, client(server) as connection:
        ask(connection, "/")
        ask(connection, "/")
        assert server.requests == []
        assert server.answered == 2


def test_the_day_moves_while_the_server_runs(server):
    paths = [{e.path for e in truth(SMALL.on(day)) if e.kind == "product"} for day in (1, 40)]
    new = min(paths[1] - paths[0])
    with client(server) as connection:
        assert ask(connection, new)[0].status == 404
        server.day = 40
        assert server.day == 40
        assert ask(connection, new)[0].status == 200


def test_head_gives_the_headers_and_no_body(server):
    with client(server) as connection:
        full, body = ask(connection, "/")
        head, nothing = ask(connection, "/", method="HEAD")
        assert nothing == b""
        assert head.headers["ETag"] == full.headers["ETag"]
        assert int(head.headers["Content-Length"]) == len(body)


def test_a_conditional_request_saves_the_body_and_the_connection_goes_on(server):
    with client(server) as connection:
        first, _ = ask(connection, "/")
        headers = {"If-None-Match": first.headers["ETag"]}
        again, nothing = ask(connection, "/", **headers)
        assert (again.status, nothing) == (304, b"")
        assert ask(connection, "/help/")[0].status == 200


def test_signing_in_over_http_opens_the_account(server):
    with client(server) as connection:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer, _ = ask(connection, "/login", "POST", "username=demo&password=demo", **form)
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
        assert ask(connection, "/account/", Cookie=cookie)[0].status == 200
        assert ask(connection, "/account/")[0].status == 303


def test_links_to_itself_carry_the_host_it_was_asked_for(server):
    with client(server) as connection:
        _, body = ask(connection, "/")
    assert f'<link rel="canonical" href="{server.url}">'.encode() in body


@pytest.mark.parametrize("parts", [1, 7, 60])
def test_requests_may_come_in_any_pieces_and_several_at_once(server, parts):
    request = b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n"
    last = b"POST /cart HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nqty=1"
    answers = raw(server, request + request + last, parts)
    assert answers.count(b"HTTP/1.1 200 OK") == 2
    assert answers.count(b"HTTP/1.1 303 See Other") == 1
    assert b"\r\nConnection: close\r\n" in answers


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400),
        (b"POST /cart HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", 413),
        (b"POST /cart HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000, 431),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", 431),
    ],
)
def test_what_is_no_proper_request_is_refused_and_the_connection_closed(server, data, status):
    assert raw(server, data).startswith(f"HTTP/1.1 {status} ".encode())


def test_old_clients_get_an_answer_and_an_end(server):
    assert b"\r\nConnection: close\r\n" in raw(server, b"GET / HTTP/1.0\r\n\r\n")


def test_a_failure_inside_is_an_error_500_and_not_the_end(server, caplog):
    server.shop = None
    with client(server) as connection:
        assert ask(connection, "/")[0].status == 500
        server.shop = SMALL
        assert ask(connection, "/")[0].status == 200
    assert "failed to answer GET /" in caplog.text


def test_many_connections_are_served_at_the_same_time(server):
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(client(server)) for _ in range(40)]
        for connection in connections:
            connection.request("GET", "/robots.txt")
        assert [connection.getresponse().status for connection in connections] == [200] * 40


def test_stopping_closes_open_connections_and_ends_the_thread():
    threads = threading.active_count()
    with serve(SMALL) as server, client(server) as connection:
        ask(connection, "/")
        url = urlsplit(server.url)
    assert threading.active_count() == threads
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((url.hostname, url.port), timeout=600)


def test_a_port_in_use_is_named_in_the_message(server):
    port = urlsplit(server.url).port
    with pytest.raises(UsageError, match=f"cannot listen on 127.0.0.1:{port}: .*another port"):
        Server(SMALL, port=port)


def test_a_port_that_does_not_exist_is_refused():
    with pytest.raises(UsageError, match=r"cannot listen on 127\.0\.0\.1:99999"):
        Server(SMALL, port=99_999)


def test_a_server_that_never_ran_frees_its_port():
    server = Server(SMALL)
    port = urlsplit(server.url).port
    server.close()
    with serve(SMALL, port=port) as again:
        assert urlsplit(again.url).port == port


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_run_serves_until_a_signal_and_ends_cleanly(number):
    code = (
        "from pagekin.demo import Shop, run\n"
        "run(Shop(products=100), on_ready=lambda url: print(url, flush=True))\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        url = process.stdout.readline().strip()
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=600)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        process.send_signal(number)
        _, errors = process.communicate(timeout=600)
        connection.close()
    assert (process.returncode, errors) == (0, "")


def test_importing_the_demo_brings_no_other_layer_with_it():
    code = "import sys, pagekin.demo; print(*(n for n in sys.modules if n.startswith('pagekin.')))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert {name for name in loaded if not name.startswith("pagekin.demo")} == {
        "pagekin.errors",
        "pagekin.version",
    }
