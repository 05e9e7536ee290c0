"""Everything that pagekin raises on purpose.

    PagekinError                 exit code 1: failed while running
    ├── UsageError               exit code 2: a bad flag, URL or setting, or a bad combination
    │   ├── FileFormatError      exit code 2: a file that is not what it should be; names the line or key
    │   ├── QueryError           exit code 2: a query that cannot be understood; knows the column
    │   ├── CannotAppendError    exit code 2: a file that results cannot be added to
    │   └── CrawlerBusyError     exit code 2: another process is at work with a crawler
    ├── OutputError              exit code 1: a result that cannot be written
    ├── StoreError               exit code 1: a store that cannot be opened, read or written as it is
    ├── ArchiveError             exit code 1: an archive that cannot be read or written as it is
    │   ├── ArchiveFullError     exit code 1: no room for more; what was written before is intact
    │   ├── ArchiveBusyError     exit code 1: another process is at work where only one may be
    │   ├── ArchiveElsewhereError  exit code 1: a page is in an archive of another machine
    │   ├── DamagedError         exit code 1: a position does not hold what was written there
    │   └── NotSafeError         exit code 1: the disk did not accept what was appended last
    ├── FetchError               exit code 1: a page that is indispensable could not be fetched
    ├── OutageError              exit code 1: a host went away and did not come back; can be continued
    ├── DeliveryError            exit code 1: a message did not reach its channel; can be tried again
    ├── StoppedError             exit code 1: somebody stopped it before there was a result; can be continued
    └── NothingFoundError        exit code 3: all went well, and there is nothing to show

A message says what happened, to which URL or file, and what to do about it. Pages that fail in the
middle of a crawl do not raise: they are `pagekin.site.Failure` values, counted and reported.
"""


class PagekinError(Exception):
    """The root of the tree; the command line turns it into one line and an exit code."""

    exit_code = 1


class UsageError(PagekinError):
    """The request cannot be carried out as stated."""

    exit_code = 2


class FileFormatError(UsageError):
    """A file does not contain what it should."""


class QueryError(UsageError):
    """A query cannot be understood, or cannot be asked as it stands; the column begins with 1."""

    def __init__(self, message: str, query: str = "", column: int = 0) -> None:
        self.query = query
        self.column = column
        super().__init__(f"column {column}: {message}" if column else message)

    @property
    def pointer(self) -> str:
        """The query with a caret below the column, on two lines; "" if there is no column."""
        if not self.column:
            return ""
        line = "".join(c if c.isprintable() else " " for c in self.query)
        return f"{line}\n{' ' * (self.column - 1)}^"


class CannotAppendError(UsageError):
    """Results cannot be added to a file; it stays as it is."""


class CrawlerBusyError(UsageError):
    """Another process is at work with a crawler."""


class OutputError(PagekinError):
    """A result could not be written."""


class StoreError(PagekinError):
    """The store cannot be opened, read or written as it is."""


class ArchiveError(PagekinError):
    """The archive cannot be read or written as it is."""


class ArchiveFullError(ArchiveError):
    """There is no room for more; what was written before stays intact."""


class ArchiveBusyError(ArchiveError):
    """Another process is at work where only one may be."""


class ArchiveElsewhereError(ArchiveError):
    """A page is in an archive that cannot be reached from this machine; it is not lost."""


class DamagedError(ArchiveError):
    """A position does not hold what was written there."""


class NotSafeError(ArchiveError):
    """The disk did not accept what was appended since the last sync: it has to be appended again."""


class FetchError(PagekinError):
    """A page that is indispensable could not be fetched."""


class OutageError(PagekinError):
    """A host went away and did not come back in time; what was done is kept, and can be continued."""


class DeliveryError(PagekinError):
    """A message did not reach its channel; the text says why, and holds nothing secret."""


class StoppedError(PagekinError):
    """Somebody stopped it before there was a result; what was done is kept, and can be continued."""


class NothingFoundError(PagekinError):
    """Everything worked, but nothing was found."""

    exit_code = 3


class ProcessLostError(PagekinError):
    """A piece of work ended the process that did it, each time that it was tried."""
