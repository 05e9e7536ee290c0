"""Running work from a command: progress on stderr, and one Ctrl-C ends a step in good order."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine, Iterable, Iterator
from types import FrameType
from typing import Any, TypeVar

import click

from pagekin.app.step_runner import Step
from pagekin.cli.progress import progress
from pagekin.cli.terminal_texts import readable
from pagekin.site import Stop

T = TypeVar("T")
_STOPPING = "stopping; once more Ctrl-C to break off"


class TerminalRunner:
    """Runs the steps of a command; the first Ctrl-C asks one to stop with what it has, the second kills.

    What is done after the first one, to leave something whole, does not ask for a second and a third.
    """

    _is_stopping = False

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step, with progress on stderr."""
        with progress(name) as watch:
            return asyncio.run(self._stoppable(step(watch), stop))

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield things until Ctrl-C, which lets the one at hand be finished."""

        def on_interrupt(number: int, frame: FrameType | None) -> None:
            del number, frame
            signal.signal(signal.SIGINT, before)
            self._ask(stop)

        if self._is_stopping:
            yield from things
            return
        try:
            before = signal.signal(signal.SIGINT, on_interrupt)
        except ValueError:  # no signals in a thread
            yield from things
            return
        try:
            for thing in things:
                yield thing
                if stop.interrupted.is_set():
                    return
        finally:
            signal.signal(signal.SIGINT, before)

    def notice(self, text: str) -> None:
        """Print something in the middle of the work."""
        notice(text)

    def _ask(self, stop: Stop) -> None:
        """Ask a step to stop; from now on Ctrl-C kills."""
        self._is_stopping = True
        notice(_STOPPING)
        stop.interrupted.set()

    async def _stoppable(self, work: Coroutine[Any, Any, T], stop: Stop) -> T:
        loop = asyncio.get_running_loop()

        def on_interrupt() -> None:
            loop.remove_signal_handler(signal.SIGINT)
            self._ask(stop)

        # No signals in a thread, nor on Windows.
        with contextlib.suppress(NotImplementedError, ValueError):
            if not self._is_stopping:
                loop.add_signal_handler(signal.SIGINT, on_interrupt)
        return await work


def notice(text: str) -> None:
    """Print something on stderr."""
    click.echo(readable(text), err=True)
