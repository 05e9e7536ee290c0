"""Where the console listens, what it says of itself, and what it takes from a proxy in front of it."""

import contextlib
import json
import threading
import time
import urllib.error
import urllib.request

import pytest

from pagekin.cli import _run
from pagekin.console import serving
from pagekin.console.models import Job, JobState
from pagekin.console.serving import ServeRequest, shown_url
from pagekin.console.setup import LOOPBACK_NAMES, ConsoleSetting, console_key, set_up

NAME = "pagekin.example.org"


@pytest.mark.parametrize(
    ("bind", "message"),
    [
        ("8000x", "an address and a port are needed"),
        ("127.0.0.1:70000", "an address and a port are needed"),
        ("0.0.0.0:8000", "say with --host by which name they do"),
        ("192.0.2.7:8000", "say with --host by which name they do"),
    ],
)
def test_a_place_to_listen_that_cannot_be_is_refused(bind, message, capsys):
    assert _run(["serve", "--bind", bind, "--no-open"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "hosts", "proxy", "url"),
    [
        ("127.0.0.1", (), False, "http://127.0.0.1:8123"),
        ("::1", (), False, "http://[::1]:8123"),
        ("0.0.0.0", (NAME,), False, "http://localhost:8123"),
        ("127.0.0.1", (NAME, "other.example"), True, f"https://{NAME}"),
        ("127.0.0.1", (), True, "http://127.0.0.1:8123"),
    ],
)
def test_the_link_for_the_first_administrator_leads_where_browsers_find_the_console(
    address, hosts, proxy, url
):
    setting = ConsoleSetting((*LOOPBACK_NAMES, *hosts), proxy)
    assert shown_url(ServeRequest(address, setting=setting), 8123) == url


def test_the_health_page_tells_when_work_waits_and_nothing_does_it(empty_console):
    client = empty_console.client()
    assert (client.get("/health/").status_code, client.get("/health/").json()["status"]) == (
        200,
        "ok",
    )
    now = time.time()
    waiting = Job.objects.create(kind="find", made_at=now - 10)
    assert client.get("/health/").status_code == 200
    waiting.made_at = now - 1_000
    waiting.save()
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["status"] == "work is waiting, and nothing does it"
    Job.objects.create(kind="find", made_at=now, state=JobState.RUNNING, until=now + 30)
    assert client.get("/health/").status_code == 200  # all workers are busy


@contextlib.contextmanager
def listening(console, *, proxy):
    """Serve the console of this process as `pagekin serve` does, without workers."""
    key = console_key(console.data)
    setting = ConsoleSetting((*LOOPBACK_NAMES, NAME), proxy)
    set_up(setting, key)
    server = serving._listening(ServeRequest(port=0, setting=setting, threads=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.trigger.pull_trigger(server.close)  # in its own thread
        thread.join(10)
        set_up(ConsoleSetting(), key)


def ask(url, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=named)) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


FORWARDED = {"X_Forwarded_Proto": "https", "X_Forwarded_For": "192.0.2.7"}


@pytest.mark.parametrize("proxy", [True, False])
def test_headers_of_a_proxy_count_only_if_there_is_one(empty_console, proxy):
    with listening(empty_console, proxy=proxy) as url:
        status, headers, _ = ask(f"{url}/log-in/", X_Forwarded_Host=NAME, **FORWARDED)
        assert status == 200
        cookie = headers["Set-Cookie"]
        assert ("Secure" in cookie) is proxy  # its browsers come by https
        # Who asks for another name, by the proxy or past it, gets nothing.
        assert ask(f"{url}/log-in/", Host="evil.example")[0] == 400
        by_proxy = ask(f"{url}/log-in/", X_Forwarded_Host="evil.example", **FORWARDED)
        assert by_proxy[0] == (400 if proxy else 200)
        assert json.loads(ask(f"{url}/health/")[2])["status"] == "ok"
