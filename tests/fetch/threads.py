"""A server for tests whose own thread runs something else."""

import asyncio
import threading
from contextlib import contextmanager

from loopback import serving


@contextmanager
def in_a_thread(routes):
    """Serve in a thread with an event loop of its own."""
    ready, done = threading.Event(), asyncio.Event()
    found = []

    async def serve():
        async with serving(routes) as server:
            found.extend((server, asyncio.get_running_loop()))
            ready.set()
            await done.wait()

    thread = threading.Thread(target=asyncio.run, args=[serve()])
    thread.start()
    ready.wait()
    try:
        yield found[0]
    finally:
        found[1].call_soon_threadsafe(done.set)
        thread.join()
