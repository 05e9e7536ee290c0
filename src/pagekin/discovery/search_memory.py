"""What a search knows, kept from time to time: one that was interrupted goes on from there.

To go through all pages once more takes as long as it took the first time, but for the network. Who is
interrupted again and again before that is done would never get any further.
"""

import pickle
from collections.abc import Callable
from typing import Any, Protocol

# What unpickling may raise when the state is one of another version, whose classes were others.
_OTHERS = (pickle.UnpicklingError, AttributeError, ImportError, IndexError, EOFError, TypeError)


class SearchMemory(Protocol):
    """A place for the state of one search, which only pagekin itself can write to."""

    def recall(self) -> bytes | None:
        """Return the state that was kept last."""
        ...

    def keep(self, state: Callable[[], bytes]) -> None:
        """Keep a state in the place of the last, if it is worth the time that takes."""
        ...


class NoMemory:
    """Keeps nothing."""

    def recall(self) -> None:
        """Return None."""

    def keep(self, state: Callable[[], bytes]) -> None:
        """Do nothing."""


def packed(state: object) -> bytes:
    """Return a state as bytes."""
    return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)


def unpacked(state: bytes | None) -> Any:
    """Return a state that was packed; None if there is none, or it is one of another version."""
    if state is None:
        return None
    try:
        return pickle.loads(state)  # noqa: S301 - our own, from a place that nobody else writes to
    except _OTHERS:
        return None
