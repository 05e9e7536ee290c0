"""Runs the steps of watches in a process of the console, and writes what they have to say to its log."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pagekin.app.step_runner import Step
    from pagekin.site import Counts, Stop

T = TypeVar("T")
_LOG = logging.getLogger("pagekin.watch")
_EVERY = 0.5  # seconds between two looks whether the end has come


class WatchRunner:
    """A runner whose steps end, to be continued later, when the process is to end."""

    def __init__(self, is_ending: Callable[[], bool]) -> None:
        self._is_ending = is_ending

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
                return await step(_nobody)
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
        """Write something to the log."""
        _LOG.info("%s", text)


def _nobody(counts: Counts) -> None:
    del counts
