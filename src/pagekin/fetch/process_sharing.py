"""How many processes ask one host at the same time: they share what the host can bear.

`ProcessSharing` is the port. Here is the implementation for the processes of one user on one machine:
each holds a lock on a file of its own in a folder for the host. The system releases the lock when the
process ends, however that happens; whoever finds such a file then removes it. Processes on several machines
share through their PostgreSQL store instead (`pagekin.store.host_pace`).
"""

import atexit
import fcntl
import hashlib
import os
import secrets
import tempfile
import time
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Protocol

LOOK_AGAIN = 1.0  # seconds
_MOST_HOSTS = 64  # in whose folders one process stays; each takes an open file


class ProcessSharing(Protocol):
    """Those who ask the same hosts as this process."""

    def count(self, host: str) -> int:
        """Return how many processes ask a host, this one included; 1 if that cannot be known.

        This is called for every request, so it must not make anybody wait.
        """
        ...


class FolderSharing:
    """The processes of this user that ask the same hosts, found by files in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(tempfile.gettempdir()) / f"pagekin-hosts-{os.geteuid()}"
        self._token = secrets.token_hex(8)  # containers may have the same process numbers
        self._files: OrderedDict[str, int] = OrderedDict()
        self._counts: dict[str, tuple[float, int]] = {}

    def count(self, host: str) -> int:
        """Return how many processes ask a host, this one included; 1 if that cannot be known."""
        seen_at, known = self._counts.get(host, (-LOOK_AGAIN, 1))
        now = time.monotonic()
        if now - seen_at >= LOOK_AGAIN:
            try:
                known = self._counted(host)
            except OSError:  # no such folder, no files left: sharing is a courtesy, not a need
                known = 1
            self._counts[host] = now, known
        return known

    def close(self) -> None:
        """Stop counting as one who asks, and leave nothing behind."""
        while self._files:
            self._leave(next(iter(self._files)))

    def _counted(self, host: str) -> int:
        folder = self._folder_of(host)
        if host not in self._files:
            self._enter(host, folder)
        self._files.move_to_end(host)
        return 1 + sum(_is_alive(file) for file in folder.iterdir() if file != self._own(folder))

    def _enter(self, host: str, folder: Path) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        if self._folder.is_symlink() or self._folder.stat().st_uid != os.geteuid():
            raise PermissionError(self._folder)
        folder.mkdir(mode=0o700, exist_ok=True)
        own = self._own(folder)
        file = os.open(own, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
        if not own.exists():
            # Another process came before the lock, and took the file for one left behind.
            os.close(file)
            raise FileNotFoundError(own)
        self._files[host] = file
        if len(self._files) > _MOST_HOSTS:
            self._leave(next(iter(self._files)))

    def _leave(self, host: str) -> None:
        file, folder = self._files.pop(host), self._folder_of(host)
        with suppress(OSError):  # others may be there, or have tidied up
            self._own(folder).unlink()
            folder.rmdir()
        os.close(file)

    def _folder_of(self, host: str) -> Path:
        return self._folder / hashlib.sha256(host.encode()).hexdigest()[:32]

    def _own(self, folder: Path) -> Path:
        return folder / f"{os.getpid()}-{self._token}"


def _is_alive(file: Path) -> bool:
    """Return whether the process of a file still holds its lock; remove the file if it does not."""
    try:
        number = os.open(file, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        file.unlink(missing_ok=True)
    except BlockingIOError:
        return True
    finally:
        os.close(number)
    return False


@cache
def on_this_machine() -> FolderSharing:
    """Return the sharing among the processes of this machine, until this one ends."""
    sharing = FolderSharing()
    atexit.register(sharing.close)
    return sharing
