"""A console in a real browser: served in this process, with somebody logged in.

Playwright keeps an event loop running in its thread, which Django and `asyncio.run` would trip over. So it has a
thread of its own, and a test that uses it is carried out there: `@browsed` does that.
"""

import functools
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import waitress
from console_clients import ADMINISTRATOR
from console_server import LOOKS, PATIENCE, PICTURES
from django.core.wsgi import get_wsgi_application
from django.db import connections
from waitress import wasyncore

from pagekin.fetch.rendering.browser import find_chromium
from pagekin.lazy import lazy_module

sync_api = lazy_module("playwright.sync_api")


class BrowserThread:
    """A browser, and the thread that it can be used in."""

    def __init__(self):
        self._thread = ThreadPoolExecutor(1)
        self._driver, self.browser = self._thread.submit(self._start).result()

    def run(self, work, *arguments, **named):
        """Do something in the thread, and give what comes back."""
        return self._done(self._thread.submit(self._worked, work, *arguments, **named))

    def close(self):
        self._done(self._thread.submit(self._end))
        self._thread.shutdown()

    @staticmethod
    def _done(future):
        """Wait, but not for ever: a driver that says nothing any more is ended, and with it all that waits for it."""
        try:
            return future.result(2 * PATIENCE)
        except TimeoutError:
            for process in psutil.Process().children():
                if "node" in process.name():
                    process.kill()
            raise

    def _start(self):
        driver = sync_api.sync_playwright().start()
        options = {"executable_path": find_chromium(os.environ), "args": ["--no-sandbox"]}
        return driver, driver.chromium.launch(**options)

    def _end(self):
        self.browser.close()
        self._driver.stop()

    @staticmethod
    def _worked(work, *arguments, **named):
        try:
            return work(*arguments, **named)
        finally:
            connections.close_all()
            with suppress(AttributeError):  # the next test has another store
                del connections["default"]


def browsed(test):
    """Carry a test out in the thread of the fixture `browser_thread`, which one of its own has as `thread`."""

    @functools.wraps(test)
    def carried_out(**fixtures):
        thread = next(one.thread for one in fixtures.values() if hasattr(one, "thread"))
        thread.run(test, **fixtures)

    return carried_out


@contextmanager
def served():
    """Serve the console that is open in this process, and give its address."""
    server = waitress.create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)

    def run():
        with suppress(OSError):  # a page that is closed may still be asking for something
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.close()
        thread.join()
        server.task_dispatcher.shutdown()
        wasyncore.close_all(server._map, ignore_all=True)


class Seen:
    """What a browser did: what it wanted to ask for, what of that a policy refused, and what scripts said."""

    def __init__(self):
        self.requests = []
        self.refused = []
        self.said = []

    @property
    def sent(self):
        """Give the requests that were sent."""
        return [url for url in self.requests if url not in self.refused]

    def note_failed(self, request):
        if "csp" in (request.failure or "").lower():
            self.refused.append(request.url)


def session_of(console, name=ADMINISTRATOR):
    """Log somebody in, and give the cookie."""
    return name and console.client(name).cookies["pagekin_session"].value


def opened_tab(browser, url, session, seen=None, **options):
    """Open a tab in which somebody is logged in; what it asks for and says is noted."""
    options = {"viewport": {"width": 1280, "height": 860}} | options
    context = browser.new_context(base_url=url, **options)
    if session:
        context.add_cookies([{"name": "pagekin_session", "value": session, "url": url}])
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    if seen is not None:
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("requestfailed", seen.note_failed)
        page.on("console", lambda message: seen.said.append(message.text))
        page.on("pageerror", lambda error: seen.said.append(str(error)))
        page.on("dialog", lambda dialog: (seen.said.append(dialog.message), dialog.dismiss()))
    return page


def photograph(page, name):
    """Photograph a page if somebody wants that: light, dark, and on a phone."""
    if PICTURES:
        size = page.viewport_size
        for kind, scheme, width in LOOKS:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 800})
            page.screenshot(path=Path(PICTURES) / f"{name}-{kind}.png", full_page=True)
        page.set_viewport_size(size)


class ConsoleTabs:
    """Opens tabs in a browser's thread, each with somebody logged in."""

    def __init__(self, thread, url, console):
        self.thread = thread
        self.url = url
        self.console = console
        self._open = []

    def __call__(self, name=ADMINISTRATOR, **options):
        """Open a tab; give it with what the browser did."""
        seen = Seen()
        session = session_of(self.console, name)
        page = opened_tab(self.thread.browser, self.url, session, seen, **options)
        self._open.append(page)
        return page, seen

    def close(self):
        for page in self._open:
            page.context.close()
