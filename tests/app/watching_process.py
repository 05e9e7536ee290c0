"""A scheduler in a process of its own, to be killed where a test wants."""

import multiprocessing
import sys
from multiprocessing import forkserver
from pathlib import Path

from pagekin.app.run import WatchLoop
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.settings import Settings, load

# A server that has everything loaded forks the processes: they start at once.
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])
FAST = {"delay": 0, "retries": 0, "autothrottle": "no", "max_outage": 0, "concurrency": 1}


def run_what_is_due(environ, mail, now):
    """Run what is due at a time."""
    with open_workspace(None, environ) as workspace:
        loop = WatchLoop(
            workspace,
            lambda watch, host: load({**watch.settings, **FAST}, {}, None, host),
            Settings(**mail),
            QuietRunner(),
            lambda: now,
        )
        loop.run(once=True)


def start(*arguments):
    """Start that in a process."""
    sys.path.insert(0, str(Path(__file__).parent))  # for the process to find this module
    try:
        forkserver.ensure_running()
        process = _PROCESSES.Process(target=run_what_is_due, args=arguments, daemon=True)
        process.start()
    finally:
        sys.path.pop(0)
    return process
