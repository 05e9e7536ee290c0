"""What can go wrong with an archive.

ArchiveError                 something that the archive cannot do
├── ArchiveFullError         no room for more; what was written before is whole
├── ArchiveBusyError         another process is at work where only one may be
└── DamagedError             what stands at a position is not what was written there
"""

from pagekin.errors import OutputError


class ArchiveError(OutputError):
    """Something that the archive cannot do."""


class ArchiveFullError(ArchiveError):
    """There is no room for more; what was written before is whole and stays so."""


class NotSafeError(ArchiveError):
    """The disk did not take what was appended since the last sync: it has to be appended again."""


class ArchiveBusyError(ArchiveError):
    """Another process is at work where only one may be."""


class DamagedError(ArchiveError):
    """What stands at a position is not what was written there."""
