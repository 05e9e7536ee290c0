"""An answer of a server, once everything about the wire is settled."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A successful answer as bytes: where it came from in the end, its headers, its body."""

    url: str
    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes
