"""A value that many calls in a pool need: written to a file once, read once by each process."""

import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SharedValue:
    """Where a value stands; `made` has what a function makes of it, once in each process."""

    path: str

    def made(self, make: Callable[[Any], T]) -> T:
        """Return what a function makes of the value."""
        made: T = _made(self.path, make)
        return made


@contextmanager
def shared(value: object) -> Iterator[SharedValue]:
    """Share a value with other processes until the block ends."""
    number, path = tempfile.mkstemp(prefix="pagekin-", suffix=".shared")  # nobody else may read it
    try:
        with os.fdopen(number, "wb") as file:
            pickle.dump(value, file, pickle.HIGHEST_PROTOCOL)
        yield SharedValue(path)
    finally:
        Path(path).unlink(missing_ok=True)


@lru_cache(maxsize=16)
def _made(path: str, make: Callable[[Any], Any]) -> Any:
    with Path(path).open("rb") as file:
        return make(pickle.load(file))  # noqa: S301 - written above, by this user
