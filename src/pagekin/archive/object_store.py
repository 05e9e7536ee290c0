"""An archive in an object store (S3, GCS, Azure, …), by way of fsspec.

Files are written to a folder of this machine, as those of any archive, and uploaded when they are closed;
only then does the folder let go of them. So a crash or a failing network loses nothing: the next start
uploads what is left. Parts of a file are read without fetching all of it.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast

from pagekin.archive.closing import ClosedOnExit
from pagekin.archive.folder import MAX_BYTES, FolderArchive
from pagekin.archive.position import Position
from pagekin.archive.recovery import Recovered
from pagekin.archive.thinning import ThinnedFiles, copied_to, is_worthwhile
from pagekin.archive.warc_files import archive_files, forget, no_writers, open_locked
from pagekin.archive.warc_reader import KnownBody, WarcReader, nothing_known
from pagekin.errors import ArchiveError, DamagedError, UsageError
from pagekin.lazy import lazy_module
from pagekin.site.exchange import Exchange


class ObjectArchive(ClosedOnExit):
    """An archive whose files are in an object store, under a URL of their own.

    `folder` is where this machine writes them first.
    """

    def __init__(
        self,
        url: str,
        folder: Path,
        *,
        max_bytes: int = MAX_BYTES,
        known: KnownBody = nothing_known,
        archive_id: int = 0,
    ) -> None:
        self.url = url
        self.id = archive_id
        self._folder = folder
        self._sizes: dict[str, int] = {}  # of uploaded files, as they were last listed
        self._objects, self._root = _file_system(url)
        self._local = FolderArchive(folder, max_bytes=max_bytes, known=known, archive_id=archive_id)
        self._reader = _ObjectReader(folder, known, archive_id, self._objects, self._root)

    @property
    def place(self) -> str:
        """The URL."""
        return self.url

    def append(self, exchange: Exchange, *, unchanged: Position | None = None) -> Position:
        """Write an exchange to this machine's folder and return its position."""
        return self._local.append(exchange, unchanged=unchanged)

    def sync(self) -> None:
        """Make everything that was appended safe on this machine."""
        self._local.sync()

    def close(self) -> None:
        """Make everything safe and upload the files that nobody writes to."""
        self._local.close()
        self._upload()

    def read(self, position: Position) -> Exchange:
        """Return what was written at a position; raise DamagedError if something else stands there."""
        return self._reader.read(position)

    def holds(self, position: Position) -> bool:
        """Whether what was written at a position is here, or in a file of the object store that is long enough."""
        if (self._folder / position.file).exists():
            return self._local.holds(position)
        if position.file not in self._sizes:
            self._sizes = self._uploaded()
        return position.end <= self._sizes.get(position.file, 0)

    def damaged(self, positions: Iterable[Position]) -> Iterator[tuple[Position, ArchiveError]]:
        """Yield those positions that do not hold what was written there; all of it is fetched."""
        return self._reader.damaged(positions)

    def files(self) -> list[str]:
        """Return the names of all files, uploaded or not, the oldest first."""
        return sorted(self.sizes())

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each file has, uploaded or not."""
        return self._uploaded() | self._local.sizes()

    def iterate(self, file: str) -> Iterator[tuple[Position, Exchange | DamagedError]]:
        """Yield everything that a file holds, and the reason for what cannot be read."""
        return self._reader.iterate(file)

    def recover(self) -> list[Recovered]:
        """Cut torn tails that a crash left behind, and upload what it kept from being uploaded."""
        recovered = self._local.recover()
        self._upload()
        return recovered

    def thin(
        self,
        used: Callable[[str], Iterable[Position]],
        switch: Callable[[Mapping[Position, Position]], None],
    ) -> ThinnedFiles:
        """Delete the files that nothing refers to; of little-used ones, transfer and keep what is used."""
        self.close()
        deleted, copied, kept, freed = [], {}, {}, 0
        if not self._folder.is_dir():
            return ThinnedFiles()
        with no_writers(self._folder), self._explained():
            for name, size in self._uploaded().items():
                positions = sorted(set(used(name)))
                if not positions:
                    deleted.append(name)
                    freed += size
                elif is_worthwhile(positions, size):
                    try:
                        new = copied_to(self._folder, self._reader, positions, switch)
                    except DamagedError as error:
                        kept[name] = str(error)
                        continue
                    copied[name] = new.name
                    freed += size - new.stat().st_size
                    self._upload()
                else:
                    continue
                self._objects.rm_file(f"{self._root}/{name}")
        self._sizes.clear()
        return ThinnedFiles(tuple(deleted), copied, kept, freed)

    def _uploaded(self) -> dict[str, int]:
        """Return the sizes of the uploaded files by name, the oldest first."""
        with self._explained():
            try:
                found = self._objects.ls(self._root, detail=True, refresh=True)
            except FileNotFoundError:
                return {}
        files = [one for one in found if one["type"] == "file"]
        sizes = {str(one["name"]).rpartition("/")[2]: int(one["size"]) for one in files}
        return {name: sizes[name] for name in sorted(sizes)}

    def _upload(self) -> None:
        """Upload the files of the folder that nobody writes to, and then delete them there."""
        for name in archive_files(self._folder):
            path = self._folder / name
            descriptor = open_locked(path, 0)
            if descriptor is None:
                continue
            try:
                self._put(path)
                forget(path)
            finally:
                os.close(descriptor)

    def _put(self, path: Path) -> None:
        target = f"{self._root}/{path.name}"
        with self._explained():
            self._objects.makedirs(self._root, exist_ok=True)
            self._objects.put_file(str(path), target)
            size = self._objects.size(target)
        if size != path.stat().st_size:
            raise ArchiveError(
                f"{path.name} was not uploaded whole to {self.url}; it stays in {path.parent}"
            )

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise
        except OSError as error:
            raise ArchiveError(
                f"the object store {self.url} cannot be used: {error}; what was not uploaded stays "
                f"in {self._folder}"
            ) from error


class _ObjectReader(WarcReader):
    """Reads files from the folder as long as they are there, and from the object store afterwards."""

    def __init__(
        self, folder: Path, known: KnownBody, archive_id: int, objects: Any, root: str
    ) -> None:
        super().__init__(folder, known, archive_id)
        self._objects = objects
        self._root = root

    def _open(self, file: str) -> BinaryIO:
        try:
            return super()._open(file)
        except FileNotFoundError:
            return cast("BinaryIO", self._objects.open(f"{self._root}/{file}", "rb"))

    def _read(self, file: str, offset: int, length: int) -> bytes:
        try:
            return super()._read(file, offset, length)
        except FileNotFoundError:
            whole: bytes = self._objects.cat_file(
                f"{self._root}/{file}", start=offset, end=offset + length
            )
            return whole


def _file_system(url: str) -> tuple[Any, str]:
    """Return the file system of a URL, and the path in it."""
    try:
        fsspec = lazy_module("fsspec")
    except ModuleNotFoundError:
        raise UsageError(
            f"an archive at {url} needs fsspec: pip install 'pagekin[object-store]'"
        ) from None
    try:
        objects, root = fsspec.core.url_to_fs(url)
    except (ImportError, ValueError) as error:  # no such protocol, or its package is missing
        raise UsageError(f"an archive at {url} cannot be opened: {error}") from None
    return objects, root.rstrip("/")
