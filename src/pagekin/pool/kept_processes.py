"""Processes that are to be there all the time: one that dies is started again, and all end in good order."""

import contextlib
import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

_SPAWN = multiprocessing.get_context("spawn")
_LOOK_AGAIN = 0.5  # seconds between two looks whether all processes live
_AGAIN_AFTER = 2.0  # seconds until a process that has died is started again: it may die at once
_PATIENCE = 30.0  # seconds for a process to write down what it has, before it is killed


class KeptProcess:
    """A process that calls a function; `begin` gives its arguments anew for each start."""

    def __init__(
        self,
        function: Callable[..., None],
        begin: Callable[[], tuple[object, ...]],
        lost: Callable[[int], None] = lambda _: None,
        *,
        may_end: bool = False,
    ) -> None:
        self._function = function
        self._begin = begin
        self._may_end = may_end  # by itself, if there is nothing left to do
        self.lost = lost  # called with its id when it was found dead
        self.process: SpawnProcess

    def start(self) -> None:
        """Start the process."""
        self.process = _SPAWN.Process(target=self._function, args=self._begin())
        self.process.start()

    @property
    def has_ended_well(self) -> bool:
        """Whether it came to its end, as it may."""
        return self._may_end and self.process.exitcode == 0


@contextlib.contextmanager
def kept_processes(kept: Sequence[KeptProcess]) -> Iterator[threading.Event]:
    """Keep processes running until the block ends; the event that it yields is set if all have ended well."""
    over, done = threading.Event(), threading.Event()
    for one in kept:
        one.start()
    watching = threading.Thread(target=_keep_all, args=(kept, over, done), daemon=True)
    watching.start()
    try:
        yield done
    finally:
        over.set()
        watching.join()
        for one in kept:
            one.process.terminate()
        until = time.monotonic() + _PATIENCE
        for one in kept:
            one.process.join(max(until - time.monotonic(), 0))
            one.process.kill()


def _keep_all(kept: Sequence[KeptProcess], over: threading.Event, done: threading.Event) -> None:
    while not over.wait(_LOOK_AGAIN):
        if all(one.has_ended_well for one in kept):
            done.set()
            return
        for one in kept:
            if not one.process.is_alive() and not one.has_ended_well:
                one.lost(one.process.pid or 0)
                if over.wait(_AGAIN_AFTER):
                    return
                one.start()
