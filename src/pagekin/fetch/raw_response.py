"""An answer of a server, once everything about the wire is settled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A successful answer as bytes: where it came from in the end, its headers, its body."""

    url: str
    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes


def plain_headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers of an answer as text, names in lower case, several of a name joined.

    Content-Encoding is left out, since it no longer holds of a body that was decompressed.
    """
    headers: dict[str, str] = {}
    for key, value in raw:
        name, text = key.decode("latin-1").lower(), value.decode("latin-1")
        headers[name] = f"{headers[name]}, {text}" if name in headers else text
    headers.pop("content-encoding", None)
    return headers
