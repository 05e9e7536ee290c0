"""Running work from a command, so that one Ctrl-C ends it in good order."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine, Iterable, Iterator
from types import FrameType
from typing import Any, TypeVar

import click

from pagekin.cli.terminal_texts import readable
from pagekin.site import Stop

T = TypeVar("T")
_STOPPING = "stopping; once more Ctrl-C to break off"


def run(work: Callable[[Stop], Coroutine[Any, Any, T]], stop: Stop) -> T:
    """Run the work; the first Ctrl-C asks it to stop with what it has, the second kills it."""
    return asyncio.run(_stoppable(work, stop))


async def _stoppable(work: Callable[[Stop], Coroutine[Any, Any, T]], stop: Stop) -> T:
    loop = asyncio.get_running_loop()

    def on_interrupt() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        click.echo(_STOPPING, err=True)
        stop.interrupted.set()

    with contextlib.suppress(
        NotImplementedError, ValueError
    ):  # no signals here (a thread, Windows)
        loop.add_signal_handler(signal.SIGINT, on_interrupt)
    return await work(stop)


def notice(text: str) -> None:
    """Tell people something in the middle of the work."""
    click.echo(readable(text), err=True)


def until_interrupted(things: Iterable[T], stop: Stop) -> Iterator[T]:
    """Go through things until Ctrl-C, which lets the one at hand be finished; the second breaks off."""

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        del number, frame
        signal.signal(signal.SIGINT, before)
        click.echo(_STOPPING, err=True)
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
