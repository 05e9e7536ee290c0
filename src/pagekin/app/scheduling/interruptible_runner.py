"""A runner whose steps somebody else may interrupt: the thread that finds that a run is no longer ours."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from pagekin.app.step_runner import Step, StepRunner
from pagekin.site import Stop, Watch

T = TypeVar("T")


class InterruptibleRunner:
    """Runs steps by another runner, and remembers whether and by whom one was interrupted."""

    def __init__(self, inner: StepRunner) -> None:
        self._inner = inner
        self._interrupt: Callable[[], object] | None = None
        self.is_lost = False  # the run is another worker's, or its watch was stopped
        self.is_ended = False  # a person wants an end

    def lose(self) -> None:
        """Interrupt the step under way; may be called from any thread."""
        self.is_lost = True
        interrupt = self._interrupt
        if interrupt:
            interrupt()

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step to its end, or until somebody interrupts it."""

        async def work(watch: Watch) -> T:
            loop = asyncio.get_running_loop()
            self._interrupt = lambda: loop.call_soon_threadsafe(stop.interrupted.set)
            if self.is_lost:
                stop.interrupted.set()
            try:
                return await step(watch)
            finally:
                self._interrupt = None

        try:
            return self._inner.run(name, work, stop)
        finally:
            self.is_ended = self.is_ended or (stop.interrupted.is_set() and not self.is_lost)

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield things until there are no more, or an interruption."""
        return self._inner.each(things, stop)

    def notice(self, text: str) -> None:
        """Tell people something in the middle of the work."""
        self._inner.notice(text)
