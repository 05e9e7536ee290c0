"""Progress: live counts on a terminal, plain lines elsewhere; both on stderr."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

import click

from pagekin.lazy import lazy_module
from pagekin.site import Counts, Watch

# Who has no terminal need not wait for what draws on one.
_console = lazy_module("rich.console")
_live_display = lazy_module("rich.live")
_spinner = lazy_module("rich.spinner")

_PLAIN_EVERY = 10.0  # seconds between two plain lines
_LIVE_EVERY = 0.1


@contextlib.contextmanager
def progress(task: str) -> Iterator[Watch]:
    """Show how a traversal comes along, in the way that fits where stderr leads."""
    with _showing(task) as show:
        yield lambda counts: show(lambda: _line(task, counts))


@contextlib.contextmanager
def portions(task: str, things: str) -> Iterator[Callable[[int, int], None]]:
    """Show how many of a known number of things are done."""
    with _showing(task) as show:
        yield lambda done, of: show(lambda: f"{task}: {done:,} of {of:,} {things}")


@contextlib.contextmanager
def _showing(task: str) -> Iterator["_Throttled"]:
    if not sys.stderr.isatty():
        yield _Throttled(lambda line: click.echo(line, err=True), _PLAIN_EVERY)
        return
    spinner = _spinner.Spinner("dots", text=f"{task} …")
    with _live_display.Live(
        spinner, console=_console.Console(stderr=True), transient=True, refresh_per_second=10
    ):
        yield _Throttled(lambda line: spinner.update(text=line), _LIVE_EVERY)


class _Throttled:
    """Shows a line at most every so many seconds: a page takes less time than showing it."""

    def __init__(self, show: Callable[[str], object], seconds: float) -> None:
        self._show = show
        self._seconds = seconds
        self._shown = time.monotonic()

    def __call__(self, line: Callable[[], str]) -> None:
        now = time.monotonic()
        if now - self._shown >= self._seconds:
            self._shown = now
            self._show(line())


def _line(task: str, counts: Counts) -> str:
    parts = [f"{task}: {counts.pages:,} pages fetched"]
    parts += [f"{counts.targets:,} targets"] if counts.targets else []
    parts.append(f"{counts.queued:,} waiting")
    parts += [f"{counts.failed:,} failed"] if counts.failed else []
    return ", ".join(parts)
