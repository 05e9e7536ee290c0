"""A bound on the memory of all pages that are alive at once, however many are fetched ahead.

A page counts from before it is parsed until nobody has it any more. As long as there is plenty of room nobody
waits. Otherwise pages get room in the order in which they were asked for. That is the order in which they are
decided about, so that no page waits for room that only a later one can make. One that is larger than all the room
waits until it is alone.
"""

import asyncio
import itertools
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryFile
from types import TracebackType
from typing import Self

from pagekin.dom import Page
from pagekin.dom.page_limits import tree_size_within_limits

# Bodies above this are parsed in a thread, so that other downloads go on meanwhile.
_LARGE = 256 * 1024
# Bodies up to this are not looked at to tell what they need: as many as are fetched ahead by default fit into half
# of the default room even so.
_SMALL = 128 * 1024
_FACTOR = 60  # bytes of memory for a byte of them, at the most
_OVERHEAD = 1.3  # what is made of a tree, such as links
_COPIES = 3  # of a body, while it is parsed
_STEP = 0.02  # seconds between two looks at the room
_PATIENCE = 50  # looks of the first in line; then it goes ahead, since somebody keeps the pages

Parse = Callable[[bytes], Page]


class PageMemory:
    """The room for the pages of a site, in bytes; 0 means no bound."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._numbers = itertools.count()
        self._alive: dict[int, int] = {}  # bytes, by the number of the turn
        self._waiting: set[int] = set()  # turns that have got no room yet
        # One thread: memory that another thread has freed is not always used again.
        self._thread = ThreadPoolExecutor(1, "pagekin-parse")

    @property
    def used(self) -> int:
        """The bytes of all pages that are alive."""
        return sum(list(self._alive.values()))

    def turn(self) -> "Turn":
        """Return a turn for a page that is asked for now."""
        return Turn(self, next(self._numbers))

    def begin(self, turn: int) -> None:
        """Line up."""
        self._waiting.add(turn)

    def end(self, turn: int) -> None:
        """Leave the line, with room or without."""
        self._waiting.discard(turn)

    def take(self, turn: int, size: int) -> None:
        """Take room, and leave the line."""
        self._alive[turn] = size
        self.end(turn)

    def leave(self, turn: int) -> None:
        """Give room back; any thread may do so."""
        self._alive.pop(turn, None)

    def has_plenty(self, size: int) -> bool:
        """Return whether there is room enough that nobody has to wait."""
        return not self._room or self.used + size <= self._room // 2

    def is_first(self, turn: int) -> bool:
        """Return whether all who asked earlier have their room, or need none."""
        return min(self._waiting, default=turn) >= turn

    def has_room(self, size: int) -> bool:
        """Return whether a page fits, or would be alone."""
        used = self.used
        return not used or used + size <= self._room

    async def parse(self, body: bytes, parse: Parse) -> Page:
        """Parse a page, a large one in a thread."""
        if len(body) <= _LARGE:
            return parse(body)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, parse, body)

    def close(self) -> None:
        """Parse nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


class Turn:
    """The turn of a page that was asked for: a context, within which it may get room and be parsed."""

    def __init__(self, memory: PageMemory, number: int) -> None:
        self._memory = memory
        self._number = number

    def __enter__(self) -> Self:
        self._memory.begin(self._number)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._memory.end(self._number)

    async def page(self, bodies: list[bytes], parse: Parse) -> Page:
        """Parse a body when there is room for it; `bodies` holds it, and nothing afterwards."""
        body = bodies.pop()
        size = memory_for(body)
        if not self._memory.has_plenty(size):
            with TemporaryFile() as file:
                file.write(body)
                del body
                await self._wait(size)
                file.seek(0)
                body = file.read()
        self._memory.take(self._number, size)
        try:
            page = await self._memory.parse(body, parse)
        except BaseException:
            self._memory.leave(self._number)
            raise
        weakref.finalize(page, self._memory.leave, self._number).atexit = False
        return page

    async def _wait(self, size: int) -> None:
        memory, patience = self._memory, _PATIENCE
        while not memory.has_plenty(size):
            if memory.is_first(self._number):
                patience -= 1
                if patience < 0 or memory.has_room(size):
                    return
            await asyncio.sleep(_STEP)


def memory_for(body: bytes) -> int:
    """Return how many bytes of memory a page needs, at the most."""
    if len(body) <= _SMALL:
        return _FACTOR * len(body)
    return int(_OVERHEAD * tree_size_within_limits(body)) + _COPIES * len(body)
