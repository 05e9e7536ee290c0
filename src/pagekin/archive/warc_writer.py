"""Writes one file of the archive, which is whole at every moment.

Every append goes to the file at once, not to a buffer, so a killed process loses nothing that it wrote. A
power cut can lose it, so `sync` is called before anybody relies on what was appended, once for many appends.
One thread may append while another waits for the disk.
"""

import os
import threading
from pathlib import Path

from pagekin.archive.archive_errors import cannot_write, reason_of, writing_to
from pagekin.archive.recovery import recover_open
from pagekin.archive.warc_files import (
    UNFINISHED,
    archive_files,
    forget,
    forget_note,
    names_to_try,
    note_synced,
    open_locked,
    sync_directory,
)
from pagekin.archive.warc_members import own_name
from pagekin.archive.warc_records import new_id, warcinfo_member
from pagekin.errors import ArchiveError, NotSafeError
from pagekin.version import __version__


class WarcWriter:
    """The only writer of one file."""

    def __init__(
        self, path: Path, descriptor: int, warcinfo: str, end: int = 0, synced: int = 0
    ) -> None:
        self.path = path
        self.warcinfo = warcinfo
        self.end = end
        self.synced = synced
        self._descriptor = descriptor
        self._lock = threading.Lock()  # of `end`, where a whole member ends; never held for long
        self._torn = False

    @property
    def is_open(self) -> bool:
        """Whether more can be written."""
        return self._descriptor >= 0 and not self._torn

    def append(self, data: bytes) -> int:
        """Append whole members and return their offset; if that fails, the file is as before."""
        with self._lock:
            offset = self.end
            try:
                view = memoryview(data)
                while view:
                    written = os.pwrite(self._descriptor, view, self.end)
                    self.end += written
                    view = view[written:]
            except OSError as error:
                self._cut(offset)
                raise cannot_write(error, self.path) from error
        return offset

    def sync(self) -> None:
        """Make what was written so far safe against a power cut; called by one thread at a time.

        If that fails, nobody knows what the disk holds: the file is cut to what was safe before, and
        everything appended since has to be appended again, to another file.
        """
        with self._lock:
            end = self.end
        if self.synced == end:
            return
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            with self._lock:
                self._cut(self.synced)
                self._torn = True
            self.leave()
            raise NotSafeError(
                f"the archive file {self.path} cannot be made safe ({reason_of(error)}); what was appended since "
                "the last time is lost: check the disk and repeat it"
            ) from error
        self.synced = end
        note_synced(self.path, end)

    def close(self) -> None:
        """Make everything safe and leave the file to others."""
        if self._descriptor >= 0:
            try:
                self.sync()
            finally:
                self.leave()

    def rename(self, path: Path) -> None:
        """Rename the file and the note beside it."""
        forget_note(self.path)
        self.path.rename(path)
        self.path = path
        note_synced(path, self.synced)

    def leave(self) -> None:
        """Leave the file to others as it is."""
        with self._lock:
            descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def _cut(self, size: int) -> None:
        """Cut what is not whole; if even that fails, the next start finds and cuts it.

        The file stays open until it is left: another thread may be waiting for the disk.
        """
        try:
            os.ftruncate(self._descriptor, size)
        except OSError:
            self._torn = True
        self.end = size


def open_last(directory: Path, max_bytes: int) -> WarcWriter | None:
    """Open the latest file that has room and no writer; return None if there is none."""
    for name in reversed(archive_files(directory)):
        path = directory / name
        descriptor = open_locked(path, 0)
        if descriptor is None:
            continue
        recovered = recover_open(path, descriptor)
        if 0 < recovered.size < max_bytes and not recovered.damaged:
            with os.fdopen(os.dup(descriptor), "rb") as file:
                warcinfo = own_name(file)
            return WarcWriter(path, descriptor, warcinfo, recovered.size, recovered.size)
        os.close(descriptor)
    return None


def create(directory: Path, *, unfinished: bool = False, warcinfo: str = "") -> WarcWriter:
    """Begin a new file with its warcinfo record, which gets a new name unless one is passed."""
    for name in names_to_try():
        if (directory / name).exists():
            continue
        path = directory / (name + UNFINISHED if unfinished else name)
        descriptor = open_locked(path, os.O_CREAT | os.O_EXCL)
        if descriptor is None:
            continue
        writer = WarcWriter(path, descriptor, warcinfo or new_id())
        try:
            writer.append(warcinfo_member(writer.warcinfo, name, f"pagekin/{__version__}"))
            with writing_to(path):
                sync_directory(directory)
        except BaseException:
            forget(path)
            writer.leave()
            raise
        return writer
    raise ArchiveError(f"no name is left for a new file in {directory}")
