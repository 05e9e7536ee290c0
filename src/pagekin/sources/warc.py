"""Pages from a WARC file, compressed or not: its successful HTML responses."""

import contextlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from pagekin.archive import Exchange, WarcImport
from pagekin.dom import Page
from pagekin.dom.content_types import why_no_page
from pagekin.dom.page import MAX_BYTES, UnparsedPage
from pagekin.fetch.decoding import BodyDamagedError, BodyTooLongError, DecodedBody
from pagekin.sources.page_sources import Unread

SUFFIXES = (".warc", ".warc.gz")
_OPENING = b"WARC/"
_GZIP = b"\x1f\x8b"
_LOOK = 512  # bytes that show what a file is


@dataclass(frozen=True, slots=True)
class WarcFile:
    """A web archive; pages are named by the URLs they were fetched from."""

    path: Path

    def pages(self) -> Iterator[Page | Unread]:
        """Yield the pages one by one, and in the end what could not be read."""
        archive = WarcImport([self.path])
        for exchange in archive:
            page = _page(exchange)
            if page:
                yield page
        for reason, number in archive.lost.items():
            records = "a record" if number == 1 else f"{number:,} records"
            yield Unread(self.path.as_posix(), f"{records}: {reason}")


def looks_like_warc(path: Path) -> bool:
    """Whether a file is a WARC file, by its first bytes; raise OSError if it cannot be read."""
    with path.open("rb") as file:
        start = file.read(_LOOK)
    if start.startswith(_GZIP):
        try:
            start = zlib.decompressobj(wbits=31).decompress(start, len(_OPENING))
        except zlib.error:
            return False
    return start.startswith(_OPENING)


def _page(exchange: Exchange) -> Page | Unread | None:
    """Return the page of a successful exchange, None if it is about anything else."""
    headers = {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in exchange.headers
    }
    if exchange.status // 100 != HTTPStatus.OK // 100:
        return None
    if headers.get("content-type") and why_no_page(headers, b""):
        return None
    try:
        body = _body(exchange.body, headers.get("content-encoding", ""))
    except BodyDamagedError as error:
        return Unread(exchange.url, str(error))
    return None if why_no_page(headers, body) else UnparsedPage(exchange.url, body, headers)


def _body(sent: bytes, codings: str) -> bytes:
    """Return the body without its content coding, at most one byte more than a page may have."""
    body = DecodedBody(codings, MAX_BYTES + 1)
    with contextlib.suppress(BodyTooLongError):
        body.add(sent)
    return body.content()
