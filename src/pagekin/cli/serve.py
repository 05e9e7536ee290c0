"""`pagekin serve`: the console, in a browser."""

from __future__ import annotations

import ipaddress
import logging
import webbrowser
from typing import TYPE_CHECKING

import click

from pagekin.cli.console_extra import missing_for_console
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.console.serving import Opened

with lazy_imports():
    from pagekin.console import serving, setup


@click.command("serve")
@click.option(
    "--bind",
    metavar="ADDRESS:PORT",
    default="127.0.0.1:8000",
    show_default=True,
    help="Where to listen; port 0 is any free one.",
)
@click.option(
    "--host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="A name by which browsers reach it, besides localhost; needed if it is not on loopback.",
)
@click.option(
    "--proxy",
    is_flag=True,
    help="A proxy in front of it speaks https: trust its X-Forwarded headers.",
)
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option(
    "--once-link",
    "link_for",
    metavar="NAME",
    help="Print a link by which NAME can choose a password, as an administrator.",
)
@click.option(
    "--workers",
    type=click.IntRange(0, 16),
    default=2,
    show_default=True,
    help="How many jobs are done at once; 0: none here, and no watches are run: 'pagekin worker' does both.",
)
def command(
    bind: str,
    hosts: tuple[str, ...],
    proxy: bool,  # noqa: FBT001 - click hands flags over like this
    no_open: bool,  # noqa: FBT001
    link_for: str | None,
    workers: int,
) -> None:
    """Serve the console: everything in a browser, for several people.

    It runs until Ctrl-C, and runs watches when they are due, as 'pagekin run' does. The first start prints a
    link that works once: whoever opens it becomes the administrator. It listens on this machine only, unless
    --bind and --host say otherwise; then put a proxy in front of it that speaks https.

    \b
    Example:
      pagekin serve
      pagekin serve --bind 0.0.0.0:8000 --host pagekin.example.org --proxy
    """
    _check_installed()
    address, port = _bound(bind)
    for_others = bool(hosts) or proxy or not _is_loopback(address)
    if not hosts and not _is_loopback(address):
        raise UsageError(
            f"--bind {bind}: others can reach this; say with --host by which name they do, "
            "so that requests to other names are refused"
        )
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    setting = setup.ConsoleSetting((*setup.LOOPBACK_NAMES, *hosts), proxy)
    request = serving.ServeRequest(
        address, port, setting, workers, for_others=for_others, link_for=link_for
    )

    def tell(opened: Opened) -> None:
        click.echo(f"the console is open: {opened.url}  (Ctrl-C ends)")
        if opened.link:
            click.echo(f"choose a password here, once: {opened.link}")
        if not no_open:
            webbrowser.open(opened.link or opened.url)

    serving.serve(request, tell)


def _check_installed() -> None:
    missing = missing_for_console()
    if missing:
        raise UsageError(f"the console needs {', '.join(missing)}: pip install 'pagekin[console]'")


def _bound(bind: str) -> tuple[str, int]:
    address, colon, port = bind.rpartition(":")
    address = address.strip("[]")
    if not colon or not port.isdecimal() or int(port) > 65_535:
        raise UsageError(f"--bind {bind}: an address and a port are needed, such as 127.0.0.1:8000")
    return address or "127.0.0.1", int(port)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"
