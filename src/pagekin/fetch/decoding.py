"""Decompresses bodies as they come in, a small piece at a time: a bomb is noticed before it goes off."""

import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import brotli

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ACCEPTED = "gzip, deflate, br, zstd"
_PIECE = 64 * 1024
_MOST_STEPS = 3  # nobody compresses a page more often than that in good faith
_MOST_MEMBERS = 10_000  # a body may consist of several compressed ones, but not of mere headers
_GZIP = zlib.MAX_WBITS | 16
_GZIP_START = b"\x1f\x8b"
_ZSTD_START = b"\x28\xb5\x2f\xfd"
# RFC 9659: what is sent over HTTP must not need more than 8 MiB of memory to decompress.
_ZSTD_OPTIONS: dict[int, int] = {zstd.DecompressionParameter.window_log_max: 23}


class BodyDamagedError(Exception):
    """The body is not what its Content-Encoding says."""


class BodyTooLongError(Exception):
    """The body is longer than it may be."""


class _Step(Protocol):
    """Undoes one encoding."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield what can be decompressed so far, in pieces of bounded size."""
        ...

    def has_ended(self) -> bool:
        """Return whether the end of what was compressed has come."""
        ...


class DecodedBody:
    """A body as it grows, decompressed, and no longer than it may be."""

    def __init__(self, content_encoding: str, longest: int) -> None:
        self._steps = _steps(content_encoding)
        # Of what came over the wire, of each intermediate result and of the result: all are limited.
        self._lengths = [0] * (len(self._steps) + 1)
        self._longest = longest
        self._pieces: list[bytes] = []

    def add(self, data: bytes) -> None:
        """Add what came over the wire."""
        if not self._steps:
            self._pieces.append(data)
            self._count(0, data)
            return
        slices = (data[at : at + _PIECE] for at in range(0, len(data), _PIECE))
        try:
            self._pieces.extend(self._undone(slices))
        except (zlib.error, brotli.error, zstd.ZstdError) as error:
            raise BodyDamagedError("the compressed page is damaged") from error

    def end(self) -> None:
        """Check that nothing is missing, now that nothing more comes."""
        if self._lengths[0] and not all(step.has_ended() for step in self._steps):
            raise BodyDamagedError("the compressed page is cut off")

    def content(self) -> bytes:
        """Return all that there is so far, up to the limit."""
        return b"".join(self._pieces)[: self._longest]

    def _undone(self, pieces: Iterable[bytes]) -> Iterable[bytes]:
        pieces = self._counted(0, pieces)
        for number, step in enumerate(self._steps, 1):
            pieces = self._counted(number, _fed(step, pieces))
        return pieces

    def _counted(self, number: int, pieces: Iterable[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            yield piece
            self._count(number, piece)

    def _count(self, number: int, piece: bytes) -> None:
        self._lengths[number] += len(piece)
        if self._lengths[number] > self._longest:
            raise BodyTooLongError


def _fed(step: _Step, pieces: Iterable[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        yield from step.feed(piece)


def _steps(content_encoding: str) -> list[_Step]:
    """Return the steps that undo encodings; the last encoding was applied last."""
    names = [name.strip().lower() for name in content_encoding.split(",")]
    # Unknown names are ignored, as in browsers.
    steps = [_STEPS[name] for name in reversed(names) if name in _STEPS]
    if len(steps) > _MOST_STEPS:
        raise BodyDamagedError(f"the page is compressed {len(steps)} times over")
    return [step() for step in steps]


class _Inflate:
    """zlib's format, with or without its header: some servers leave it out."""

    def __init__(self) -> None:
        self._start = b""
        self._inflater: zlib._Decompress | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        if self._inflater is None:
            data = self._start + data
            if len(data) < 2:
                self._start = data
                return
            has_header = data[0] & 0x0F == 8 and (data[0] << 8 | data[1]) % 31 == 0
            self._inflater = zlib.decompressobj(zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS)
        is_full = False  # then more may come out, even if nothing more goes in
        while (data or is_full) and not self._inflater.eof:
            piece = self._inflater.decompress(data, _PIECE)
            yield piece
            data, is_full = self._inflater.unconsumed_tail, len(piece) == _PIECE

    def has_ended(self) -> bool:
        return self._inflater is not None and self._inflater.eof


class _Gunzip:
    """gzip, perhaps several members in a row; what else follows is ignored."""

    def __init__(self) -> None:
        self._inflater = zlib.decompressobj(_GZIP)
        self._members = 1
        self._rest = b""  # of a member's start

    def feed(self, data: bytes) -> Iterator[bytes]:
        data, self._rest = self._rest + data, b""
        while data:
            if self._inflater.eof:
                if len(data) < len(_GZIP_START):
                    self._rest = data
                if not data.startswith(_GZIP_START):
                    return
                self._members = _counted(self._members)
                self._inflater = zlib.decompressobj(_GZIP)
            yield self._inflater.decompress(data, _PIECE)
            data = self._inflater.unused_data or self._inflater.unconsumed_tail

    def has_ended(self) -> bool:
        return self._inflater.eof


class _Unbrotli:
    """Brotli; what follows its end is ignored."""

    def __init__(self) -> None:
        self._decompressor = brotli.Decompressor()

    def feed(self, data: bytes) -> Iterator[bytes]:
        while not self._decompressor.is_finished():
            piece = self._decompressor.process(data, output_buffer_limit=_PIECE)
            data = b""
            if not piece:
                return
            yield piece

    def has_ended(self) -> bool:
        return bool(self._decompressor.is_finished())


class _Unzstd:
    """Zstandard, perhaps several frames in a row; what else follows is ignored."""

    def __init__(self) -> None:
        self._decompressor = zstd.ZstdDecompressor(options=_ZSTD_OPTIONS)
        self._frames = 1
        self._rest = b""  # of a frame's start

    def feed(self, data: bytes) -> Iterator[bytes]:
        data, self._rest = self._rest + data, b""
        while data or not self._decompressor.needs_input:
            if self._decompressor.eof:
                if len(data) < len(_ZSTD_START):
                    self._rest = data
                if not data.startswith(_ZSTD_START):
                    return
                self._frames = _counted(self._frames)
                self._decompressor = zstd.ZstdDecompressor(options=_ZSTD_OPTIONS)
            yield self._decompressor.decompress(data, _PIECE)
            data = self._decompressor.unused_data if self._decompressor.eof else b""

    def has_ended(self) -> bool:
        return self._decompressor.eof


def _counted(members: int) -> int:
    if members >= _MOST_MEMBERS:
        raise BodyDamagedError("the compressed page has too many parts")
    return members + 1


_STEPS: dict[str, Callable[[], _Step]] = {
    "gzip": _Gunzip,
    "x-gzip": _Gunzip,
    "deflate": _Inflate,
    "br": _Unbrotli,
    "zstd": _Unzstd,
}
