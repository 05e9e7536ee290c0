"""Asynchronous work from ordinary code: an event loop in a thread of its own.

So it works whether or not the caller has an event loop already, as a notebook has.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from typing import Any, Self, TypeVar

from pagekin.site import Stop

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
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T], stop: Stop) -> T:
        """Wait for the work; the first Ctrl-C asks it to stop with what it has."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            self._loop.call_soon_threadsafe(stop.interrupted.set)
            return future.result()


def run(work: Callable[[Stop], Coroutine[Any, Any, T]], stop: Stop) -> T:
    """Do some work in the background and wait for it."""
    with Background() as background:
        return background.run(work(stop), stop)


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
