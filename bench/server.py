"""A loopback web server for one site of the corpus, with a log of what was asked of it.

It runs in a thread of its own; what is measured runs in other processes. Pages can be hidden, as if they
had not been written yet, and answers can be delayed by random times, as they are on the real web.
"""

import asyncio
import mimetypes
import random
import threading
from collections import Counter
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from bench.sitefiles import PAGE_SUFFIXES, SiteFiles

_REASONS = {
    200: "OK",
    301: "Moved Permanently",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
}
_MIME = mimetypes.MimeTypes()  # its own tables: the same types on every machine
_LARGEST_REQUEST = 64 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """One request as the server saw it."""

    method: str
    url: str
    status: int
    page: str | None
    """The file that answered it, when that was an HTML page."""


@dataclass(slots=True)
class RequestLog:
    """What was asked of the server, in order."""

    requests: list[Request] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Count every request."""
        return len(self.requests)

    @property
    def unique(self) -> int:
        """Count the different URLs that were asked for: the downloads of the benchmark."""
        return len({request.url for request in self.requests})

    @property
    def statuses(self) -> dict[int, int]:
        """Count the requests by the status of their answer."""
        return dict(sorted(Counter(request.status for request in self.requests).items()))

    @property
    def pages(self) -> frozenset[str]:
        """Name the HTML pages that were sent."""
        return frozenset(request.page for request in self.requests if request.page is not None)


@dataclass(frozen=True, slots=True)
class Delays:
    """Random response times between none and `longest` seconds, the same for the same seed."""

    longest: float
    seed: int


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    content_type: str = "text/plain; charset=utf-8"
    body: bytes = b""
    location: str = ""
    page: str | None = None

    def head(self, *, close: bool) -> bytes:
        lines = [
            f"HTTP/1.1 {self.status} {_REASONS[self.status]}",
            f"Content-Type: {self.content_type}",
            f"Content-Length: {len(self.body)}",
        ]
        if self.location:
            lines.append(f"Location: {self.location}")
        if close:
            lines.append("Connection: close")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


class SiteServer:
    """Serves one site on 127.0.0.1 from entering its `with` block to leaving it."""

    def __init__(self, site: SiteFiles, *, port: int = 0, delays: Delays | None = None) -> None:
        self.site = site
        self.hidden: frozenset[str] = frozenset()
        self.origin = ""
        self._port = port
        self._delays = delays
        self._random = random.Random(delays.seed if delays else 0)
        self._log = RequestLog()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def hide(self, pages: frozenset[str]) -> None:
        """Let these pages be missing, and no link lead to them, until other ones are hidden."""
        self.hidden = pages

    def take_log(self) -> RequestLog:
        """Hand over what was logged so far and begin anew."""
        log, self._log = self._log, RequestLog()
        return log

    async def _start(self) -> None:
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", self._port, limit=_LARGEST_REQUEST
        )
        port = self._server.sockets[0].getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"

    async def _stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._connections.add(task)
            task.add_done_callback(self._connections.discard)
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the client went away, or sent no HTTP
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, _, fields = head.partition("\r\n")
        words = line.split(" ")
        if len(words) != 3:
            writer.write(_Answer(400).head(close=True))
            return False
        method, url, version = words
        answer = self._answer(method, url)
        self._log.requests.append(Request(method, url, answer.status, answer.page))
        if self._delays:
            await asyncio.sleep(self._random.uniform(0, self._delays.longest))
        close = _closes(version, fields) or answer.status == 405
        writer.write(answer.head(close=close) + (b"" if method == "HEAD" else answer.body))
        await writer.drain()
        return not close

    def _answer(self, method: str, url: str) -> _Answer:
        if method not in {"GET", "HEAD"}:
            return _Answer(405)
        page = self.site.page_of(url)
        if page is None or page in self.hidden:
            return _Answer(404, body=b"Not found\n")
        if self.site.names_folder(url):
            path, mark, query = url.partition("?")
            return _Answer(301, location=f"{self.origin}{path}/{mark}{query}")
        body = self.site.body(page, self.origin, self.hidden)
        content_type = _MIME.guess_type(page)[0] or "application/octet-stream"
        is_page = page.endswith(PAGE_SUFFIXES)
        return _Answer(200, content_type, body, page=page if is_page and method == "GET" else None)


def _closes(version: str, fields: str) -> bool:
    wanted = [
        value.strip().lower()
        for name, _, value in (line.partition(":") for line in fields.split("\r\n"))
        if name.strip().lower() == "connection"
    ]
    return "close" in wanted or (version == "HTTP/1.0" and "keep-alive" not in wanted)
