"""The store that this console is about: opened once by whoever starts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagekin.console.setup import use_store
from pagekin.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from pagekin.store.opening import Store

_opened: list[Store] = []  # none, or one


def open_here(store: Store) -> None:
    """Make a store the one that all views are about."""
    _opened[:] = [store]
    use_store(store.location)


def current_store() -> Store:
    """Return the store."""
    if not _opened:
        raise StoreError("no store is open: 'pagekin serve' opens one")
    return _opened[0]


def data_directory() -> Path:
    """Return the data directory."""
    return current_store().location.directory
