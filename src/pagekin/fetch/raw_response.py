"""An answer of a server, once everything about the wire is settled."""

from collections.abc import Mapping
from dataclasses import dataclass

from scrapy.http import Headers


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A successful answer as bytes: where it came from in the end, its headers, its body."""

    url: str
    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes


def plain_headers(headers: Headers) -> dict[str, str]:
    """Give Scrapy's headers as texts, names in lower case, several of a name joined."""
    return {
        name.decode("latin-1").lower(): b", ".join(values).decode("latin-1")
        for name, values in dict.items(headers)
    }
