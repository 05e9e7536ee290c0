"""A spool: fetched pages on disk rather than in memory, for as long as they are needed."""

import json
import struct
import tempfile
import zlib
from collections.abc import Iterator
from typing import Self

from pagekin.dom import Page, parse_page
from pagekin.errors import OutputError
from pagekin.sources.page_sources import Unread

_LENGTHS = struct.Struct(">II")
_QUICK = 1  # level of compression: pages shrink to a fifth at the speed of the disk
# The headers that say how to read a page and where it leads; others are not kept.
_KEPT = ("content-type", "content-language", "link", "refresh")


class Spool:
    """Pages in a temporary file, by the URL that was requested; only their places are in memory.

    After a redirect, a page is also found by its own URL. The file disappears when the spool is closed
    or the process ends, however it ends.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the spool
        self._places: dict[str, int] = {}
        self._redirected: dict[str, int] = {}  # by their own URL

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Discard everything."""
        self._file.close()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, requested: str) -> bool:
        return requested in self._places or requested in self._redirected

    def add(self, page: Page) -> None:
        """Keep a page; it replaces an earlier one that was requested by the same URL."""
        headers = {name: page.headers[name] for name in _KEPT if name in page.headers}
        head = json.dumps([page.url, headers]).encode()
        body = zlib.compress(page.body, _QUICK)
        try:
            place = self._file.seek(0, 2)
            self._file.write(_LENGTHS.pack(len(head), len(body)) + head + body)
        except OSError as error:
            raise OutputError(
                f"cannot keep pages in {tempfile.gettempdir()}: {error.strerror}; "
                "TMPDIR names another folder"
            ) from None
        self._places[page.requested] = place
        if page.url != page.requested:
            self._redirected[page.url] = place

    def page(self, requested: str) -> Page:
        """Return a page, parsed anew; raise KeyError if it is not here."""
        place = self._places.get(requested)
        self._file.seek(self._redirected[requested] if place is None else place)
        head, body = _LENGTHS.unpack(self._file.read(_LENGTHS.size))
        url, headers = json.loads(self._file.read(head))
        return parse_page(url, zlib.decompress(self._file.read(body)), headers, requested=requested)

    def pages(self) -> Iterator[Page | Unread]:
        """Yield the pages in the order in which they came."""
        for requested in tuple(self._places):
            yield self.page(requested)
