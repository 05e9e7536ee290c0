"""Streams of JSON objects: one a line, or as one array."""

import json
import math
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from pagekin.output.atomic_files import copy_without_closing

ARRAY = (b"[", b"]")
# What some readers take for the end of a line, though JSON allows it in texts.
_LINE_ENDS = {ord(c): f"\\u{ord(c):04x}" for c in "\x85\u2028\u2029"}


class JsonStream(Protocol):
    """Takes objects one by one."""

    def add(self, content: Any) -> None:
        """Write an object."""
        ...

    def close(self) -> None:
        """Write what comes after the last object."""
        ...


class LineStream:
    """One object a line."""

    def __init__(self, stream: BinaryIO, old: Path | None) -> None:
        self._stream = stream
        if old and copy_without_closing(old, stream):
            stream.write(b"\n")

    def add(self, content: Any) -> None:
        """Write an object."""
        self._stream.write(_line(content) + b"\n")

    def close(self) -> None:
        """Do nothing: every object is written at once."""


class ArrayStream:
    """One array, with each object on a line of its own."""

    def __init__(self, stream: BinaryIO, old: Path | None) -> None:
        self._stream = stream
        last = copy_without_closing(old, stream, *ARRAY) if old else b""
        if not last:
            stream.write(b"[")
        self._between = b"\n" if last in (b"", b"[") else b",\n"

    def add(self, content: Any) -> None:
        """Write an object."""
        self._stream.write(self._between + _line(content))
        self._between = b",\n"

    def close(self) -> None:
        """Close the array."""
        self._stream.write(b"\n]\n")


def _line(content: Any) -> bytes:
    """Return an object as JSON without a line break in it."""
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
