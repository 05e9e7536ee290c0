"""A console as people use it: `pagekin serve` in processes of its own, and a real browser in front of it."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from pagekin.fetch.rendering.browser import find_chromium, load_playwright

_LINK = re.compile(r"http://\S+/welcome/\S+")
_OPEN = re.compile(r"the console is open: (http://\S+)")
PATIENCE = 300.0  # seconds: only what hangs for ever takes as long, however busy the machine is
PICTURES = os.environ.get("PAGEKIN_TEST_PICTURES", "")  # a folder: pages are photographed
LOOKS = (("light", "light", 1100), ("dark", "dark", 1100), ("phone", "light", 390))


@dataclass
class ServedConsole:
    """A console that listens; `link` is the one for the first administrator."""

    process: subprocess.Popen
    url: str
    link: str = ""
    said: list[str] = field(default_factory=list)


@contextlib.contextmanager
def served_console(data, *options, is_new=True, **environ):
    """Serve a console of a data directory until the block ends; a new one prints a link."""
    source = Path(__file__).parents[2] / "src"
    own = {"PAGEKIN_DATA": str(data), "PYTHONPATH": str(source), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "pagekin", "serve", "--bind=127.0.0.1:0", "--no-open", *options],
        env={**os.environ, **own, "PAGEKIN_DELAY": "0", **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    console = ServedConsole(process, "")
    reading = None
    try:
        for line in process.stdout:
            console.said.append(line)
            opened, link = _OPEN.search(line), _LINK.search(line)
            console.url = opened[1] if opened else console.url
            console.link = link[0] if link else console.link
            if console.url and (console.link or not is_new):
                break
        assert console.url, "".join(console.said)
        reading = threading.Thread(target=lambda: console.said.extend(process.stdout), daemon=True)
        reading.start()
        yield console
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(PATIENCE) == 0, "".join(console.said)
        finally:
            process.kill()
            if reading:
                reading.join()
            process.stdout.close()


@dataclass
class BrowserPage:
    """A page in a real browser, and what it did that no page of the console may do."""

    page: object
    foreign: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    async def picture(self, name):
        """Photograph the page if somebody wants that: light, dark, and on a phone."""
        if not PICTURES:
            return
        for kind, scheme, width in LOOKS:
            await self.page.emulate_media(color_scheme=scheme)
            await self.page.set_viewport_size({"width": width, "height": 800})
            await self.page.screenshot(path=Path(PICTURES) / f"{name}-{kind}.png", full_page=True)
        await self.page.set_viewport_size({"width": 1100, "height": 800})


@contextlib.asynccontextmanager
async def browser_page(url, cookies=()):
    """Open a browser with a page; the block goes to addresses of the console at `url`."""
    async with load_playwright().async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=find_chromium(os.environ), args=["--no-sandbox"]
        )
        context = await browser.new_context(viewport={"width": 1100, "height": 800})
        await context.add_cookies(list(cookies))
        page = await context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        seen = BrowserPage(page)
        here = urlsplit(url).netloc

        def note(request):
            if urlsplit(request.url).netloc != here:
                seen.foreign.append(request.url)

        page.on("request", note)
        page.on("console", lambda message: seen.complaints.append(message.text))
        page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        yield seen
        await browser.close()
