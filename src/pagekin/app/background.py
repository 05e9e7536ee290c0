"""Asynchronous work from ordinary code: an event loop in a thread of its own.

So it works whether or not the caller has an event loop already, as a notebook has.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Iterator
from typing import Any, Self, TypeVar

from pagekin.app.step_runner import Step, nobody
from pagekin.site import Stop, Watch

T = TypeVar("T")


class Background:
    """An event loop that runs for as long as the block lasts."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="pagekin", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        ending = self._loop.shutdown_default_executor()
        asyncio.run_coroutine_threadsafe(ending, self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def call_soon(self, function: Callable[[], object]) -> None:
        """Have something done in the event loop."""
        self._loop.call_soon_threadsafe(function)

    def run(self, work: Coroutine[Any, Any, T], stop: Stop) -> T:
        """Wait for the work; the first Ctrl-C asks it to stop with what it has."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            self.call_soon(stop.interrupted.set)
            return future.result()


class BackgroundRunner:
    """Runs steps in the background and waits for them; `stop()` interrupts the one under way."""

    def __init__(self, watch: Watch | None = None) -> None:
        self._watch = watch or nobody
        self._interrupt: Callable[[], object] | None = None

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step to its end."""
        del name
        with Background() as background:
            self._interrupt = lambda: background.call_soon(stop.interrupted.set)
            try:
                return background.run(step(self._watch), stop)
            finally:
                self._interrupt = None

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield all things."""
        del stop
        return iter(things)

    def notice(self, text: str) -> None:
        """Say nothing: a program has other ways to know."""

    def stop(self) -> None:
        """Ask the step under way to end with what it has."""
        if self._interrupt:
            self._interrupt()


def iterate(work: Callable[[Stop], AsyncGenerator[T, None]], stop: Stop) -> Iterator[T]:
    """Go through what comes in the background, at the speed of whoever takes it."""
    with Background() as background:
        things = work(stop)
        try:
            while True:
                try:
                    yield background.run(anext(things), stop)
                except StopAsyncIteration:
                    return
        finally:
            background.run(things.aclose(), stop)
