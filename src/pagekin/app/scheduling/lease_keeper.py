"""Keeps the lease of a run alive while a worker is busy with it, from a thread of its own."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Self

from pagekin.errors import StoreError
from pagekin.store.opening import Store
from pagekin.store.writing.watch_runs import RunClaim, renew_lease

CurrentTime = Callable[[], float]


class LeaseKeeper:
    """Renews the lease of the run at hand, three times before it would end."""

    def __init__(self, store: Store, clock: CurrentTime, seconds: float) -> None:
        self._store = store
        self._clock = clock
        self._seconds = seconds
        self._held: tuple[RunClaim, Callable[[], None]] | None = None
        self._is_over = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._keep, name="pagekin leases", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over.set()
        self._thread.join()

    @contextlib.contextmanager
    def holding(self, claim: RunClaim, lost: Callable[[], None]) -> Iterator[None]:
        """Renew the lease of a run during the block; `lost` is called if that is refused."""
        with self._lock:
            self._held = claim, lost
        try:
            yield
        finally:
            with self._lock:
                self._held = None

    def _keep(self) -> None:
        while not self._is_over.wait(self._seconds / 3):
            with self._lock:
                held = self._held
            # A store that cannot be reached now may be soon; if not, the lease ends, and the run is
            # carried on by whoever reaches it.
            with contextlib.suppress(StoreError):
                if held and not self._renewed(held[0]):
                    held[1]()

    def _renewed(self, claim: RunClaim) -> bool:
        with self._store.connection() as connection:
            return renew_lease(connection, claim, self._clock() + self._seconds)
