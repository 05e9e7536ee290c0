"""Workers: processes that carry out the runs that are due, and jobs, on any number of machines that share a store.

The runs of the store are the queue (`store.writing.watch_runs`): a run is taken by one worker, held by a lease, and
carried on by another if that one dies. Each process has one run at a time; crawls are made inside it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagekin.app.run import WatchLoop
from pagekin.app.scheduling.ending import Ending, EndingRunner
from pagekin.app.scheduling.scheduler import LEASE, store_clock, worker_name
from pagekin.app.scheduling.worker_sign import WorkerSign
from pagekin.app.sites.crawler_settings import settings_of_watch
from pagekin.app.storing.workspace import open_workspace
from pagekin.errors import StoreError
from pagekin.pool.kept_processes import KeptProcess, kept_processes
from pagekin.settings import FILE_NAME, Settings, load
from pagekin.store.opening import open_store
from pagekin.store.worker_rows import forget_worker
from pagekin.store.writing.watch_runs import free_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pagekin.app.run import OtherWork
    from pagekin.app.scheduling.run_cycle import SettingsOf
    from pagekin.store.reading.watches import StoredWatch

    # What a process of a worker does besides runs, by its end and its name.
    OtherWorkOf = Callable[[Ending, str], OtherWork]


def run_watches(
    ending: Ending,
    settings_of: SettingsOf,
    telling: Settings,
    say: Callable[[str], None],
    *,
    once: bool = False,
    lease: float = LEASE,
    name: str = "",
    other: OtherWorkOf | None = None,
    **more: Any,
) -> None:
    """Run watches when they are due, and deliver messages, until the end; with `once` only what is due.

    `other` gives what is to be done besides, for a worker of a name; `more` is for the loop.
    """
    name, store = name or worker_name(), open_store()
    clock = store_clock(store)
    with WorkerSign(store, name, clock) as sign:
        tell = sign.saying(say)
        with open_workspace(notice=tell) as workspace:
            loop = WatchLoop(
                workspace,
                settings_of,
                telling,
                EndingRunner(ending, tell),
                clock,
                lease=lease,
                sleep=ending.sleep,
                worker=name,
                other=other(ending, name) if other else None,
                **more,
            )
            with contextlib.suppress(KeyboardInterrupt):
                loop.run(once=once)


def work(
    token: str,
    parent: int,
    flags: Mapping[str, Any],
    other: OtherWorkOf | None = None,
    *,
    once: bool = False,
    lease: float = LEASE,
) -> None:
    """Be one of the processes of a worker, until that ends."""
    place = Path(FILE_NAME)

    def settings_of(watch: StoredWatch, host: str) -> Settings:
        # There are as many of these processes as are to be busy: none needs further ones to read pages.
        alone = replace(watch, settings={"jobs": 1, **watch.settings})
        return settings_of_watch(alone, host, os.environ, place)

    telling = load(dict(flags), os.environ, place)
    say = partial(print, f"[{os.getpid()}]", file=sys.stderr, flush=True)
    run_watches(
        Ending(parent),
        settings_of,
        telling,
        say,
        once=once,
        lease=lease,
        name=worker_name(token),
        other=other,
    )


def keep_working(
    jobs: int,
    flags: Mapping[str, Any],
    other: OtherWorkOf | None = None,
    *,
    once: bool = False,
) -> None:
    """Keep so many processes working, until somebody ends this one; with `once` until nothing is due."""
    function = partial(work, once=once)
    with kept_processes([_kept(function, flags, other, once=once) for _ in range(jobs)]) as done:
        done.wait()


def _kept(
    function: Callable[..., None],
    flags: Mapping[str, Any],
    other: OtherWorkOf | None,
    *,
    once: bool,
) -> KeptProcess:
    """Return a process of a worker; what one was at that dies is gone on with at once."""
    token = secrets.token_hex(4)

    def lost(process: int) -> None:
        name, store = worker_name(token, process), open_store()
        with contextlib.suppress(StoreError), store.connection() as connection:
            free_runs(connection, name, store_clock(store)())
            forget_worker(connection, name)

    begin = (token, os.getpid(), dict(flags), other)
    return KeptProcess(function, lambda: begin, lost, may_end=once)
