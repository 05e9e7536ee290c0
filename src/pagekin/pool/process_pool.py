"""A pool of processes that survives the loss of any of them.

`concurrent.futures` gives up on everything when one process dies. Here the pool is made anew, and what was lost is tried
again. What was at hand whenever processes died is tried alone in the end; if it ends its process even so, it is the cause
and gets an error, while all else goes on.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import cache, partial
from itertools import islice
from multiprocessing import util
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from pagekin.errors import ProcessLostError

T = TypeVar("T")
R = TypeVar("R")
_TOGETHER = 2  # losses of a process after which work is tried alone
_ALONE = 3  # losses alone after which the work itself is the cause


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


class _Work(Generic[R]):
    """A call to be made, and how often processes were lost over it."""

    def __init__(self, function: Callable[..., R], arguments: tuple[Any, ...]) -> None:
        self.function = function
        self.arguments = arguments
        self.losses = 0
        self.result: Future[R] = Future()


class ProcessPool:
    """Calls functions in other processes; everything that they get and return is pickled.

    Processes begin anew (`spawn`), know nothing of this one, and end with it, however it ends.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._lock = threading.Lock()
        self._together: ProcessPoolExecutor | None = None
        self._alone: ProcessPoolExecutor | None = None
        self._in_line: deque[_Work[Any]] = deque()  # to be tried alone; the first is being tried
        self._closed = False

    def call(self, function: Callable[..., R], *arguments: Any) -> "Future[R]":
        """Begin a call and return its result to come; ProcessLostError if no process survives it."""
        work = _Work(function, arguments)
        self._begin(work)
        return work.result

    def map(
        self, function: Callable[[T], R], things: Iterable[T], lost: Callable[[T], R]
    ) -> Iterator[R]:
        """Yield what a function makes of each thing, in order; only a few are taken ahead.

        For a thing that no process survives, `lost` says what is made of it.
        """
        left = iter(things)
        under_way: deque[tuple[T, Future[R]]] = deque()
        try:
            while True:
                for thing in islice(left, 3 * self.jobs - len(under_way)):
                    under_way.append((thing, self.call(function, thing)))
                if not under_way:
                    return
                thing, begun = under_way.popleft()
                try:
                    result = begun.result()
                except ProcessLostError:
                    result = lost(thing)
                yield result
        finally:
            for _, waiting in under_way:
                waiting.cancel()

    def close(self) -> None:
        """End all processes; calls that are under way are cancelled."""
        with self._lock:
            self._closed = True
            pools, self._together, self._alone = (self._together, self._alone), None, None
            waiting = list(self._in_line)
        for work in waiting:
            work.result.cancel()
        for pool in filter(None, pools):
            _end(pool)

    def _begin(self, work: "_Work[Any]") -> None:
        """Have a call made; one over which processes were lost waits until it can be tried alone."""
        if work.losses < _TOGETHER:
            self._submit(work, alone=False)
            return
        with self._lock:
            self._in_line.append(work)
            is_first = len(self._in_line) == 1
        if is_first:
            self._submit(work, alone=True)

    def _submit(self, work: "_Work[Any]", *, alone: bool) -> None:
        """Have a call made now, in a new pool if there is none or the last one broke."""
        while True:
            pool = self._pool(alone=alone)
            if pool is None:
                work.result.cancel()
                return
            try:
                begun = pool.submit(work.function, *work.arguments)
            except BrokenExecutor:
                self._give_up(pool)
            except RuntimeError:  # closed at this moment
                work.result.cancel()
                return
            else:
                begun.add_done_callback(partial(self._end, work, pool, alone))
                return

    def _end(
        self,
        work: "_Work[Any]",
        pool: ProcessPoolExecutor,
        alone: bool,  # noqa: FBT001 - a callback
        done: "Future[Any]",
    ) -> None:
        error = None if done.cancelled() else done.exception()
        again = isinstance(error, BrokenExecutor) and not work.result.cancelled()
        if isinstance(error, BrokenExecutor):
            self._give_up(pool)
            work.losses += 1
            if work.losses == _TOGETHER + _ALONE:
                again, error = (
                    False,
                    ProcessLostError("it ended each process that tried to read it"),
                )
        if not again:
            _settle(work.result, done, error)
        following = work if again else None
        if alone:
            with self._lock:
                if not again:
                    self._in_line.popleft()
                following = self._in_line[0] if self._in_line else None
        if following is not None:
            # Not here: the thread that tells of a loss has to end the lost pool.
            begin = partial(self._submit, alone=True) if alone else self._begin
            threading.Thread(target=begin, args=(following,), daemon=True).start()

    def _pool(self, *, alone: bool) -> ProcessPoolExecutor | None:
        with self._lock:
            if self._closed:
                return None
            if alone:
                self._alone = self._alone or _new_pool(1)
                return self._alone
            self._together = self._together or _new_pool(self.jobs)
            return self._together

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """Forget a broken pool."""
        with self._lock:
            if self._together is pool:
                self._together = None
            elif self._alone is pool:
                self._alone = None
        pool.shutdown(wait=False, cancel_futures=False)


def _settle(result: "Future[Any]", done: "Future[Any]", error: BaseException | None) -> None:
    """Hand a result on to whoever waits for it, if anybody still does."""
    if done.cancelled():
        result.cancel()
    elif result.set_running_or_notify_cancel():
        if error is None:
            result.set_result(done.result())
        else:
            result.set_exception(error)


@cache
def shared_pool(jobs: int) -> ProcessPool:
    """Return the pool of this process: it takes a while to start, and serves everything that comes after."""
    pool = ProcessPool(jobs)
    # Not by atexit, which processes that multiprocessing began do not call: they would wait for those of the pool for ever.
    util.Finalize(None, pool.close, exitpriority=1)
    return pool


def _new_pool(jobs: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin_process)
    # All are started before anybody watches over them: one that is started later might die unnoticed, while it keeps the
    # others from taking their work.
    vars(pool)["_safe_to_dynamically_spawn_children"] = False  # there is no other way to say so
    return pool


def _end(pool: ProcessPoolExecutor) -> None:
    """End a pool at once: what its processes are at is of no use any more."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - public from Python 3.14 on
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def _begin_process() -> None:
    """Leave Ctrl-C to the process that began this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
