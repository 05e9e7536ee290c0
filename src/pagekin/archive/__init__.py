"""The archive: WARC files that every fetched page is appended to, read back from, and never lost from."""

from pagekin.archive.archive import MAX_BYTES, Archive
from pagekin.archive.as_stored import LEFT_OUT, as_stored
from pagekin.archive.importing import Import
from pagekin.archive.position import Position
from pagekin.archive.recovery import Recovered
from pagekin.archive.thinning import Thinned
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
    "Headers",
    "Import",
    "NotSafeError",
    "Position",
    "Recovered",
    "Thinned",
    "as_stored",
]
