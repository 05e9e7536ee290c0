"""Records as JSON Lines: one object a line."""

import json
import math
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from pagekin.output.atomic_files import copy_without_closing
from pagekin.output.destination import Destination
from pagekin.output.output_format import OutputFormat, stream_of
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record, record_json

# What some readers take for the end of a line, though JSON allows it in texts.
_LINE_ENDS = {ord(c): f"\\u{ord(c):04x}" for c in "\x85\u2028\u2029"}


class JsonLinesFormat(OutputFormat):
    """One object a line."""

    name = "jsonl"
    other_suffixes = ("jl", "jsonlines", "ndjson")

    def writer(
        self, destination: Destination, wrapper: Wrapper, stack: ExitStack
    ) -> "JsonLinesWriter":
        """Open a destination."""
        del wrapper
        old = destination.path if destination.continues() else None
        return JsonLinesWriter(stream_of(destination, stack), old)


class JsonLinesWriter:
    """Writes one object a line."""

    def __init__(self, stream: BinaryIO, old: Path | None) -> None:
        self.notes: list[str] = []
        self._stream = stream
        if old and copy_without_closing(old, stream):
            stream.write(b"\n")

    def write(self, page: str, record: Record) -> None:
        """Write a record."""
        self._stream.write(json_line(page, record) + b"\n")

    def close(self) -> None:
        """Do nothing: every record is written at once."""


def json_line(page: str, record: Record) -> bytes:
    """Return a record as JSON without a line break in it."""
    content = record_json(page, record)
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False)
    except ValueError:  # JSON has no word for "not a number" and infinity
        text = json.dumps(_finite(content), ensure_ascii=False)
    return text.translate(_LINE_ENDS).encode("utf-8", errors="replace")


def _finite(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _finite(value) for key, value in content.items()}
    if isinstance(content, list):
        return [_finite(value) for value in content]
    return None if isinstance(content, float) and not math.isfinite(content) else content
