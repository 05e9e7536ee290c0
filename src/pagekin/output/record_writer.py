"""A writer for a destination: every format behind the same two methods."""

import contextlib
import importlib
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Protocol

from pagekin.errors import UsageError
from pagekin.output.atomic_files import replacing, standard_output, whole_to_standard_output
from pagekin.output.csv_format import check_columns
from pagekin.output.destination import Destination, Format
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record

# Loaded when asked for: some need large libraries, one of which may not be there.
_WRITERS = {
    Format.CSV: ("csv_format", "CsvWriter"),
    Format.JSON: ("json_format", "JsonWriter"),
    Format.JSONL: ("json_format", "JsonLinesWriter"),
    Format.XML: ("xml_format", "XmlWriter"),
    Format.PARQUET: ("parquet_format", "ParquetWriter"),
    Format.XLSX: ("xlsx_format", "XlsxWriter"),
}
_BINARY = (Format.PARQUET, Format.XLSX)


class RecordWriter(Protocol):
    """Takes records."""

    @property
    def notes(self) -> list[str]:
        """What people should know about where they went."""
        ...

    def write(self, page: str, record: Record) -> None:
        """Write a record of a page."""
        ...


def check(destination: Destination, wrapper: Wrapper | None = None) -> None:
    """Complain before the work about what could not be written after it."""
    destination.check()
    if wrapper and destination.format is Format.CSV and destination.continues():
        check_columns(destination, wrapper)
    if destination.is_stdout and destination.format in _BINARY and sys.stdout.isatty():
        raise UsageError(f"{destination.format.upper()} is not for reading: write it to a file")
    _writer_class(destination.format)


@contextlib.contextmanager
def open_output(destination: Destination, wrapper: Wrapper) -> Iterator[RecordWriter]:
    """Open a destination for the records of a wrapper.

    Files get their new content when the block ends well; if it does not, they stay as they were.
    """
    check(destination, wrapper)
    chosen = _writer_class(destination.format)
    with ExitStack() as stack:
        if destination.format in (Format.CSV, Format.PARQUET):
            writer = chosen(destination, wrapper, stack)
        elif destination.format is Format.XLSX:
            writer = chosen(_stream(destination, stack), wrapper, stack)
        else:
            old = destination.path if destination.continues() else None
            writer = chosen(_stream(destination, stack), old)
        yield writer
        writer.close()


def _stream(destination: Destination, stack: ExitStack) -> Any:
    if not destination.is_stdout:
        return stack.enter_context(replacing(destination.path))
    whole = destination.format is Format.XLSX
    return stack.enter_context(whole_to_standard_output() if whole else standard_output())


def _writer_class(chosen: Format) -> Any:
    module, name = _WRITERS[chosen]
    try:
        return getattr(importlib.import_module(f"pagekin.output.{module}"), name)
    except ModuleNotFoundError as error:
        raise UsageError(
            f"{chosen.upper()} needs {error.name}, which is not installed: pip install {error.name}"
        ) from None
