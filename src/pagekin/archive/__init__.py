"""The archive: WARC files to which every fetched page is appended, and from which it is read back."""

from pagekin.archive.as_stored import LEFT_OUT, as_stored
from pagekin.archive.folder import MAX_BYTES, FolderArchive
from pagekin.archive.foreign_import import WarcImport
from pagekin.archive.position import Position
from pagekin.archive.protocol import Archive
from pagekin.archive.recovery import Recovered
from pagekin.archive.thinning import ThinnedFiles
from pagekin.errors import (
    ArchiveBusyError,
    ArchiveError,
    ArchiveFullError,
    DamagedError,
    NotSafeError,
)
from pagekin.site.exchange import Exchange, Headers

__all__ = [
    "LEFT_OUT",
    "MAX_BYTES",
    "Archive",
    "ArchiveBusyError",
    "ArchiveError",
    "ArchiveFullError",
    "DamagedError",
    "Exchange",
    "FolderArchive",
    "Headers",
    "NotSafeError",
    "Position",
    "Recovered",
    "ThinnedFiles",
    "WarcImport",
    "as_stored",
]
