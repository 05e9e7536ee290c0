"""Reads WARC files that other tools made: what is wrong in them is reported and skipped."""

import binascii
import hashlib
from base64 import b32decode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from pagekin.archive.unzipped import GapError, Unzipped

_LONGEST_LINE = 1 << 20
_MOST_LINES = 1000
_ALGORITHMS = frozenset({"md5", "sha1", "sha256", "sha384", "sha512"})


@dataclass(frozen=True, slots=True)
class ForeignRecord:
    """A record: its headers by name in lower case, its block, and its offset if it can be read again."""

    headers: dict[str, str]
    block: bytes
    offset: int | None

    @property
    def kind(self) -> str:
        """The type that the record claims, in lower case."""
        return self.headers.get("warc-type", "").lower()

    @property
    def url(self) -> str:
        """The URL of the record; older tools write it in angle brackets."""
        return self.headers.get("warc-target-uri", "").removeprefix("<").removesuffix(">")


@dataclass(frozen=True, slots=True)
class Unusable:
    """Something in a file that is not a record, or not one that can be used."""

    reason: str
    is_loss: bool = True  # False: what WARC files rightly hold besides exchanges


def foreign_records(file: BinaryIO, max_block: int) -> Iterator[ForeignRecord | Unusable]:
    """Yield the records of a file from its current position; blocks that are too large are skipped unread."""
    stream = Unzipped(file)
    while True:
        try:
            found = _next_record(stream, max_block)
        except GapError as gap:
            found = Unusable(str(gap))
        if found is None:
            return
        yield found


def _next_record(stream: Unzipped, max_block: int) -> ForeignRecord | Unusable | None:
    while stream.look(1) in {b"\r", b"\n"}:
        stream.skip(1)
    offset = stream.record_offset()
    first = stream.line(_LONGEST_LINE)
    if not first:
        return None
    headers = _headers(stream) if first.startswith(b"WARC/") else None
    length = headers.get("content-length", "") if headers else ""
    if not headers or not (length.isascii() and length.isdigit()):
        stream.find_record()
        return Unusable("not a WARC record")
    if int(length) > max_block:
        stream.skip(int(length))
        return Unusable("larger than allowed")
    block = stream.take(int(length))
    if len(block) < int(length):
        return Unusable("cut off: the file ends in the middle of a record")
    if _is_digest_wrong(headers.get("warc-block-digest", ""), block):
        return Unusable("changed: its digest is another")
    return ForeignRecord(headers, block, offset)


def _headers(stream: Unzipped) -> dict[str, str] | None:
    """Return the headers up to the empty line; None if there are too many."""
    headers: dict[str, str] = {}
    name = ""
    for _ in range(_MOST_LINES):
        line = stream.line(_LONGEST_LINE).decode("utf-8", "replace")
        if not line.strip():
            return headers
        if line[0] in " \t" and name:
            headers[name] = f"{headers[name]} {line.strip()}".strip()
        else:
            name, _, value = line.partition(":")
            name = name.strip().lower()
            headers.setdefault(name, value.strip())
    return None


def _is_digest_wrong(labelled: str, block: bytes) -> bool:
    """Whether a digest can be checked and does not match."""
    algorithm, _, value = labelled.partition(":")
    algorithm = algorithm.lower().replace("-", "")
    if algorithm not in _ALGORITHMS or not value:
        return False
    right = hashlib.new(algorithm, block, usedforsecurity=False).digest()
    try:
        if len(value) == 2 * len(right):
            return bytes.fromhex(value) != right
        return b32decode(value.upper() + "=" * (-len(value) % 8)) != right
    except (ValueError, binascii.Error):  # an unknown notation cannot be checked
        return False
