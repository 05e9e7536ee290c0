"""When to stop a traversal, and the counts for those who watch it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class SeenKind(NamedTuple):
    """URLs that look alike: how many are known, how many of them were looked at, and how many are targets."""

    shape: str
    known: int
    looked_at: int
    targets: int


@dataclass(slots=True)
class Counts:
    """How far a traversal has come."""

    pages: int = 0  # fetched and looked at
    targets: int = 0
    failed: int = 0
    queued: int = 0  # known, but not fetched yet
    kinds: tuple[SeenKind, ...] = ()  # the site as it is known by now, if the traversal sorts it


INTERRUPTED = "interrupted"
Watch = Callable[[Counts], None]


@dataclass(slots=True)
class Stop:
    """The Stop function of Figure 3: limits on pages, depth and seconds, and a person's wish to stop.

    A limit of 0 means none. The clock starts when the object is made.
    """

    max_pages: int = 0
    max_depth: int = 0
    max_seconds: float = 0.0
    interrupted: asyncio.Event = field(default_factory=asyncio.Event)
    enough: str = ""  # why somebody has seen enough
    _started: float = field(default_factory=time.monotonic)

    @property
    def seconds_left(self) -> float | None:
        """The time that is left; None without a limit."""
        return self.max_seconds - self.seconds if self.max_seconds else None

    @property
    def seconds(self) -> float:
        """The time that has passed."""
        return time.monotonic() - self._started

    async def waits_for(self, task: "asyncio.Future[Any]") -> bool:
        """Wait until a task is done, and return True; False if it is time to stop before."""
        if task.done():
            return True
        interrupted = asyncio.ensure_future(self.interrupted.wait())
        left = self.seconds_left
        try:
            await asyncio.wait(
                (task, interrupted),
                timeout=None if left is None else max(left, 0.0),
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            interrupted.cancel()
        if self.interrupted.is_set():  # then this may be the last wait, and nobody else lets it end
            await asyncio.wait((interrupted,))
        return task.done()

    def reason(self, pages: int) -> str | None:
        """Return why to stop now, after so many pages; None to go on."""
        if self.interrupted.is_set():
            return INTERRUPTED
        if self.enough:
            return self.enough
        if self.max_pages and pages >= self.max_pages:
            return f"{self.max_pages} pages fetched (--max-pages)"
        if self.max_seconds and self.seconds >= self.max_seconds:
            return f"{self.max_seconds:g} seconds passed (--max-seconds)"
        return None

    @property
    def at_depth(self) -> str:
        """Why something was not seen that is too deep."""
        return f"links further than {self.max_depth} from the entry were not followed (--max-depth)"

    def too_deep(self, depth: int) -> bool:
        """Return whether a page this many links from the entry is beyond the limit."""
        return bool(self.max_depth) and depth > self.max_depth
