"""The archives that the pages of a store are in: each is registered, and each position names its own.

An archive is identified by a file in its folder, not by the machine or the path, so it may be moved, or
copied to another machine beside a restored store. Machine and path are what people are told if a page is in
an archive that cannot be reached from here.
"""

import os
import secrets
import socket
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, repeat
from operator import attrgetter
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pagekin.archive.closing import ClosedOnExit
from pagekin.archive.folder import FolderArchive
from pagekin.archive.object_store import ObjectArchive
from pagekin.archive.position import Position
from pagekin.archive.protocol import Archive
from pagekin.archive.recovery import Recovered
from pagekin.archive.thinning import ThinnedFiles
from pagekin.archive.warc_files import archive_files
from pagekin.archive.warc_reader import KnownBody, nothing_known
from pagekin.errors import ArchiveElsewhereError, ArchiveError, DamagedError, StoreError
from pagekin.site.exchange import Exchange
from pagekin.store.database import Connection
from pagekin.store.opening import Store

ID_FILE = "archive-id"


@dataclass(frozen=True, slots=True)
class RegisteredArchive:
    """An archive as the store knows it."""

    id: int
    uid: str
    machine: str
    url: str

    @property
    def is_remote(self) -> bool:
        """Whether its files are in an object store, which every machine can read."""
        return urlsplit(self.url).scheme != "file"

    @property
    def folder(self) -> Path:
        """The folder of an archive that is one, on its machine."""
        return Path(unquote(urlsplit(self.url).path))


class StoreArchive(ClosedOnExit):
    """The archive of a store: exchanges are appended to one's own folder, and read from wherever they are."""

    def __init__(self, store: Store, own: Archive) -> None:
        self._store = store
        self._own = own
        self._others: dict[int, Archive] = {}

    @property
    def id(self) -> int:
        """The number of one's own archive."""
        return self._own.id

    @property
    def place(self) -> str:
        """Where one's own archive is."""
        return self._own.place

    def append(self, exchange: Exchange, *, unchanged: Position | None = None) -> Position:
        """Write an exchange to one's own archive and return its position."""
        return self._own.append(exchange, unchanged=unchanged)

    def sync(self) -> None:
        """Make everything that was appended safe."""
        self._own.sync()

    def close(self) -> None:
        """Make everything safe and leave the files to others."""
        self._own.close()

    def read(self, position: Position) -> Exchange:
        """Return what was written at a position; raise ArchiveError if its archive is on another machine."""
        return self.numbered(position.archive).read(position)

    def holds(self, position: Position) -> bool:
        """Whether what was written at a position can be read again; what is on another machine is not lost."""
        try:
            return self.numbered(position.archive).holds(position)
        except ArchiveElsewhereError:
            return True
        except ArchiveError:
            return False

    def damaged(self, positions: Iterable[Position]) -> Iterator[tuple[Position, ArchiveError]]:
        """Yield those positions that do not hold what was written there, or are on another machine."""
        for number, some in groupby(positions, attrgetter("archive")):
            try:
                archive = self.numbered(number)
            except ArchiveError as error:
                yield from zip(some, repeat(error), strict=False)
            else:
                yield from archive.damaged(some)  # noqa: B031 - one of the two

    def numbered(self, number: int) -> Archive:
        """Return the archive that positions name by a number.

        Raise ArchiveElsewhereError if another machine has it, and DamagedError if it was here and is gone.
        """
        if number in {0, self._own.id}:
            return self._own
        if number not in self._others:
            self._others[number] = self._open_other(number)
        return self._others[number]

    def files(self) -> list[str]:
        """Return the names of the files of one's own archive."""
        return self._own.files()

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each file of one's own archive has."""
        return self._own.sizes()

    def iterate(self, file: str) -> Iterator[tuple[Position, Exchange | DamagedError]]:
        """Yield everything that a file of one's own archive holds."""
        return self._own.iterate(file)

    def recover(self) -> list[Recovered]:
        """Cut torn tails in one's own archive; return the files that were not whole."""
        return self._own.recover()

    def thin(
        self,
        used: Callable[[str], Iterable[Position]],
        switch: Callable[[Mapping[Position, Position]], None],
    ) -> ThinnedFiles:
        """Free the room of what is not used any more in one's own archive."""
        return self._own.thin(used, switch)

    def _open_other(self, number: int) -> Archive:
        with self._store.connection() as connection:
            found = _registered(connection, "id", number)
        if found is None:
            raise ArchiveError(f"the store does not know the archive {number}")
        if found.is_remote:
            nowhere = self._store.location.archive / found.uid  # nothing is written for others
            return _opened(found, nowhere)
        if _is_here(found):
            return _opened(found, found.folder)
        if found.machine == socket.gethostname():
            raise DamagedError(f"the archive {found.folder} is not there any more")
        raise ArchiveElsewhereError(
            f"the page is in the archive {found.folder} of the machine {found.machine}, which "
            "cannot be reached from here: ask there, or make that folder available here "
            "under the same path"
        )


