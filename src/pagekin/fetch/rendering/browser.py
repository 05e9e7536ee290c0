"""Chromium as pagekin starts it: with no way to the network, little memory, and gone when pagekin is.

Three walls stand between a page and the network. Every request of the browser is answered by pagekin's own
fetch (`tab_requests`). Whatever escapes that meets a proxy that does not exist and a resolver that knows
no names. And where the system allows it, the browser runs in a network of its own, with nobody in it.
"""

import os
import re
import shutil
import socket
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from pagekin.errors import FetchError, UsageError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

VARIABLE = "PAGEKIN_CHROMIUM"
# The first is the same browser without what only people need; it starts in a quarter of the time.
_PROGRAMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
# Of one process, in KiB; a page that wants more does not get it. The objects of scripts have less.
MEMORY = 1 << 20
_SCRIPT_MEMORY = 512  # MiB
_SAID = re.compile(r"\[err\] (.+)")  # what the browser writes, in Playwright's log
_NO_SANDBOX = "No usable sandbox"
_START_WITHIN = 30_000.0  # milliseconds
# The part of the environment that the browser gets: no secrets.
_ENVIRONMENT = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ", "XDG_RUNTIME_DIR")
# The launcher first removes itself, so a kill leaves nothing behind.
_LAUNCHER = """#!/bin/sh
rm -f -- "$0"
ulimit -c 0 2>/dev/null
ulimit -d {memory} 2>/dev/null
for way in {ways}; do
    if $way true 2>/dev/null; then
        exec $way {program} "$@"
    fi
done
exec {program} "$@"
"""
# The ways to start it, the best first; with each the browser dies with whoever started it.
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
    """Return Playwright's module, which is needed for rendering only and is slow to load."""
    try:
        return import_module("playwright.async_api")
    except ImportError:
        raise UsageError(
            "rendering needs Playwright, which is not installed: pip install 'pagekin[js]'"
        ) from None


def find_chromium(environ: Mapping[str, str]) -> str:
    """Return the path of the browser: the one that PAGEKIN_CHROMIUM names, else the system's."""
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


def find_node() -> str:
    """Return the path of what runs Playwright's driver."""
    node, _ = import_module("playwright._impl._driver").compute_driver_executable()
    return str(node)


class DeadProxy:
    """The browser's proxy: a port of this machine where nobody listens, or can while this is open."""

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))  # and no listen: connections are refused

    @property
    def url(self) -> str:
        """The URL of the proxy."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def close(self) -> None:
        """Release the port."""
        self._socket.close()


async def launch(
    playwright: "Playwright", dead_proxy: DeadProxy, home: Path, *, walled: bool = True
) -> "Browser":
    """Start a browser at home in a folder, `walled` into a network of its own as far as the system allows."""
    program = find_chromium(os.environ)
    try:
        return await playwright.chromium.launch(
            executable_path=_launcher(program, home, walled=walled),
            args=[f"--proxy-server={dead_proxy.url}", *_SWITCHES],
            chromium_sandbox=_may_use_sandbox(),
            env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
            timeout=_START_WITHIN,
            handle_sigint=False,
        )
    except load_playwright().Error as error:
        raise FetchError(f"{program} cannot be started: {_why(str(error))}") from error


def _launcher(program: str, home: Path, *, walled: bool) -> Path:
    """Write the script that starts the browser within its limits; it removes itself."""
    script = home / "chromium"
    ways = (*_WALLED, _BOUND) if walled else (_BOUND,)
    text = _LAUNCHER.format(memory=MEMORY, ways=" ".join(map(quote, ways)), program=quote(program))
    script.write_text(text, encoding="utf-8")
    script.chmod(0o700)
    return script


def _may_use_sandbox() -> bool:
    """Whether Chromium can use its sandbox: it refuses to as root."""
    return os.geteuid() != 0


def _why(error: str) -> str:
    """Return the browser's own reason, out of all that Playwright says, or what to do about the sandbox."""
    if _NO_SANDBOX in error:
        return (
            "the system has no sandbox for it; allow user namespaces, or see "
            f"'The sandbox' in docs/rendering.md for what {VARIABLE} can do"
        )
    said = _SAID.search(error)
    return (
        said[1] if said else error.strip().partition("\n")[0].removeprefix("BrowserType.launch: ")
    )
