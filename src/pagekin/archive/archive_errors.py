"""Turns errors of the system about an archive's files into errors that say what to do."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pagekin.errors import ArchiveError, ArchiveFullError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def cannot_write(error: OSError, path: Path) -> ArchiveError:
    """Return the error to raise when a file cannot be written; a full disk has one of its own."""
    if error.errno in _FULL:
        return ArchiveFullError(
            f"no room for the archive file {path} ({reason_of(error)}); what was written before is "
            "whole: make room and go on"
        )
    return ArchiveError(f"the archive file {path} cannot be written: {reason_of(error)}")


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Raise an ArchiveError if the block fails to write to a file."""
    try:
        yield
    except OSError as error:
        raise cannot_write(error, path) from error


def reason_of(error: OSError) -> str:
    """Return the system's reason in words."""
    return (error.strerror or "unknown reason").lower()