def open_archive(store: Store, known: KnownBody = nothing_known) -> StoreArchive:
    """Open the archive of a store to read and write; it is registered on first use.

    Where PAGEKIN_ARCHIVE_URL names an object store, files that are full go from the folder to there.
    """
    folder = store.location.archive
    _make_folder(folder)
    with store.connection() as connection:
        own = register_folder(connection, folder, store.location.archive_url)
    return StoreArchive(store, _opened(own, folder, known))


def open_archive_to_read(store: Store) -> StoreArchive:
    """Open the archive of a store to read only; neither the folder nor the store is changed."""
    folder = store.location.archive
    uid = _uid_of(folder)
    with store.connection() as connection:
        own = _registered(connection, "uid", uid) if uid else None
    unknown = RegisteredArchive(0, "", "", folder.absolute().as_uri())
    return StoreArchive(store, _opened(own or unknown, folder))


def register_folder(connection: Connection, folder: Path, objects: str = "") -> RegisteredArchive:
    """Return the archive in a folder of this machine, entering it in the store if it is new there.

    `objects` is the URL of an object store that its files go to, under a name of their own.
    """
    uid = _uid_of(folder) or _make_uid(folder, _uid_by_files(connection, folder))
    machine = socket.gethostname()
    url = f"{objects.rstrip('/')}/{uid}" if objects else folder.absolute().as_uri()
    known = _registered(connection, "uid", uid)
    if known == RegisteredArchive(known.id if known else 0, uid, machine, url):
        return known
    with connection.transaction():
        [(number,)] = connection.rows(
            "INSERT INTO pagekin_archive_place (uid, machine, url) VALUES (%s, %s, %s) ON CONFLICT "
            "(uid) DO UPDATE SET machine = excluded.machine, url = excluded.url RETURNING id",
            uid,
            machine,
            url,
        )
        if known is None:
            _adopt(connection, number, folder)
    return RegisteredArchive(number, uid, machine, url)


def _opened(archive: RegisteredArchive, folder: Path, known: KnownBody = nothing_known) -> Archive:
    if archive.is_remote:
        return ObjectArchive(archive.url, folder, known=known, archive_id=archive.id)
    return FolderArchive(folder, known=known, archive_id=archive.id)


def _registered(connection: Connection, column: str, value: int | str) -> RegisteredArchive | None:
    rows = connection.rows(
        f"SELECT id, uid, machine, url FROM pagekin_archive_place WHERE {column} = %s",  # noqa: S608
        value,
    )
    return RegisteredArchive(*rows[0]) if rows else None


def _is_here(archive: RegisteredArchive) -> bool:
    """Whether the folder can be reached from here: under its path there is that very archive."""
    return not archive.is_remote and _uid_of(archive.folder) == archive.uid


def _uid_of(folder: Path) -> str:
    try:
        return (folder / ID_FILE).read_text().strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ArchiveError(f"cannot read {folder / ID_FILE}: {error}") from None


def _make_uid(folder: Path, uid: str) -> str:
    """Give a folder its identity; if another process is quicker, its identity counts."""
    try:
        descriptor, name = tempfile.mkstemp(dir=folder, prefix=f".{ID_FILE}")
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(f"{uid or secrets.token_hex(8)}\n")
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                os.link(name, folder / ID_FILE)
        finally:
            Path(name).unlink()
    except OSError as error:
        raise ArchiveError(f"cannot write {folder / ID_FILE}: {error.strerror}") from None
    return _uid_of(folder)


def _uid_by_files(connection: Connection, folder: Path) -> str:
    """Return the identity of a folder that was copied without it, by the files that the store knows."""
    rows = connection.among(
        "SELECT place.uid FROM pagekin_page_version version "
        "JOIN pagekin_archive_place place ON place.id = version.archive_id "
        "WHERE version.archive_file {} LIMIT 1",
        archive_files(folder)[:100],
    )
    return next((uid for (uid,) in rows), "")


def _adopt(connection: Connection, number: int, folder: Path) -> None:
    """Let page versions from before archives were numbered name the folder that has their file."""
    rows = connection.rows(
        "SELECT DISTINCT archive_file FROM pagekin_page_version "
        "WHERE archive_id IS NULL AND archive_offset IS NOT NULL"
    )
    here = set(archive_files(folder))
    connection.many(
        "UPDATE pagekin_page_version SET archive_id = %s "
        "WHERE archive_file = %s AND archive_id IS NULL AND archive_offset IS NOT NULL",
        [(number, file) for (file,) in rows if file in here],
    )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ArchiveError(f"cannot make the archive {folder}: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise StoreError(f"the archive {folder} cannot be written to; PAGEKIN_DATA names another")
