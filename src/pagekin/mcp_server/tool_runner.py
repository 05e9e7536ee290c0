"""Long work for an agent: progress as the protocol reports it, and an end when the call is cancelled."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import anyio
from mcp.server.mcpserver import Context

from pagekin.app.step_runner import Step
from pagekin.site import Counts, Stop

T = TypeVar("T")
_OFTEN = 0.5  # seconds between two reports of progress: as often as a person would look


class ToolRunner:
    """Runs steps in the worker thread of a tool; a call that is cancelled stops with what it has."""

    def __init__(self, context: Context[Any, Any]) -> None:
        self._context = context
        self._told = 0.0

    def run(self, name: str, step: Step[T], stop: Stop) -> T:
        """Run a step to its end, with reports of progress."""

        def watch(counts: Counts) -> None:
            if _is_cancelled():
                stop.interrupted.set()
            elif time.monotonic() - self._told > _OFTEN:
                self._told = time.monotonic()
                told = f"{name}: {counts.pages:,} pages, {counts.targets:,} like the sample"
                anyio.from_thread.run(self._context.report_progress, counts.pages, None, told)

        return asyncio.run(step(watch))

    def each(self, things: Iterable[T], stop: Stop) -> Iterator[T]:
        """Yield things until there are no more, or the call is cancelled."""
        for thing in things:
            yield thing
            if _is_cancelled():
                stop.interrupted.set()
                return

    def notice(self, text: str) -> None:
        """Say nothing: the result has what an agent needs to know."""


def _is_cancelled() -> bool:
    """Whether the agent has cancelled the call that this thread works for."""
    try:
        anyio.from_thread.check_cancelled()
    except anyio.get_cancelled_exc_class():
        return True
    return False
