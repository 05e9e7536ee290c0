"""Outages without waiting for them: a clock that only waits move, and a demo shop that goes away and comes back."""

import asyncio
import contextlib
import threading
from http import HTTPStatus

from pagekin.demo import serve
from pagekin.demo.messages import Response
from pagekin.fetch.outages import Clock


class WaitedClock(Clock):
    """A clock on which time passes by waiting only, and at once."""

    def __init__(self):
        self.time = 0.0
        self.waits = []
        self._due = []

    def now(self):
        return self.time

    def later(self, seconds, call):
        """Call something once so many seconds have been waited for from now on."""
        self._due.append((self.time + seconds, call))

    async def sleep(self, seconds):
        self.waits.append(seconds)
        self.time += seconds
        for due in [due for due in self._due if due[0] <= self.time]:
            self._due.remove(due)
            called = due[1]()
            if asyncio.iscoroutine(called):
                await called
        await asyncio.sleep(0)


class OutageShop:
    """A demo shop whose server goes away after some answers, for some seconds of a clock."""

    def __init__(self, shop, clock=None):
        self.shop = shop
        self._enter(0)
        self.url = self.server.url
        self._leaving = None
        self.start_anew(clock)

    def start_anew(self, clock):
        """Be there and well, by another clock."""
        if self._leaving:
            self._next = []
            self.come_back()
        self._clock = clock
        self._left, self._next = None, []
        self._spoiled, self._how = [], ""
        self.paths = []

    def _enter(self, port):
        self._serving = contextlib.ExitStack()
        self.server = self._serving.enter_context(serve(self.shop, port=port))
        self._answer, self.server._answer = self.server._answer, self._counted

    def away_after(self, *answers, seconds=None):
        """Go away after so many answers, and again after so many more; without seconds, until `come_back`."""
        (self._left, *self._next), self._seconds = answers, seconds

    def spoil(self, paths, how=""):
        """Answer requests for some paths badly from now on: 'closed', 'template', or with a status."""
        self._spoiled, self._how = [paths] if isinstance(paths, str) else paths or [], how

    def _counted(self, request):
        self.paths.append(request.target)
        if request.target in self._spoiled:
            if self._how == "template":
                return Response(HTTPStatus.OK, "text/html", b"<title>New</title><p>All is new")
            if self._how == "closed":
                raise ConnectionAbortedError
            return Response(int(self._how), "text/html", b"")
        answer = self._answer(request)
        if self._left is not None:
            self._left -= 1
            if self._left == 0:
                if self._seconds is not None:
                    self._clock.later(self._seconds, self.come_back)
                self._leaving = threading.Thread(target=self._serving.close)
                self._leaving.start()
        return answer

    def come_back(self):
        self._leaving.join()
        self._leaving, self._left = None, self._next.pop(0) if self._next else None
        self._enter(int(self.url.rstrip("/").rsplit(":", 1)[1]))

    def close(self):
        if self._leaving:
            self._leaving.join()
        self._serving.close()
