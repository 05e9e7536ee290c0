"""Tries a fault: runs tests against a copy of the source with the fault in it.

A process that has loaded the tests and pagekin waits for faults, and splits in two for each: the child gets the
fault into its loaded modules (`code_swap`), and only runs tests. What matters while modules are loaded is tried
by a child of another process, which has loaded everything but pagekin. No fault outlives its trial.
"""

import importlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue

import pytest

from bench.mutate.code_swap import swap_in
from bench.mutate.covering_tests import TimedTest
from bench.mutate.faults import HERE, Fault
from bench.mutate.own_folder import OwnFolder
from bench.mutate.waited_turns import waited_for_a_turn

_PATIENCE = 90.0  # seconds; a fault that makes the tests hang is noticed, too
_SLOWER = 4  # a busy machine is, than when the tests were timed
_NOTHING = {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
_CANNOT = 99  # exit code: the fault cannot be put into what is loaded
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


_OPTIONS = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--tb=no", *_LOADED_BEFORE)


@dataclass(frozen=True, slots=True)
class _Worker:
    """A copy of the source, and two processes that try faults in it."""

    copy: Path
    fresh: Connection  # to one that has not loaded pagekin
    loaded: Connection  # to one that has loaded pagekin and the tests


@dataclass(frozen=True, slots=True)
class _Trial:
    """What a process is asked for: a fault, the file without it, and tests with what they take."""

    fault: Fault | None
    text: bytes
    tests: Sequence[TimedTest]

    @property
    def limit(self) -> float:
        """How many seconds to wait for the tests to end."""
        return _PATIENCE + _SLOWER * sum(test.seconds for test in self.tests)


class FaultTrials:
    """Processes that try faults, one each at a time."""

    def __init__(self, workers: Sequence[_Worker]) -> None:
        self.hung = 0  # trials that did not end
        self._free: SimpleQueue[_Worker] = SimpleQueue()
        for worker in workers:
            self._free.put(worker)

    def check(self, tests: Sequence[TimedTest]) -> None:
        """End the run if tests fail without any fault: then what they notice means nothing."""
        worker = self._free.get()
        self._free.put(worker)
        for pipe in (worker.fresh, worker.loaded):
            pipe.send(_Trial(None, b"", tests))
            if any(pipe.recv()):
                raise SystemExit("the tests fail without any fault")

    def is_noticed(self, fault: Fault, tests: Sequence[TimedTest], *, at_loading: bool) -> bool:
        """Whether some test fails with the fault in place; `at_loading` says that it matters then."""
        worker = self._free.get()
        file = worker.copy / "pagekin" / fault.file
        text, times = file.read_bytes(), file.stat()
        try:
            file.write_bytes(fault.applied(text))
            os.utime(file, (times.st_atime, times.st_mtime + 10))  # or what was compiled would do
            return self._asked(worker, _Trial(fault, text, tests), at_loading=at_loading)
        finally:
            file.write_bytes(text)
            os.utime(file, (times.st_atime, times.st_mtime))
            self._free.put(worker)

    def _asked(self, worker: _Worker, trial: _Trial, *, at_loading: bool) -> bool:
        answer = None
        if not at_loading:
            worker.loaded.send(trial)
            answer = worker.loaded.recv()
        if answer is None:
            worker.fresh.send(trial)
            answer = worker.fresh.recv()
        failed, hung = answer
        self.hung += hung
        return bool(failed)


@contextmanager
def fault_trials(folder: Path, jobs: int, files: Sequence[str]) -> Iterator[FaultTrials]:
    """Have as many pairs of processes as jobs, each with its copy of the source, for the tests of some files."""
    with ExitStack() as stack:
        workers = []
        for number in range(jobs):
            copy = folder / str(number) / "src"
            shutil.copytree(HERE / "src", copy)
            fresh = stack.enter_context(_process(_try_anew, copy))
            loaded = stack.enter_context(_process(_try_loaded, copy, files))
            workers.append(_Worker(copy, fresh, loaded))
        yield FaultTrials(workers)


@contextmanager
def _process(work: Callable[..., None], copy: Path, *more: object) -> Iterator[Connection]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(copy, theirs, *more))
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        with suppress(BrokenPipeError):
            ours.send(None)
        process.join()


def _try_anew(copy: Path, pipe: Connection) -> None:
    """Run the tests that come, until none come; answer whether one failed, and whether they hung."""
    _prepare(copy)
    while (trial := pipe.recv()) is not None:
        names = [test.name for test in trial.tests]
        files = list(dict.fromkeys(name.partition("::")[0] for name in names))
        options = [*_OPTIONS, f"--basetemp={copy.parent / 'tests'}", *files]
        plugins = [_Chosen(names), OwnFolder(copy.parent / "folder")]
        code = _code_of(lambda: pytest.main(options, plugins=plugins), trial.limit)  # noqa: B023 - called at once
        pipe.send((code not in _NOTHING, code is None))


def _try_loaded(copy: Path, pipe: Connection, files: Sequence[str]) -> None:
    """Load all tests, then do as `_try_anew`; answer None where a fault cannot be put into what is loaded."""
    _prepare(copy)
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    options = [*_OPTIONS, f"--basetemp={copy.parent / 'loaded-tests'}", *files]
    pytest.main(options, plugins=[_Waiting(pipe), OwnFolder(copy.parent / "folder")])


def _prepare(copy: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.chdir(HERE)
    sys.dont_write_bytecode = True
    sys.path[:] = [str(copy), *(place for place in sys.path if Path(place) != HERE / "src")]
    os.environ |= {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in _LOADED:
        with suppress(ImportError):  # an extra that is not installed
            importlib.import_module(name)


def _code_of(run: Callable[[], int], limit: float) -> int | None:
    """Return the exit code of a child process that runs tests; None if it does not end."""
    child = os.fork()
    if not child:
        _run(run)
    began = time.monotonic()
    try:
        while time.monotonic() - began - waited_for_a_turn(child) < limit:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.02)
        return None
    finally:
        # Tests start processes that may outlive them; a hung test takes its own along.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def _run(run: Callable[[], int]) -> None:
    """Run tests in a process of their own, and end it."""
    code = 1
    try:
        os.setsid()
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        code = run()
    finally:
        os._exit(code)


class _Waiting:
    """A plugin of pytest that waits for trials when all tests are loaded."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Have each trial run by a child."""
        items = {item.nodeid: item for item in session.items}
        while (trial := self._pipe.recv()) is not None:
            chosen = [items[test.name] for test in trial.tests if test.name in items]
            code = _code_of(lambda: _run_items(session, trial, chosen), trial.limit)  # noqa: B023 - called at once
            self._pipe.send(None if code == _CANNOT else (code not in _NOTHING, code is None))
        return True


def _run_items(session: pytest.Session, trial: _Trial, items: Sequence[pytest.Item]) -> int:
    """Run tests until one fails, and let go of what they share."""
    if trial.fault is not None and not swap_in(trial.fault, trial.text):
        return _CANNOT
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            break
    code = pytest.ExitCode.TESTS_FAILED if session.testsfailed else pytest.ExitCode.OK
    with suppress(BaseException):  # what it does to fixtures of the whole run
        session.config.hook.pytest_sessionfinish(session=session, exitstatus=code)
    return code


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
