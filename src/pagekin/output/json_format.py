"""Records as one JSON array."""

from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from pagekin.output.atomic_files import copy_without_closing
from pagekin.output.destination import Destination
from pagekin.output.json_lines_format import json_line
from pagekin.output.output_format import OutputFormat, stream_of
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record

_FRAME = (b"[", b"]")


class JsonFormat(OutputFormat):
    """An array of objects."""

    name = "json"
    frame = _FRAME

    def writer(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> "JsonWriter":
        """Open a destination."""
        del wrapper
        old = destination.path if destination.continues() else None
        return JsonWriter(stream_of(destination, stack), old)


class JsonWriter:
    """Writes an array of objects, each on a line of its own."""

    def __init__(self, stream: BinaryIO, old: Path | None) -> None:
        self.notes: list[str] = []
        self._stream = stream
        last = copy_without_closing(old, stream, *_FRAME) if old else b""
        if not last:
            stream.write(b"[")
        self._between = b"\n" if last in (b"", b"[") else b",\n"

    def write(self, page: str, record: Record) -> None:
        """Write a record."""
        self._stream.write(self._between + json_line(page, record))
        self._between = b",\n"

    def close(self) -> None:
        """Close the array."""
        self._stream.write(b"\n]\n")
