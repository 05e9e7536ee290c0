"""Serves the console: the web server in this process, and beside it those that work."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import waitress
from django.core.wsgi import get_wsgi_application

from pagekin.console.accounts.invitations import invite, is_administrator_missing
from pagekin.console.console_settings import ONLY_PUBLIC
from pagekin.console.current_store import open_here
from pagekin.console.jobs.job_rows import lost_worker
from pagekin.console.jobs.worker import do_jobs, run_watches, worker_name
from pagekin.console.old_rows import tidy_up
from pagekin.console.setup import (
    LOOPBACK_NAMES,
    ConsoleSetting,
    console_key,
    make_tables,
    set_up,
)
from pagekin.errors import UsageError
from pagekin.store.opening import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.context import SpawnProcess

    from pagekin.store.opening import Store

_SPAWN = multiprocessing.get_context("spawn")
_LOOK_AGAIN = 0.5  # seconds between two looks whether all processes live
_AGAIN_AFTER = 2.0  # seconds until a process that has died is started again: it may die at once
_PATIENCE = 30.0  # seconds for a process to write down what it has, before it is killed


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


@contextlib.contextmanager
def _beside(workers: int) -> Iterator[None]:
    """Have processes carry out jobs and run watches; one that dies is started again."""
    over = threading.Event()
    kept = [_Kept(number) for number in range(workers + 1)]
    for one in kept:
        one.start()
    watching = threading.Thread(target=_keep_all, args=(kept, over), daemon=True)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()
        for one in kept:
            one.process.terminate()
        until = time.monotonic() + _PATIENCE
        for one in kept:
            one.process.join(max(until - time.monotonic(), 0))
            one.process.kill()


class _Kept:
    """A process that is to be there all the time; number 0 runs watches, the others do jobs."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.worker = ""
        self.process: SpawnProcess

    def start(self) -> None:
        """Start the process."""
        self.worker = worker_name()
        if self._number:
            self.process = _SPAWN.Process(target=do_jobs, args=(self.worker, os.getpid()))
        else:
            self.process = _SPAWN.Process(target=run_watches, args=(os.getpid(),))
        self.process.start()


def _keep_all(kept: list[_Kept], over: threading.Event) -> None:
    while not over.wait(_LOOK_AGAIN):
        for one in kept:
            if not one.process.is_alive():
                lost_worker(one.worker)
                if over.wait(_AGAIN_AFTER):
                    return
                one.start()


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
