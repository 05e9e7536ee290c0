"""Pages from a WARC file, compressed or not: its successful HTML responses."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from pagekin.dom import Page, parse_page
from pagekin.dom.content import why_no_page
from pagekin.dom.page import MAX_BYTES
from pagekin.sources.decoding import UnknownCodingError, decoded
from pagekin.sources.pages import Unread

SUFFIXES = (".warc", ".warc.gz")
_OPENING = b"WARC/"
_GZIP = b"\x1f\x8b"
_LOOK = 512  # bytes that are enough to see what a file is
# What warcio stumbles over when a file is damaged: its own complaint, or whatever its parser did not expect.
_DAMAGE = (
    ArchiveLoadFailed,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    TypeError,
    ValueError,
    zlib.error,
)


@dataclass(frozen=True, slots=True)
class WarcFile:
    """A web archive; a page's name is the URL that it was fetched from."""

    path: Path

    def pages(self) -> Iterator[Page | Unread]:
        """Read the records one by one; what follows damage cannot be read."""
        try:
            with self.path.open("rb") as file:
                for record in ArchiveIterator(file):
                    yield from _page(record)
        except _DAMAGE as error:
            reason = getattr(error, "strerror", None) or error or type(error).__name__
            yield Unread(self.path.as_posix(), f"damaged: {reason}")


def looks_like_warc(path: Path) -> bool:
    """Tell by a look at its first bytes whether a file is a WARC file; OSError if it cannot be read."""
    with path.open("rb") as file:
        start = file.read(_LOOK)
    if start.startswith(_GZIP):
        try:
            start = zlib.decompressobj(wbits=31).decompress(start, len(_OPENING))
        except zlib.error:
            return False
    return start.startswith(_OPENING)


def _page(record: Any) -> Iterator[Page | Unread]:
    headers = _headers(record)
    if headers is None:
        return
    url = record.rec_headers.get_header("WARC-Target-URI") or "page without URL"
    if headers.get("content-type") and why_no_page(headers, b""):
        return
    sent = ChunkedDataReader(record.raw_stream).read(MAX_BYTES + 1)
    if len(sent) <= MAX_BYTES and _is_cut_off(record):
        yield Unread(url, "cut off: the archive ends in the middle of it")
        return
    try:
        body = decoded(sent, headers.get("content-encoding", ""), MAX_BYTES + 1)
    except UnknownCodingError as error:
        yield Unread(url, str(error))
        return
    if not why_no_page(headers, body):
        yield parse_page(url, body, headers)


def _headers(record: Any) -> dict[str, str] | None:
    """Give the headers of a page that came with success; None if the record is anything else."""
    if record.rec_type == "resource":  # a page without the protocol around it
        return {"content-type": record.rec_headers.get_header("Content-Type") or ""}
    if record.rec_type != "response" or not record.http_headers:
        return None
    if not record.http_headers.get_statuscode().startswith("2"):
        return None
    return {name.lower(): value for name, value in record.http_headers.headers}


def _is_cut_off(record: Any) -> bool:
    """Tell whether the file ends before the record does: warcio takes what there is for the whole."""
    while record.raw_stream.read(1 << 16):
        pass
    return bool(getattr(record.raw_stream, "limit", 0) > 0)
