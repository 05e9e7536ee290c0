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
    """Runs the steps of a command; the first Ctrl-C asks one to stop with what it has, the second kills."""

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step, with progress on stderr."""
        with progress(name) as watch:
            return asyncio.run(_stoppable(step(watch), stop))

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield things until Ctrl-C, which lets the one at hand be finished."""

        def on_interrupt(number: int, frame: FrameType | None) -> None:
            del number, frame
            signal.signal(signal.SIGINT, before)
            self.notice(_STOPPING)
            stop.interrupted.set()

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


def notice(text: str) -> None:
    """Print something on stderr."""
    click.echo(readable(text), err=True)


async def _stoppable(work: Coroutine[Any, Any, T], stop: Stop) -> T:
    loop = asyncio.get_running_loop()

    def on_interrupt() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        click.echo(_STOPPING, err=True)
        stop.interrupted.set()

    with contextlib.suppress(
        NotImplementedError, ValueError
    ):  # no signals here (a thread, Windows)
        loop.add_signal_handler(signal.SIGINT, on_interrupt)
    return await work
