"""Files that appear only when they are complete, and old files that are continued."""

import contextlib
import fcntl
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NoReturn

from pagekin.errors import CannotAppendError, OutputError

_PART = ".part"
_LAST = 1 << 16  # bytes at the end of a file in which its closing is searched


def check_place(path: Path) -> None:
    """Raise OutputError if a file cannot be written, before there is anything to write."""
    if path.is_dir():
        raise OutputError(f"cannot write {path}: it is a directory; give the name of a file")
    if not path.parent.is_dir():
        raise OutputError(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK) and not path.is_char_device():
        raise OutputError(f"cannot write {path}: the folder {path.parent} cannot be written to")


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file under a temporary name; it takes the place of `path` when the block ends well."""
    if path.is_dir():
        raise OutputError(f"cannot write {path}: it is a directory; give the name of a file")
    goal = Path(os.path.realpath(path))  # through a link, to the file that it leads to
    try:
        if goal.exists() and not goal.is_file():  # a pipe or device, which cannot be replaced
            with goal.open("wb") as stream:
                yield stream
            return
        # Beside the goal, to make the move one step; and now, to find out before the work, not after
        # it, that nothing can be written here.
        _remove_leftovers(goal)
        handle, name = _new_part(goal)
    except OSError as error:
        _fail(path, error)
    try:
        with os.fdopen(handle, "w+b") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            _as_if_opened_plainly(name)
            Path(name).replace(goal)  # while it is still locked
    except OSError as error:
        _fail(path, error)
    finally:
        Path(name).unlink(missing_ok=True)


def _new_part(goal: Path) -> tuple[int, str]:
    """Make a temporary file beside the goal, locked as long as it is open: see `_remove_leftovers`."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{goal.name}.", suffix=_PART, dir=goal.parent)
        with contextlib.suppress(OSError):  # no locks here, and nothing that could be removed
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:  # else somebody took it for a leftover before it was locked
            return handle, name
        os.close(handle)


def _remove_leftovers(goal: Path) -> None:
    """Remove temporary files of this goal that killed processes left: those that nobody has locked."""
    theirs = re.compile(rf"\.{re.escape(goal.name)}\.[a-z0-9_]{{8}}\{_PART}")
    for entry in os.scandir(goal.parent):
        if theirs.fullmatch(entry.name):
            with contextlib.suppress(OSError), Path(entry.path).open("rb") as left:
                fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
                Path(entry.path).unlink()


@contextlib.contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Yield stdout for bytes."""
    sys.stdout.flush()
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()


@contextlib.contextmanager
def whole_to_standard_output() -> Iterator[BinaryIO]:
    """Yield a seekable file, whose content goes to stdout in the end."""
    with tempfile.TemporaryFile() as stream:
        yield stream
        stream.seek(0)
        with standard_output() as stdout:
            shutil.copyfileobj(stream, stdout)


def has_content(path: Path) -> bool:
    """Whether a file is there and not empty."""
    return path.is_file() and path.stat().st_size > 0


def end_of_content(path: Path, opening: bytes, closing: bytes) -> tuple[int, bytes]:
    """Return where the content of a file ends, before its closing, and the last byte there.

    Raise CannotAppendError if the file does not begin and end as expected.
    """
    try:
        with path.open("rb") as old:
            start = old.read(len(opening) + 256).lstrip(b"\xef\xbb\xbf \t\r\n")
            size = old.seek(0, os.SEEK_END)
            old.seek(max(0, size - _LAST))
            end = old.read()
    except OSError as error:
        raise OutputError(f"cannot read {path}: {error.strerror}") from None
    kept = end.rstrip()
    if not start.startswith(opening) or not kept.endswith(closing):
        raise CannotAppendError(
            f"cannot append to {path}: it does not look like what pagekin writes "
            f"(from {opening.decode()!r} to {closing.decode()!r}); -O overwrites it"
        )
    kept = kept.removesuffix(closing).rstrip()
    return size - len(end) + len(kept), kept[-1:]


def copy_without_closing(
    path: Path, stream: BinaryIO, opening: bytes = b"", closing: bytes = b""
) -> bytes:
    """Copy an old file without its closing, so it can be continued; return the last byte copied."""
    size, last = end_of_content(path, opening, closing)
    with path.open("rb") as old:
        _copy(old, stream, size)
    return last


def _copy(old: BinaryIO, stream: BinaryIO, size: int) -> None:
    while size > 0:
        part = old.read(min(size, 1 << 20))
        if not part:
            return
        stream.write(part)
        size -= len(part)


def _as_if_opened_plainly(name: str) -> None:
    """Give a temporary file the permissions that any new file would have."""
    mask = os.umask(0)
    os.umask(mask)
    Path(name).chmod(0o666 & ~mask)


def _fail(path: Path, error: OSError) -> NoReturn:
    raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
