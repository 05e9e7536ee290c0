"""Records as JSON Lines, or as one JSON array."""

import json
import math
from pathlib import Path
from typing import Any, BinaryIO

from pagekin.output.atomic_files import copy_without_closing
from pagekin.output.destination import FRAMES, Format
from pagekin.wrappers.record import Record, record_json

# What some readers take for the end of a line, though JSON lets it stand in texts.
_LINE_ENDS = {ord(c): f"\\u{ord(c):04x}" for c in "\x85\u2028\u2029"}


class JsonLinesWriter:
    """One object a line."""

    def __init__(self, stream: BinaryIO, old: Path | None) -> None:
        self.notes: list[str] = []
        self._stream = stream
        if old and copy_without_closing(old, stream):
            stream.write(b"\n")

    def write(self, page: str, record: Record) -> None:
        """Write a record."""
        self._stream.write(_line(page, record) + b"\n")

    def close(self) -> None:
        """End; nothing is open."""


class JsonWriter:
    """An array of objects, each on a line of its own."""

    def __init__(self, stream: BinaryIO, old: Path | None) -> None:
        self.notes: list[str] = []
        self._stream = stream
        last = copy_without_closing(old, stream, *FRAMES[Format.JSON]) if old else b""
        if not last:
            stream.write(b"[")
        self._between = b"\n" if last in (b"", b"[") else b",\n"

    def write(self, page: str, record: Record) -> None:
        """Write a record."""
        self._stream.write(self._between + _line(page, record))
        self._between = b",\n"

    def close(self) -> None:
        """Close the array."""
        self._stream.write(b"\n]\n")


def _line(page: str, record: Record) -> bytes:
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
