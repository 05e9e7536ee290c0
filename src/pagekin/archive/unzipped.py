"""Reads the bytes of any WARC file in order: plain, one gzip member per record, or one for all.

After damage it continues where the next record may begin. Memory holds what was asked for, and no more.
"""

import zlib
from collections import deque
from typing import BinaryIO, NoReturn

from pagekin.archive.compression import GZIP

_MAGIC = b"\x1f\x8b\x08"
_RECORD = b"WARC/"
_CHUNK = 1 << 16
_LOOK = 256  # compressed bytes that show whether a member begins with a record


class GapError(Exception):
    """Bytes that cannot be read; reading continues after them."""


class Unzipped:
    """A stream of bytes that can be looked at before they are taken."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._place = file.tell()  # in the file, of the first byte of _raw
        self._raw = file.read(_CHUNK)
        self._zipped = self._raw.startswith(_MAGIC[:2])
        self._member: zlib._Decompress | None = None
        self._member_at = self._place
        self._ahead = bytearray()
        self._position = 0  # in the stream, of the first byte ahead
        self._starts: deque[tuple[int, int]] = deque()  # of members: in the stream, in the file

    def record_offset(self) -> int | None:
        """Return the offset in the file from which the next bytes can be read again; None if there is none."""
        if not self._zipped:
            return self._place - len(self._ahead)
        while self._starts and self._starts[0][0] < self._position:
            self._starts.popleft()
        if self._starts and self._starts[0][0] == self._position:
            return self._starts[0][1]
        return None

    def look(self, size: int) -> bytes:
        """Return the next bytes without taking them; fewer at the end."""
        while len(self._ahead) < size and self._more():
            pass
        return bytes(self._ahead[:size])

    def take(self, size: int) -> bytes:
        """Take the next bytes; fewer at the end."""
        taken = self.look(size)
        self._drop(len(taken))
        return taken

    def skip(self, size: int) -> None:
        """Skip so many bytes without holding them in memory."""
        while size > 0 and self.look(1):
            dropped = min(size, len(self._ahead))
            self._drop(dropped)
            size -= dropped

    def line(self, limit: int) -> bytes:
        """Take a line with its end, up to a limit."""
        while (end := self._ahead.find(b"\n", 0, limit)) < 0:
            if len(self._ahead) >= limit or not self._more():
                return self.take(min(limit, len(self._ahead)))
        return self.take(end + 1)

    def find_record(self) -> None:
        """Skip everything before what may be the next record, or everything if there is none."""
        while True:
            at = self._ahead.find(b"\n" + _RECORD)
            if at >= 0:
                self._drop(at + 1)
                return
            self._drop(max(0, len(self._ahead) - len(_RECORD)))
            if not self._more():
                self._drop(len(self._ahead))
                return

    def _drop(self, size: int) -> None:
        del self._ahead[:size]
        self._position += size

    def _more(self) -> bool:
        """Read on; return False at the end."""
        self._raw = self._raw or self._file.read(_CHUNK)
        if self._raw and not self._zipped:
            self._ahead += self._raw
            self._place += len(self._raw)
            self._raw = b""
            return True
        if self._raw:
            self._unzip()
            return True
        if self._member:
            self._go_on_behind("cut off: the file ends in the middle of a record")
        return False

    def _unzip(self) -> None:
        if self._member is None:
            self._member = zlib.decompressobj(GZIP)
            self._member_at = self._place
            self._starts.append((self._position + len(self._ahead), self._place))
        try:
            self._ahead += self._member.decompress(self._raw, _CHUNK)
        except zlib.error as error:
            self._go_on_behind(f"wrongly compressed ({error})")
        rest = self._member.unused_data if self._member.eof else self._member.unconsumed_tail
        self._place += len(self._raw) - len(rest)
        self._raw = rest
        if self._member.eof:
            self._member = None

    def _go_on_behind(self, reason: str) -> NoReturn:
        """Drop the damaged member, go to the next one that begins with a record, and raise GapError."""
        self._drop(len(self._ahead))
        self._member = None
        self._starts.clear()
        self._place = _next_member(self._file, self._member_at + 1)
        self._file.seek(self._place)
        self._raw = b""
        raise GapError(reason)


def _next_member(file: BinaryIO, start: int) -> int:
    """Return where the next member with a record begins; the end of the file if there is none."""
    while True:
        file.seek(start)
        data = file.read(_CHUNK)
        is_last = len(data) < _CHUNK
        # What begins too near the end of these bytes is seen again with the next ones.
        stop = len(data) if is_last else len(data) - _LOOK
        at = data.find(_MAGIC)
        while 0 <= at < stop:
            if _begins_record(data[at : at + _LOOK]):
                return start + at
            at = data.find(_MAGIC, at + 1)
        start += stop
        if is_last:
            return start


def _begins_record(start: bytes) -> bool:
    try:
        return zlib.decompressobj(GZIP).decompress(start, len(_RECORD)) == _RECORD
    except zlib.error:
        return False
