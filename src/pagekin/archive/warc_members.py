"""Finds and checks the records of the archive's own files, one after the other.

A record is whole if its gzip member ends (with the right checksum and size), if it is exactly as long as it
says, and if the digest of its block is right. After damage, the next whole record of the same file is
searched. An archived page may itself contain records, so a record counts only if it carries the name of
this file's first record, which no page can know.
"""

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from pagekin.archive.compression import GZIP
from pagekin.errors import DamagedError

_OPENING = b"\x1f\x8b\x08\x00\x00\x00\x00\x00"  # how zlib begins a member: no name, no time
_VERSION = b"WARC/1.1\r\n"
_END = b"\r\n\r\n"
_CHUNK = 1 << 16
_LOOK = 256  # bytes that show whether a record begins
_HEAD = (
    1 << 16
)  # bytes that hold the headers of any record but those with monstrous URLs or metadata


@dataclass(frozen=True, slots=True)
class WarcRecord:
    """One whole record: its headers by name in lower case, and its block."""

    headers: dict[str, str]
    block: bytes

    @property
    def kind(self) -> str:
        """The type of the record: response, revisit, request or warcinfo."""
        return self.headers.get("warc-type", "")

    @property
    def record_id(self) -> str:
        """The record's own name."""
        return self.headers.get("warc-record-id", "")


@dataclass(frozen=True, slots=True)
class Located:
    """A whole record and its place in the file."""

    offset: int
    length: int
    record: WarcRecord

    @property
    def end(self) -> int:
        """The first byte after it."""
        return self.offset + self.length


@dataclass(frozen=True, slots=True)
class Damage:
    """A stretch of a file that holds no whole record."""

    offset: int
    end: int
    reason: str


def parse_record(raw: bytes) -> WarcRecord:
    """Return a record after checking it; raise DamagedError if it is not what it says."""
    head, found, rest = raw.partition(_END)
    if not found or not head.startswith(_VERSION):
        raise DamagedError("not a WARC/1.1 record")
    headers = {}
    for line in head.decode("utf-8", "replace").split("\r\n")[1:]:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    block = rest[: -len(_END)]
    if not rest.endswith(_END) or headers.get("content-length") != str(len(block)):
        raise DamagedError("a record that is not as long as it says")
    if headers.get("warc-block-digest") != "sha256:" + hashlib.sha256(block).hexdigest():
        raise DamagedError("a record whose digest is wrong")
    return WarcRecord(headers, block)


def parse_members(data: bytes) -> list[WarcRecord]:
    """Return all records of a stretch that must hold whole records and nothing else."""
    records = []
    while data:
        raw, data = _unzipped(data)
        records.append(parse_record(raw))
    return records


def located_records(file: BinaryIO, start: int = 0) -> Iterator[Located | Damage]:
    """Yield every whole record from an offset on, and the damage between them."""
    own = own_name(file)
    offset = start
    while True:
        try:
            for found in _undamaged(file, offset):
                yield found
                own = own or _belongs_to(found.record)
                offset = found.end
        except DamagedError as error:
            following = _next_whole(file, offset + 1, own)
            yield Damage(offset, following, str(error))
            offset = following
        else:
            return


def own_name(file: BinaryIO) -> str:
    """Return the name that all records of this file carry; empty if its beginning is damaged."""
    try:
        first = next(_undamaged(file, 0), None)
    except DamagedError:
        return ""
    return _belongs_to(first.record) if first else ""


def _unzipped(data: bytes) -> tuple[bytes, bytes]:
    """Return the content of the first member, and the bytes after it."""
    member = zlib.decompressobj(GZIP)
    try:
        raw = member.decompress(data)
    except zlib.error as error:
        raise DamagedError(f"wrongly compressed ({error})") from None
    if not member.eof:
        raise DamagedError("a record that is cut off")
    return raw, member.unused_data


def _undamaged(file: BinaryIO, offset: int) -> Iterator[Located]:
    """Yield records from an offset where one must begin; raise DamagedError where there is none."""
    file.seek(offset)
    data = file.read(_CHUNK)
    while data:
        member, parts, size = zlib.decompressobj(GZIP), [], 0
        while data and not member.eof:
            try:
                parts.append(member.decompress(data))
            except zlib.error as error:
                raise DamagedError(f"wrongly compressed ({error})") from None
            size += len(data)
            data = member.unused_data if member.eof else file.read(_CHUNK)
        if not member.eof:
            raise DamagedError("a record that is cut off")
        length = size - len(member.unused_data)
        yield Located(offset, length, parse_record(b"".join(parts)))
        offset += length
        data = data or file.read(_CHUNK)


def _belongs_to(record: WarcRecord) -> str:
    if record.kind == "warcinfo":
        return record.record_id
    return record.headers.get("warc-warcinfo-id", "")


def _next_whole(file: BinaryIO, start: int, own: str) -> int:
    """Return where the next whole record begins; the end of the file if there is none."""
    position, before = start, b""
    while True:
        file.seek(position)
        chunk = file.read(_CHUNK)
        if not chunk:
            return position
        data = before + chunk
        at = data.find(_OPENING)
        while at >= 0:
            candidate = position - len(before) + at
            if _is_whole(file, candidate, own):
                return candidate
            at = data.find(_OPENING, at + 1)
        before = data[-len(_OPENING) + 1 :]
        position += len(chunk)


def _is_whole(file: BinaryIO, offset: int, own: str) -> bool:
    """Whether a whole record of this file begins here; a page may contain others, so headers come first."""
    file.seek(offset)
    try:
        start = file.read(_LOOK)
        if zlib.decompressobj(GZIP).decompress(start, len(_VERSION)) != _VERSION:
            return False
        start += file.read(_CHUNK)
        head = zlib.decompressobj(GZIP).decompress(start, _HEAD).partition(_END)[0]
        if f"\r\nWARC-Warcinfo-ID: {own}".encode() not in head:
            return False
        next(_undamaged(file, offset))
    except (DamagedError, zlib.error, StopIteration):
        return False
    return True
