"""The demo shop behind a real HTTP server on loopback: in a thread for tests, blocking for people."""

import asyncio
import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pagekin.demo.messages import Request, Response
from pagekin.demo.shop import Shop
from pagekin.demo.wire import ClientConnection
from pagekin.errors import UsageError

HOST = "127.0.0.1"
_BACKLOG = 512
_LAST_PORT = 65_535
_ROUNDS = 10


class Logged(NamedTuple):
    """One line of the request log."""

    method: str
    path: str  # with its query
    status: int
    sent: int  # bytes of the body


class Server:
    """A shop that listens; `serve` makes one that runs beside a test, `run` one that blocks.

    `shop` may be replaced and `day` be set at any time. `requests` is the log since the start; with
    log=False only `answered` and `sent` count, so that a million requests take no memory.
    """

    def __init__(self, shop: Shop, *, port: int = 0, log: bool = True) -> None:
        self.shop = shop
        self.requests: list[Logged] = []
        self.answered = 0
        self.sent = 0  # bytes on the wire, headers and all
        self._log = log
        self._socket = _listen(port)
        self._connections: set[asyncio.Transport] = set()

    @property
    def url(self) -> str:
        """The address of the home page."""
        host, port = self._socket.getsockname()[:2]
        return f"http://{host}:{port}/"

    @property
    def day(self) -> int:
        """The day that it is in the shop."""
        return self.shop.day

    @day.setter
    def day(self, day: int) -> None:
        self.shop = self.shop.on(day)

    async def serve_until(self, stop: asyncio.Event) -> None:
        """Answer requests until told to stop."""
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(
            lambda: ClientConnection(self._answer, self._connections, self._count),
            sock=self._socket,
        )
        try:
            await stop.wait()
        finally:
            # Connections that are just being accepted appear some rounds of the loop later; if the listener
            # was closed by then, asyncio would leave them open.
            loop.remove_reader(self._socket)
            for _ in range(_ROUNDS):
                for transport in tuple(self._connections):
                    transport.abort()
                await asyncio.sleep(0)
            listener.close()
            await listener.wait_closed()

    def close(self) -> None:
        """Free the port of a server that was never run."""
        self._socket.close()

    def _answer(self, request: Request) -> Response:
        response = self.shop.respond(request)
        self.answered += 1
        if self._log:
            entry = Logged(request.method, request.target, response.status, len(response.body))
            self.requests.append(entry)
        return response

    def _count(self, sent: int) -> None:
        self.sent += sent


def _listen(port: int) -> socket.socket:
    if not 0 <= port <= _LAST_PORT:
        raise UsageError(f"cannot listen on {HOST}:{port}: ports go from 1 to {_LAST_PORT}")
    try:
        return socket.create_server((HOST, port), backlog=_BACKLOG)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise UsageError(
            f"cannot listen on {HOST}:{port}: {reason}; choose another port, or 0 for a free one"
        ) from error


@contextlib.contextmanager
def serve(shop: Shop, *, port: int = 0, log: bool = True) -> Iterator[Server]:
    """Serve a shop from a thread for as long as the block lasts."""
    server = Server(shop, port=port, log=log)
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = threading.Thread(
        target=loop.run_until_complete, args=(server.serve_until(stop),), name="demo shop"
    )
    thread.start()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def run(shop: Shop, port: int = 0, on_ready: Callable[[str], None] | None = None) -> None:
    """Serve a shop until Ctrl-C or SIGTERM; tells its address once it listens."""
    server = Server(shop, port=port, log=False)
    asyncio.run(_run(server, on_ready))


async def _run(server: Server, on_ready: Callable[[str], None] | None) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, stop.set)
    try:
        if on_ready:
            on_ready(server.url)
        await server.serve_until(stop)
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
