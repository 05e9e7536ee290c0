"""Chromium as pagekin starts it: with no way to the network, little memory, and gone when pagekin is.

Three walls stand between a page and the network. Every request of the browser is answered by pagekin's own
fetch (`rendering_requests`). Whatever escapes that meets a proxy that does not exist and a resolver that
knows no names. And where the system lets us, the browser runs in a network of its own, with nobody in it.
"""

import os
import re
import shutil
import socket
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from pagekin.errors import FetchError, UsageError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

VARIABLE = "PAGEKIN_CHROMIUM"
# The first is the same browser without what only people need, and takes a quarter of the time.
_PROGRAMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
# Of one process, in KiB; a page that wants more than that does not get it. Scripts' objects have less.
MEMORY = 1 << 20
_SCRIPT_MEMORY = 512  # MiB
_SAID = re.compile(r"\[err\] (.+)")  # what it writes, in Playwright's log
_NO_SANDBOX = "No usable sandbox"
_START_WITHIN = 30_000.0  # milliseconds
# What the browser may know of the environment: no secret is among it.
_ENVIRONMENT = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ", "XDG_RUNTIME_DIR")
# The first thing that the launcher does is to remove itself, so that a kill leaves nothing behind.
_LAUNCHER = """#!/bin/sh
rm -f -- "$0" && rmdir -- "${{0%/*}}"
ulimit -c 0 2>/dev/null
ulimit -d {memory} 2>/dev/null
for way in {ways}; do
    if $way true 2>/dev/null; then
        exec $way {program} "$@"
    fi
done
exec {program} "$@"
"""
# The ways to start it, the best first; each dies with whoever started it.
_BOUND = "setpriv --pdeathsig KILL"
_WALLED = (f"unshare --net {_BOUND}", f"unshare --user --map-current-user --net {_BOUND}")
_SWITCHES = (
    "--proxy-bypass-list=<-loopback>",  # else loopback would be reached without the proxy
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--block-new-web-contents",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-file-system",
    "--disable-notifications",
    "--disable-remote-fonts",
    "--disable-speech-api",
    "--disable-3d-apis",
    "--dns-prefetch-disable",
    "--no-pings",
    f"--js-flags=--max-old-space-size={_SCRIPT_MEMORY}",
)


def load_playwright() -> Any:
    """Give Playwright's module, which is needed for rendering only and takes its time to load."""
    try:
        return import_module("playwright.async_api")
    except ImportError:
        raise UsageError(
            "rendering needs Playwright, which is not installed: pip install 'pagekin[js]'"
        ) from None


def find_chromium(environ: Mapping[str, str]) -> str:
    """Find the browser: the one that PAGEKIN_CHROMIUM names, else the system's."""
    named = environ.get(VARIABLE, "")
    for program in (named,) if named else _PROGRAMS:
        found = shutil.which(program)
        if found:
            return found
    if named:
        raise UsageError(f"{VARIABLE}: {named} is no program that can be run")
    raise UsageError(
        "rendering needs Chromium, which was not found: install it (on Debian and Ubuntu:"
        f" apt-get install chromium-headless-shell) or let {VARIABLE} name the program"
    )


class DeadProxy:
    """A port of this machine where nobody listens, nor can while this is open: the browser's proxy."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))  # and no listen: connections are refused

    @property
    def url(self) -> str:
        """What to take for the proxy."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()


async def launch(
    playwright: "Playwright", dead_end: DeadProxy, *, walled: bool = True
) -> "Browser":
    """Start a browser; `walled` only as far as the system allows, and the other walls do without it."""
    program = find_chromium(os.environ)
    try:
        return await playwright.chromium.launch(
            executable_path=_launcher(program, walled=walled),
            args=[f"--proxy-server={dead_end.url}", *_SWITCHES],
            chromium_sandbox=_may_use_sandbox(),
            env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
            timeout=_START_WITHIN,
            handle_sigint=False,
        )
    except load_playwright().Error as error:
        raise FetchError(f"{program} cannot be started: {_why(str(error))}") from error


def _launcher(program: str, *, walled: bool) -> Path:
    """Write the script that starts the browser within its limits; it removes itself."""
    script = Path(tempfile.mkdtemp(prefix="pagekin-")) / "chromium"
    ways = (*_WALLED, _BOUND) if walled else (_BOUND,)
    text = _LAUNCHER.format(memory=MEMORY, ways=" ".join(map(quote, ways)), program=quote(program))
    script.write_text(text, encoding="utf-8")
    script.chmod(0o700)
    return script


def _may_use_sandbox() -> bool:
    """Chromium refuses to run with its sandbox as root."""
    return os.geteuid() != 0


def _why(error: str) -> str:
    """Give the browser's own reason out of all that Playwright tells; a missing sandbox is for a person to do."""
    if _NO_SANDBOX in error:
        return (
            "the system has no sandbox for it; allow user namespaces, or see "
            f"'The sandbox' in docs/rendering.md for what {VARIABLE} can do"
        )
    said = _SAID.search(error)
    return (
        said[1] if said else error.strip().partition("\n")[0].removeprefix("BrowserType.launch: ")
    )
