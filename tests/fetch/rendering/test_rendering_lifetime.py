"""The browser does not outlive its site, whatever happens to either; no page takes all time or memory."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from unittest import mock

import psutil
import pytest
from loopback import PATIENCE, Answer, opened, serving
from rendered import rendering

from chromium import needs_chromium
from pagekin.dom import Page
from pagekin.errors import FetchError, UsageError
from pagekin.fetch.rendering import browser
from pagekin.fetch.rendering.browser_folder import BrowserFolder
from pagekin.site import Failure

HERE = Path(__file__).parents[1]
FINE = Answer(b"<!doctype html><title>fine</title><script>document.title += '!'</script>")
HUNGRY = "const all = []; for (;;) { const more = new Uint8Array(1 << 26); more.fill(1); all.push(more) }"
# It asks for something first, so that the server knows when it is shown.
BUSY = Answer(b"<!doctype html><script src=/busy.js></script><script>for (;;);</script>")
GREEDY = Answer(f"<!doctype html><title>greedy</title><script>{HUNGRY}</script>".encode())
FAT = Answer(b"<!doctype html><script>document.title = 'x'.repeat(1 << 16)</script>")


def browser_processes():
    """Give the processes of browsers below this one."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "chrom" in process.name():
                found.append(process)
    return found


def until(is_so, seconds=PATIENCE):
    """Wait for something that the system does in its own time."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


@needs_chromium
async def test_a_page_may_use_no_more_than_its_time_and_memory_and_others_do_not_suffer():
    routes = {"/busy": BUSY, "/greedy": GREEDY, "/fat": FAT, "/fine": FINE}
    began = time.monotonic()
    async with serving(routes) as server, rendering(server) as site:
        await site.fetch(server.url("/fine"))
    # Far more than a page takes here and now.
    seconds = max(9, 5 * round(time.monotonic() - began))
    limits = {"timeout": seconds, "max_body": 1 << 16}
    async with serving(routes) as server, rendering(server, **limits) as site:
        await site.fetch(server.url("/fine"))  # to start the browser is not a matter of the others
        gathered = asyncio.gather(*(site.fetch(server.url(path)) for path in routes))
        most = await watched(gathered)
        busy, greedy, fat, fine = gathered.result()
        again = await site.fetch(server.url("/fine"))
    assert busy.detail == f"its scripts did not end within {seconds} seconds"
    assert isinstance(greedy, Page | Failure)
    assert most < 1.2 * 1024 * browser.MEMORY
    assert fat.detail == "larger than 65536 bytes"
    assert fine.title == again.title == "fine!"
    assert not browser_processes()


async def watched(gathered):
    """Wait, and give the most memory that one process of the browser took meanwhile."""
    most = 0
    while not gathered.done():
        for process in browser_processes():
            with suppress(psutil.NoSuchProcess):
                memory = process.memory_info()
                most = max(most, memory.rss - memory.shared)
        await asyncio.sleep(0.05)
    return most


@needs_chromium
async def test_a_browser_that_dies_is_started_again():
    async with serving({"/": FINE}) as server, rendering(server) as site:
        await site.fetch(server.url("/"))
        for process in browser_processes():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        assert (await site.fetch(server.url("/"))).title == "fine!"
        # The driver, too: Ctrl-C in a terminal reaches all of a program's processes.
        for process in psutil.Process().children():
            if "node" in process.name():
                process.kill()
        assert (await site.fetch(server.url("/"))).title == "fine!"
    assert not browser_processes()


@needs_chromium
async def test_closing_ends_what_is_being_rendered():
    async with serving({"/busy": BUSY, "/busy.js": Answer()}) as server:
        async with rendering(server) as site:
            task = asyncio.create_task(site.fetch(server.url("/busy")))
            await server.reached("/busy.js")
        assert isinstance(await task, Failure)
    assert not browser_processes()


@needs_chromium
async def test_who_loses_interest_leaves_no_tab_behind():
    routes = {"/busy": BUSY, "/busy.js": Answer(), "/": FINE}
    async with (
        serving(routes) as server,
        rendering(server, concurrency=1) as site,
    ):
        task = asyncio.create_task(site.fetch(server.url("/busy")))
        await server.reached("/busy.js")
        task.cancel()
        assert (await site.fetch(server.url("/"))).title == "fine!"


WORK = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from rendered import rendering
from loopback import Answer, serving

async def work():
    busy = Answer(b"<!doctype html><script>for (;;);</script>")
    async with serving({"/busy": busy}) as server, rendering(server) as site:
        await site.fetch(server.url("/busy"))

asyncio.run(work())
"""


