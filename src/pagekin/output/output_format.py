"""An output format: everything that pagekin knows about a format of records, in one class."""

from __future__ import annotations

import importlib.util
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, BinaryIO

from pagekin.errors import CannotAppendError, UsageError
from pagekin.output.atomic_files import end_of_content, replacing, standard_output

if TYPE_CHECKING:
    from contextlib import AbstractContextManager, ExitStack

    from pagekin.output.destination import Destination
    from pagekin.output.record_writer import FormatWriter
    from pagekin.wrappers import Wrapper


class OutputFormat(ABC):
    """A format of records; a subclass with a name and `writer` is enough, the rest has defaults."""

    name: str  # also the suffix of files, and of the extra that installs the library
    other_suffixes: tuple[str, ...] = ()
    library: str = ""  # that must be installed besides pagekin's own dependencies
    is_text: bool = True  # False: nothing for a terminal
    can_be_continued: bool = True  # False: it closes with an index of what it holds
    frame: tuple[bytes, bytes] | None = None  # how a file with one document begins and ends

    @abstractmethod
    def writer(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> FormatWriter:
        """Open a destination; the stack closes what was opened."""

    def check_library(self) -> None:
        """Raise UsageError if the library is missing."""
        if self.library and importlib.util.find_spec(self.library) is None:
            raise UsageError(
                f"writing .{self.name} needs {self.library}: pip install 'pagekin[{self.name}]'"
            )

    def check_old(self, destination: Destination, wrapper: Wrapper | None) -> None:
        """Raise CannotAppendError if the old file of a destination cannot be continued.

        Without a wrapper, only what does not depend on it is checked.
        """
        del wrapper
        if not self.can_be_continued:
            raise CannotAppendError(
                f"cannot append to {destination.name}: {self.name.upper()} files cannot be continued; "
                "-O overwrites it, .csv and .jsonl can be appended to"
            )
        if self.frame:
            end_of_content(destination.path, *self.frame)


def stream_of(
    destination: Destination,
    stack: ExitStack,
    stdout: AbstractContextManager[BinaryIO] | None = None,
) -> BinaryIO:
    """Open the one stream of a destination: its file, or `stdout` (by default, stdout as it is)."""
    if not destination.is_stdout:
        return stack.enter_context(replacing(destination.path))
    return stack.enter_context(stdout or standard_output())
