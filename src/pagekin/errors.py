"""Everything that pagekin raises on purpose.

    PagekinError                 exit code 1: failed while running
    ├── UsageError               exit code 2: a bad flag, URL, setting or combination of them
    │   ├── FileFormatError      exit code 2: a file that is not what it should be; names the line or key
    │   └── CannotAppendError    exit code 2: a file that results cannot be added to
    ├── OutputError              exit code 1: a result that cannot be written
    ├── StoreError               exit code 1: a store that cannot be opened, read or written as it is
    ├── FetchError               exit code 1: a page that the work cannot do without did not come
    └── NothingFoundError        exit code 3: all went well, and there is nothing to show

A message says what happened, to which URL or file, and what to do about it. Pages that fail in the
middle of a crawl are no exceptions: they are `pagekin.site.Failure` values, counted and reported.
"""


class PagekinError(Exception):
    """The root of the tree; the command line turns it into one line and an exit code."""

    exit_code = 1


class UsageError(PagekinError):
    """What was asked for cannot be done as asked."""

    exit_code = 2


class FileFormatError(UsageError):
    """A file does not hold what it should."""


class CannotAppendError(UsageError):
    """Results cannot be added to a file; it stays as it is."""


class OutputError(PagekinError):
    """A result could not be written."""


class StoreError(PagekinError):
    """The store cannot be opened, read or written as it is."""


class FetchError(PagekinError):
    """A page that the work cannot do without did not come."""


class NothingFoundError(PagekinError):
    """Everything worked, but nothing was found."""

    exit_code = 3
