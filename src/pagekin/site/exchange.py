"""What went over the wire for one request, as it went: the archive keeps it, and pages are made from it.

The transfer coding of a body (chunks) is undone; its content coding (gzip, br …) stays. That is what the
standard asks for and what other tools expect. Nothing is lost when a coding is broken or unknown, a
decompression bomb stays as small as it came, and compressed bytes need not be compressed again. Whoever wants
to read the page undoes the coding.
"""

from dataclasses import dataclass
from datetime import datetime

Headers = tuple[tuple[bytes, bytes], ...]
"""Headers in the order in which they came, names and values as they came."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and the response to it."""

    url: str
    requested_at: datetime  # with its time zone
    status_line: bytes  # b"HTTP/1.1 200 OK"
    headers: Headers = ()
    body: bytes = b""
    method: str = "GET"  # empty: the request is not known
    request_headers: Headers = ()
    request_body: bytes = b""
    truncated: str = ""  # why the body is not whole: length, time, disconnect or unspecified
    metadata: tuple[tuple[str, str], ...] = ()  # what else should be known, by name

    @property
    def status(self) -> int:
        """The number in the status line; 0 if there is none."""
        words = self.status_line.split(None, 2)
        return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0

    def header(self, name: str) -> str:
        """Return the first response header with a name, whatever its case; empty if there is none."""
        wanted = name.lower().encode("latin-1")
        for key, value in self.headers:
            if key.lower() == wanted:
                return value.decode("latin-1")
        return ""
