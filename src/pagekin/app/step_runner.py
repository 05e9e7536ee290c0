"""The port through which long work is watched and interrupted, whoever has asked for it.

The command line shows progress and listens for Ctrl-C, the Python API waits in the caller's thread; a
scheduler or a console would write the counts down. What they call is the same.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from pagekin.site import Counts, Stop, Watch

T = TypeVar("T")
Step = Callable[[Watch], Coroutine[Any, Any, T]]


class StepRunner(Protocol):
    """Runs the steps of some work for whoever waits for it."""

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step to its end; setting `stop.interrupted` asks it to end with what it has."""
        ...

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield things until there are no more, or an interruption, which sets `stop.interrupted`."""
        ...

    def notice(self, text: str) -> None:
        """Tell people something in the middle of the work."""
        ...


class QuietRunner:
    """Runs steps in this thread, shows nothing and hears of no interruption."""

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step to its end."""
        del name, stop
        return asyncio.run(step(nobody))

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield all things."""
        del stop
        return iter(things)

    def notice(self, text: str) -> None:
        """Say nothing."""


def nobody(_: Counts) -> None:
    """Watch nothing."""
