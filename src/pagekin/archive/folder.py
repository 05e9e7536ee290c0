"""An archive in a folder of this machine: WARC files that are appended to and read from.

    archive = FolderArchive(directory, known=store.whole_position)
    archive.recover()                    # at start-up
    position = archive.append(exchange)  # as often as there is something
    archive.sync()                       # then commit the positions in the store, and begin again
    archive.read(position)               # here or in another process, now or in years

Two processes may write to one archive: each has a file of its own. Threads of a process may share one.
"""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from pagekin.archive.as_stored import as_stored
from pagekin.archive.closing import ClosedOnExit
from pagekin.archive.position import Position
from pagekin.archive.recovery import Recovered, recover
from pagekin.archive.thinning import ThinnedFiles, thin
from pagekin.archive.warc_files import archive_files, join_writers
from pagekin.archive.warc_reader import KnownBody, WarcReader, nothing_known
from pagekin.archive.warc_records import (
    SMALLEST_REVISITED,
    Original,
    exchange_members,
    payload_digest,
)
from pagekin.archive.warc_writer import WarcWriter, create, open_last
from pagekin.errors import ArchiveError, DamagedError
from pagekin.site.exchange import Exchange

MAX_BYTES = 1_000_000_000


class FolderArchive(ClosedOnExit):
    """A folder of WARC files; see `Archive` for what its methods promise.

    `known` returns the position where a content (a digest) already stands; that content is stored once. The
    caller remembers those, since an archive has more contents than fit into memory. `archive_id` is the
    number of this archive where there are several.
    """

    def __init__(
        self,
        directory: Path,
        *,
        max_bytes: int = MAX_BYTES,
        known: KnownBody = nothing_known,
        archive_id: int = 0,
    ) -> None:
        self.directory = directory
        self.id = archive_id
        self._max_bytes = max_bytes
        self._known = known
        self._reader = WarcReader(directory, known, archive_id)
        self._lock = threading.Lock()
        # Held while the disk is waited for, and taken before the other; appending never needs it.
        self._syncing = threading.Lock()
        self._writer: WarcWriter | None = None
        self._full: list[WarcWriter] = []  # files with no room left, not made safe yet
        self._present: int | None = None

    @property
    def place(self) -> str:
        """The folder."""
        return str(self.directory)

    def append(self, exchange: Exchange, *, unchanged: Position | None = None) -> Position:
        """Write an exchange and return its position, which counts once `sync` has returned."""
        stored = as_stored(exchange)
        digest = payload_digest(stored.body)
        with self._lock:
            original = self._original(stored, digest, unchanged)
            writer = self._writer_with_room()
            members = exchange_members(stored, digest, writer.warcinfo, original)
            offset = writer.append(members)
        whole = original is None or not stored.body
        return Position(writer.path.name, offset, len(members), digest, whole, self.id)

    def sync(self) -> None:
        """Make everything that was appended safe against a power cut: once a batch, before its commit.

        Other threads may append meanwhile; what they append is safe after the next call.
        """
        with self._syncing:
            writer = self._writer  # first: from here on it may become one of the full ones
            self._close_full()
            if writer:
                writer.sync()

    def close(self) -> None:
        """Make everything safe and leave the files to others; appending opens one again."""
        with self._syncing:
            with self._lock:
                if self._writer:
                    self._full.append(self._writer)
                self._writer = None
                present, self._present = self._present, None
            try:
                self._close_full()
            finally:
                if present is not None:
                    os.close(present)

    def read(self, position: Position) -> Exchange:
        """Return what was written at a position; raise DamagedError if something else stands there."""
        return self._reader.read(position)

    def holds(self, position: Position) -> bool:
        """Whether what was written at a position can be read again."""
        return next(self.damaged([position]), None) is None

    def damaged(self, positions: Iterable[Position]) -> Iterator[tuple[Position, ArchiveError]]:
        """Yield those positions that do not hold what was written there."""
        return self._reader.damaged(positions)

    def files(self) -> list[str]:
        """Return the names of all files, the oldest first."""
        return archive_files(self.directory)

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each file has."""
        return {name: (self.directory / name).stat().st_size for name in self.files()}

    def iterate(self, file: str) -> Iterator[tuple[Position, Exchange | DamagedError]]:
        """Yield everything that a file holds, and the reason for what cannot be read."""
        return self._reader.iterate(file)

    def recover(self) -> list[Recovered]:
        """Cut torn tails that a crash left behind; return the files that were not whole."""
        return recover(self.directory)

    def thin(
        self,
        used: Callable[[str], Iterable[Position]],
        switch: Callable[[Mapping[Position, Position]], None],
    ) -> ThinnedFiles:
        """Free the room of what is not used any more; see `pagekin.archive.thinning.thin`."""
        self.close()
        return thin(self.directory, used, switch)

    def _original(
        self, exchange: Exchange, digest: str, unchanged: Position | None
    ) -> Original | None:
        """Return the record that this exchange is a revisit of, after checking that it is still whole."""
        if exchange.status == 304 and not exchange.body:
            position = unchanged
        elif len(exchange.body) >= SMALLEST_REVISITED:
            position = self._known(digest)
        else:
            position = None
        if position is None or (exchange.body and position.digest != digest):
            return None
        try:
            return self._reader.original(position)
        except ArchiveError:  # the earlier copy is damaged or gone: this one is kept whole
            return None

    def _writer_with_room(self) -> WarcWriter:
        writer = self._writer
        if writer and writer.is_open and writer.end < self._max_bytes:
            return writer
        if writer:
            self._writer = None
            self._full.append(writer)
        if self._present is None:
            self._present = join_writers(self.directory)
        self._writer = open_last(self.directory, self._max_bytes) or create(self.directory)
        return self._writer

    def _close_full(self) -> None:
        """Make the files safe that nobody appends to any more, and leave them to others."""
        while self._full:
            self._full.pop(0).close()
