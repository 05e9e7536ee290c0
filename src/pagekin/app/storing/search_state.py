"""The state of a learning under way, in a file of the data directory that only its owner may read."""

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from pagekin.version import __version__

_FOLDER = "learning"
_LEAST_PAUSE = 1.0  # seconds between two states
_SHARE = 10  # at most one part in so many of the time is spent on keeping states
_DIGEST = 16  # bytes, before the state itself


class SearchState:
    """A file for the state of one learning; it does no harm if it cannot be written, or is lost."""

    def __init__(self, directory: Path, learning: str) -> None:
        """Name the file after what is learned, and after the program: others keep other states."""
        name = f"{learning} {__version__} {sys.version}".encode()
        self._path = directory / _FOLDER / f"{blake2b(name, digest_size=16).hexdigest()}.state"
        self._next = time.monotonic() + _LEAST_PAUSE

    def recall(self) -> bytes | None:
        """Return the state that was kept last, unless its file is damaged."""
        try:
            content = self._path.read_bytes()
        except OSError:
            return None
        state = content[_DIGEST:]
        return state if content[:_DIGEST] == _digest(state) else None

    def keep(self, state: Callable[[], bytes]) -> None:
        """Keep a state in the place of the last, if that was long enough ago."""
        began = time.monotonic()
        if began < self._next:
            return
        with suppress(OSError):
            self._write(state())
        now = time.monotonic()
        self._next = now + max(_LEAST_PAUSE, _SHARE * (now - began))

    def forget(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def forget_old(self, seconds: float) -> None:
        """Remove the states of learnings that nobody went on with for so long."""
        with suppress(OSError):
            for path in self._path.parent.glob("*"):
                if time.time() - path.stat().st_mtime > seconds:
                    path.unlink()

    def _write(self, state: bytes) -> None:
        self._path.parent.mkdir(mode=0o700, exist_ok=True)
        part = self._path.with_suffix(".part")
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_digest(state))
            file.write(state)
        part.replace(self._path)


def _digest(state: bytes) -> bytes:
    return blake2b(state, digest_size=_DIGEST).digest()
