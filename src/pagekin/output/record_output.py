"""Records to a destination: every format behind the same two methods."""

import contextlib
import sys
from collections.abc import Iterator
from contextlib import ExitStack

from pagekin.errors import UsageError
from pagekin.output.destination import Destination
from pagekin.output.record_writer import RecordWriter
from pagekin.wrappers import Wrapper


def check(destination: Destination, wrapper: Wrapper | None = None) -> None:
    """Raise, before the work, what would keep its results from being written after it."""
    destination.format.check_library()
    destination.check_place()
    if destination.continues():
        destination.format.check_old(destination, wrapper)
    if destination.is_stdout and not destination.format.is_text and sys.stdout.isatty():
        raise UsageError(
            f"{destination.format.name.upper()} is not for a terminal: write it to a file"
        )


@contextlib.contextmanager
def open_output(destination: Destination, wrapper: Wrapper) -> Iterator[RecordWriter]:
    """Open a destination for the records of a wrapper.

    Files get their new content when the block ends well; if it does not, they stay as they were.
    """
    check(destination, wrapper)
    with ExitStack() as stack:
        writer = destination.format.writer(destination, wrapper, stack)
        yield writer
        writer.close()
