"""Running asynchronous work from a command, so that one Ctrl-C ends it in good order."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import click

from pagekin.site import Stop

T = TypeVar("T")


def run(work: Callable[[Stop], Coroutine[Any, Any, T]], stop: Stop) -> T:
    """Run the work; the first Ctrl-C asks it to stop with what it has, the second kills it."""
    return asyncio.run(_stoppable(work, stop))


async def _stoppable(work: Callable[[Stop], Coroutine[Any, Any, T]], stop: Stop) -> T:
    loop = asyncio.get_running_loop()

    def on_interrupt() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        click.echo("stopping; once more Ctrl-C to break off", err=True)
        stop.interrupted.set()

    with contextlib.suppress(
        NotImplementedError, ValueError
    ):  # no signals here (a thread, Windows)
        loop.add_signal_handler(signal.SIGINT, on_interrupt)
    return await work(stop)
