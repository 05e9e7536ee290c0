"""Runs a command in a process that can be killed, with the waits for absent servers shortened."""

import asyncio
import os
import sys
import time
from multiprocessing.process import BaseProcess
from pathlib import Path

from pagekin.cli import _run
from pagekin.fetch import outages
from pagekin.store.location import StoreLocation

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import forked

SPEED = 20  # seconds of an outage in one second
TOLD, WORDS = "told.json", "words.txt"
_FAST = {"PAGEKIN_DELAY": "0", "PAGEKIN_RETRIES": "1", "PAGEKIN_AUTOTHROTTLE": "no"}


class QuickClock(outages.Clock):
    """A clock that runs ahead."""

    def now(self) -> float:
        """Return the seconds since some moment."""
        return SPEED * time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds / SPEED)


def start(arguments: list[str], place: StoreLocation, folder: Path, said: Path) -> BaseProcess:
    """Start a command in a folder; what it tells and says goes into files of another one."""
    variables = {"PAGEKIN_DATA": str(place.directory), "PAGEKIN_DATABASE_URL": place.url}
    process: BaseProcess = forked.start(_command, arguments, _FAST | variables, folder, said)
    return process


def _command(arguments: list[str], variables: dict[str, str], folder: Path, said: Path) -> None:
    os.environ.update(variables)
    os.chdir(folder)
    outages.Clock = QuickClock  # type: ignore[misc]
    for name, stream, flags in ((TOLD, 1, os.O_TRUNC), (WORDS, 2, os.O_APPEND)):
        os.dup2(os.open(said / name, os.O_WRONLY | os.O_CREAT | flags, 0o600), stream)
    code = _run(arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
