"""Workers: processes that carry out the runs that are due, on any number of machines that share a store.

The runs of the store are the queue (`store.writing.watch_runs`): a run is taken by one worker, held by a lease, and
carried on by another if that one dies. Each process has one run at a time; crawls are made inside it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagekin.app.run import WatchLoop
from pagekin.app.scheduling.ending import Ending, EndingRunner
from pagekin.app.scheduling.scheduler import LEASE, store_clock
from pagekin.app.sites.crawler_settings import settings_of_watch
from pagekin.app.storing.workspace import open_workspace
from pagekin.pool.kept_processes import KeptProcess, kept_processes
from pagekin.settings import FILE_NAME, Settings, load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pagekin.app.scheduling.run_cycle import SettingsOf
    from pagekin.store.reading.watches import StoredWatch


def run_watches(
    ending: Ending,
    settings_of: SettingsOf,
    telling: Settings,
    say: Callable[[str], None],
    *,
    once: bool = False,
    lease: float = LEASE,
) -> None:
    """Run watches when they are due, and deliver messages, until the end; with `once` only what is due."""
    with open_workspace(notice=say) as workspace:
        clock, runner = store_clock(workspace.store), EndingRunner(ending, say)
        loop = WatchLoop(
            workspace, settings_of, telling, runner, clock, lease=lease, sleep=ending.sleep
        )
        with contextlib.suppress(KeyboardInterrupt):
            loop.run(once=once)


def work(
    parent: int, flags: Mapping[str, Any], *, once: bool = False, lease: float = LEASE
) -> None:
    """Be one of the processes of a worker, until that ends."""
    place = Path(FILE_NAME)

    def settings_of(watch: StoredWatch, host: str) -> Settings:
        # There are as many of these processes as are to be busy: none needs further ones to read pages.
        alone = replace(watch, settings={"jobs": 1, **watch.settings})
        return settings_of_watch(alone, host, os.environ, place)

    telling = load(dict(flags), os.environ, place)
    say = partial(print, f"[{os.getpid()}]", file=sys.stderr, flush=True)
    run_watches(Ending(parent), settings_of, telling, say, once=once, lease=lease)


def keep_working(jobs: int, flags: Mapping[str, Any], *, once: bool = False) -> None:
    """Keep so many processes working, until somebody ends this one; with `once` until nothing is due."""
    begin = partial(work, once=once)
    kept = [
        KeptProcess(begin, lambda: (os.getpid(), dict(flags)), may_end=once) for _ in range(jobs)
    ]
    with kept_processes(kept) as done:
        done.wait()
