"""A small real HTTP server on loopback for the tests: routes in, a log of requests out."""

import asyncio
import ssl
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from pagekin.fetch import HttpSite, open_site
from pagekin.settings import Settings
from pagekin.urls import Scope

PATIENCE = 600.0  # seconds: only what hangs for ever takes as long, however busy the machine is
HTML = {"Content-Type": "text/html; charset=utf-8"}


@dataclass(frozen=True)
class Asked:
    """One request as the server saw it."""

    target: str
    headers: Mapping[str, str]
    at: float
    body: str = ""
    method: str = "GET"


@dataclass(frozen=True)
class Answer:
    body: bytes = b"<!doctype html><title>A page</title><p>Hello"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: HTML)

    def raw(self, method: str = "GET") -> bytes:
        headers = {"Content-Length": str(len(self.body)), **self.headers}
        lines = [f"HTTP/1.1 {self.status} Whatever", *(f"{k}: {v}" for k, v in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + (
            b"" if method == "HEAD" else self.body
        )


def redirect(to: str, status: int = 302) -> Answer:
    return Answer(b"", status, {"Location": to})


# A route is an answer, the bytes to send before hanging up, or what does the talking itself.
Talk = Callable[[Asked, asyncio.StreamWriter], Awaitable[Answer | bytes]]
Route = Answer | bytes | Talk


class Server:
    """Answers by its table of routes, and 404 for everything else."""

    def __init__(self, routes: Mapping[str, Route]) -> None:
        self.routes = dict(routes)
        self.log: list[Asked] = []
        self.origin = ""
        self._reached: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._talks: set[asyncio.Task] = set()

    def url(self, path: str = "/") -> str:
        return self.origin + path

    def asked_for(self, path: str) -> list[Asked]:
        return [asked for asked in self.log if asked.target == path]

    async def reached(self, path: str) -> None:
        """Wait until somebody asks for a path."""
        await asyncio.wait_for(self._reached[path].wait(), PATIENCE)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._talks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while await self._answer_one(reader, writer):
                    pass
        finally:
            writer.close()
            with suppress(ConnectionError, ssl.SSLError, asyncio.CancelledError):
                await writer.wait_closed()
            self._talks.discard(task)

    async def _answer_one(self, reader, writer) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = (line.split(": ", 1) for line in head[1:] if line)
        headers = {name.lower(): value for name, value in fields}
        body = (await reader.readexactly(int(headers.get("content-length", 0)))).decode("latin-1")
        asked = Asked(head[0].split(" ")[1], headers, time.monotonic(), body, head[0].split(" ")[0])
        self.log.append(asked)
        self._reached[asked.target].set()
        route = self.routes.get(asked.target, Answer(b"nothing here", 404))
        answer = await route(asked, writer) if callable(route) else route
        writer.write(answer if isinstance(answer, bytes) else answer.raw(asked.method))
        await writer.drain()
        return isinstance(answer, Answer)

    async def hang_up(self) -> None:
        for talk in list(self._talks):
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)


@asynccontextmanager
async def serving(
    routes: Mapping[str, Route], tls: ssl.SSLContext | None = None
) -> AsyncIterator[Server]:
    server = Server(routes)
    listener = await asyncio.start_server(server.talk, "127.0.0.1", 0, ssl=tls)
    port = listener.sockets[0].getsockname()[1]
    server.origin = f"http{'s' if tls else ''}://127.0.0.1:{port}"
    try:
        yield server
    finally:
        listener.close()
        await server.hang_up()
        await listener.wait_closed()


async def out_of_time() -> None:
    """Let all that is under way come to rest, then have the patience of everybody in this loop be over."""
    for _ in range(100):
        await asyncio.sleep(0)
    loop = asyncio.get_running_loop()
    clock = loop.time
    loop.time = lambda: clock() + PATIENCE


@asynccontextmanager
async def opened(server: Server, **settings) -> AsyncIterator[HttpSite]:
    """Open the server's site with settings fit for tests: no delay, one try."""
    chosen = {"delay": 0.0, "retries": 0, "timeout": PATIENCE, **settings}
    async with open_site(Scope.around(server.url()), Settings(**chosen)) as site:
        yield site
