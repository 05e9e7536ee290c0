"""The archive: WARC files that every fetched page is appended to, read back from, and never lost from."""

from pagekin.archive.as_stored import LEFT_OUT, as_stored
from pagekin.archive.folder import MAX_BYTES, FolderArchive
from pagekin.archive.position import Position
from pagekin.archive.recovery import Recovered
from pagekin.archive.thinning import ThinnedFiles
from pagekin.archive.warc_import import WarcImport
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
