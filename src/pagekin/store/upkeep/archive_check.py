"""Checks that the archives have what a store refers to: every page is read and compared with its digest.

Files are read one after the other, each once and from its beginning to its end, a page at a time.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pagekin.archive.position import Position
from pagekin.archive.protocol import Archive
from pagekin.errors import ArchiveElsewhereError, ArchiveError, DamagedError
from pagekin.store.archives import StoreArchive
from pagekin.store.database import Connection

Checking = Callable[[int, int], None]
"""Hears how many page versions were checked, of how many."""
_FETCHED_AGAIN = "the next crawl fetches again what the site still has"


def nobody(checked: int, of: int) -> None:
    """Watch nothing."""


@dataclass(frozen=True, slots=True)
class _UsedFile:
    """A file of an archive that a store refers to."""

    archive: int
    name: str
    end: int  # of the last position in it
    versions: int


class ArchiveCheck:
    """The check of all archives of a store that can be reached from here; `notes` names the others."""

    def __init__(
        self, connection: Connection, archive: StoreArchive, *, contents: bool, watch: Checking
    ) -> None:
        self.notes: list[str] = []
        self._connection = connection
        self._archive = archive
        self._contents = contents
        self._watch = watch
        self._checked = 0
        self._sizes: dict[int, dict[str, int]] = {}

    def problems(self) -> Iterator[str]:
        """Yield what is wrong, a line for each file."""
        rows = self._connection.rows(
            "SELECT coalesce(archive_id, 0), archive_file, max(archive_offset + archive_length), "
            "count(*) FROM pagekin_page_version WHERE archive_offset IS NOT NULL "
            "GROUP BY coalesce(archive_id, 0), archive_file ORDER BY 1, 2"
        )
        files = [_UsedFile(*row) for row in rows]
        total = sum(file.versions for file in files)
        for file in files:
            before = self._checked
            yield from self._problems_of(file, total)
            self._checked = before + file.versions
            self._watch(self._checked, total)

    def _problems_of(self, file: _UsedFile, total: int) -> Iterator[str]:
        try:
            archive = self._archive.numbered(file.archive)
            size = self._size(archive, file)
        except ArchiveElsewhereError as error:
            self.notes.append(f"not checked: {_versions(file.versions)} in {file.name}: {error}")
            return
        except DamagedError as error:
            yield f"archive: {file.name} is missing, and {_versions(file.versions)} with it: {error}"
            return
        except ArchiveError as error:
            yield f"archive: {file.name} cannot be checked: {error}"
            return
        place = f"{archive.place}/{file.name}"
        if size is None:
            lost = f"is missing, and {_versions(file.versions)} with it"
            yield f"archive: {place} {lost}; {_FETCHED_AGAIN}"
        elif self._contents:
            yield from self._damage(archive, file, place, total)
        elif size < file.end:
            lost = f"has lost its end, and {_versions(self._behind(file, size))} with it"
            yield f"archive: {place} {lost}; {_FETCHED_AGAIN}"

    def _size(self, archive: Archive, file: _UsedFile) -> int | None:
        """Return the size of a file, None if it is not there."""
        if file.archive not in self._sizes:
            self._sizes[file.archive] = archive.sizes()
        return self._sizes[file.archive].get(file.name)

    def _damage(self, archive: Archive, file: _UsedFile, place: str, total: int) -> Iterator[str]:
        """Read all that is used of a file."""
        used = self._positions(file)
        lost, first, why = 0, 0, None
        for position, error in archive.damaged(self._watched(used, total)):
            versions, version = used[position]
            lost += versions
            first, why = first or version, why or error
        if lost:
            yield (
                f"archive: {place} does not have {lost:,} of {_versions(file.versions)} as they "
                f"were, such as {self._url(first)} ({why}); {_FETCHED_AGAIN}"
            )

    def _positions(self, file: _UsedFile) -> dict[Position, tuple[int, int]]:
        """Return what is used of a file in its order, with how many versions use it and the first of them."""
        rows = self._connection.rows(
            "SELECT archive_offset, archive_length, archive_digest, count(*), min(id) "
            "FROM pagekin_page_version WHERE archive_file = %s AND coalesce(archive_id, 0) = %s "
            "AND archive_offset IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1",
            file.name,
            file.archive,
        )
        return {
            Position(file.name, offset, length, digest, archive=file.archive): (versions, first)
            for offset, length, digest, versions, first in rows
        }

    def _watched(self, used: Mapping[Position, tuple[int, int]], total: int) -> Iterator[Position]:
        for position, (versions, _) in used.items():
            yield position
            self._checked += versions
            self._watch(self._checked, total)

    def _url(self, version: int) -> str:
        rows = self._connection.rows(
            "SELECT page.url FROM pagekin_page_version version "
            "JOIN pagekin_page page ON page.id = version.page_id WHERE version.id = %s",
            version,
        )
        return str(rows[0][0]) if rows else "an unknown page"

    def _behind(self, file: _UsedFile, size: int) -> int:
        """Count the page versions behind the end of a file."""
        rows = self._connection.rows(
            "SELECT count(*) FROM pagekin_page_version WHERE archive_file = %s "
            "AND coalesce(archive_id, 0) = %s AND archive_offset + archive_length > %s",
            file.name,
            file.archive,
            size,
        )
        return int(rows[0][0])


def _versions(number: int) -> str:
    return f"{number:,} page version{'' if number == 1 else 's'}"
