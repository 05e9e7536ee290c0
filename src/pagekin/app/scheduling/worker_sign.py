"""The sign of life of a worker: a row that every machine sees, kept up to date from a thread of its own."""

import contextlib
import threading
from collections.abc import Callable
from typing import Self

from pagekin.app.scheduling.lease_keeper import CurrentTime
from pagekin.errors import StoreError
from pagekin.store.opening import Store
from pagekin.store.worker_rows import forget_worker, note_worker

EVERY = 10.0  # seconds between two signs
SILENT = 4 * EVERY  # after so many seconds without one, a worker is thought lost


class WorkerSign:
    """Shows that a worker is there for as long as the block lasts, and what it said last."""

    def __init__(self, store: Store, name: str, clock: CurrentTime) -> None:
        self._store = store
        self._name = name
        self._clock = clock
        self._said = ""
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="pagekin worker", daemon=True)

    def __enter__(self) -> Self:
        self._note()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over.set()
        self._thread.join()
        with contextlib.suppress(StoreError), self._store.connection() as connection:
            forget_worker(connection, self._name)

    def saying(self, say: Callable[[str], None]) -> Callable[[str], None]:
        """Return what says something, and has every machine see what was said last."""

        def both(text: str) -> None:
            self._said = text
            say(text)

        return both

    def _keep(self) -> None:
        while not self._is_over.wait(EVERY):
            self._note()

    def _note(self) -> None:
        # A store that cannot be reached now may be soon; until then, this worker looks lost, as it is.
        with contextlib.suppress(StoreError), self._store.connection() as connection:
            note_worker(connection, self._name, self._clock(), self._said)
