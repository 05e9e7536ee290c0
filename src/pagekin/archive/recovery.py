"""Repairs an archive after a crash: its files are checked, and torn tails are cut.

Whole records are never cut. Damage between them (by a bad disk, not a crash) is reported and stays; nothing
is appended to such a file any more, and thinning copies what is still used out of it.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pagekin.archive.archive_errors import writing_to
from pagekin.archive.warc_files import (
    UNFINISHED,
    archive_files,
    forget,
    note_synced,
    open_locked,
    synced_up_to,
)
from pagekin.archive.warc_members import Damage, located_records


@dataclass(frozen=True, slots=True)
class Recovered:
    """What the check of one file found and did."""

    file: str
    size: int  # afterwards; 0: nothing was in it, so it was deleted
    cut: int = 0  # bytes of a torn tail
    missing: int = 0  # bytes that were safe once and are gone
    damaged: tuple[Damage, ...] = ()  # stretches between whole records

    @property
    def was_whole(self) -> bool:
        """Whether the file needed no repair and has no damage."""
        return not (self.cut or self.missing or self.damaged)

    @property
    def has_lost(self) -> bool:
        """Whether something is gone that was safe once; a torn tail never was."""
        return bool(self.missing or self.damaged)


def recover(directory: Path) -> list[Recovered]:
    """Check all files that nobody writes to, and cut torn tails; return those that were not whole."""
    found = []
    for name in archive_files(directory):
        descriptor = open_locked(directory / name, 0)
        if descriptor is None:
            continue
        try:
            found.append(recover_open(directory / name, descriptor))
        finally:
            os.close(descriptor)
    _clear_unfinished(directory)
    return [recovered for recovered in found if not recovered.was_whole]


def recover_open(path: Path, descriptor: int) -> Recovered:
    """Check one locked file, from where it was last known to be safe, and cut its torn tail."""
    size = os.fstat(descriptor).st_size
    synced = synced_up_to(path)
    if 0 < size == synced:
        return Recovered(path.name, size)
    end, damaged = _look(descriptor, synced if synced <= size else 0)
    if damaged and damaged[-1].end == size:
        damaged.pop()  # the torn tail
    with writing_to(path):
        os.ftruncate(descriptor, end)
        if end:
            os.fsync(descriptor)
            # Up to the first damage only: the next check has to see it again.
            note_synced(path, min((stretch.offset for stretch in damaged), default=end))
        else:
            forget(path)
    return Recovered(path.name, end, size - end, max(synced - size, 0), tuple(damaged))


def _look(descriptor: int, start: int) -> tuple[int, list[Damage]]:
    """Return where the last whole record ends, and all stretches without one."""
    end, damaged = start, []
    with os.fdopen(os.dup(descriptor), "rb") as file:
        for found in located_records(file, start):
            if isinstance(found, Damage):
                damaged.append(found)
            else:
                end = found.end
    return end, damaged


def _clear_unfinished(directory: Path) -> None:
    """Delete copies that a thinning did not finish."""
    if not directory.is_dir():
        return
    for path in directory.glob("*" + UNFINISHED):
        descriptor = open_locked(path, 0)
        if descriptor is not None:
            with suppress(FileNotFoundError):
                path.unlink()
            os.close(descriptor)
