"""Locks on files, which the system releases when a process ends, however it ends."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path


class FileLock:
    """A lock that one process at a time can hold."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def take(self, *, wait: bool) -> bool:
        """Take the lock, waiting for it or not; return whether it was taken."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        if not _lock(file, wait=wait):
            os.close(file)
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Release the lock."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock during the block, after waiting for it if another process has it."""
    lock = FileLock(path)
    lock.take(wait=True)
    try:
        yield
    finally:
        lock.release()


def _lock(file: int, *, wait: bool) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
