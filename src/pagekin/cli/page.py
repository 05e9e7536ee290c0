"""`pagekin page`: a page of a crawl, as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pagekin.cli.options import STDOUT
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.app.storing.archived_page import ArchivedPage

with lazy_imports():
    import pagekin.app.storing.archived_page as app
    from pagekin import discovery
    from pagekin.app.storing import replay
    from pagekin.cli import printing, running
    from pagekin.store import opening


@click.command("page")
@click.argument("url")
@click.option(
    "--crawl", metavar="N", type=int, help="Of this crawl.  [default: the last that has the page]"
)
@click.option("--headers", is_flag=True, help="Show the server's headers, too.")
@click.option("--raw", is_flag=True, help="As it came over the wire, perhaps compressed.")
@click.option("-o", "--output", default=STDOUT, metavar="FILE", help="Where to; - is stdout.")
def command(url: str, crawl: int | None, headers: bool, raw: bool, output: str) -> None:  # noqa: FBT001
    """Print a page of a crawl as it was.

    Every page that a crawl has fetched is in the archive. `pagekin crawls` lists the crawls.

    \b
    Example:
      pagekin page https://shop.example/p/17-teapot --crawl 3 -o teapot.html
    """
    recalled = app.archived_page(opening.open_store(), discovery.checked_url(url, "URL"), crawl)
    printing.write_bytes(output, _content(recalled, headers=headers, raw=raw))
    for problem in replay.page_from(recalled.exchange, recalled.url).problems:
        running.notice(f"a crawl reads this page in part only: {problem}")
    if output != STDOUT:
        when = f"{recalled.exchange.requested_at:%Y-%m-%d %H:%M}"
        text = f"{recalled.url} of crawl {recalled.crawl}, fetched {when}, is in {output}"
        running.TerminalRunner().notice(text)


def _content(recalled: ArchivedPage, *, headers: bool, raw: bool) -> bytes:
    exchange = recalled.exchange
    body = exchange.body if raw else replay.decoded(exchange)
    if not headers:
        return body
    lines = [exchange.status_line, *(b"%s: %s" % header for header in exchange.headers), b""]
    return b"\r\n".join(lines) + b"\r\n" + body
