"""Tries a fault: runs tests against a copy of the source with the fault in it.

A process that has loaded everything but pagekin waits for faults, and splits in two for each: that takes a
tenth of the time of starting anew. Only the copy's child ever loads pagekin, so no fault outlives its trial.
"""

import importlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue

import pytest

from bench.mutate.covering_tests import TimedTest
from bench.mutate.faults import HERE, Fault

_PATIENCE = 90.0  # seconds; a fault that makes the tests hang is noticed, too
_SLOWER = 4  # a busy machine is, than when the tests were timed
_NOTHING = {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
# Pytest would have liked to load its plugins itself.
_LOADED_BEFORE = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
_LOADED = (
    "aiohttp",
    "aiohttp.web",
    "brotli",
    "click.testing",
    "cryptography.x509",
    "django.db.models",
    "django.db.migrations",
    "django.db.backends.sqlite3.base",
    "hypothesis.strategies",
    "idna",
    "jsonschema",
    "lxml.html",
    "openpyxl",
    "phonenumbers",
    "protego",
    "psutil",
    "psycopg",
    "re2",
    "rich.console",
    "rich.progress",
    "rich.table",
    "tldextract",
    "w3lib.encoding",
    "w3lib.url",
    "warcio",
    "xlsxwriter",
)


class FaultTrials:
    """Processes that try faults, one each at a time."""

    def __init__(self, copies: list[Path], pipes: list[Connection]) -> None:
        self.hung = 0  # trials that did not end
        self._free: SimpleQueue[tuple[Path, Connection]] = SimpleQueue()
        for pair in zip(copies, pipes, strict=True):
            self._free.put(pair)

    def check(self, tests: list[TimedTest]) -> None:
        """End the run if tests fail without any fault: then what they notice means nothing."""
        copy, pipe = self._free.get()
        self._free.put((copy, pipe))
        pipe.send([(test.name, test.seconds) for test in tests])
        if any(pipe.recv()):
            raise SystemExit("the tests fail without any fault")

    def is_noticed(self, fault: Fault, tests: list[TimedTest]) -> bool:
        """Whether some test fails with the fault in place."""
        copy, pipe = self._free.get()
        file = copy / "pagekin" / fault.file
        text, times = file.read_bytes(), file.stat()
        try:
            file.write_bytes(fault.applied(text))
            os.utime(file, (times.st_atime, times.st_mtime + 10))  # or what was compiled would do
            pipe.send([(test.name, test.seconds) for test in tests])
            failed, hung = pipe.recv()
            self.hung += hung
            return bool(failed)
        finally:
            file.write_bytes(text)
            os.utime(file, (times.st_atime, times.st_mtime))
            self._free.put((copy, pipe))


@contextmanager
def fault_trials(folder: Path, jobs: int) -> Iterator[FaultTrials]:
    """Have as many processes as jobs, each with its copy of the source."""
    copies, pipes, processes = [], [], []
    context = get_context("spawn")
    for number in range(jobs):
        copy = folder / str(number) / "src"
        shutil.copytree(HERE / "src", copy)
        ours, theirs = context.Pipe()
        process = context.Process(target=_try_each, args=(copy, theirs))
        process.start()
        copies.append(copy)
        pipes.append(ours)
        processes.append(process)
    try:
        yield FaultTrials(copies, pipes)
    finally:
        for pipe, process in zip(pipes, processes, strict=True):
            pipe.send(None)
            process.join()


def _try_each(copy: Path, pipe: Connection) -> None:
    """Run the tests that come, until none come; answer whether one failed, and whether they hung."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.chdir(HERE)
    sys.dont_write_bytecode = True
    sys.path[:] = [str(copy), *(place for place in sys.path if Path(place) != HERE / "src")]
    os.environ |= {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in _LOADED:
        with suppress(ImportError):  # an extra that is not installed
            importlib.import_module(name)
    while (tests := pipe.recv()) is not None:
        limit = _PATIENCE + _SLOWER * sum(seconds for _, seconds in tests)
        pipe.send(_fails([name for name, _ in tests], limit, copy.parent / "tests"))


def _fails(names: list[str], limit: float, folder: Path) -> tuple[bool, bool]:
    """Return whether a test fails, and whether that is because the tests do not end."""
    child = os.fork()
    if not child:
        _run(names, folder)
    deadline = time.monotonic() + limit
    try:
        while time.monotonic() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status) not in _NOTHING, False
            time.sleep(0.02)
        return True, True
    finally:
        # Tests start processes that may outlive them; a hung test takes its own along.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def _run(names: list[str], folder: Path) -> None:
    """Run tests in a process of their own, and end it."""
    code = 1
    try:
        os.setsid()
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        files = list(dict.fromkeys(name.partition("::")[0] for name in names))
        options = [
            "-q",
            "-x",
            "-n",
            "0",
            "-p",
            "no:cacheprovider",
            "--tb=no",
            f"--basetemp={folder}",
        ]
        code = pytest.main([*options, *_LOADED_BEFORE, *files], plugins=[_Chosen(names)])
    finally:
        os._exit(code)


class _Chosen:
    """A plugin of pytest that runs the tests named, in that order."""

    def __init__(self, names: list[str]) -> None:
        self._places = {name: place for place, name in enumerate(names)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what was not asked for."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self._places),
            key=lambda item: self._places[item.nodeid],
        )
