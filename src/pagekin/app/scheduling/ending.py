"""The end of a process that works in the background: how it is asked for, and how steps hear of it."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from typing import TYPE_CHECKING, TypeVar

from pagekin.app.step_runner import nobody

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pagekin.app.step_runner import Step
    from pagekin.site import Stop

T = TypeVar("T")
_EVERY = 0.5  # seconds between two looks whether the end has come


class Ending:
    """Whether this process is to end: by a signal, or because the one that started it is gone."""

    def __init__(self, parent: int) -> None:
        self._parent = parent
        self._event = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._event.set())

    def __call__(self) -> bool:
        """Whether the end has come."""
        return self._event.is_set() or os.getppid() != self._parent

    def wait(self, seconds: float) -> bool:
        """Wait, and return whether the end has come."""
        return self._event.wait(seconds) or self()

    def sleep(self, seconds: float) -> None:
        """Wait; raise KeyboardInterrupt when the end has come."""
        until = time.monotonic() + seconds
        while not self.wait(min(1.0, max(until - time.monotonic(), 0))):
            if time.monotonic() >= until:
                return
        raise KeyboardInterrupt


class EndingRunner:
    """A runner whose steps end, to be continued later, when the process is to end."""

    def __init__(self, is_ending: Callable[[], bool], say: Callable[[str], None]) -> None:
        self._is_ending = is_ending
        self._say = say

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step to its end, or until the process is to end."""
        del name

        async def listen() -> None:
            while not self._is_ending():  # noqa: ASYNC110 - a signal sets it, or the end of a process
                await asyncio.sleep(_EVERY)
            stop.interrupted.set()

        async def work() -> T:
            listening = asyncio.create_task(listen())
            try:
                return await step(nobody)
            finally:
                listening.cancel()

        return asyncio.run(work())

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield things until there are no more, or the process is to end."""
        for thing in things:
            yield thing
            if self._is_ending():
                stop.interrupted.set()
                return

    def notice(self, text: str) -> None:
        """Say something in the middle of the work."""
        self._say(text)
