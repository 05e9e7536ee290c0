"""Progress: live counts on a terminal, plain lines elsewhere; both on stderr."""

import contextlib
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

import click

from pagekin.lazy import lazy_module
from pagekin.site import Counts, Watch

# Who has no terminal need not wait for what draws on one.
_console = lazy_module("rich.console")
_live_display = lazy_module("rich.live")
_spinner = lazy_module("rich.spinner")

_PLAIN_EVERY = 10.0  # seconds between two plain lines
_NAMED_AFTER = 3.0
_LIVE_EVERY = 0.1
_MARKS = 30  # seconds that tell how quick it is


@contextlib.contextmanager
def progress(task: str) -> Iterator[Watch]:
    """Show how a traversal comes along, in the way that fits where stderr leads."""
    pace = Pace(time.monotonic)
    with _showing(task) as show:

        def see(counts: Counts) -> None:
            pace.see(counts.pages)
            show(lambda: _line(task, counts, pace))

        yield see


@contextlib.contextmanager
def portions(task: str, things: str) -> Iterator[Callable[[int, int], None]]:
    """Show how many of a known number of things are done."""
    with _showing(task) as show:
        yield lambda done, of: show(lambda: f"{task}: {done:,} of {of:,} {things}")


@contextlib.contextmanager
def _showing(task: str) -> Iterator["_Throttled"]:
    if not sys.stderr.isatty():
        # A task may have nothing to count: it is named once it takes long.
        naming = threading.Timer(_NAMED_AFTER, lambda: click.echo(f"{task} …", err=True))
        naming.daemon = True
        naming.start()
        try:
            yield _Throttled(lambda line: click.echo(line, err=True), _PLAIN_EVERY)
        finally:
            naming.cancel()
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


class Pace:
    """How quickly pages come, judged by the last half minute or so."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._marks: deque[tuple[float, int]] = deque(maxlen=_MARKS)

    def see(self, pages: int) -> None:
        """Note how many pages there are, once a second."""
        now = self._clock()
        if not self._marks or now - self._marks[-1][0] >= 1.0:
            self._marks.append((now, pages))

    @property
    def per_second(self) -> float:
        """The pages in a second; 0 while that is not known."""
        if len(self._marks) < 2:
            return 0.0
        (began, first), (now, last) = self._marks[0], self._marks[-1]
        return max(last - first, 0) / (now - began)

    def told(self, queued: int) -> list[str]:
        """Say how quick it is, and how long what is known to wait will take."""
        rate = self.per_second
        if not rate:
            return []
        told = [f"{rate:,.1f} a second" if rate < 10 else f"{rate:,.0f} a second"]
        return [*told, f"about {_duration(queued / rate)} for these"] if queued else told


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"


def _line(task: str, counts: Counts, pace: Pace) -> str:
    done = "rows" if task == "writing" else "pages fetched"
    parts = [f"{task}: {counts.pages:,} {done}"]
    parts += [f"{counts.targets:,} targets"] if counts.targets else []
    parts += [f"{counts.queued:,} waiting"] if counts.queued else []
    parts += [f"{counts.failed:,} failed"] if counts.failed else []
    return ", ".join([*parts, *pace.told(counts.queued)])