@needs_chromium
def test_killed_pagekin_leaves_no_browser_and_no_files_behind(tmp_path):
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    child = subprocess.Popen([sys.executable, "-c", WORK, str(HERE)], env=environment)
    try:
        until(lambda: shows_a_page(child.pid))
        family = below(child.pid)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    until(lambda: not any(process.is_running() for process in family))
    # But for the folder by which processes know of each other; the next one tidies up there.
    until(lambda: not left_by_the_browser(tmp_path))


@needs_chromium
def test_the_next_browser_removes_what_was_left_when_all_were_killed_at_once(tmp_path):
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    child = subprocess.Popen([sys.executable, "-c", WORK, str(HERE)], env=environment)
    try:
        until(lambda: shows_a_page(child.pid))
    finally:
        family = [*below(child.pid), psutil.Process(child.pid)]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        child.wait()
    until(lambda: not any(process.is_running() for process in family))
    assert {path.name.rpartition("-")[0] for path in tmp_path.iterdir()} <= {
        "pagekin-browser",
        "pagekin-hosts",
    }
    with mock.patch.object(tempfile, "tempdir", str(tmp_path)):
        BrowserFolder().remove()
    assert not left_by_the_browser(tmp_path)


@needs_chromium
def test_ctrl_c_reaches_neither_the_driver_nor_the_browser():
    """A terminal sends it to all processes of its group; they are ended by pagekin, not by that."""
    child = subprocess.Popen([sys.executable, "-c", WORK, str(HERE)], start_new_session=True)
    try:
        until(lambda: shows_a_page(child.pid))
        assert child.pid not in {os.getpgid(process.pid) for process in below(child.pid)}
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()


def test_the_folder_of_a_living_browser_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    mine, other = BrowserFolder(), BrowserFolder()
    assert mine.path.exists()
    mine.remove()
    other.remove()
    assert not list(tmp_path.iterdir())


def left_by_the_browser(place):
    names = [path.name for path in place.iterdir()]
    inside = [path for path in place.glob("pagekin-browser-*/*") if path.name != "lock"]
    known = ("pagekin-hosts", "pagekin-browser-")
    return inside + [name for name in names if not name.startswith(known)]


def shows_a_page(pid):
    """Whether the browser below a process has come so far; its own switches speak of renderers, too."""
    for process in below(pid):
        with suppress(psutil.NoSuchProcess):
            if "--type=renderer" in process.cmdline():
                return True
    return False


def below(pid):
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).children(recursive=True)
    return []


async def test_without_chromium_the_message_says_what_to_install(monkeypatch, tmp_path):
    pytest.importorskip("playwright")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PAGEKIN_CHROMIUM", raising=False)
    async with serving({}) as server:
        with pytest.raises(UsageError, match=r"needs Chromium.*apt-get install chromium"):
            async with rendering(server):
                pass
        monkeypatch.setenv("PAGEKIN_CHROMIUM", "/nowhere/chromium")
        with pytest.raises(UsageError, match="PAGEKIN_CHROMIUM: /nowhere/chromium"):
            async with rendering(server):
                pass


async def test_without_playwright_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    async with serving({"/": FINE}) as server:
        with pytest.raises(UsageError, match=r"pip install 'pagekin\[js\]'"):
            async with rendering(server):
                pass
        async with opened(server) as site:
            assert isinstance(await site.fetch(server.url("/")), Page)


@needs_chromium
@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("libnss3.so: no such file", "cannot be started: libnss3.so: no such file"),
        ("No usable sandbox! If this", "the system has no sandbox for it; allow user namespaces"),
    ],
)
async def test_a_browser_that_does_not_start_says_why_and_is_no_page_that_failed(
    says, told, monkeypatch, tmp_path
):
    broken = tmp_path / "chromium"
    broken.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit 1\n")
    broken.chmod(0o700)
    monkeypatch.setenv("PAGEKIN_CHROMIUM", str(broken))
    async with serving({"/": FINE}) as server, rendering(server) as site:
        with pytest.raises(FetchError, match=told):
            await site.fetch(server.url("/"))
