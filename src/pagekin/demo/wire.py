"""HTTP/1.1 on the wire: one connection's bytes to requests, responses to bytes."""

import asyncio
import functools
import logging
import time
from collections.abc import Callable
from email.utils import formatdate
from http import HTTPStatus
from typing import cast

from pagekin.demo.messages import TEXT, Request, Response

_LOG = logging.getLogger(__name__)

_MOST_HEADER_BYTES = 64 * 1024
_MOST_BODY_BYTES = 64 * 1024

Answer = Callable[[Request], Response]


class _BadRequestError(Exception):
    """A request that is not understood: answered with a status, then the connection is closed."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class ClientConnection(asyncio.Protocol):
    """One client's connection: kept alive, requests answered in the order they came."""

    def __init__(
        self,
        answer: Answer,
        open_connections: set[asyncio.Transport],
        sent: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._answer = answer
        self._open = open_connections
        self._sent = sent  # told of bytes, as they go over the wire
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the transport, so that the server can close it."""
        self._transport = cast("asyncio.Transport", transport)
        self._open.add(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (asyncio's signature)
        """Forget the transport."""
        self._open.discard(self._transport)

    def pause_writing(self) -> None:
        """Read no more requests from a client that does not read its answers."""
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on once the answers are read."""
        self._transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Answer every request that is complete."""
        self._buffer += data
        try:
            while not self._transport.is_closing() and self._answer_one():
                pass
        except _BadRequestError as error:
            response = Response(error.status, TEXT, f"{error.status.phrase}\n".encode())
            self._transport.write(_encode(response, send_body=True, keep_alive=False))
            self._transport.close()

    def _answer_one(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end > _MOST_HEADER_BYTES or (end < 0 and len(self._buffer) > _MOST_HEADER_BYTES):
            raise _BadRequestError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if end < 0:
            return False
        method, target, version, headers = _parse_head(self._buffer[:end])
        body_end = end + 4 + _body_length(headers)
        if len(self._buffer) < body_end:
            return False
        request = Request(
            target=target,
            method=method,
            origin=f"http://{headers.get('host', '127.0.0.1')}",
            cookie=headers.get("cookie", ""),
            if_none_match=headers.get("if-none-match", ""),
            body=self._buffer[end + 4 : body_end],
        )
        self._buffer = self._buffer[body_end:]
        keep_alive = version != "HTTP/1.0" and headers.get("connection", "").lower() != "close"
        response = self._safely(request)
        data = _encode(response, send_body=method != "HEAD", keep_alive=keep_alive)
        self._transport.write(data)
        self._sent(len(data))
        if not keep_alive:
            self._transport.close()
        return keep_alive

    def _safely(self, request: Request) -> Response:
        try:
            return self._answer(request)
        except Exception:  # noqa: BLE001 (the top of a worker: one bad page must not end the server)
            _LOG.exception("the demo shop failed to answer %s %s", request.method, request.target)
            return Response(500, TEXT, b"Internal Server Error\n")


def _parse_head(head: bytes) -> tuple[str, str, str, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise _BadRequestError(HTTPStatus.BAD_REQUEST)
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return words[0], words[1], words[2], headers


def _body_length(headers: dict[str, str]) -> int:
    if "transfer-encoding" in headers:
        raise _BadRequestError(HTTPStatus.LENGTH_REQUIRED)
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise _BadRequestError(HTTPStatus.BAD_REQUEST)
    if int(length) > _MOST_BODY_BYTES:
        raise _BadRequestError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return int(length)


def _encode(response: Response, *, send_body: bool, keep_alive: bool) -> bytes:
    status = HTTPStatus(response.status)
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Date: {_date(int(time.time()))}",
        "Server: pagekin-demo",
        f"Content-Type: {response.content_type}",
    ]
    if status is not HTTPStatus.NOT_MODIFIED:
        lines.append(f"Content-Length: {len(response.body)}")
    lines += [f"{name}: {value}" for name, value in response.headers]
    if not keep_alive:
        lines.append("Connection: close")
    head = "\r\n".join(lines).encode("latin-1", "replace")
    return head + b"\r\n\r\n" + (response.body if send_body else b"")


@functools.lru_cache(maxsize=1)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)
