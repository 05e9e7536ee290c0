"""Serves the console: the web server in this process, and beside it those that work."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import waitress
from django.core.wsgi import get_wsgi_application

from pagekin.app.scheduling.scheduler import worker_name
from pagekin.console.accounts.invitations import invite, is_administrator_missing
from pagekin.console.console_settings import ONLY_PUBLIC, here_settings
from pagekin.console.current_store import open_here
from pagekin.console.jobs.job_rows import lost_worker
from pagekin.console.jobs.worker import do_jobs, run_console_watches
from pagekin.console.old_rows import tidy_up
from pagekin.console.setup import (
    LOOPBACK_NAMES,
    ConsoleSetting,
    console_key,
    make_tables,
    set_up,
)
from pagekin.errors import UsageError
from pagekin.pool.kept_processes import KeptProcess, kept_processes
from pagekin.store.opening import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from pagekin.store.opening import Store


@dataclass(frozen=True, slots=True)
class ServeRequest:
    """Where to listen, and what to start beside."""

    address: str = "127.0.0.1"
    port: int = 8000
    setting: ConsoleSetting = field(default_factory=ConsoleSetting)
    workers: int = 2
    threads: int = 8
    for_others: bool = False  # people of other machines can reach it
    link_for: str | None = None  # a name: make a link by which this person can choose a password


@dataclass(frozen=True, slots=True)
class Opened:
    """A console that listens: its address, and a link for somebody to choose a password."""

    url: str
    link: str = ""


def open_console(setting: ConsoleSetting) -> Store:
    """Open the store, and make the tables of the console in it."""
    store = open_store()
    set_up(setting, console_key(store.location.directory))
    make_tables(store.location)
    open_here(store)
    tidy_up(time.time())
    return store


def serve(request: ServeRequest, opened: Callable[[Opened], object]) -> None:
    """Serve until SIGINT or SIGTERM; `opened` hears of the address when somebody can go there."""
    if request.for_others:  # nobody explores the network around the server by way of it
        os.environ.setdefault(ONLY_PUBLIC, "true")
    open_console(request.setting)
    server = _listening(request)
    url = shown_url(request, server.effective_port)
    if not here_settings().console_url:  # what is told leads back here
        os.environ["PAGEKIN_CONSOLE_URL"] = url
    with _beside(request.workers), _ending(server):
        opened(Opened(f"{url}/", _link(request, url)))
        server.run()


def _link(request: ServeRequest, url: str) -> str:
    if request.link_for is not None:
        return url + invite(request.link_for, administrator=True)
    return url + invite(administrator=True) if is_administrator_missing() else ""


def _listening(request: ServeRequest) -> Any:
    behind = {
        "trusted_proxy": "*",
        "trusted_proxy_count": 1,
        "trusted_proxy_headers": "x-forwarded-for x-forwarded-proto x-forwarded-host",
        "clear_untrusted_proxy_headers": True,
    }
    try:
        return waitress.create_server(
            get_wsgi_application(),
            host=request.address,
            port=request.port,
            threads=request.threads,
            ident=None,
            **(behind if request.setting.proxy else {}),
        )
    except OSError as error:
        raise UsageError(
            f"cannot listen on {request.address}:{request.port}: {error.strerror or error}; "
            "--bind names another address"
        ) from None


@contextlib.contextmanager
def _ending(server: Any) -> Iterator[None]:
    """End the server in good order by SIGTERM as by Ctrl-C."""

    def end(*_: object) -> None:
        raise SystemExit(0)

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        server.close()
        for number, handler in before.items():
            signal.signal(number, handler)


def _beside(workers: int) -> AbstractContextManager[object]:
    """Have processes carry out jobs and run watches; one that dies is started again.

    Without any, `pagekin worker` does both, on this machine or another.
    """
    if not workers:
        return contextlib.nullcontext()
    watches = KeptProcess(run_console_watches, lambda: (os.getpid(),))
    return kept_processes([watches, *(_worker() for _ in range(workers))])


def _worker() -> KeptProcess:
    """Return a process that carries out jobs; the job of one that dies is taken up by another at once."""
    token = secrets.token_hex(4)
    begin = (token, os.getpid())
    return KeptProcess(
        do_jobs, lambda: begin, lambda process: lost_worker(worker_name(token, process))
    )


def shown_url(request: ServeRequest, port: int) -> str:
    """Return where browsers find the console: by the proxy in front of it, if there is one."""
    named = [host for host in request.setting.hosts if host not in LOOPBACK_NAMES]
    if request.setting.proxy and named:
        return f"https://{named[0]}"
    return f"http://{_shown_host(request.address)}:{port}"


def _shown_host(address: str) -> str:
    if address in {"0.0.0.0", "::"}:  # noqa: S104 - it is only shown
        return "localhost"
    return f"[{address}]" if ":" in address else address
