"""Where a browser and its driver are at home: gone when they are, or with the next browser after a kill.

The driver makes its folders where `TMPDIR` says. If it is killed together with pagekin, nobody is left to
remove them; so they are in a folder that is locked as long as pagekin lives, and that whoever comes next may
remove once it is not.

Ctrl-C goes to all processes of a terminal's group. It is for pagekin alone, which ends the others in good order;
so the driver is started in a group of its own, as it starts the browser.
"""

import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote

_NODE = "PLAYWRIGHT_NODEJS_PATH"  # Playwright's variable for what runs its driver
_ALONE = "import os, sys; os.setpgid(0, 0); os.execv(sys.argv[1], sys.argv[1:])"
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
    def as_home(self, node: str) -> Iterator[None]:
        """Let a driver that is started in this block, run by `node`, have its files there and its own group."""
        started = self.path / "node"
        words = (sys.executable, "-ISc", _ALONE, node)
        started.write_text(
            f'#!/bin/sh\nrm "$0"\nexec {" ".join(map(quote, words))} "$@"\n', encoding="utf-8"
        )
        started.chmod(0o700)
        home = {"TMPDIR": str(self.path), _NODE: str(started)}
        before = {name: os.environ.get(name) for name in home}
        os.environ.update(home)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def _remove_left_behind(place: Path) -> None:
    for folder in place.glob(f"{_PREFIX}*"):
        with suppress(OSError), (folder / _LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while somebody has it
            shutil.rmtree(folder, ignore_errors=True)
