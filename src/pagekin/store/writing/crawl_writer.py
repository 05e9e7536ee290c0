"""The writer: one thread that writes for an event loop, many results to a transaction.

`await writer.put(result)` waits only while too much is waiting already. Nothing is done until it is
committed: whoever is killed before has lost nothing but the work of fetching.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

from pagekin.errors import StoreError
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.page_results import Lease, PageResult, QueuedPage
from pagekin.store.writing.crawl_runs import OpenCrawl, finish
from pagekin.store.writing.recorder import WriteCounts
from pagekin.store.writing.transactions import Transactions, WriterTask

T = TypeVar("T")
LEASE_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """How a writer works; the defaults suit everybody."""

    most_waiting: int = 2000
    most_at_once: int = 500
    linger: float = 0.2  # seconds that a result waits for others to share a transaction with
    lease_seconds: float = LEASE_SECONDS
    patience: float = 3600.0  # seconds to wait for room on the disk, or for the server
    # Asked before another try: whether nobody wants to wait any longer.
    give_up: Callable[[], bool] | None = None
    # Called in the writer's thread before each commit: what the results refer to must be on disk by then.
    before_commit: Callable[[], None] | None = None
    # Told when the disk is full or the database busy, each time before another try.
    notice: Callable[[str], None] | None = None


class CrawlWriter:
    """Writes for one crawl, and hands out what it has to fetch.

    It lives from `start` to `close`, or as long as a `with` or `async with` block.
    """

    def __init__(
        self, store: Store, crawl: OpenCrawl, settings: WriterSettings | None = None
    ) -> None:
        self.crawl = crawl
        self.settings = settings or WriterSettings()
        self._work = Transactions(store, crawl, self.settings)
        self._queue: queue.SimpleQueue[PageResult | WriterTask[Any] | None] = queue.SimpleQueue()
        self._waiters: deque[Callable[[], object]] = deque()  # told when there may be room
        self._failure: StoreError | None = None
        self._thread = threading.Thread(target=self._run, name="pagekin-writer", daemon=True)

    @property
    def counts(self) -> WriteCounts:
        """What has been committed, and how many pages are waiting to be fetched."""
        return self._work.counts

    def start(self) -> None:
        """Open the database and begin to work."""
        self._work.open()
        self._thread.start()

    def close(self) -> None:
        """Write what is waiting, give leases back and stop; blocks until that is done."""
        if self._thread.is_alive():
            self.enqueue(None)
            self._thread.join()
        if self._failure:
            raise self._failure

    async def put(self, result: PageResult) -> None:
        """Hand a result over; waits while too much is waiting."""
        await self._enqueue(result)

    async def do(self, function: Callable[[Connection], T]) -> T:
        """Run a function in the writer's thread, after all that was put before; give what it gives.

        It may run again if its transaction has to be repeated.
        """
        task = WriterTask(function, Future())
        await self._enqueue(task)
        return await asyncio.wrap_future(task.future)

    async def add(self, entries: Iterable[QueuedPage]) -> int:
        """Add pages to the frontier that the crawl does not know yet; tell how many those were."""
        wanted = tuple(entries)
        return await self.do(lambda connection: self._work.add(connection, wanted))

    async def lease(self, count: int) -> list[Lease]:
        """Take the next pages to be fetched; none if there is nothing to fetch now."""
        return await self.do(lambda connection: self._work.lease(connection, count))

    async def take_up(self) -> list[Lease]:
        """Take what a crawl that was interrupted had taken and not done, in the same order."""
        return await self.do(self._work.take_up)

    async def give_back(self, urls: Sequence[str] | None = None) -> int:
        """Leave leased pages to others, by default all that were not put."""
        return await self.do(lambda connection: self._work.give_back(connection, urls))

    async def flush(self) -> None:
        """Wait until all that was put is committed."""
        await self.do(lambda _: None)

    async def finish(self) -> None:
        """Close the crawl, which must have nothing left to fetch."""
        await self.do(lambda connection: finish(connection, self.crawl))

    def enqueue(self, item: PageResult | WriterTask[Any] | None) -> None:
        """Hand something over from a thread without an event loop; blocks while too much is waiting."""
        self._check()
        while self._full:
            room = threading.Event()
            self._waiters.append(room.set)
            if self._full and not self._failure:
                room.wait()
            self._check()
        self._queue.put(item)
        self._check_failure()

    def call(self, function: Callable[[Connection], T]) -> T:
        """Do the same as `do`, from a thread without an event loop."""
        task = WriterTask(function, Future())
        self.enqueue(task)
        return task.future.result()

    async def _enqueue(self, item: PageResult | WriterTask[Any]) -> None:
        self._check()
        while self._full:
            loop = asyncio.get_running_loop()
            room: asyncio.Future[None] = loop.create_future()
            self._waiters.append(partial(loop.call_soon_threadsafe, _wake_up, room))
            if self._full and not self._failure:
                await room
            self._check()
        self._queue.put(item)
        self._check_failure()

    @property
    def _full(self) -> bool:
        """Whether enough is waiting; one more for each thread may slip in, which does no harm."""
        return self._queue.qsize() >= self.settings.most_waiting

    def _check_failure(self) -> None:
        if self._failure:
            raise self._failure

    def _check(self) -> None:
        self._check_failure()
        if not self._thread.is_alive():
            raise StoreError(
                "the writer is not at work: start it, and put nothing after closing it"
            )

    def _run(self) -> None:
        try:
            ended = False
            while not ended:
                items, ended = self._next()
                self._wake()
                if items:
                    self._work.commit(items)
        except Exception as error:  # noqa: BLE001 - the top of the thread: everybody who waits must hear of it
            self._fail(error)
        finally:
            self._work.close()

    def _next(self) -> tuple[list[PageResult | WriterTask[Any]], bool]:
        """Take what is waiting, at least one thing; tell whether that is all there will be.

        Results wait a moment for more: a transaction takes the disk as long for one as for many. Nobody
        waits for them, but for tasks somebody does.
        """
        item = self._queue.get()
        until = time.monotonic() + self.settings.linger
        items = []
        while item is not None:
            items.append(item)
            if len(items) == self.settings.most_at_once:
                return items, False
            if isinstance(item, WriterTask):
                until = 0.0
            try:
                item = self._queue.get(timeout=max(until - time.monotonic(), 0.0))
            except queue.Empty:
                return items, False
        return items, True

    def _wake(self) -> None:
        while self._waiters:
            with contextlib.suppress(RuntimeError):  # whose loop is closed waits no longer
                self._waiters.popleft()()

    def _fail(self, error: Exception) -> None:
        self._failure = error if isinstance(error, StoreError) else StoreError(f"writing: {error}")
        self._failure.__cause__ = error
        with contextlib.suppress(queue.Empty):
            while True:
                item = self._queue.get_nowait()
                if isinstance(item, WriterTask):
                    item.future.set_exception(self._failure)
        self._wake()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        await asyncio.to_thread(self.start)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.close)


def _wake_up(waiter: "asyncio.Future[None]") -> None:
    if not waiter.done():
        waiter.set_result(None)
