"""Transactions of a crawl's results, tried again as long as the trouble is one that passes."""

import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Generic, Protocol, TypeVar

from pagekin.errors import StoreError
from pagekin.store.database import Connection, connect_to_write
from pagekin.store.db_errors import database_errors, explain, explained, passes
from pagekin.store.lease_holder import LeaseHolder, forget_dead
from pagekin.store.opening import Store
from pagekin.store.page_results import Lease, PageResult, QueuedPage
from pagekin.store.writing.crawl_runs import OpenCrawl
from pagekin.store.writing.recorder import Recorder, WriteCounts

T = TypeVar("T")
_SWEEP_SECONDS = 15.0
_FIRST_STATISTICS = 1000  # pages that are done, or that are known
_LOOKED_UP = (
    "ANALYZE pagekin_page, pagekin_page_version, pagekin_record_set, pagekin_link_set, "
    "pagekin_crawl_page, pagekin_frontier"
)
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0


class HasTerms(Protocol):
    """What a writer's settings say about its transactions."""

    @property
    def lease_seconds(self) -> float:
        """How long a lease lasts without being renewed."""
        ...

    @property
    def patience(self) -> float:
        """How many seconds to go on trying before giving up."""
        ...

    @property
    def give_up(self) -> Callable[[], bool] | None:
        """Asked before another try: whether nobody wants to wait any longer."""
        ...

    @property
    def before_commit(self) -> Callable[[], None] | None:
        """Called before each commit."""
        ...

    @property
    def notice(self) -> Callable[[str], None] | None:
        """Told of trouble that makes the work wait."""
        ...


@dataclass(frozen=True, slots=True)
class WriterTask(Generic[T]):
    """A function to run within a transaction, and where its outcome goes once that is committed."""

    function: Callable[[Connection], T]
    future: Future[T]


class Transactions:
    """The database's side of a writer; used by one thread."""

    def __init__(self, store: Store, crawl: OpenCrawl, terms: HasTerms) -> None:
        self.counts = WriteCounts()
        self._store = store
        self._crawl = crawl
        self._terms = terms
        self._recorder = Recorder(crawl)
        self._change = WriteCounts()  # of the transaction under way
        self._connection: Connection
        self._owner: LeaseHolder
        self._swept = self._renewed = 0.0
        self._next_done = self._next_known = _FIRST_STATISTICS

    def open(self) -> None:
        """Connect, and take back what a dead process had leased."""
        with explained(str(self._store.location)):
            self._connection = connect_to_write(self._store.location)
            self._owner = LeaseHolder(self._store.location, self._connection)
            with self._connection.transaction():
                forget_dead(self._owner, self._connection)
                self._sweep(self._connection)
                left = self._recorder.frontier.left(self._connection)
        self.counts.queued = left.waiting + left.leased
        self._renewed = time.monotonic()

    def close(self) -> None:
        """Return what was leased and not done to the frontier, and disconnect."""
        # If even this fails, others see that this process is gone.
        with contextlib.suppress(*database_errors()), contextlib.closing(self._connection):
            if not self._connection.broken:
                self._recorder.frontier.give_back(self._connection, self._owner)
                self._owner.leave()

    def commit(self, items: Sequence[PageResult | WriterTask[Any]]) -> None:
        """Write down results and run tasks, in their order, in one transaction; tell the tasks' owners."""
        pause, patience = _FIRST_PAUSE, time.monotonic() + self._terms.patience
        while True:
            try:
                outcomes = self._attempt(items)
            except Exception as error:
                self._recorder.forget()
                is_over = time.monotonic() > patience or self._is_given_up()
                if not passes(error) or is_over:
                    failure = explain(error, str(self._store.location))
                    _tell(items, failure)
                    raise failure from error
                self._wait(error, pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                break
        self.counts.add(self._change)
        self._keep_statistics()
        for task, outcome in outcomes:
            if isinstance(outcome, StoreError):
                task.future.set_exception(outcome)
            else:
                task.future.set_result(outcome)

    def add(self, connection: Connection, entries: Sequence[QueuedPage]) -> int:
        """Add to the frontier, within a transaction."""
        added = self._recorder.frontier.add(connection, entries)
        self._change.queued += added
        return added

    def lease(self, connection: Connection, count: int) -> list[Lease]:
        """Lease from the frontier, within a transaction."""
        if time.monotonic() > self._swept + _SWEEP_SECONDS:
            self._sweep(connection)
        frontier, seconds = self._recorder.frontier, self._terms.lease_seconds
        return frontier.lease(connection, self._owner, count, seconds)

    def take_up(self, connection: Connection) -> list[Lease]:
        """Lease once more what was leased and not done, within a transaction."""
        return self._recorder.frontier.take_up(connection, self._owner, self._terms.lease_seconds)

    def give_back(self, connection: Connection, urls: Sequence[str] | None) -> int:
        """Return leases to the frontier, within a transaction."""
        return self._recorder.frontier.give_back(connection, self._owner, urls)

    def _attempt(
        self, items: Sequence[PageResult | WriterTask[Any]]
    ) -> list[tuple[WriterTask[Any], Any]]:
        if self._connection.broken:
            self._connection = connect_to_write(self._store.location)
            self._owner.take_lock(self._connection)
        self._change = WriteCounts()
        outcomes: list[tuple[WriterTask[Any], Any]] = []
        with self._connection.transaction():
            for is_task, some in groupby(items, lambda item: isinstance(item, WriterTask)):
                if not is_task:
                    results = [item for item in some if isinstance(item, PageResult)]
                    self._change.add(self._recorder.record(self._connection, results))
                    continue
                tasks = [item for item in some if isinstance(item, WriterTask)]
                outcomes += [(task, self._outcome(task)) for task in tasks]
            self._renew()
            if self._terms.before_commit:
                self._terms.before_commit()
        return outcomes

    def _outcome(self, task: WriterTask[Any]) -> Any:
        try:
            return task.function(self._connection)
        except (
            StoreError
        ) as error:  # of the task's own making: the results beside it are none the worse
            return error

    def _renew(self) -> None:
        seconds = self._terms.lease_seconds
        if time.monotonic() > self._renewed + seconds / 3:
            self._recorder.frontier.renew(self._connection, self._owner, seconds)
            self._renewed = time.monotonic()

    def _keep_statistics(self) -> None:
        """Have PostgreSQL count again when there is much more; what it takes for small it reads whole."""
        done, known = self.counts.done, self.counts.done + self.counts.queued
        if self._connection.postgres and (done >= self._next_done or known >= self._next_known):
            self._next_done = max(10 * done, _FIRST_STATISTICS)
            self._next_known = 10 * known
            with contextlib.suppress(*database_errors()):  # it is a help, no more
                self._connection.execute(_LOOKED_UP)

    def _sweep(self, connection: Connection) -> None:
        self._recorder.frontier.sweep(connection, self._owner)
        self._swept = time.monotonic()

    def _is_given_up(self) -> bool:
        return self._terms.give_up is not None and self._terms.give_up()

    def _wait(self, error: Exception, seconds: float) -> None:
        if self._terms.notice:
            self._terms.notice(f"{explain(error, str(self._store.location))}; trying again")
        time.sleep(seconds)


def _tell(items: Sequence[PageResult | WriterTask[Any]], failure: StoreError) -> None:
    for item in items:
        if isinstance(item, WriterTask):
            item.future.set_exception(failure)
