"""What the system says of an archive's files, in words that help."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pagekin.errors import ArchiveError, ArchiveFullError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def cannot_write(error: OSError, path: Path) -> ArchiveError:
    """Say for people what the system says; what is to be done depends on what it is."""
    if error.errno in _FULL:
        return ArchiveFullError(
            f"no room for the archive file {path} ({reason_of(error)}); what was written before is "
            "whole: make room and go on"
        )
    return ArchiveError(f"the archive file {path} cannot be written: {reason_of(error)}")


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Turn what goes wrong with a file into an error of the archive."""
    try:
        yield
    except OSError as error:
        raise cannot_write(error, path) from error


def reason_of(error: OSError) -> str:
    """Give the system's reason in words."""
    return (error.strerror or "unknown reason").lower()
