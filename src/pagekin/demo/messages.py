"""Requests and responses as values: what the shop answers is a pure function of what it is asked."""

from dataclasses import dataclass

HTML = "text/html; charset=utf-8"
XML = "application/xml; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
SVG = "image/svg+xml"
CSS = "text/css; charset=utf-8"
SCRIPT = "text/javascript; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Request:
    """What the shop needs to know of a request."""

    target: str  # path and query
    method: str = "GET"
    origin: str = "http://127.0.0.1"
    cookie: str = ""
    if_none_match: str = ""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Response:
    """What the shop answers."""

    status: int
    content_type: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
