"""The files in an archive's folder: their names, their locks, and the notes beside them.

Each file has at most one writer at a time, which holds a lock on it. A note beside the file says up to
where it is known to be safe on the disk, so a start after a crash checks the last bytes only. Nothing
depends on the note: without it, the whole file is checked.
"""

import fcntl
import itertools
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from pagekin.archive.archive_errors import cannot_write, writing_to
from pagekin.errors import ArchiveBusyError, ArchiveError

SUFFIX = ".warc.gz"
UNFINISHED = ".unfinished"
_COUNTED = 100_000
_COUNTER = itertools.count()
_NAME = re.compile(r"pagekin-\d{17}-\d{5}\.warc\.gz")
_SYNCED = ".synced"
_LOCK = ".lock"


def archive_files(directory: Path) -> list[str]:
    """Return the names of the archive's files, the oldest first."""
    if not directory.is_dir():
        return []
    return sorted(entry.name for entry in os.scandir(directory) if _NAME.fullmatch(entry.name))


def path_of(directory: Path, name: str) -> Path:
    """Return the path of a file of the archive; raise ArchiveError for any other name."""
    if not _NAME.fullmatch(name):
        raise ArchiveError(f"{name!r} is not a file of an archive")
    return directory / name


def names_to_try() -> Iterator[str]:
    """Yield names for a new file: the time, and a counter that never gives a process the same one soon.

    A file may be gone from its folder a moment after it was made: to an object store.
    """
    now = datetime.now(UTC)
    for _ in range(_COUNTED):
        counter = next(_COUNTER) % _COUNTED
        yield f"pagekin-{now:%Y%m%d%H%M%S}{now.microsecond // 1000:03}-{counter:05}{SUFFIX}"


def open_locked(path: Path, flags: int) -> int | None:
    """Open a file and lock it; return None if another process holds it or it is gone."""
    try:
        descriptor = os.open(path, os.O_RDWR | flags, 0o600)
    except FileExistsError:
        return None
    except OSError as error:
        if not path.exists() and not flags:
            return None
        raise cannot_write(error, path) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    if os.fstat(descriptor).st_nlink == 0:
        os.close(descriptor)
        return None
    return descriptor


def join_writers(directory: Path) -> int:
    """Wait for a thinning to end and become a writer in a folder; closing the descriptor ends that."""
    with writing_to(directory):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(directory / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
    return descriptor


@contextmanager
def no_writers(directory: Path) -> Iterator[None]:
    """Keep others from writing to a folder; raise ArchiveBusyError if somebody does."""
    with writing_to(directory):
        descriptor = os.open(directory / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise ArchiveBusyError(
            f"the archive {directory} is being written to; thin it when nobody writes to it"
        ) from None
    try:
        yield
    finally:
        os.close(descriptor)


def synced_up_to(path: Path) -> int:
    """Return the number of bytes that are known to be safe; 0 if nothing is known."""
    try:
        note = _note(path).read_bytes()
    except OSError:
        return 0
    return int(note) if note.strip().isdigit() else 0


def note_synced(path: Path, size: int) -> None:
    """Note that so many bytes are safe; it does no harm if the note cannot be written."""
    with suppress(OSError):
        _note(path).write_bytes(b"%020d\n" % size)


def forget_note(path: Path) -> None:
    """Delete the note beside a file."""
    _note(path).unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Delete a file and the note beside it."""
    path.unlink(missing_ok=True)
    forget_note(path)


def _note(path: Path) -> Path:
    return path.with_name(path.name + _SYNCED)


def sync_directory(directory: Path) -> None:
    """Make added and removed names in a folder safe against a power cut."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
