"""The temporary folder of a browser and its driver: gone when they are, or with the next browser after a kill.

The driver makes its folders where `TMPDIR` says. If it is killed together with pagekin, nobody is left to
remove them; so they are in a folder that is locked as long as pagekin lives, and that whoever comes next may
remove once it is not.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX = "pagekin-browser-"
_LOCK = "lock"


class BrowserFolder:
    """A folder of its own for one browser."""

    def __init__(self) -> None:
        _remove_left_behind(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = (self.path / _LOCK).open("wb")
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    @contextmanager
    def as_default(self) -> Iterator[None]:
        """Let what is started in this block put its temporary files there."""
        before = os.environ.get("TMPDIR")
        os.environ["TMPDIR"] = str(self.path)
        try:
            yield
        finally:
            if before is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = before

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def _remove_left_behind(place: Path) -> None:
    for folder in place.glob(f"{_PREFIX}*"):
        with suppress(OSError), (folder / _LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while somebody has it
            shutil.rmtree(folder, ignore_errors=True)
